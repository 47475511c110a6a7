/** One query: its source, what it is asked with, its steps, and the rows they really give. */
import { own } from '#engine/core/document/pointer'
import { columnsOf } from '#engine/core/graph/answered-columns'
import type { SourceDefinition } from '#engine/types'
import { IconButton, NumberField, Select, TrashIcon, useUi } from '#ui'
import { withSource } from '../model/with-query.ts'
import { sourceTitle } from '../model/query-names.ts'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { ArgField } from './arg-field.tsx'
import { sourceColumns } from '../model/columns.ts'
import { QueryCost } from './query-cost.tsx'
import { WithSample } from './data-inputs.tsx'
import { listAt, put, recordAt, textAt } from '../model/raw.ts'
import { columnName } from '../model/column-names.ts'
import { PartActions } from './parts/part-actions.tsx'
import { Place } from './parts/place.tsx'
import { Advanced, Beyond, Fold, Labelled } from './parts/fold.tsx'
import { Findings } from './parts/findings.tsx'
import { Head } from './parts/head.tsx'
import { usePorts } from './ports.tsx'
import { usePartName } from './use-part-name.ts'
import css from './panels.module.css'

/** As in the schema of documents. */
const [LEAST_REFRESH_S, MAX_REFRESH_S] = [10, 3600]

export function QueryPanel({ id }: { id: string }) {
  const { t } = useUi()
  const editor = useEditor()
  const doc = useEditorState((state) => state.doc)
  const raw = own(recordAt(doc, 'queries'), id)
  const { sources } = editor.context
  const source = sources.get(textAt(raw, 'source'))
  const args = recordAt(raw, 'args')
  const steps = listAt(raw, 'transform')
  const nameOf = usePartName()
  const { usual } = usePorts()
  const strangers = Object.keys(args).filter((name) => source !== undefined && !Object.hasOwn(source.args, name))

  const choose = (name: string | null) => {
    const next = name === null ? undefined : sources.get(name)
    if (next === undefined) return
    editor.exchange({ key: 'query', params: { name: id } }, withSource(id, next, { sources, text: usual }))
  }
  return (
    <>
      <Head
        kind={t('editor-panels:kind.query')}
        title={nameOf('query', id)}
        actions={
          <>
            <PartActions kind="query" id={id} />
            <IconButton
              icon={<TrashIcon />}
              label={t('editor-panels:query.remove')}
              onPress={() => {
                editor.exchange({ key: 'removeQuery', params: { name: id } }, (draft) =>
                  put(draft, ['queries', id], undefined),
                )
                editor.select([])
              }}
            />
          </>
        }
      />
      <Findings under={[`/queries/${id}`]} />
      <Place path={['queries', id, 'source']}>
        <Select
          label={t('editor-panels:query.source')}
          options={[...sources.keys()].map((name) => ({ id: name, label: sourceTitle(t, name), hint: name }))}
          value={textAt(raw, 'source')}
          isSearchable
          onChange={choose}
        />
      </Place>
      {source !== undefined && (
        <>
          <fieldset className={css.group}>
            <legend className={css.legend}>{t('editor-panels:query.args')}</legend>
            {Object.keys(source.args).length === 0 && <p className={css.help}>{t('editor-panels:query.noArgs')}</p>}
            {argsOf(source).map(([name, arg]) => (
              <Place key={`${source.name} ${name}`} path={['queries', id, 'args', name]}>
                <ArgField query={id} name={name} arg={arg} value={own(args, name)} />
              </Place>
            ))}
            {strangers.map((name) => (
              <Place key={name} path={['queries', id, 'args', name]}>
                <Beyond label={name} value={args[name]} />
              </Place>
            ))}
          </fieldset>
          <QueryCost id={id} />
          <NumberField
            label={t('editor-panels:query.refresh')}
            help={t('editor-panels:query.refreshHelp', { least: LEAST_REFRESH_S })}
            value={typeof own(raw, 'refresh') === 'number' ? (own(raw, 'refresh') as number) : null}
            min={LEAST_REFRESH_S}
            max={MAX_REFRESH_S}
            onChange={(seconds) =>
              editor.change(
                { key: 'query', params: { name: id } },
                (draft) => put(draft, ['queries', id, 'refresh'], seconds ?? undefined),
                `refresh ${id}`,
              )
            }
          />
          <Fold title={t('editor-panels:query.columns')} count={source.columns.length}>
            <ColumnList source={source} />
          </Fold>
          <Labelled label={t('editor-panels:steps.title')}>
            <WithSample
              query={id}
              all={steps}
              shared={{
                path: ['queries', id, 'transform'],
                steps,
                from: 0,
                columns: sourceColumns(doc, sources, id) ?? columnsOf(source.columns),
                columnsOf: (other) => sourceColumns(doc, sources, other),
                queries: Object.keys(recordAt(doc, 'queries')).filter((other) => other !== id),
                onChange: (next) =>
                  editor.change(
                    { key: 'steps' },
                    (draft) => put(draft, ['queries', id, 'transform'], next.length === 0 ? undefined : next),
                    `steps ${id}`,
                  ),
              }}
            />
          </Labelled>
        </>
      )}
      <Advanced id={id} />
    </>
  )
}

/** Arguments that shape the answer come first. */
const argsOf = ({ args }: SourceDefinition) =>
  Object.entries(args).toSorted(([, a], [, b]) => Number(b.shapes === true) - Number(a.shapes === true))

function ColumnList({ source }: { source: SourceDefinition }) {
  const { t } = useUi()
  return (
    <ul className={css.columns}>
      {source.columns.map(({ id, role, type, unit }) => {
        const name = columnName(t, id)
        return (
          <li key={id}>
            <code>{id}</code>
            {name !== id && <span>{name}</span>}
            <small>
              {[
                t(`editor-panels:role.${role}`),
                t(`editor-panels:type.${type}`),
                unit && t(`editor-panels:unit.${unit}`),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        )
      })}
    </ul>
  )
}
