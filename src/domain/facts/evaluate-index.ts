/** FactQueries over a FactIndex: choose local-days, number their groups, add up. */
import { mondayOf, monthNumber, weekday } from '../days.ts'
import type { FactDimension, FactPeriod, FactQuery } from '../fact-query.ts'
import { columnIndex, encodeText, noBits, numberData, numbersOf, setBit, bitAt } from '../frame-build.ts'
import type { Column, ColumnData, Frame, NumberData } from '../frame.ts'
import { groupRows } from '../transform/groups.ts'
import { sumHours } from './cube.ts'
import type { Lists } from './cube.ts'
import type { FactIndex } from './fact-index.ts'

/** Local-days that count, each with the period it counts for. */
interface Chosen {
  readonly days: Uint32Array
  readonly period: Uint8Array
}

/** Null when the question needs what the index does not have: areas, or so many groups that rows are as good. */
export function evaluateIndex(query: FactQuery, index: FactIndex): Frame | null {
  if (query.by.includes('area')) return null
  const chosen = choose(query, index.days)
  const keys = query.by.filter((id) => id !== 'hour')
  const dims = keys.map((id) => dimension(id, index.days, chosen, query.periods))
  const small: Frame = {
    columns: dims.map(({ column }) => column),
    data: dims.map(({ data }) => data),
    rows: chosen.days.length,
  }
  const groups = groupRows(small, keys)
  if (!query.by.includes('hour')) {
    const measures = query.measures.map((id) => sumChosen(index.sum(id), chosen.days, groups.of, groups.count))
    return assemble(query, small, groups.first, (at) => at, groups.count, undefined, measures, index.frame)
  }
  // Hours of a group are added as one row of numbers; with hardly more days than groups there is nothing to add.
  if (groups.count * 4 > chosen.days.length + 64) return null
  return byHour(query, index, chosen, small, groups)
}

function choose({ where, periods, by }: FactQuery, all: Frame): Chosen {
  const [client, local, day] = ['client', 'local', 'day'].map((id) => numbersOf(all, id).values as Int32Array) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ]
  const clients = new Set(where.client)
  const locals = where.local?.length ? new Set(where.local) : undefined
  const each = by.includes('period') || by.includes('index')
  const spans = periods.length === 0 ? [{ from: -Infinity, to: Infinity }] : periods
  const days = new Uint32Array(all.rows * (each ? spans.length : 1))
  const period = new Uint8Array(days.length)
  let count = 0
  // Days of a local come together, so the verdict on the one before mostly holds.
  let wanted = false
  for (let at = 0; at < all.rows; at++) {
    if (at === 0 || local[at] !== local[at - 1] || client[at] !== client[at - 1])
      wanted = clients.has(client[at] as number) && (!locals || locals.has(local[at] as number))
    if (!wanted) continue
    const date = day[at] as number
    for (let p = 0; p < spans.length; p++) {
      const { from, to } = spans[p] as { from: number; to: number }
      if (date < from || date > to) continue
      days[count] = at
      period[count++] = p
      if (!each) break
    }
  }
  return { days: days.subarray(0, count), period: period.subarray(0, count) }
}

const CALENDAR: Partial<Record<FactDimension, (day: number) => number>> = {
  weekday,
  week: mondayOf,
  month: monthNumber,
}

function dimension(
  id: FactDimension,
  all: Frame,
  { days, period }: Chosen,
  periods: readonly FactPeriod[],
): { column: Column; data: ColumnData } {
  if (id === 'period')
    return {
      column: { id, type: 'text', role: 'dim' },
      data: { ...encodeText(periods.map(({ name }) => name)), codes: Int32Array.from(period) },
    }
  const day = numbersOf(all, 'day').values
  if (id === 'index')
    return {
      column: { id, type: 'int', role: 'dim' },
      data: {
        kind: 'numbers',
        values: Int32Array.from(days, (at, i) => (day[at] as number) - (periods[period[i] as number]?.from ?? 0)),
      },
    }
  const calendar = CALENDAR[id]
  if (calendar)
    return {
      column: id === 'week' ? { id, type: 'day', role: 'dim', unit: 'day' } : { id, type: 'int', role: 'dim' },
      data: { kind: 'numbers', values: calendarOf(days, day, calendar) },
    }
  const values = numbersOf(all, id).values
  return {
    column: all.columns[columnIndex(all, id)] as Column,
    data: { kind: 'numbers', values: gather(values, days) },
  }
}

/** Weekdays and months are worked out once per date, not once per local and date. */
function calendarOf(days: Uint32Array, day: ArrayLike<number>, of: (day: number) => number): Int32Array {
  let [min, max] = [Infinity, -Infinity]
  for (let at = 0; at < day.length; at++) {
    min = Math.min(min, day[at] as number)
    max = Math.max(max, day[at] as number)
  }
  const known = Int32Array.from({ length: Math.max(max - min + 1, 0) }, (_, at) => of(min + at))
  const values = new Int32Array(days.length)
  for (let i = 0; i < days.length; i++) values[i] = known[(day[days[i] as number] as number) - min] as number
  return values
}

function gather(values: ArrayLike<number>, rows: Uint32Array): Int32Array {
  const taken = new Int32Array(rows.length)
  for (let i = 0; i < rows.length; i++) taken[i] = values[rows[i] as number] as number
  return taken
}

function sumChosen({ values, valid }: NumberData, days: Uint32Array, groupOf: Uint32Array, count: number): NumberData {
  const sums = new Float64Array(count)
  for (let i = 0; i < days.length; i++) sums[groupOf[i] as number]! += values[days[i] as number] as number
  if (valid === undefined && days.length > 0) return { kind: 'numbers', values: sums }
  const present = noBits(count)
  for (let i = 0; i < days.length; i++)
    if (valid && bitAt(valid, days[i] as number)) setBit(present, groupOf[i] as number)
  return numberData(sums, present)
}

function byHour(
  query: FactQuery,
  index: FactIndex,
  { days }: Chosen,
  small: Frame,
  groups: { count: number; of: Uint32Array; first: Uint32Array },
): Frame {
  const { hours, firstHour } = index
  const lists = listsOf(days, groups.of, groups.count)
  const seen = masksOf(index.rows, lists)
  /** Group and hour of each row of the answer. */
  const cells: [number, number][] = []
  for (let group = 0; group < groups.count; group++)
    for (let h = 0; h < hours; h++) if ((seen[group] as number) & (1 << h)) cells.push([group, h])

  const measures = query.measures.map((id): NumberData => {
    const cube = index.cube(id)
    const sums = sumHours(cube, hours, lists)
    const values = Float64Array.from(cells, ([group, h]) => sums[group * hours + h] as number)
    if (cube.present === undefined) return { kind: 'numbers', values }
    const masks = masksOf(cube.present, lists)
    const valid = noBits(cells.length)
    cells.forEach(([group, h], at) => (masks[group] as number) & (1 << h) && setBit(valid, at))
    return numberData(values, valid)
  })
  const hourColumn: NumberData = { kind: 'numbers', values: Int32Array.from(cells, ([, h]) => firstHour + h) }
  return assemble(
    query,
    small,
    groups.first,
    (at) => cells[at]?.[0] as number,
    cells.length,
    hourColumn,
    measures,
    index.frame,
  )
}

/** Local-days by group, by counting. */
function listsOf(days: Uint32Array, groupOf: Uint32Array, count: number): Lists {
  const at = new Uint32Array(count + 1)
  for (let i = 0; i < days.length; i++) at[(groupOf[i] as number) + 1]!++
  for (let group = 0; group < count; group++) at[group + 1]! += at[group] as number
  const next = at.slice()
  const sorted = new Uint32Array(days.length)
  for (let i = 0; i < days.length; i++) sorted[next[groupOf[i] as number]!++] = days[i] as number
  return { days: sorted, at }
}

function masksOf(bits: Uint32Array, { days, at }: Lists): Uint32Array {
  return Uint32Array.from({ length: at.length - 1 }, (_, group) => {
    let mask = 0
    for (let i = at[group] as number; i < (at[group + 1] as number); i++) mask |= bits[days[i] as number] as number
    return mask
  })
}

/** Columns in the order of the query. */
function assemble(
  query: FactQuery,
  small: Frame,
  first: Uint32Array,
  groupOf: (row: number) => number,
  rows: number,
  hour: ColumnData | undefined,
  measures: readonly NumberData[],
  source: Frame,
): Frame {
  const picked = Uint32Array.from({ length: rows }, (_, row) => first[groupOf(row)] as number)
  const dims = query.by.map((id) => {
    if (id === 'hour' && hour) return { column: source.columns[columnIndex(source, 'hour')] as Column, data: hour }
    const at = columnIndex(small, id)
    const data = small.data[at] as ColumnData
    return {
      column: small.columns[at] as Column,
      data:
        data.kind === 'text'
          ? { ...data, codes: gather(data.codes, picked) }
          : { kind: 'numbers' as const, values: gather(data.values, picked) },
    }
  })
  const columns = query.measures.map((id): Column => ({
    ...(source.columns[columnIndex(source, id)] ?? { type: 'int', role: 'measure', unit: 'count' }),
    id,
  }))
  return {
    columns: [...dims.map(({ column }) => column), ...columns],
    data: [...dims.map(({ data }) => data), ...measures],
    rows,
  }
}
