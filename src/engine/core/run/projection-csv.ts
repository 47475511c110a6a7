/** A projection as a file. Apart from what draws it: the page fetches this with the first file that is saved. */
import { csvTableOf, type CsvRows, type CsvStyle, type CsvTable, PLAIN_CSV } from '#domain/csv'
import { isMixed } from '#domain/compared-stores'
import type { Basis, LeftOut } from '#domain/basis'
import { worstOf } from '#domain/completeness'
import type { Cell } from '#domain/frame'
import type { Completeness, Projection, ValueFormat } from '../../types.ts'
import { same } from '../document/pointer.ts'
import { placeText } from './place-words.ts'

/** The words of a file in the reader's language. */
export interface CsvWords {
  readonly state: string
  readonly stateOf: (state: Completeness) => string
  readonly coverage: string
  readonly basis: string
  readonly basisOf: (basis: Basis, names: Projection['leftOutNames'], decimal: CsvStyle['decimal']) => string
  /** What a number of this format counts, for the head of its column; none where the label says it. */
  readonly unitOf: (format: ValueFormat) => string | undefined
}

const UNITS: ReadonlySet<ValueFormat> = new Set(['percent', 'points', 'delta', 'duration'])

type CsvText = (key: string, params?: Record<string, string | number>) => string

/** @param t texts of the application: `app:csv.*`, `app:stores.*` and `ui:state.*` */
export const csvWords = (t: CsvText): CsvWords => ({
  state: t('app:csv.state'),
  stateOf: (state) => t(`ui:state.${state}`),
  coverage: t('app:csv.coverage'),
  basis: t('app:csv.basis'),
  basisOf: (basis, names, decimal) => basisText(basis, names, decimal, t),
  unitOf: (format) => (UNITS.has(format) ? t(`app:csv.unit.${format}`) : undefined),
})

/** More names than this are a list, which the table of stores is. */
const MAX_NAMED = 12

/**
 * In numbers that a spreadsheet does not read as a date: "7 of 9 stores; 20 days; 96.1 % of the hours", and which
 * stores are left out.
 */
function basisText(basis: Basis, names: Projection['leftOutNames'], decimal: CsvStyle['decimal'], t: CsvText): string {
  const { places, stores, compared, asked, comparing, reference, days, withoutHours = 0, over = 1, leftOut } = basis
  const named = leftOut.slice(0, MAX_NAMED)
  const others = asked - compared - named.length
  const percent = (share: number) => (share * 100).toFixed(1).replace('.', decimal)
  const nameOf = ({ local, reason, share = 0 }: LeftOut) =>
    `${names?.get(local) ?? `#${local}`} (${t(`app:stores.reason.${reason}`, { share: `${percent(share)} %` })})`
  const more = others > 0 ? [t(placeText(places, 'more'), { count: others })] : []
  return [
    // As the mark beside the title says it: figures of all are not those of the ones that can be compared.
    stores === 'all'
      ? t(placeText(places, 'sides'), { comparing, reference })
      : t(placeText(places, 'count'), { compared, asked }),
    ...(days === undefined ? [] : [t('app:csv.basisDays', { paired: days.paired })]),
    ...(withoutHours > 0 ? [t('app:rooms.withoutHours', { rooms: withoutHours })] : []),
    t('app:csv.basisHours', { share: percent(over) }),
    ...(isMixed(basis) ? [t('app:stores.notJudged')] : []),
    ...(named.length === 0 ? [] : [`${t('app:stores.leftOut')}: ${[...named.map(nameOf), ...more].join(', ')}`]),
  ].join('; ')
}

/** More columns with states of their own than this share one, the worst of each row. */
const MAX_STATE_COLUMNS = 4

/**
 * The file of a widget: its columns with their units, then how complete each row is. One of several small charts is one
 * file: the title of each part stands in a first column.
 */
export function csvOfProjection(projection: Projection, words: CsvWords, style: Partial<CsvStyle> = {}): CsvTable {
  const { parts, rows, basis, leftOutNames } = projection
  const [first] = parts ?? []
  const { decimal } = { ...PLAIN_CSV, ...style }
  if (parts === undefined || first === undefined || rows.length > 0)
    return csvTableOf(fileOf(projection, words, decimal), style)
  const files = parts.map((part) => ({
    title: part.title,
    file: fileOf({ ...part.projection, ...(basis && { basis, leftOutNames }) }, words, decimal, parts),
  }))
  return csvTableOf(
    {
      columns: [{ label: '' }, ...(files[0]?.file.columns ?? [])],
      rows: files.flatMap(({ title, file }) => file.rows.map((row) => [title, ...row])),
    },
    style,
  )
}

/** @param among parts that share the columns of one file: what one of them says of itself has its column in all */
function fileOf(
  projection: Projection,
  words: CsvWords,
  decimal: CsvStyle['decimal'],
  among: readonly { readonly projection: Projection }[] = [{ projection }],
): CsvRows {
  const { columns, rows } = projection
  const heads = columns.map(({ label, format }) => headOf(label, words.unitOf(format)))
  const said = [
    ...statesOf(projection, words, among),
    // A widget that shows its coverage has said it already.
    ...coverageOf(projection, words, among).filter(({ label }) => !heads.includes(label)),
    ...basisColumn(projection, words, decimal),
  ]
  return {
    columns: [
      ...columns.map(({ format }, at) => ({ label: heads[at] ?? '', format })),
      ...said.map(({ label, format }) => ({ label, ...(format && { format }) })),
    ],
    rows: rows.map((row, at) => [...row, ...said.map(({ cells }) => cells[at] ?? null)]),
  }
}

const headOf = (label: string, unit: string | undefined) =>
  unit === undefined || label.endsWith('%') || label.includes(`(${unit})`) ? label : `${label} (${unit})`

interface Said {
  readonly label: string
  readonly format?: ValueFormat
  readonly cells: readonly Cell[]
}

/** One column of states; where a few columns have their own, one for each of those. */
function statesOf(
  { columns, rows, states, columnStates = {} }: Projection,
  { state, stateOf }: CsvWords,
  among: readonly { readonly projection: Projection }[],
): Said[] {
  if (!among.some(({ projection }) => projection.states !== undefined || projection.columnStates !== undefined))
    return []
  // Columns that are always in the same state need it said once.
  const own = columns.filter(
    ({ id }, at) =>
      Object.hasOwn(columnStates, id) &&
      !columns.slice(0, at).some((before) => same(columnStates[before.id], columnStates[id])),
  )
  const ofRow = (at: number) => states?.[at] ?? worstOf(own.flatMap(({ id }) => columnStates[id]?.[at] ?? []))
  if (own.length === 0 || own.length > MAX_STATE_COLUMNS || among.length > 1)
    return [{ label: state, cells: rows.map((_, at) => stateOf(ofRow(at))) }]
  const rest =
    states === undefined ||
    columns.filter(({ role }) => role === 'measure').every(({ id }) => Object.hasOwn(columnStates, id))
      ? []
      : [{ label: state, cells: rows.map((_, at) => stateOf(ofRow(at))) }]
  return [
    ...rest,
    ...own.map(({ id, label }) => ({
      label: `${state}: ${label}`,
      cells: rows.map((_, at) => stateOf(columnStates[id]?.[at] ?? 'final')),
    })),
  ]
}

/** What the changes of a file rest on, in every row: a file is read without the page it came from. */
function basisColumn({ rows, basis, leftOutNames }: Projection, words: CsvWords, decimal: CsvStyle['decimal']): Said[] {
  if (basis === undefined) return []
  const said = words.basisOf(basis, leftOutNames, decimal)
  return [{ label: words.basis, cells: rows.map(() => said) }]
}

/** In percent, as it is shown; nothing where the table has it already. */
function coverageOf(
  { columns, rows, coverage }: Projection,
  words: CsvWords,
  among: readonly { readonly projection: Projection }[],
): Said[] {
  if (columns.some(({ id }) => id === 'coverage')) return []
  if (!among.some(({ projection }) => projection.coverage !== undefined)) return []
  return [
    {
      label: headOf(words.coverage, words.unitOf('percent')),
      format: 'percent',
      cells: rows.map((_, at) => {
        const share = coverage?.[at] ?? null
        return share === null ? null : share * 100
      }),
    },
  ]
}
