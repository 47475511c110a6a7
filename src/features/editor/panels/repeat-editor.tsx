/** The `repeat` of a section or a widget: the values of a filter, or the rows of a query. */
import { LIST_KINDS } from '#engine/core/kinds/index'
import { isRecord, own } from '#engine/core/document/pointer'
import { NumberField, Select, useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { put, recordAt, textAt } from '../model/raw.ts'
import { Beyond } from './parts/fold.tsx'
import { DraftField } from './parts/draft-field.tsx'
import { usePartName } from './use-part-name.ts'
import css from './panels.module.css'

/** No part can be called so. */
const NEVER = '(never)'
const MAX = 24
const LIMIT = 60

export function RepeatEditor({ path, repeat }: { path: readonly (string | number)[]; repeat: unknown }) {
  const { t } = useUi()
  const editor = useEditor()
  const nameOf = usePartName()
  const doc = useEditorState((state) => state.doc)
  const write = (next: Readonly<Record<string, unknown>> | undefined) =>
    editor.change({ key: 'repeat' }, (draft) => put(draft, [...path, 'repeat'], next), `repeat ${path.join('/')}`)
  if (repeat !== undefined && !isRecord(repeat))
    return <Beyond label={t('editor-panels:repeat.title')} value={repeat} />
  const params = Object.entries(recordAt(doc, 'params')).filter(([, param]) =>
    LIST_KINDS.includes(textAt(param, 'type')),
  )
  const queries = Object.keys(recordAt(doc, 'queries'))
  const [param, query] = [textAt(repeat, 'param'), textAt(repeat, 'query')]
  const now = repeat === undefined ? NEVER : query === '' ? `param:${param}` : `query:${query}`
  const change = (part: Readonly<Record<string, unknown>>) => write({ ...repeat, ...part })
  const begin = (next: string) => {
    const [kind, id = ''] = next.split(':')
    const names = own(own(own(doc.params, id), 'options'), 'names')
    const column = textAt(repeat, 'column') || (typeof names === 'string' ? names : 'local')
    write(kind === 'param' ? { param: id, column } : { query: id, value: 'id', label: 'name', column })
  }
  const field = (key: 'value' | 'label' | 'column') => (
    <DraftField
      key={key}
      label={t(`editor-panels:repeat.${key}`)}
      {...(key === 'column' && { help: t('editor-panels:repeat.columnHelp') })}
      value={textAt(repeat, key)}
      write={(text) => {
        if (text === '') return t('editor-panels:problem.missing')
        change({ [key]: text })
        return null
      }}
    />
  )
  return (
    <div className={css.stack}>
      <Select
        label={t('editor-panels:repeat.for')}
        help={t('editor-panels:repeat.help')}
        options={[
          { id: NEVER, label: t('editor-panels:repeat.never') },
          ...params.map(([id]) => ({ id: `param:${id}`, label: nameOf('param', id) })),
          ...queries.map((id) => ({
            id: `query:${id}`,
            label: t('editor-panels:repeat.rows', { query: nameOf('query', id) }),
          })),
        ]}
        value={now}
        onChange={(next) => (next === NEVER || next === null ? write(undefined) : begin(next))}
      />
      {repeat !== undefined && (
        <>
          {query !== '' && field('value')}
          {query !== '' && field('label')}
          {field('column')}
          <NumberField
            label={t('editor-panels:repeat.most')}
            value={Number(own(repeat, 'most') ?? MAX)}
            min={1}
            max={LIMIT}
            step={1}
            onChange={(next) => {
              if (next !== null) change({ most: next })
            }}
          />
        </>
      )}
    </div>
  )
}
