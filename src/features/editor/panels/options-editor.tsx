import { kindOf } from '#engine/core/kinds/index'
import { isRecord, own } from '#engine/core/document/pointer'
import { Select, SegmentedControl, Switch, useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { columnsAfter } from '../model/columns.ts'
import { put, putTidy, recordAt, textAt } from '../model/raw.ts'
import type { ParamType } from './param-values.ts'
import { Labelled } from './parts/fold.tsx'
import { DraftField } from './parts/draft-field.tsx'
import { ColumnField } from './steps/step-fields.tsx'
import { usePartName } from './use-part-name.ts'
import css from './panels.module.css'
import { LevelFields } from './level-fields.tsx'
import { Choices } from './choices.tsx'

export function OptionsEditor({ id, type, options }: { id: string; type: ParamType; options: unknown }) {
  const { t } = useUi()
  const editor = useEditor()
  const doc = useEditorState((state) => state.doc)
  const path = ['params', id, 'options']
  const write = (value: unknown) =>
    editor.change({ key: 'param', params: { name: id } }, (draft) => put(draft, path, value), `param ${id} options`)
  const queries = Object.keys(recordAt(doc, 'queries'))
  const query = textAt(options, 'query')
  const nameOf = usePartName()
  const ofKind = kindOf({ type })
  const columns = columnsAfter(
    doc,
    editor.context.sources,
    query,
    (own(recordAt(recordAt(doc, 'queries'), query), 'transform') as readonly unknown[] | undefined) ?? [],
  )
  const names = [...(columns?.keys() ?? [])]
  const guess = (wanted: readonly string[]) => wanted.find((one) => names.includes(one)) ?? wanted[0] ?? 'id'
  const word = (name: string) => t(`editor-panels:param.${name}`)
  const kind = Array.isArray(options) ? 'list' : isRecord(options) ? 'query' : 'none'
  const set = (key: string, value: unknown) =>
    editor.change(
      { key: 'param', params: { name: id } },
      (draft) => putTidy(draft, [...path, key], value),
      `param ${id} ${key}`,
    )
  return (
    <div className={css.stack}>
      <Labelled label={word('options')}>
        <SegmentedControl
          label={word('options')}
          size="small"
          value={kind}
          segments={[
            ...(ofKind.list === 'offer'
              ? [{ id: 'none', label: t('editor-panels:none') }]
              : ofKind.takesFixedList === false
                ? []
                : [{ id: 'list', label: word('fromList') }]),
            { id: 'query', label: word('fromQuery'), isDisabled: queries.length === 0 },
          ]}
          onChange={(next) =>
            write(
              next === 'none' ? undefined : next === 'list' ? [] : { query: queries[0], value: 'id', label: 'name' },
            )
          }
        />
        {queries.length === 0 && <span className={css.help}>{t('editor-panels:data.noQueries')}</span>}
      </Labelled>
      {kind === 'query' && (
        <>
          <Select
            label={word('query')}
            options={queries.map((one) => ({ id: one, label: nameOf('query', one) }))}
            value={query}
            onChange={(next) => {
              if (next !== null) write({ ...(options as object), query: next })
            }}
          />
          <div className={css.pair}>
            <ColumnField
              label={word('valueColumn')}
              columns={columns}
              value={textAt(options, 'value') || guess(['id'])}
              onChange={(next) => {
                if (next !== undefined) set('value', next)
              }}
            />
            <ColumnField
              label={word('labelColumn')}
              columns={columns}
              value={textAt(options, 'label') || guess(['name'])}
              onChange={(next) => {
                if (next !== undefined) set('label', next)
              }}
            />
          </div>
          {ofKind.editor.optionFields?.map(({ key }) => (
            <LevelFields
              key={key}
              label={word(key)}
              columns={columns}
              value={list(options, key)}
              onChange={(levels) => set(key, levels.length === 0 ? undefined : levels)}
            />
          ))}
          <DraftField
            label={word('names')}
            help={word('namesHelp')}
            value={textAt(options, 'names')}
            write={(text) => {
              if (text.length > 64) return t('editor-panels:problem.long', { limit: 64 })
              set('names', text === '' ? undefined : text)
              return null
            }}
          />
          <Switch
            isSelected={own(options, 'hideNoData') === true}
            onChange={(on) => set('hideNoData', on || undefined)}
          >
            {word('hideNoData')}
          </Switch>
        </>
      )}
      {kind === 'list' && <Choices choices={options as readonly unknown[]} onChange={write} />}
    </div>
  )
}

const list = (options: unknown, key: string): readonly unknown[] => {
  const value = own(options, key)
  return Array.isArray(value) ? value : []
}
