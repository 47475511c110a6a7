/**
 * Answers a FactQuery from hours that were read already: the same groups, sums and nulls as the compiled statement
 * gives.
 */
import { mondayOf, monthNumber, weekday } from '#domain/days'
import { WHOLE_DAY, type FactDimension, type FactQuery } from '#domain/fact-query'
import type { ColumnData, Frame, NumberData } from '#domain/frame'
import { frameColumns } from './compile.ts'
import { narrowed } from './result-frame.ts'

const WEEKDAYS = 7

/** The columns that cached hours are grouped by. Everything that `GROUPED` names follows from it. */
export const HOUR_KEYS = ['day', 'local', 'hour'] as const satisfies readonly FactDimension[]

/** Dimensions that can be answered from hours. */
export const GROUPED: ReadonlySet<FactDimension> = new Set<FactDimension>([
  'period',
  'index',
  'day',
  'local',
  'hour',
  'weekday',
  'week',
  'month',
])

const numbers = (frame: Frame, id: string): NumberData =>
  frame.data[frame.columns.findIndex((column) => column.id === id)] as NumberData

/**
 * @param hours sums by `HOUR_KEYS` that hold every measure, local and day of the question; more of them do no harm
 * @param query grouped by something, and by dimensions of `GROUPED` only
 */
export function groupHours(hours: Frame, query: FactQuery): Frame {
  const { by, measures, periods, where } = query
  const [days, locals, clock] = HOUR_KEYS.map((id) => numbers(hours, id).values)
  const chosen = where.local?.length ? new Set(where.local) : undefined
  const byHour = by.includes('hour')
  const splitsPeriods = by.includes('period') || by.includes('index')

  // A group is one number that sorts as its dimensions do, the first of them first.
  const first = Math.min(...periods.map(({ from }) => from))
  const span = Math.max(...periods.map(({ to }) => to)) - first + 1
  const names = Int32Array.from(new Set(locals)).sort()
  const ordinals = new Map(Array.from(names, (id, ordinal) => [id, ordinal]))
  const dimensions: Partial<
    Record<FactDimension, { size: number; at: (row: number, code: number) => number; back: (place: number) => number }>
  > = {
    period: { size: periods.length, at: (_, code) => code, back: (place) => place },
    index: { size: span, at: (row, code) => days![row]! - periods[code]!.from, back: (place) => place },
    day: { size: span, at: (row) => days![row]! - first, back: (place) => place + first },
    local: { size: names.length, at: (row) => ordinals.get(locals![row]!)!, back: (place) => names[place]! },
    hour: { size: 24, at: (row) => clock![row]!, back: (place) => place },
    weekday: { size: WEEKDAYS + 1, at: (row) => weekday(days![row]!), back: (place) => place },
    week: {
      size: span + WEEKDAYS,
      at: (row) => mondayOf(days![row]!) - mondayOf(first),
      back: (place) => place + mondayOf(first),
    },
    month: {
      size: span + 1,
      at: (row) => monthNumber(days![row]!) - monthNumber(first),
      back: (place) => place + monthNumber(first),
    },
  }
  const parts = by.map((id) => dimensions[id]!)
  const keyOf = (row: number, code: number) => parts.reduce((key, { size, at }) => key * size + at(row, code), 0)

  const groups = new Map<number, number>()
  /** Hour and group of each share; an hour of two overlapping periods has two. */
  const rowOf: number[] = []
  const groupOf: number[] = []
  const add = (row: number, code: number) => {
    const key = keyOf(row, code)
    let group = groups.get(key)
    if (group === undefined) groups.set(key, (group = groups.size))
    rowOf.push(row)
    groupOf.push(group)
  }
  for (let row = 0; row < hours.rows; row++) {
    if (chosen?.has(locals![row]!) === false || (byHour && clock![row] === WHOLE_DAY)) continue
    const day = days![row]!
    for (let code = 0; code < periods.length; code++) {
      const { from, to } = periods[code]!
      if (day < from || day > to) continue
      add(row, code)
      if (!splitsPeriods) break
    }
  }

  const keys = Float64Array.from(groups.keys()).sort()
  const place = new Int32Array(keys.length)
  keys.forEach((key, at) => {
    place[groups.get(key)!] = at
  })
  const target = Int32Array.from(groupOf, (group) => place[group]!)

  const rests = keys.slice()
  const dims = by.map((): ColumnData => ({ kind: 'numbers', values: new Int32Array(keys.length) }))
  for (let i = by.length - 1; i >= 0; i--) {
    const { size, back } = parts[i]!
    const values = Int32Array.from(rests, (rest) => back(rest % size))
    dims[i] =
      by[i] === 'period'
        ? { kind: 'text', codes: values, dictionary: periods.map(({ name }) => name) }
        : { kind: 'numbers', values }
    rests.forEach((rest, at) => {
      rests[at] = Math.floor(rest / size)
    })
  }
  return {
    columns: frameColumns(query),
    data: [...dims, ...measures.map((id) => sums(numbers(hours, id), rowOf, target, keys.length))],
    rows: keys.length,
  }
}

/** A sum over nulls only is null, and holds 0 in the values. */
function sums({ values, valid }: NumberData, rowOf: readonly number[], target: Int32Array, groups: number): NumberData {
  const totals = new Float64Array(groups)
  const known = new Uint8Array(groups)
  for (let i = 0; i < rowOf.length; i++) {
    const row = rowOf[i]!
    if (valid !== undefined && !((valid[row >> 3]! >> (row & 7)) & 1)) continue
    totals[target[i]!]! += values[row]!
    known[target[i]!] = 1
  }
  if (!known.includes(0)) return { kind: 'numbers', values: narrowed(totals) }
  const bits = new Uint8Array(Math.ceil(groups / 8)).fill(255)
  known.forEach((is, group) => {
    if (is === 0) bits[group >> 3]! &= ~(1 << (group & 7))
  })
  return { kind: 'numbers', values: narrowed(totals), valid: bits }
}
