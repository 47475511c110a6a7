/** The sums a download is made of, day by day: one day is read at a time, so that a month of a whole brand never stands in memory. */
import type { Column, Frame } from '#domain/frame'
import { atomSql } from '#domain/metrics/index'
import type { DownloadContent } from '#domain/download'
import { measureResult } from '../../facts/compile.ts'
import type { CompiledColumn } from '../../facts/compile.ts'
import { HOUR_STATE } from '../../facts/columns.ts'
import type { FactStore } from '../../facts/store.ts'

const ranges = (name: string) => [0, 1, 2, 3].map((k) => `${name}${k}`)
const SUMMED = [
  'far', 'fro', 'ins', 'bounces', 'visits', 'tickets', 'insTimeS', 'visitTimeS', ...ranges('insInRange'), ...ranges('localRepRange'), ...ranges('clientRepRange'),
  'visitsWithTickets', 'insWithTickets',
]

export interface SumsOf {
  readonly client: number
  /** All locals of the client when left out. */
  readonly local?: number
  readonly content: DownloadContent
  readonly byLocal: boolean
}

const whole = (id: string, type: Column['type'] = 'int'): CompiledColumn => ({ column: { id, type, role: 'dim' }, result: 'integer' })

/** The groups of a row, in the order in which the rows come. */
const groupsOf = ({ content, byLocal }: SumsOf): string[] =>
  ['day', ...(content === 'daily' ? [] : ['hour', 'fold']), ...(content === 'rows' || byLocal ? ['local'] : [])]

/**
 * One day: sums by hour, by local or by both, hours outside the opening hours left out as in every total. Columns: the groups,
 * the atoms, `learntAt` (epoch ms). What no row reported is null.
 */
export async function sumsOfDay(facts: FactStore, of: SumsOf, day: number): Promise<Frame> {
  const groups = groupsOf(of)
  const columns: CompiledColumn[] = [
    ...groups.map((id) => whole(id, id === 'day' ? 'day' : 'int')),
    ...SUMMED.map((id): CompiledColumn => ({ column: { id, type: 'int', role: 'measure' }, result: measureResult(id, groups) })),
    { column: { id: 'learntAt', type: 'int', role: 'measure' }, result: 'double' },
  ]
  const sql = `SELECT ${groups.map((id) => `CAST(${id} AS INTEGER)`).join(', ')}, ${SUMMED.map((id) => `CAST(${atomSql(id)} AS ${measureResult(id, groups)})`).join(', ')}, CAST(max(learntAt) AS DOUBLE)
FROM traffic WHERE client = $1 AND day = $2 AND state <> ${HOUR_STATE.outside}${of.local === undefined ? '' : ' AND local = $3'}
GROUP BY ${groups.join(', ')} ORDER BY ${groups.join(', ')}`
  return facts.frame(sql, [of.client, day, ...(of.local === undefined ? [] : [of.local])], columns)
}
