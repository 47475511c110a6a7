import { monthNumber, weekday } from '#domain/days'
import type { Frame } from '#domain/frame'
import type { Contestant } from '../lib/rounds.ts'
import { DIMENSIONS, MEASURES, values } from '../lib/rows.ts'
import { checksum } from './checks.ts'
import type { Question } from './questions.ts'

export type RowObject = Record<string, number>

/** One object per row, as `response.json()` gives them. Making them is not timed here (see load). */
export function rowObjects(frame: Frame): RowObject[] {
  const columns = Object.fromEntries([...DIMENSIONS, ...MEASURES].map((id) => [id, values(frame, id)]))
  const at = (id: string, row: number) => (columns[id] as Int32Array)[row] as number
  return Array.from({ length: frame.rows }, (_, row) => ({
    client: at('client', row),
    local: at('local', row),
    area: at('area', row),
    day: at('day', row),
    hour: at('hour', row),
    far: at('far', row),
    fro: at('fro', row),
    ins: at('ins', row),
    bounces: at('bounces', row),
    visits: at('visits', row),
    tickets: at('tickets', row),
    insTimeS: at('insTimeS', row),
    visitTimeS: at('visitTimeS', row),
    insInRange0: at('insInRange0', row),
    insInRange1: at('insInRange1', row),
    insInRange2: at('insInRange2', row),
    insInRange3: at('insInRange3', row),
  }))
}

const KEYS: Record<string, (row: RowObject) => number> = {
  weekday: (row) => weekday(row.day as number),
  month: (row) => monthNumber(row.day as number),
}

/** A Map of groups by a number made of the keys: what careful code over objects does. */
export function objectContestant(
  { query: { by, measures, where, periods } }: Question,
  rows: readonly RowObject[],
): Contestant {
  const [clients, locals] = [new Set(where.client), where.local && new Set(where.local)]
  const [first] = periods
  const keys = by.map((id) =>
    id === 'period'
      ? (row: RowObject) =>
          (row.day as number) >= (first?.from ?? 0) && (row.day as number) <= (first?.to ?? 0) ? 0 : 1
      : (KEYS[id] ?? ((row: RowObject) => row[id] as number)),
  )
  return {
    name: 'row objects + Map',
    work: () => {
      const groups = new Map<number, Float64Array>()
      for (const row of rows) {
        if (!clients.has(row.client as number) || (locals && !locals.has(row.local as number))) continue
        if (
          periods.length > 0 &&
          !periods.some(({ from, to }) => (row.day as number) >= from && (row.day as number) <= to)
        )
          continue
        let key = 0
        for (const of of keys) key = key * 65_536 + of(row)
        let sums = groups.get(key)
        if (sums === undefined) groups.set(key, (sums = new Float64Array(measures.length)))
        for (let m = 0; m < measures.length; m++) sums[m]! += row[measures[m] as string] as number
      }
      return groups
    },
    check: (groups: Map<number, Float64Array>) =>
      checksum(
        groups.size,
        measures.map((_, m) => Array.from(groups.values(), (sums) => sums[m] as number)),
      ),
  }
}
