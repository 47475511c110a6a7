/**
 * Names of measures and dimensions in options, for widgets without business nouns. A measure is the id of a
 * metric of the registry (its value is then derived from sums: ratios are sums over sums) or of a measure column of the
 * data. A column that holds ratios already can be shown for a single row, but never added up.
 */
import { type DateForm, writtenDay } from '#domain/written'
import { dayOf } from '#domain/days'
import { NOTHING } from '#domain/format'
import { changeOf, findMetric, formulaOf, isIncomparable, pairedAtoms, pairedShare } from '#domain/metrics/index'
import type { Atoms, Metric } from '#domain/metrics/index'
import { ratioIn, ratiosAmong } from '#domain/metrics/ratio-parts'
import { type Cell, type Column, type Frame, isSummable, type Unit } from '#domain/frame'
import type { ProjectionColumn, ProjectionContext, ValueFormat } from '#engine/types'
import { groupsOf, totalOf } from './groups.ts'
import type { Group } from './groups.ts'
import {
  change,
  changeValueWith,
  formatOf,
  metricName,
  sameCoverage,
  sentenceCase,
  valueOf,
  valueWith,
  write,
  writeChange,
} from './measure.ts'
import type { Change } from './measure.ts'
import { metDates } from './met-days.ts'
import { periodLabels, periodOf } from './periods.ts'
import { sumRules } from './sum-rules.ts'
import { OTHERS_TONE, toneOfMetric } from './tones.ts'

/** A name that the author of a dashboard gives to a column or a metric. */
export interface Named {
  readonly id: string
  readonly name: string
}

// ---------------------------------------------------------------- measures

export interface Field {
  readonly id: string
  readonly label: string
  readonly format: ValueFormat
  readonly unit: Unit
  readonly metric: string | null
  readonly betterWhen: Metric['betterWhen']
  /** False for ratios and means: their sums have no meaning. */
  readonly isAdditive: boolean
  /** Made of two periods by the steps of the query. */
  readonly isChange?: true
}

const FORMATS: Readonly<Record<Unit, ValueFormat>> = {
  count: 'count',
  percent: 'percent',
  seconds: 'duration',
  ratio: 'number',
  people: 'mean',
  weight: 'number',
  day: 'number',
  hour: 'number',
  id: 'number',
}

const isRatio = (metric: Metric) => formulaOf(metric).kind === 'ratio'

/** `visitsWithTickets` is read as "Visits with tickets" where it was not named. */
const words = (id: string, context: ProjectionContext) =>
  sentenceCase(
    context,
    id
      .replaceAll(/[_-]+/g, ' ')
      .replaceAll(/([a-z0-9])([A-Z])/g, (_all, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
      .trim() || NOTHING,
  )

export function fieldOf(
  id: string,
  frame: Frame | undefined,
  context: ProjectionContext,
  names: readonly Named[] = [],
): Field {
  const given = names.find((one) => one.id === id)?.name
  const metric = findMetric(id)
  if (metric !== undefined) {
    return {
      id,
      label: given || metricName(context, id),
      format: formatOf(id),
      unit: metric.unit,
      metric: id,
      betterWhen: metric.betterWhen,
      isAdditive: !isRatio(metric),
    }
  }
  const { unit = 'count', isChange }: Pick<Column, 'unit' | 'isChange'> =
    frame?.columns.find((column) => column.id === id) ?? {}
  return {
    ...(isChange && { isChange }),
    id,
    label: given || words(id, context),
    format: FORMATS[unit],
    unit,
    metric: null,
    betterWhen: 'neutral',
    isAdditive: mayBeAdded({ id, unit }) && !(frame !== undefined && ratiosAmong(frame.columns).has(id)),
  }
}

/** Each of the most at one place: theirs are at different times. */
const MAXIMA: ReadonlySet<string> = new Set(['peakBoardings'])

function mayBeAdded({ id, unit }: Pick<Column, 'id' | 'unit'>): boolean {
  const metric = findMetric(id)
  return metric === undefined ? isSummable(unit) && !MAXIMA.has(id) : !isRatio(metric)
}

/** The figure of a field; null when it is not known, or when more than half of it would be a guess. */
export const fieldValue = (field: Field, atoms: Atoms | null): number | null => fieldReader(field)(atoms)

/** `fieldValue` of one field, for a column of sums: what depends on the field is looked up once. */
export function fieldReader({ id, metric }: Field): (atoms: Atoms | null) => number | null {
  const { state } = sumRules(metric)
  const derived = metric === null ? null : valueWith(metric)
  return (atoms) => {
    if (atoms === null || state(atoms) === 'missing') return null
    const known = derived === null ? ratioIn(atoms, id) : (derived(atoms) ?? undefined)
    const value = known === undefined ? (atoms[id] ?? null) : known
    return value !== null && Number.isFinite(value) ? value : null
  }
}

/** A change below this is written 0.0. */
const WRITTEN_AS_ZERO = 0.05

/** The metric by which the registry compares the two; null where it knows none, or a side is not known. */
const judgedBy = ({ metric }: Field, comparing: Atoms | null, reference: Atoms | null): string | null =>
  metric !== null &&
  comparing !== null &&
  reference !== null &&
  valueOf(metric, comparing) !== null &&
  valueOf(metric, reference) !== null
    ? metric
    : null

/** The value of `fieldChange`, where nothing else of it is shown. */
export const fieldChangeValue = (field: Field, comparing: Atoms | null, reference: Atoms | null): number | null =>
  fieldChangeReader(field)(comparing, reference)

/** `fieldChangeValue` of one field, for a column of sums. */
export function fieldChangeReader(field: Field): (comparing: Atoms | null, reference: Atoms | null) => number | null {
  const { metric } = field
  const read = metric === null ? null : valueWith(metric)
  const change = metric === null ? null : changeValueWith(metric)
  return (comparing, reference) =>
    read !== null && change !== null && read(comparing) !== null && read(reference) !== null
      ? change(comparing, reference)
      : fieldChange(field, comparing, reference).value
}

/**
 * By the registry where it knows the metric (with its noise and its direction); elsewhere a plain difference that is
 * neither good nor bad.
 */
export function fieldChange(field: Field, comparing: Atoms | null, reference: Atoms | null): Change {
  const metric = judgedBy(field, comparing, reference)
  if (metric !== null) return change(metric, comparing, reference)
  const [a, b] = [
    fieldValue(field, comparing && pairedAtoms(comparing)),
    fieldValue(field, reference && pairedAtoms(reference)),
  ]
  const fair = field.unit !== 'count' || sameCoverage(comparing, reference)
  const [mixed, over] = [isIncomparable(comparing, reference), pairedShare(comparing, reference)]
  const { kind, value } = changeOf(field.unit, a, b)
  const known = fair && value !== null && Number.isFinite(value) ? value : null
  const up =
    field.betterWhen === 'neutral' ||
    known === null ||
    Math.abs(known) < WRITTEN_AS_ZERO ||
    field.metric === null ||
    mixed
      ? 0
      : Math.sign(known)
  return {
    value: known,
    isNew: fair && kind === 'new',
    verdict: up === 0 ? 'neutral' : up > 0 === (field.betterWhen === 'up') ? 'better' : 'worse',
    fair,
    mixed,
    over,
  }
}

export const fieldChangeFormat = ({ unit }: Field): 'points' | 'delta' => (unit === 'percent' ? 'points' : 'delta')

export function fieldColumn({ format, unit, metric, isChange }: Field, id: string, label: string): ProjectionColumn {
  return {
    id,
    label,
    format,
    role: 'measure',
    unit,
    ...(metric !== null && { metric }),
    ...(isChange && { isChange }),
  }
}

export function fieldChangeColumn(field: Field, id: string, label: string): ProjectionColumn {
  return {
    id,
    label,
    format: fieldChangeFormat(field),
    role: 'measure',
    unit: 'percent',
    ...(field.metric !== null && { metric: field.metric }),
  }
}

/** Places of the palette in the order they are easiest to tell apart. */
const PLACES = [0, 1, 2, 4, 5, 6, 3]

/**
 * One tone for each field: a metric keeps the colour it has everywhere; the others take what is left, and beyond seven
 * all are alike.
 */
export function fieldTones(fields: readonly Field[]): number[] {
  const taken = new Set<number>()
  const kept = fields.map(({ metric }) => {
    const tone = metric === null ? OTHERS_TONE : toneOfMetric(metric)
    if (tone === OTHERS_TONE || taken.has(tone)) return null
    taken.add(tone)
    return tone
  })
  return kept.map((tone) => {
    if (tone !== null) return tone
    const free = PLACES.find((place) => !taken.has(place))
    if (free === undefined) return OTHERS_TONE
    taken.add(free)
    return free
  })
}

/** Tone of the n-th member of a dimension. */
export const placeTone = (n: number): number => PLACES[n] ?? OTHERS_TONE

export const definitionsOf = (fields: readonly Field[]): string[] =>
  fields.flatMap(({ metric }) => (metric === null ? [] : [metric]))

/** "Entries: 3.2k (This week) against 3.0k (Week before), +5.1%." Asks for the shared texts `summary.*`. */
export function fieldSentence(
  context: ProjectionContext,
  field: Field,
  comparing: Atoms | null,
  reference: Atoms | null,
): string {
  const labels = periodLabels(context)
  const [value, versus] = [fieldValue(field, comparing), fieldValue(field, reference)]
  if (value === null) return context.t('summary.missing', { what: field.label })
  const known = { metric: field.label, comparing: write(context, value, field.format), period: labels.comparing }
  if (versus === null) return context.t('summary.one', known)
  const difference = fieldChange(field, comparing, reference)
  return context.t(difference.fair ? 'summary.both' : 'summary.uneven', {
    ...known,
    reference: write(context, versus, field.format),
    versus: labels.reference,
    change: writeChange(context, difference, fieldChangeFormat(field)),
  })
}

// ---------------------------------------------------------------- dimensions

export interface Dim {
  readonly id: string
  readonly column: ProjectionColumn
  /** A member as the table and the file hold it: days and hours stay numbers, ids become names. */
  readonly cell: (cell: Cell) => Cell
  /** A member in words, short, for axes and heads. */
  readonly name: (cell: Cell) => string
  /** Members have a natural order (time); others are ordered by their values. */
  readonly isOrdered: boolean
}

/** Dimensions with a name in every widget: `dim.<id>`. */
const KNOWN = new Set(['local', 'client', 'area', 'day', 'week', 'hour', 'weekday', 'month', 'type', 'group', 'period'])
const ORDERED = new Set(['day', 'hour', 'weekday', 'month', 'index', 'timeSlot'])
/** Day 4 of 1970 was a Monday less one: 1 + 3 = Sunday 4 January. */
const SUNDAY = 3
/** Of the years 1900 to 2199. */
const [FIRST_MONTH, LAST_MONTH] = [1900 * 12, 2200 * 12]

export function dimOf(
  id: string,
  frame: Frame | undefined,
  context: ProjectionContext,
  names: readonly Named[] = [],
): Dim {
  const given = names.find((one) => one.id === id)?.name
  const type = frame?.columns.find((column) => column.id === id)?.type
  const label = given || (KNOWN.has(id) ? context.t(`dim.${id}`) : words(id, context))
  const as: ValueFormat = type === 'day' ? 'day' : id === 'hour' && type === 'int' ? 'hour' : 'text'
  const text = memberNames(id, type, context)
  const cell = (value: Cell): Cell => (as !== 'text' ? (typeof value === 'number' ? value : null) : text(value))
  return {
    id,
    column: {
      id,
      label,
      format: as,
      role: 'dim',
      ...(as !== 'text' && { unit: as === 'day' ? ('day' as const) : ('hour' as const) }),
    },
    cell,
    name: (value) => (as === 'text' ? text(value) : write(context, cell(value), as)),
    isOrdered: ORDERED.has(id) || type === 'day',
  }
}

function memberNames(
  id: string,
  type: Column['type'] | undefined,
  context: ProjectionContext,
): (value: Cell) => string {
  const inWords = (form: DateForm) => (day: number) => sentenceCase(context, writtenDay(day, form, context.locale))
  if (id === 'weekday') {
    const write = inWords('weekdayShort')
    return (value) =>
      typeof value === 'number' && value >= 1 && value <= 7 ? write(SUNDAY + Math.floor(value)) : NOTHING
  }
  if (id === 'month') {
    const [short, long] = [inWords('monthShort'), inWords('monthYear')]
    // Months are counted from year 0 (`monthNumber`); 1 to 12 are months of any year.
    return (value) =>
      typeof value !== 'number' || !Number.isInteger(value)
        ? NOTHING
        : value >= 1 && value <= 12
          ? short(dayOf(2001, value, 15))
          : value >= FIRST_MONTH && value < LAST_MONTH
            ? long(dayOf(Math.floor(value / 12), (value % 12) + 1, 15))
            : NOTHING
  }
  if (id === 'period') {
    const labels = periodLabels(context)
    return (value) => labels[periodOf(value)]
  }
  const known = context.labels[id]
  // Groups are made by people, and a store may be in none: that is an answer, where a dash is a name that is lacking.
  const none = id === 'group' ? context.t('dim.noGroup') : NOTHING
  return (value) => {
    if (value === null) return none
    if (typeof value === 'number' && known !== undefined) return known.get(value) ?? `#${value}`
    return typeof value === 'number' && type !== 'text' && KNOWN.has(id) ? `#${value}` : String(value)
  }
}

/** First and last day of a month of the column `month`; null for a month of any year. */
export const daysOfMonth = (month: number): readonly [first: number, last: number] | null =>
  month >= FIRST_MONTH && month < LAST_MONTH
    ? [
        dayOf(Math.floor(month / 12), (month % 12) + 1, 1),
        dayOf(Math.floor((month + 1) / 12), ((month + 1) % 12) + 1, 1) - 1,
      ]
    : null

// ---------------------------------------------------------------- groups of both periods

/** Columns that may not be added, of the sums that still have them: sums know no units. */
const notAdded = new WeakMap<Atoms, ReadonlySet<string>>()

/** Sums by some dimensions. Columns that may not be added are kept only where every row is a separate group. */
export function gather(frame: Frame, by: readonly string[]): Group[] {
  const summed = additive(frame)
  const groups = groupsOf(frame, by)
  if (summed === frame) return groups
  if (groups.length !== frame.rows) return groupsOf(summed, by)
  const left = frame.columns.filter((column) => column.role === 'measure' && !mayBeAdded(column)).map(({ id }) => id)
  if (left.length > 0) for (const { atoms } of groups) notAdded.set(atoms, new Set(left))
  return groups
}

/** The frame without the measures that may not be added. */
export function additive(frame: Frame): Frame {
  // A ratio with sums is computed from these, for every unit.
  const ratios = ratiosAmong(frame.columns)
  const isKept = (column: Column) => column.role === 'dim' || (mayBeAdded(column) && !ratios.has(column.id))
  if (frame.columns.every(isKept)) return frame
  return {
    ...frame,
    columns: frame.columns.filter(isKept),
    data: frame.data.filter((_, at) => isKept(frame.columns[at] as Column)),
  }
}

/** Sum of some groups; alone, a group keeps what may not be added. */
export function added(parts: readonly Atoms[]): Atoms | null {
  if (parts.length <= 1) return parts[0] ?? null
  const left = parts.flatMap((part) => notAdded.get(part) ?? [])
  return Object.fromEntries(
    Object.entries(totalOf(parts)).filter(([id]) => mayBeAdded({ id }) && !left.some((ids) => ids.has(id))),
  )
}

/** The same members in both periods. */
export interface Pair {
  readonly key: readonly Cell[]
  readonly comparing: Atoms | null
  readonly reference: Atoms | null
}

/** Members in order of first appearance; without a reference in the dashboard only those of the comparing period. */
export function pairsOf(
  frame: Frame,
  by: readonly string[],
  context: ProjectionContext,
  { withOwnDates = false }: { readonly withOwnDates?: boolean } = {},
): Pair[] {
  const found = new Map<Cell, { key: readonly Cell[]; comparing: Atoms | null; reference: Atoms | null }>()
  const met = withOwnDates ? null : metDates(by, frame, context)
  for (const { key: whole, atoms } of gather(frame, ['period', ...by])) {
    const side = periodOf(whole[0])
    if (side === 'reference' && context.periods?.reference === null) continue
    const own = whole.slice(1)
    const key = side === 'comparing' || met === null ? own : own.map((value, at) => met[at]!(value))
    // A text for each of thousands of rows costs more than all else here.
    const name = key.length === 1 ? (key[0] ?? null) : JSON.stringify(key)
    let pair = found.get(name)
    if (pair === undefined) found.set(name, (pair = { key, comparing: null, reference: null }))
    const before = pair[side]
    pair[side] = before === null ? atoms : added([before, atoms])
  }
  return [...found.values()]
}

export function pairTotal(pairs: readonly Pair[]): Pair {
  const sum = (side: 'comparing' | 'reference') =>
    added(pairs.flatMap((pair) => (pair[side] === null ? [] : [pair[side]])))
  return { key: [], comparing: sum('comparing'), reference: sum('reference') }
}

export const hasReference = (pairs: readonly Pair[]): boolean => pairs.some(({ reference }) => reference !== null)

type MemberOrder = 'data' | 'name' | 'valueDown' | 'valueUp'

/** A member of a dimension as it is shown; `member` is null for Others. */
export interface Member extends Pair {
  readonly member: Cell
  readonly name: string
  readonly isOthers: boolean
}

export interface MemberWish {
  readonly dim: Dim
  readonly field: Field
  readonly order: MemberOrder
  /** 0 = all. */
  readonly top: number
  /** Name of the rest; null leaves it out. */
  readonly others: string | null
}

/** Members in the requested order. The rest beyond `top` (always by value) is one extra member, last. */
export function membersOf(
  pairs: readonly Pair[],
  { dim, field, order, top, others }: MemberWish,
  context: ProjectionContext,
): Member[] {
  const collator = new Intl.Collator(context.locale, { numeric: true })
  const read = fieldReader(field)
  const worth = new Map(
    pairs.map((pair) => [pair, read(pair.comparing) ?? read(pair.reference) ?? Number.NEGATIVE_INFINITY]),
  )
  const value = (pair: Pair) => worth.get(pair) as number
  const descending = (a: Pair, b: Pair) => (value(a) === value(b) ? 0 : value(b) - value(a))
  const named = (pair: Pair): Member => ({
    ...pair,
    member: pair.key[0] ?? null,
    name: dim.name(pair.key[0] ?? null),
    isOthers: false,
  })
  const best = top > 0 && pairs.length > top ? new Set(pairs.toSorted(descending).slice(0, top)) : new Set(pairs)
  const shown = pairs.filter((pair) => best.has(pair))
  const known = (pair: Pair) => (value(pair) === Number.NEGATIVE_INFINITY ? 1 : 0)
  const sorted =
    order === 'valueDown'
      ? shown.toSorted(descending)
      : order === 'valueUp'
        ? shown.toSorted((a, b) => known(a) - known(b) || -descending(a, b))
        : order === 'name'
          ? shown.toSorted((a, b) => byMember(a, b, dim, collator))
          : dim.isOrdered
            ? shown.toSorted((a, b) => byMember(a, b, dim, collator))
            : shown
  const rest = pairs.filter((pair) => !best.has(pair))
  if (rest.length === 0 || others === null) return sorted.map(named)
  return [...sorted.map(named), { ...pairTotal(rest), member: null, name: others, isOthers: true }]
}

function byMember(a: Pair, b: Pair, dim: Dim, collator: Intl.Collator): number {
  const [x, y] = [a.key[0] ?? null, b.key[0] ?? null]
  if (dim.isOrdered && typeof x === 'number' && typeof y === 'number') return x - y
  // A slot of a service day is a text whose order is that of the data: after midnight the day continues.
  if (dim.isOrdered && typeof x === 'string' && typeof y === 'string') return 0
  if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
  return collator.compare(dim.name(x), dim.name(y))
}

/** The value of a gesture on a member: `$event.value`. */
export const pickOf = (member: Cell): Readonly<Record<string, Cell>> => ({ value: member })
