/** Hours of traffic: sums, rows, and from when to when there are some. */
import { WHOLE_DAY } from '#domain/fact-query'
import type { FactQuery } from '#domain/fact-query'
import type { Column, Frame } from '#domain/frame'
import { gapsAmong } from '#domain/whole-period'
import { SERVER_ASKER, runAs } from '../../lib/asker.ts'
import { ATOM_COLUMNS, KEY_COLUMNS } from '../columns.ts'
import { compile } from './compile.ts'
import type { CompiledColumn, WholeDays } from './compile.ts'
import type { Connections } from './connection-types.ts'
import { asRequested, withDayTickets } from '../day-tickets.ts'
import { createVersionedCache } from '../versioned-cache.ts'
import { createRecentHours } from './recent-hours.ts'
import { frameFromResult } from './result-frame.ts'
import type { SqlFactStore } from './sql-store.ts'
import type { TimeMode } from '../questions.ts'

type Mark = Awaited<ReturnType<SqlFactStore['watermark']>>[number]

const MARKS_KEPT = 32

/** Hours of which a counter said something: tickets alone are no count of people. */
const COUNTED = 'coalesce(ins, visits, fro, far) IS NOT NULL'

const integer = (id: string, role: Column['role'] = 'measure'): CompiledColumn => ({
  column: { id, type: id === 'day' ? 'day' : 'int', role },
  result: 'integer',
})
const TRAFFIC_COLUMNS: readonly CompiledColumn[] = [
  ...KEY_COLUMNS.map((id) => integer(id, 'dim')),
  { column: { id: 'instant', type: 'int', role: 'dim' }, result: 'double' },
  ...[...ATOM_COLUMNS, 'expected', 'observed', 'estimatedIns', 'estimatedDev', 'state'].map((id) => integer(id)),
  { column: { id: 'learntAt', type: 'int', role: 'measure' }, result: 'double' },
]
const TRAFFIC_SQL = `SELECT
  ${TRAFFIC_COLUMNS.map(({ column: { id }, result }) => `CAST(${id} AS ${result})`).join(', ')}
FROM traffic WHERE local = $1 AND day BETWEEN $2 AND $3`

/** Locals of which a whole day was counted. */
const wholeDaysSql = (
  locals: number,
  periods: number,
  notArea: readonly number[],
) => `SELECT DISTINCT local FROM traffic
WHERE client = $1 AND local IN (${Array.from({ length: locals }, (_, i) => `$${i + 2}`).join(', ')})
  AND hour = ${WHOLE_DAY}
  AND coalesce(ins, visits, fro,
  far) IS NOT NULL${notArea.length === 0 ? '' : ` AND area NOT IN (${notArea.map(Number).join(', ')})`}
  AND (${Array.from(
    { length: periods },
    (_, i) => `day BETWEEN $${locals + 2 + 2 * i} AND $${locals + 3 + 2 * i}`,
  ).join(' OR ')})
ORDER BY local`

const emptyTraffic = (): Frame => ({
  columns: TRAFFIC_COLUMNS.map(({ column }) => column),
  data: TRAFFIC_COLUMNS.map(() => ({ kind: 'numbers', values: new Int32Array(0) })),
  rows: 0,
})

interface Parts {
  readonly connections: Pick<Connections, 'readInto' | 'changes'>
  readonly rows: SqlFactStore['read']
  readonly frame: SqlFactStore['frame']
}

type Reads = Pick<SqlFactStore, 'query' | 'wholeDays' | 'traffic' | 'watermark' | 'daysWithCounts'>

export function trafficReads({ connections, rows, frame }: Parts): Reads {
  const keptWholeDays = createVersionedCache<boolean>(1)
  /**
   * Whether any row is of a whole day. Where none is, which is nearly everywhere, questions are asked as if there were
   * no such rows.
   */
  const hasWholeDays = () =>
    keptWholeDays('', connections.changes.version(), async () =>
      // Asked for all: it does not count as a question of the caller.
      runAs(
        SERVER_ASKER,
        async () => (await rows(`SELECT 1 FROM traffic WHERE hour = ${WHOLE_DAY} LIMIT 1`)).length > 0,
      ),
    )

  async function read(query: FactQuery, mode?: TimeMode, dayMode: WholeDays = 'apart'): Promise<Frame> {
    const { sql, params, columns, periods } = compile(query, 'duckdb', mode, (await hasWholeDays()) ? dayMode : 'none')
    return connections.readInto(sql, params, (result) => frameFromResult(result, columns, periods))
  }

  const kept = createVersionedCache<Mark[]>(MARKS_KEPT)
  /** Every answer of a page says how new it is: the marks are read once for all of them, and again after a write. */
  const marks = (client: readonly number[]) =>
    kept(client.join(' '), connections.changes.version(), async () => {
      const places = client.map((_, i) => `$${i + 1}`).join(', ')
      const known = await rows(
        `SELECT local, CAST(instant AS DOUBLE), CAST(learntAt AS DOUBLE) FROM mark WHERE client IN (${places})
          ORDER BY local`,
        [...client],
      )
      return known.map(([local, instant, learntAt]) => ({
        local: Number(local),
        instant: Number(instant),
        learntAt: Number(learntAt),
      }))
    })
  const recent = createRecentHours({
    version: connections.changes.versionOf,
    read: (query) => read(query, 'open', 'kept'),
    localsOf: async (client) => (await marks([client])).length,
  })

  const keptDays = createVersionedCache<Awaited<ReturnType<SqlFactStore['daysWithCounts']>>>(MARKS_KEPT)

  return {
    async query(requested, mode = 'open') {
      const query = withDayTickets(requested)
      const frame = (mode === 'open' ? await recent(query) : null) ?? (await read(query, mode))
      return query === requested ? frame : asRequested(frame)
    },
    async wholeDays({ client, locals, notArea = [], periods }) {
      if (locals.length === 0 || !(await hasWholeDays())) return []
      return (
        await rows(wholeDaysSql(locals.length, periods.length, notArea), [
          client,
          ...locals,
          ...periods.flatMap(({ from, to }) => [from, to]),
        ])
      ).map(([local]) => Number(local))
    },
    async traffic({ client }, local, fromDay, toDay) {
      if (client.length === 0) return emptyTraffic()
      const marks = client.map((_, i) => `$${i + 4}`).join(', ')
      return frame(
        `${TRAFFIC_SQL} AND client IN (${marks})\nORDER BY day, instant, area`,
        [local, fromDay, toDay, ...client],
        TRAFFIC_COLUMNS,
      )
    },
    async watermark({ client }) {
      if (client.length === 0) return []
      return [...(await marks(client))]
    },
    async daysWithCounts({ client }, locals) {
      if (client.length === 0 || locals.length === 0) return null
      return keptDays(`${client.join(' ')} of ${locals.join(' ')}`, connections.changes.version(), async () => {
        const places = (ids: readonly number[], from: number) => ids.map((_, i) => `$${from + i + 1}`).join(', ')
        const days = await rows(
          `SELECT DISTINCT day FROM traffic WHERE client IN (${places(client, 0)})
            AND local IN (${places(locals, client.length)}) AND ${COUNTED}`,
          [...client, ...locals],
        )
        const known = days.map(([day]) => Number(day)).toSorted((a, b) => a - b)
        const [first, last] = [known[0], known.at(-1)]
        return first === undefined || last === undefined ? null : { first, last, gaps: gapsAmong(known) }
      })
    },
  }
}
