/** One widget: its title, its data, its options, when it is shown and what its gestures set. */
import { useCallback, useEffect, useState } from 'react'
import { isRecord, own } from '#engine/core/document/pointer'
import { ErrorState, Notice, Skeleton, useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { DataInputs } from './data-inputs.tsx'
import { inputColumns } from '../model/columns.ts'
import { EmitsEditor } from './emits-editor.tsx'
import type { JsonSchema } from '#engine/core/document/option-fields'
import { OptionsForm } from './form/options-form.tsx'
import { Advanced, Beyond, Fold } from './parts/fold.tsx'
import { Findings } from './parts/findings.tsx'
import { Head } from './parts/head.tsx'
import { TextValue } from './parts/text-value.tsx'
import { recordAt, textAt, textsAt } from '../model/raw.ts'
import { columnName } from '../model/column-names.ts'
import { usePorts } from './ports.tsx'
import { useMissingColumns } from './use-missing-columns.ts'
import { LinksEditor } from './links-editor.tsx'
import { RepeatEditor } from './repeat-editor.tsx'
import { ShowEditor } from './show-editor.tsx'
import { SizesChoice } from './sizes-choice.tsx'

/** Schemas come once, with the first widget that is chosen. */
function useSchemas(): { schemas: Readonly<Record<string, JsonSchema>> | null; failure: unknown; again: () => void } {
  const { optionSchemas } = usePorts()
  const [schemas, setSchemas] = useState<Readonly<Record<string, JsonSchema>> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const load = useCallback(() => {
    let current = true
    optionSchemas().then(
      (found) => {
        if (current) setSchemas(found)
      },
      (cause: unknown) => {
        if (current) setFailure(cause)
      },
    )
    return () => {
      current = false
    }
  }, [optionSchemas])
  useEffect(load, [load])
  return {
    schemas,
    failure,
    again: () => {
      setFailure(null)
      load()
    },
  }
}

const NONE = {}

/** Its parts are memoised by what they edit: a key in the title draws the title's field alone. */
export function WidgetPanel({ id }: { id: string }) {
  const { t } = useUi()
  const { widgets, sources } = useEditor().context
  const { widgetText, errorText } = usePorts()
  const raw = useEditorState((state) => own(state.doc.widgets, id))
  const queries = useEditorState((state) => state.doc.queries)
  const { schemas, failure, again } = useSchemas()
  const missing = useMissingColumns(id)
  const type = textAt(raw, 'type')
  const definition = widgets.get(type)
  const schema = schemas === null ? undefined : (own(schemas, type) as JsonSchema | undefined)
  const options = own(raw, 'options')
  const data = own(raw, 'data')
  const [first = 'rows'] = Object.keys(definition?.data ?? {})
  const columnsOf = useCallback(
    (input: string | undefined) => inputColumns({ queries, widgets: { [id]: { data } } }, sources, id, input ?? first),
    [queries, data, sources, id, first],
  )
  const current =
    Number(own(raw, 'v') ?? (definition?.migrations.length ?? 0) + 1) === (definition?.migrations.length ?? 0) + 1

  if (!isRecord(raw)) return <Beyond label={id} value={raw} />
  return (
    <>
      <Head kind={t('editor-panels:kind.widget')} title={definition === undefined ? type : widgetText(type)('name')} />
      <Findings under={[`/widgets/${id}`]} />
      <TextValue
        key={id}
        label={t('editor-panels:widget.title')}
        path={['widgets', id, 'title']}
        value={textAt(raw, 'title')}
        isOptional
        keyHint={id}
      />
      {definition === undefined ? (
        <Notice kind="warn">{t('editor-panels:widget.unknown', { type })}</Notice>
      ) : (
        <>
          <Fold
            title={t('editor-panels:widget.data')}
            count={Object.keys(recordAt(raw, 'data')).length}
            isOpen={
              Object.keys(recordAt(raw, 'data')).length === 0 &&
              Object.values(definition.data).some(({ required }) => required)
            }
          >
            <DataInputs widget={id} data={data} definition={definition} schema={schema} />
          </Fold>
          <Fold title={t('editor-panels:widget.options')} isOpen>
            {missing.map(({ option, column }) => (
              <Notice key={`${option} ${column}`} kind="warn">
                {t('editor:canvas.missingColumn', {
                  option: widgetText(type)(`options.${option}.label`),
                  column: columnName(t, column),
                })}
              </Notice>
            ))}
            {failure !== null && (
              <ErrorState compact title={t('editor-panels:widget.noSchema')} onRetry={again}>
                {errorText(failure)}
              </ErrorState>
            )}
            {failure === null && schemas === null && <Skeleton shape="text" />}
            {isRecord(schema) && (options === undefined || isRecord(options)) && current && (
              <OptionsForm widget={id} type={type} schema={schema} options={options ?? NONE} columnsOf={columnsOf} />
            )}
            {((options !== undefined && !isRecord(options)) || !current) && (
              <Beyond label={t('editor-panels:widget.options')} value={options} />
            )}
          </Fold>
          <Fold
            title={t('editor-panels:show.title')}
            count={t(
              raw.show === undefined && raw.sizes === undefined
                ? 'editor-panels:show.always'
                : 'editor-panels:show.sometimes',
            )}
          >
            <ShowEditor widget={id} show={raw.show} />
            <SizesChoice widget={id} sizes={textsAt(raw, 'sizes')} />
          </Fold>
          <Fold title={t('editor-panels:links.title')} count={Object.keys(recordAt(raw, 'links')).length}>
            <LinksEditor
              widget={id}
              links={raw.links}
              definition={definition}
              markdown={definition.category === 'text' ? textAt(options, 'markdown') : ''}
            />
          </Fold>
          <Fold title={t('editor-panels:repeat.title')} isOpen={raw.repeat !== undefined}>
            <RepeatEditor path={['widgets', id]} repeat={raw.repeat} />
          </Fold>
          {(definition.emits !== undefined || raw.emits !== undefined) && (
            <Fold title={t('editor-panels:emits.title')} count={Object.keys(recordAt(raw, 'emits')).length}>
              <EmitsEditor widget={id} emits={raw.emits} definition={definition} />
            </Fold>
          )}
        </>
      )}
      <Advanced id={id} />
    </>
  )
}
