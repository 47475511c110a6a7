import type { Frame } from '#domain/frame'
import { monthNumber, weekday } from '#domain/days'
import { aq } from '../peers/adapters.js'
import type { PeerRow, PeerTable } from '../peers/adapters.js'
import type { Contestant } from '../lib/rounds.ts'
import { DIMENSIONS, MEASURES, values } from '../lib/rows.ts'
import { checksum } from './checks.ts'
import type { Question } from './questions.ts'

/** Typed columns, and the calendar columns ready made, in its favour. */
export function arqueroTable(frame: Frame): PeerTable {
  const day = values(frame, 'day')
  return aq.table({
    ...Object.fromEntries([...DIMENSIONS, ...MEASURES].map((id) => [id, values(frame, id)])),
    weekday: day.map(weekday),
    month: day.map(monthNumber),
  })
}

export function arqueroContestant({ query: { by, measures, where, periods } }: Question, table: PeerTable): Contestant {
  const [clients, locals] = [new Set(where.client), where.local && new Set(where.local)]
  const [first] = periods
  const passes = (row: PeerRow) =>
    clients.has(row.client as number) &&
    (!locals || locals.has(row.local as number)) &&
    (periods.length === 0 || periods.some(({ from, to }) => (row.day as number) >= from && (row.day as number) <= to))
  const everything = where.client.length === 3 && !locals && periods.length === 0
  const keys = by.map((id) =>
    id === 'period'
      ? {
          period: aq.escape((row) =>
            (row.day as number) >= (first?.from ?? 0) && (row.day as number) <= (first?.to ?? 0) ? 0 : 1,
          ),
        }
      : id,
  )
  const sums = Object.fromEntries(measures.map((id) => [`sum_${id}`, aq.op.sum(id)]))
  return {
    name: 'arquero',
    work: () => (everything ? table : table.filter(aq.escape(passes))).groupby(...keys).rollup(sums),
    check: (result: PeerTable) =>
      checksum(
        result.numRows(),
        measures.map((id) => result.array(`sum_${id}`)),
      ),
  }
}
