/** One filter: its kind, its words, its list, what it is when nothing was chosen, and where it is remembered. */
import { kindOf } from '#engine/core/kinds/index'
import { isRecord, own } from '#engine/core/document/pointer'
import { IconButton, NumberField, Select, SegmentedControl, Switch, TrashIcon, useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { columnsAfter } from '../model/columns.ts'
import { withoutParam } from '../model/doc-edits.ts'
import { put, putTidy, recordAt, textAt } from '../model/raw.ts'
import { asType, firstLiteral, type ParamType, readLiteral, showLiteral, TYPES } from './param-values.ts'
import { PartActions } from './parts/part-actions.tsx'
import { Advanced, Beyond, Fold, Labelled } from './parts/fold.tsx'
import { DraftField } from './parts/draft-field.tsx'
import { Head } from './parts/head.tsx'
import { Findings } from './parts/findings.tsx'
import { Place } from './parts/place.tsx'
import { TextValue } from './parts/text-value.tsx'
import { ColumnField, Rows } from './steps/step-fields.tsx'
import { readScalar, type Scalar, showScalar } from './steps/values.ts'
import { usePartName } from './use-part-name.ts'
import css from './panels.module.css'

const LITERAL = '\u0001'
/** As the schema of layouts has it. */
const MOST_LEVELS = 6
const today = () => new Date().toISOString().slice(0, 10)

export function ParamPanel({ id }: { id: string }) {
  const { t } = useUi()
  const editor = useEditor()
  const doc = useEditorState((state) => state.doc)
  const nameOf = usePartName()
  const param = recordAt(recordAt(doc, 'params'), id)
  const type = TYPES.find((one) => one === param.type)
  const path = ['params', id]
  const set = (key: string, value: unknown) =>
    editor.change(
      { key: 'param', params: { name: id } },
      (draft) => put(draft, [...path, key], value),
      `param ${id} ${key}`,
    )
  if (type === undefined) return <Beyond label={id} value={own(recordAt(doc, 'params'), id)} />
  const word = (name: string) => t(`editor-panels:param.${name}`)
  const kind = kindOf({ type })
  const { fields = [] } = kind.editor
  return (
    <>
      <Head
        kind={t('editor-panels:kind.param')}
        title={nameOf('param', id)}
        actions={
          <>
            <PartActions kind="param" id={id} />
            <IconButton
              icon={<TrashIcon />}
              label={word('remove')}
              onPress={() => {
                editor.change({ key: 'removeParam', params: { name: id } }, withoutParam(id))
                editor.select([])
              }}
            />
          </>
        }
      />
      <Findings under={[`/params/${id}`]} />
      <Select
        label={word('type')}
        isSearchable={false}
        value={type}
        options={TYPES.map((one) => ({ id: one, label: word(`type_${one}`), hint: word(`typeHelp_${one}`) }))}
        onChange={(next) => {
          if (next !== null)
            editor.change({ key: 'param', params: { name: id } }, (draft) => put(draft, path, asType(param, next)))
        }}
      />
      <TextValue
        key={`${id} label`}
        label={word('label')}
        path={[...path, 'label']}
        value={textAt(param, 'label')}
        keyHint={id}
      />
      {kind.list !== undefined && (
        <Place path={[...path, 'options']}>
          <OptionsEditor id={id} type={type} options={own(param, 'options')} />
        </Place>
      )}
      <Place path={[...path, 'default']}>
        <DefaultEditor type={type} value={own(param, 'default')} onChange={(value) => set('default', value)} />
      </Place>
      <NumberFields
        names={fields.flatMap(({ key, control }) => (control === 'number' ? [key] : []))}
        param={param}
        onChange={set}
      />
      {fields.map(
        ({ key, control }) => control === 'json' && <Beyond key={key} label={word(key)} value={own(param, key)} />,
      )}
      <MoreFields id={id} type={type} param={param} set={set} />
      <Advanced id={id} />
    </>
  )
}

interface MoreFieldsProps {
  id: string
  type: ParamType
  param: Readonly<Record<string, unknown>>
  set: (key: string, value: unknown) => void
}

/** What most filters need not say: help, what becomes of a value that is gone, where it is kept. */
function MoreFields({ id, type, param, set }: MoreFieldsProps) {
  const { t } = useUi()
  const editor = useEditor()
  const path = ['params', id]
  const word = (name: string) => t(`editor-panels:param.${name}`)
  const kind = kindOf({ type })
  const shapes = kind.urlShapes
  const { fields = [] } = kind.editor
  const url = own(param, 'url')
  return (
    <Fold title={word('more')}>
      <TextValue
        key={`${id} help`}
        label={word('help')}
        path={[...path, 'help']}
        value={textAt(param, 'help')}
        isOptional
        keyHint={`${id}Help`}
        most={500}
      />
      {kind.list !== undefined && (
        <Select
          label={word('onInvalid')}
          isSearchable={false}
          value={textAt(param, 'onInvalid') || 'flag'}
          options={['flag', 'default', 'clear'].map((one) => ({ id: one, label: word(`onInvalid_${one}`) }))}
          onChange={(next) => set('onInvalid', next === 'flag' || next === null ? undefined : next)}
        />
      )}
      {kind.list !== undefined && kind.list !== 'offer' && (
        <Switch isSelected={param.optional === true} onChange={(on) => set('optional', on ? true : undefined)}>
          {word('optional')}
        </Switch>
      )}
      <Switch isSelected={param.persist === 'local'} onChange={(on) => set('persist', on ? 'local' : undefined)}>
        {word('persist')}
      </Switch>
      {shapes.length > 0 && (
        <Switch
          isSelected={url !== undefined}
          onChange={(on) => set('url', on ? { key: id, shape: shapes[0] } : undefined)}
        >
          {word('url')}
        </Switch>
      )}
      {isRecord(url) && (
        <Place path={[...path, 'url']}>
          <DraftField
            label={word('urlKey')}
            value={textAt(url, 'key')}
            write={(text) => {
              if (!/^[a-zA-Z][a-zA-Z0-9_-]{0,31}$/.test(text)) return word('urlKeyRule')
              editor.change(
                { key: 'param', params: { name: id } },
                (draft) => put(draft, [...path, 'url', 'key'], text),
                `param ${id} url`,
              )
              return null
            }}
          />
        </Place>
      )}
      {fields.map(
        ({ key, control }) =>
          control === 'word' && (
            <DraftField
              key={key}
              label={word(key)}
              value={textAt(param, key)}
              write={(text) => {
                if (text !== '' && !/^[a-zA-Z][a-zA-Z0-9-]{0,63}$/.test(text)) return t('editor-panels:idRule')
                set(key, text === '' ? undefined : text)
                return null
              }}
            />
          ),
      )}
    </Fold>
  )
}

/** Fields of numbers, two beside each other. */
function NumberFields({
  names,
  param,
  onChange,
}: {
  names: readonly string[]
  param: Readonly<Record<string, unknown>>
  onChange: (name: string, value: unknown) => void
}) {
  const { t } = useUi()
  if (names.length === 0) return null
  return (
    <div className={css.pair}>
      {names.map((name) => (
        <NumberField
          key={name}
          label={t(`editor-panels:param.${name}`)}
          value={typeof param[name] === 'number' ? param[name] : null}
          onChange={(value) => onChange(name, value ?? undefined)}
        />
      ))}
    </div>
  )
}

function DefaultEditor({
  type,
  value,
  onChange,
}: {
  type: ParamType
  value: unknown
  onChange: (value: unknown) => void
}) {
  const { t } = useUi()
  const { defaults: computed = [], literal } = kindOf({ type }).editor
  const takesLiteral = literal !== undefined
  if (computed.length === 0 && !takesLiteral)
    return value === undefined ? null : <Beyond label={t('editor-panels:param.default')} value={value} />
  const known = computed.find(([, one]) => JSON.stringify(one) === JSON.stringify(value))
  const isLiteral = value !== undefined && known === undefined
  if (isLiteral && (isRecord(value) || !takesLiteral))
    return <Beyond label={t('editor-panels:param.default')} value={value} />
  return (
    <div className={css.stack}>
      <Select
        label={t('editor-panels:param.default')}
        isSearchable={false}
        value={isLiteral ? LITERAL : (known?.[0] ?? null)}
        emptyLabel={t('editor-panels:param.noDefault')}
        options={[
          ...computed.map(([id]) => ({ id, label: t(`editor-panels:param.default_${id}`) })),
          ...(takesLiteral ? [{ id: LITERAL, label: t('editor-panels:param.literal') }] : []),
        ]}
        onChange={(next) =>
          onChange(
            next === null
              ? undefined
              : next === LITERAL
                ? firstLiteral(type, today())
                : computed.find(([id]) => id === next)?.[1],
          )
        }
      />
      {isLiteral && (
        <DraftField
          label={t('editor-panels:param.literal')}
          value={showLiteral(type, value)}
          write={(text) => {
            const next = readLiteral(type, text)
            if (next === undefined) return t('editor-panels:problem.kind')
            onChange(next)
            return null
          }}
        />
      )}
    </div>
  )
}

interface Choice {
  readonly value: unknown
  readonly label: unknown
}

function OptionsEditor({ id, type, options }: { id: string; type: ParamType; options: unknown }) {
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

/** Columns above the rows of a list, from the top, each with the column of what it is called. */
function LevelFields({
  label,
  columns,
  value,
  onChange,
}: {
  label: string
  columns: ReturnType<typeof columnsAfter>
  value: readonly unknown[]
  onChange: (levels: readonly unknown[]) => void
}) {
  const { t } = useUi()
  const taken = new Set(value.map((level) => textAt(level, 'value')))
  const next = [...(columns?.keys() ?? [])].find((one) => !taken.has(one)) ?? 'level'
  const change = (at: number, key: 'value' | 'label', column: string | undefined) =>
    onChange(
      value.map((level, place) => {
        const { [key]: _, ...rest } = level as Record<string, unknown>
        return place === at ? { ...rest, ...(column !== undefined && { [key]: column }) } : level
      }),
    )
  return (
    <Rows
      label={label}
      rows={value}
      onRemove={(at) => onChange(value.filter((_level, place) => place !== at))}
      onAdd={value.length >= MOST_LEVELS ? undefined : () => onChange([...value, { value: next }])}
      render={(level, at) => (
        <>
          <ColumnField
            label={t('editor-panels:param.levelValue')}
            columns={columns}
            value={textAt(level, 'value')}
            onChange={(column) => column !== undefined && change(at, 'value', column)}
          />
          <ColumnField
            label={t('editor-panels:param.levelLabel')}
            columns={columns}
            value={textAt(level, 'label')}
            emptyLabel={t('editor-panels:param.levelSame')}
            onChange={(column) => change(at, 'label', column)}
          />
        </>
      )}
    />
  )
}

function Choices({
  choices,
  onChange,
}: {
  choices: readonly unknown[]
  onChange: (choices: readonly unknown[]) => void
}) {
  const { t } = useUi()
  const rows = choices as readonly Choice[]
  const change = (at: number, part: Partial<Choice>) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...part } : row)))
  return (
    <Rows
      label={t('editor-panels:param.choices')}
      rows={rows}
      onRemove={(at) => onChange(rows.filter((_row, place) => place !== at))}
      onAdd={() => onChange([...rows, { value: rows.length + 1, label: String(rows.length + 1) }])}
      render={(row, at) => (
        <>
          <DraftField
            label={t('editor-panels:param.choiceValue')}
            value={showScalar((own(row, 'value') ?? '') as Scalar)}
            write={(text) => {
              const value = readScalar(text)
              if (typeof value !== 'string' && typeof value !== 'number') return t('editor-panels:problem.kind')
              if (value === '') return t('editor-panels:problem.missing')
              change(at, { value })
              return null
            }}
          />
          <DraftField
            label={t('editor-panels:param.choiceLabel')}
            value={textAt(row, 'label')}
            write={(text) => {
              if (text === '') return t('editor-panels:problem.missing')
              change(at, { label: text })
              return null
            }}
          />
        </>
      )}
    />
  )
}
