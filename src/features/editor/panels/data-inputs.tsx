/** Which query fills each input of a widget, and the steps in between. */
import { isRecord, own } from '#engine/core/document/pointer'
import { joinsOf } from '#engine/core/graph/steps-check'
import type { WidgetDefinition } from '#engine/types'
import { Button, EditIcon, Select, toasts, useUi } from '#ui'
import { memo, useMemo, useState } from 'react'
import { withInput } from '../model/doc-edits.ts'
import { followed } from '../model/usual.ts'
import type { JsonSchema } from '#engine/core/document/option-fields'
import type { Doc } from '../model/store.ts'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { columnsAfter, sourceColumns } from '../model/columns.ts'
import { listAt, put, recordAt, textAt } from '../model/raw.ts'
import { Beyond, Labelled } from './parts/fold.tsx'
import { Place } from './parts/place.tsx'
import { SampleTable } from './sample-table.tsx'
import { StepsEditor } from './steps/steps-editor.tsx'
import { usePartName } from './use-part-name.ts'
import { useSample } from './use-sample.ts'
import css from './panels.module.css'

export const DataInputs = memo(function DataInputs({
  widget,
  data: written,
  definition,
  schema,
}: {
  widget: string
  data: unknown
  definition: WidgetDefinition<never>
  /** Of its options, as soon as it is there. */
  schema: JsonSchema | undefined
}) {
  const { t } = useUi()
  const data = isRecord(written) ? written : {}
  const inputs = Object.keys(definition.data)
  const strangers = Object.keys(data).filter((name) => !inputs.includes(name))
  if (inputs.length === 0 && strangers.length === 0) return <p className={css.help}>{t('editor-panels:data.none')}</p>
  return (
    <div className={css.stack}>
      {inputs.map((input) => (
        <Place key={input} path={['widgets', widget, 'data', input]}>
          <DataInput widget={widget} input={input} value={own(data, input)} definition={definition} schema={schema} />
        </Place>
      ))}
      {strangers.map((name) => (
        <Beyond key={name} label={name} value={data[name]} />
      ))}
    </div>
  )
})

/** The document as far as columns are read from it. */
function useQueries(): Doc {
  const queries = useEditorState((state) => state.doc.queries)
  return useMemo(() => ({ queries }), [queries])
}

function DataInput({
  widget,
  input,
  value,
  definition,
  schema,
}: {
  widget: string
  input: string
  value: unknown
  definition: WidgetDefinition<never>
  schema: JsonSchema | undefined
}) {
  const { t } = useUi()
  const isRequired = definition.data[input]?.required === true
  const needs = Object.keys(definition.data[input]?.columns ?? {})
  const editor = useEditor()
  const doc = useQueries()
  const nameOf = usePartName()
  const query = textAt(value, 'query')
  const queries = Object.keys(recordAt(doc, 'queries'))
  const choose = (id: string | null) => {
    const name = nameOf('query', query)
    const recipe = withInput(widget, input, id, editor.context)
    editor.exchange(
      { key: 'data', params: { name: input } },
      followed(widget, { context: editor.context, schema }, recipe),
    )
    if (query !== '' && !Object.hasOwn(recordAt(editor.store.getState().doc, 'queries'), query))
      toasts.info(t('editor-panels:data.dropped', { name }))
  }
  return (
    <div className={css.input}>
      <Select
        label={t('editor-panels:data.query', { name: input })}
        isRequired={isRequired}
        options={queries.map((id) => ({ id, label: nameOf('query', id) }))}
        value={query === '' ? null : query}
        {...(!isRequired && { emptyLabel: t('editor-panels:none') })}
        onChange={choose}
        help={
          queries.length === 0
            ? t('editor-panels:data.noQueries')
            : needs.length > 0
              ? t('editor-panels:data.needs', { columns: needs.join(', ') })
              : undefined
        }
      />
      {query !== '' && (
        <>
          <div>
            <Button
              size="small"
              kind="quiet"
              icon={<EditIcon size={14} />}
              onPress={() => editor.select([`query:${query}`])}
            >
              {t('editor-panels:data.edit', { name: nameOf('query', query) })}
            </Button>
          </div>
          <InputSteps widget={widget} input={input} query={query} steps={listAt(value, 'transform')} />
        </>
      )}
    </div>
  )
}

function InputSteps({
  widget,
  input,
  query,
  steps,
}: {
  widget: string
  input: string
  query: string
  steps: readonly unknown[]
}) {
  const { t } = useUi()
  const editor = useEditor()
  const doc = useQueries()
  const [isShown, setShown] = useState(false)
  const { sources } = editor.context
  const before = listAt(own(recordAt(doc, 'queries'), query), 'transform')
  const write = (next: readonly unknown[]) =>
    editor.change(
      { key: 'steps' },
      (draft) => put(draft, ['widgets', widget, 'data', input, 'transform'], next.length === 0 ? undefined : next),
      `steps ${widget} ${input}`,
    )
  const all = [...before, ...steps]
  const shared = {
    columns: columnsAfter(doc, sources, query, before),
    columnsOf: (id: string) => sourceColumns(doc, sources, id),
    queries: Object.keys(recordAt(doc, 'queries')).filter((id) => id !== query || joinsOf(steps).includes(id)),
    onChange: write,
    path: ['widgets', widget, 'data', input, 'transform'],
    steps,
    from: before.length,
  }
  return (
    <Labelled label={t('editor-panels:data.steps')}>
      {isShown ? (
        <WithSample query={query} all={all} shared={shared} />
      ) : (
        <StepsEditor {...shared} sample={{ kind: 'waiting' }} />
      )}
      {!isShown && (
        <div>
          <Button size="small" onPress={() => setShown(true)}>
            {t('editor-panels:sample.show')}
          </Button>
        </div>
      )}
    </Labelled>
  )
}

type Shared = Omit<Parameters<typeof StepsEditor>[0], 'sample'>

/** The steps with their rows in and out, and the rows after them. */
export function WithSample({ query, all, shared }: { query: string; all: readonly unknown[]; shared: Shared }) {
  const { sample, again } = useSample(query, all)
  return (
    <>
      <StepsEditor {...shared} sample={sample} />
      <SampleTable sample={sample} again={again} />
    </>
  )
}
