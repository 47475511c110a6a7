/** One argument of a query: bound to a filter, or a fixed value. */
import { parseDay } from '#domain/periods'
import { own } from '#engine/core/document/pointer'
import { isRequired } from '#engine/core/params/arg-fits'
import type { SourceArg } from '#engine/types'
import { Select, useUi } from '#ui'
import { withArg } from '../model/bound-args.ts'
import { argName } from '../model/arg-names.ts'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { recordAt } from '../model/raw.ts'
import { Beyond } from './parts/fold.tsx'
import { DraftField } from './parts/draft-field.tsx'
import { placeOf, placesFor } from '../model/filter-places.ts'
import { usePlaceName } from './use-part-name.ts'
import { readList, readScalar, type Scalar, showList, showScalar } from './steps/values.ts'
import css from './panels.module.css'
import { WordsField } from './words-field.tsx'

const FIXED = '\u0001'

/** A fixed value as the argument takes it; undefined where it is none. */
function fixedValue(type: SourceArg['type'], text: string): unknown {
  if (type === 'ids') {
    const ids = readList(text)
    return ids.length > 0 && ids.every((id) => typeof id === 'number') ? ids : undefined
  }
  if (type === 'date')
    return /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) && parseDay(text.trim()) !== null ? text.trim() : undefined
  if (type === 'text') return text.trim() === '' || text.trim().startsWith('$') ? undefined : text.trim()
  const value = readScalar(text)
  return typeof value === 'number' ? value : undefined
}

const FIRST: Readonly<Record<SourceArg['type'], unknown>> = {
  id: 1,
  ids: [1],
  date: '2026-01-01',
  text: '…',
  number: 1,
}
const firstValue = ({ type, usual, words }: SourceArg): unknown => usual ?? words?.of[0] ?? FIRST[type]

const isPlain = (value: unknown): value is Scalar | readonly Scalar[] =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number'))

export function ArgField({ query, name, arg, value }: { query: string; name: string; arg: SourceArg; value: unknown }) {
  const { t } = useUi()
  const editor = useEditor()
  const doc = useEditorState((state) => state.doc)
  const placeName = usePlaceName()
  const label = argName(t, name)
  const place = placeOf(value)
  const isNeeded = isRequired(arg, recordAt(own(doc.queries, query), 'args'))
  const write = (next: unknown) =>
    editor.change(
      { key: 'arg', params: { name } },
      withArg(query, name, next, editor.context.sources),
      `arg ${query} ${name}`,
    )
  if (value !== undefined && place === undefined && !isPlain(value)) return <Beyond label={label} value={value} />
  const isFixed = value !== undefined && place === undefined
  return (
    <div className={css.stack}>
      <Select
        label={label}
        isRequired={isNeeded}
        value={isFixed ? FIXED : (place ?? null)}
        {...(isFixed && arg.words === undefined && { help: t(`editor-panels:argType.${arg.type}`) })}
        options={[
          ...placesFor(doc, arg.type).map((id) => ({
            id,
            label: t('editor-panels:query.filter', { name: placeName(id) }),
          })),
          { id: FIXED, label: t('editor-panels:query.fixed') },
        ]}
        {...(!isNeeded && { emptyLabel: t('editor-panels:query.leftOut') })}
        flaggedLabel={place === undefined ? '' : placeName(place)}
        onChange={(next) => write(next === null ? undefined : next === FIXED ? firstValue(arg) : `$${next}`)}
      />
      {arg.words !== undefined && (isFixed || (arg.words.isList === true && place === undefined)) && (
        <WordsField
          name={name}
          words={arg.words}
          value={(value ?? '') as Scalar | readonly Scalar[]}
          onChange={write}
        />
      )}
      {isFixed && arg.words === undefined && (
        <DraftField
          label={t('editor-panels:query.fixedValue', { name: label })}
          value={
            Array.isArray(value)
              ? showList(value as Scalar[])
              : arg.type === 'text' || arg.type === 'date'
                ? String(value as Scalar)
                : showScalar(value as Scalar)
          }
          write={(text) => {
            const next = fixedValue(arg.type, text)
            if (next === undefined) return t(`editor-panels:argType.${arg.type}`)
            write(next)
            return null
          }}
        />
      )}
    </div>
  )
}
