/**
 * The sums of a download, day by day: one day is read at a time, so that a month of a whole brand is never in memory.
 */
import { WHOLE_DAY } from '#domain/fact-query'
import type { Column, Frame } from '#domain/frame'
import { atomSql } from '#domain/metrics/index'
import { measureResult } from './compile.ts'
import type { CompiledColumn } from './compile.ts'
import { ATOM_COLUMNS } from '../columns.ts'
import { HOUR_STATE } from '../hour-state.ts'
import type { SqlFactStore } from './sql-store.ts'
import type { SumsOf } from '../downloads.ts'

const ranges = (name: string) => [0, 1, 2, 3].map((k) => `${name}${k}`)
const SUMMED = [
  'far',
  'fro',
  'ins',
  'bounces',
  'visits',
  'tickets',
  'insTimeS',
  'visitTimeS',
  ...ranges('insInRange'),
  ...ranges('localRepRange'),
  ...ranges('clientRepRange'),
  'visitsWithTickets',
  'insWithTickets',
]

/** Columns of an hour; the others follow from them. */
const STORED: ReadonlySet<string> = new Set(ATOM_COLUMNS)

const whole = (id: string, type: Column['type'] = 'int'): CompiledColumn => ({
  column: { id, type, role: 'dim' },
  result: 'integer',
})

/** The groups of a row, in the order in which the rows come. */
const groupsOf = ({ content, byLocal }: SumsOf): string[] => [
  'day',
  ...(content === 'daily' ? [] : ['hour', 'fold']),
  ...(content === 'rows' || byLocal ? ['local'] : []),
]

/**
 * The hours without the counts whose module is off: at every local, or at some. Ids are numbers and names those of
 * columns.
 */
function reportedRows(groups: SumsOf['muted']): string {
  const offAt = new Map<string, number[]>()
  for (const { locals, muted } of groups)
    for (const atom of muted) if (STORED.has(atom)) offAt.set(atom, [...(offAt.get(atom) ?? []), ...locals])
  if (offAt.size === 0) return 'traffic'
  const replaced = [...offAt].map(
    ([atom, locals]) => `CASE WHEN local IN (${locals.map(Number).join(', ')}) THEN NULL ELSE ${atom} END AS ${atom}`,
  )
  return `(SELECT * REPLACE (${replaced.join(', ')}) FROM traffic)`
}

/**
 * One day: sums by hour, by local or by both, hours outside the opening hours left out as in every total. Columns: the
 * groups, the atoms, `learntAt` (epoch ms). What no row reported is null.
 */
export async function sumsOfDay(facts: Pick<SqlFactStore, 'frame'>, of: SumsOf, day: number): Promise<Frame> {
  const groups = groupsOf(of)
  const columns: CompiledColumn[] = [
    ...groups.map((id) => whole(id, id === 'day' ? 'day' : 'int')),
    ...SUMMED.map((id): CompiledColumn => ({
      column: { id, type: 'int', role: 'measure' },
      result: measureResult(id, groups),
    })),
    { column: { id: 'learntAt', type: 'int', role: 'measure' }, result: 'double' },
  ]
  const conditions = [
    'client = $1 AND day = $2',
    `state <> ${HOUR_STATE.outside}`,
    ...(of.notArea.length > 0 ? [`area NOT IN (${of.notArea.map(Number).join(', ')})`] : []),
    ...(groups.includes('hour') ? [`hour < ${WHOLE_DAY}`] : []),
    ...(of.local === undefined ? [] : ['local = $3']),
  ]
  const sql = `SELECT ${groups.map((id) => `CAST(${id} AS INTEGER)`).join(', ')},
    ${SUMMED.map((id) => `CAST(${atomSql(id)} AS ${measureResult(id, groups)})`).join(', ')},
    CAST(max(learntAt) AS DOUBLE)
FROM ${reportedRows(of.muted)} traffic WHERE ${conditions.join(' AND ')}
GROUP BY ${groups.join(', ')} ORDER BY ${groups.join(', ')}`
  return facts.frame(sql, [of.client, day, ...(of.local === undefined ? [] : [of.local])], columns)
}
