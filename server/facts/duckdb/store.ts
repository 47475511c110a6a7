import { stat } from 'node:fs/promises'
import type { DuckDBValue } from '@duckdb/node-api'
import { WHOLE_DAY, type FactQuery } from '#domain/fact-query'
import type { Column, Frame } from '#domain/frame'
import { HEALTH_ASKER, runAs, SERVER_ASKER } from '../../lib/asker.ts'
import type { Damages } from '../../lib/damages.ts'
import { batchFromRows } from '../batch.ts'
import { ATOM_COLUMNS, KEY_COLUMNS } from '../columns.ts'
import { compile, type CompiledColumn, type WholeDays } from './compile.ts'
import { openConnections, type Resources } from './connections.ts'
import { asAsked, withDayTickets } from '../day-tickets.ts'
import { noteFactsDamage } from './damage.ts'
import { writeError } from '../errors.ts'
import { createGroupCommit } from './group-commit.ts'
import { estimatedSums, keyOfEstimates } from './estimates.ts'
import { ingestGroup, type IngestJob } from './ingest-group.ts'
import { keepApart, readQuarantine } from './quarantine.ts'
import { createVersionedCache } from '../versioned-cache.ts'
import { keyOfPairs, storeSides, unfilledSums, unpairedSums } from './pairs.ts'
import { createRecentHours } from './recent-hours.ts'
import { frameFromResult } from './result-frame.ts'
import { deviceFacts } from './devices.ts'
import { importFacts } from './import-facts.ts'
import { figureFacts } from './figure-reads.ts'
import { occupancyFacts } from './occupancy-reads.ts'
import { sumsOfDay } from './download-sums.ts'
import { exportFacts } from './export-snapshot.ts'
import { quarantineFacts } from './quarantined-rows.ts'
import { placeFacts } from './place-edits.ts'
import { readingFacts } from './readings.ts'
import { uploadFacts } from './uploads.ts'
import { rollForward } from './roll-forward.ts'
import type { IngestReport, UpsertOptions } from '../store.ts'
import type { SqlFactStore, WriteOptions } from './sql-store.ts'
import type { TrafficBatch } from '../batch.ts'
import type { TimeMode, PairsQuestion, Sides } from '../questions.ts'

interface DuckDbOptions {
  readonly path: string
  readonly clock?: () => number
  readonly resources?: Resources
  /** Told of each place that could not be read because it is damaged. */
  readonly damages?: Pick<Damages, 'note'>
}

/**
 * The fact store in one DuckDB file, or in memory for tests.
 *
 * @param path a file (its folder is made) or `:memory:`
 * @param clock epoch ms; decides what is in the future, partial or settling
 * @throws {FactsError} FACTS_LOCKED when another process has the file, FACTS_UNREADABLE
 */
export async function createDuckDbFactStore({
  path,
  clock = Date.now,
  resources,
  damages,
}: DuckDbOptions): Promise<SqlFactStore> {
  const connections = await openConnections(
    path,
    resources,
    damages &&
      ((cause) => {
        void noteFactsDamage({ connections, damages, clock }, cause)
      }),
  )

  const inTransaction = <T>(
    job: Parameters<typeof connections.write<T>>[0],
    { before, after, changed }: WriteOptions<T> = {},
  ) =>
    connections
      .write(async (connection) => {
        try {
          await before?.(connection, connections.memory)
          await connection.run('BEGIN')
          const result = await job(connection)
          // DuckDB syncs its write-ahead log before COMMIT returns; the crash loop and docs/decisions show it.
          await connection.run('COMMIT')
          return result
        } catch (cause) {
          await connection.run('ROLLBACK').catch(() => undefined)
          throw cause
        } finally {
          // What is left of temp tables harms nobody: the next job replaces them.
          await after?.(connection).catch(() => undefined)
          await connections.memory.restore(connection).catch(() => undefined)
        }
      }, changed)
      .catch((cause: unknown) => {
        throw writeError(path, cause)
      })

  const ingest = createGroupCommit<IngestJob, IngestReport>((jobs) =>
    inTransaction((connection) => ingestGroup(connection, jobs, clock())),
  )
  const add = (job: IngestJob, alone = false) =>
    job.batch.length === 0
      ? Promise.resolve({ accepted: 0, duplicate: 0, restated: 0, quarantined: 0 })
      : ingest.add(job, job.batch.length, alone)

  const rows = (sql: string, params?: readonly DuckDBValue[]) =>
    connections.readInto(sql, params, (result) => result.getRows())

  const keptWholeDays = createVersionedCache<boolean>(1)
  /**
   * Whether any row is of a whole day. Where none is, which is nearly everywhere, questions are asked as if there were
   * no such rows.
   */
  const hasWholeDays = () =>
    keptWholeDays('', connections.changes.version(), async () =>
      // Asked for everybody: nobody's other questions come before it.
      runAs(
        SERVER_ASKER,
        async () => (await rows(`SELECT 1 FROM traffic WHERE hour = ${WHOLE_DAY} LIMIT 1`)).length > 0,
      ),
    )

  async function read(query: FactQuery, mode?: TimeMode, asked: WholeDays = 'apart'): Promise<Frame> {
    const { sql, params, columns, periods } = compile(query, 'duckdb', mode, (await hasWholeDays()) ? asked : 'none')
    return connections.readInto(sql, params, (result) => frameFromResult(result, columns, periods))
  }

  const kept = createVersionedCache<Mark[]>(MARKS_KEPT)
  /** Every answer of a page says how new it is: the marks are read once for all of them, and again after a write. */
  const marks = (client: readonly number[]) =>
    kept(client.join(' '), connections.changes.version(), async () => {
      const places = client.map((_, i) => `$${i + 1}`).join(', ')
      const known = await rows(
        `SELECT local, CAST(instant AS DOUBLE), CAST(learntAt AS DOUBLE) FROM mark WHERE client IN (${places}) ORDER BY local`,
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

  /**
   * The questions of a page share what their periods have in common; it is read again after a write to one of their
   * days.
   */
  const keptSides = createVersionedCache<ReadonlyMap<number, Sides>>(PAIRS_KEPT)
  const keptUnpaired = createVersionedCache<Frame>(PAIRS_KEPT)
  const keptEstimates = createVersionedCache<Frame>(PAIRS_KEPT)
  const keptDays = createVersionedCache<{ first: number; last: number } | null>(MARKS_KEPT)
  const versionOf = ({ comparing, reference }: PairsQuestion) => connections.changes.versionOf([comparing, reference])
  const frame: SqlFactStore['frame'] = (sql, params, columns, texts = []) =>
    connections.readInto(sql, params, (result) => frameFromResult(result, columns, texts))

  return {
    sides: (question) =>
      keptSides(keyOfPairs(question), versionOf(question), () => storeSides({ read: rows }, question)),
    unpaired: (question, asked) =>
      keptUnpaired(
        [keyOfPairs(question), 'by', ...asked.by, 'sum', ...asked.measures].join(' '),
        versionOf(question),
        () => unpairedSums({ frame }, question, asked),
      ),
    estimated: (question, by) =>
      keptEstimates(keyOfEstimates(question, by), connections.changes.versionOf(question.periods), () =>
        estimatedSums({ frame }, question, by),
      ),
    unfilled: (question, by) =>
      keptEstimates([keyOfPairs(question), 'unfilled by', ...by].join(' '), versionOf(question), () =>
        unfilledSums({ frame }, question, by),
      ),
    async query(asked, mode = 'open') {
      const query = withDayTickets(asked)
      const frame = (mode === 'open' ? await recent(query) : null) ?? (await read(query, mode))
      return query === asked ? frame : asAsked(frame)
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
    upsertTraffic(rows, cause, options: UpsertOptions = {}) {
      const { batch, unfit } = batchFromRows(rows)
      return add(
        { batch, unfit, cause, ...(options.onQuarantine && { onQuarantine: options.onQuarantine }) },
        options.alone,
      )
    },
    upsertBatch(batch: TrafficBatch, cause, options: UpsertOptions = {}) {
      return add(
        { batch, unfit: NONE, cause, ...(options.onQuarantine && { onQuarantine: options.onQuarantine }) },
        options.alone,
      )
    },
    keepApart: (rows) => inTransaction((connection) => keepApart(connection, rows, clock())),
    quarantined: (scope, limit = 1000) => readQuarantine(connections, scope, limit),
    async watermark({ client }) {
      if (client.length === 0) return []
      return [...(await marks(client))]
    },
    async daysWithCounts({ client }, locals) {
      if (client.length === 0 || locals.length === 0) return null
      return keptDays(`${client.join(' ')} of ${locals.join(' ')}`, connections.changes.version(), async () => {
        const places = (ids: readonly number[], from: number) => ids.map((_, i) => `$${from + i + 1}`).join(', ')
        const [row] = await rows(
          `SELECT min(day), max(day) FROM traffic WHERE client IN (${places(client, 0)}) AND local IN (${places(locals, client.length)}) AND ${COUNTED}`,
          [...client, ...locals],
        )
        return row?.[0] == null || row[1] == null ? null : { first: Number(row[0]), last: Number(row[1]) }
      })
    },
    rollForward: (what) => rollForward((work) => inTransaction(work), what),
    occupancy: occupancyFacts({ read: rows, frame }),
    sumsOfDay: (of, day) => sumsOfDay({ frame }, of, day),
    quarantine: quarantineFacts({ read: rows, write: inTransaction }),
    readings: readingFacts({ write: inTransaction }),
    places: placeFacts({ read: rows, write: inTransaction }),
    uploads: uploadFacts({ read: rows, write: inTransaction }),
    exports: exportFacts({ read: rows, snapshot: connections.snapshot }),
    figures: figureFacts({ read: rows }),
    imports: importFacts({ read: rows, write: inTransaction }),
    devices: deviceFacts({ read: rows, frame, write: inTransaction }),
    write: inTransaction,
    read: rows,
    frame,
    snapshot: connections.snapshot,
    checkpoint: connections.checkpoint,
    isFolded: async () => path === ':memory:' || (await stat(`${path}.wal`).catch(() => null)) === null,
    hold: connections.hold,
    async ready() {
      try {
        await runAs(HEALTH_ASKER, () => rows('SELECT 1'))
        return true
      } catch {
        return false
      }
    },
    async close() {
      await ingest.idle()
      await connections.close()
    },
  }
}

type Mark = Awaited<ReturnType<SqlFactStore['watermark']>>[number]

const MARKS_KEPT = 32
/** Questions of a few pages; an answer is small, as gaps are few. */
const PAIRS_KEPT = 48

/** Hours of which a counter said something: tickets alone are no count of people. */
const COUNTED = 'coalesce(ins, visits, fro, far) IS NOT NULL'

const NONE: ReadonlySet<number> = new Set()

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
const TRAFFIC_SQL = `SELECT ${TRAFFIC_COLUMNS.map(({ column: { id }, result }) => `CAST(${id} AS ${result})`).join(', ')}
FROM traffic WHERE local = $1 AND day BETWEEN $2 AND $3`

/** Locals of which a whole day was counted. */
const wholeDaysSql = (
  locals: number,
  periods: number,
  notArea: readonly number[],
) => `SELECT DISTINCT local FROM traffic
WHERE client = $1 AND local IN (${Array.from({ length: locals }, (_, i) => `$${i + 2}`).join(', ')}) AND hour = ${WHOLE_DAY} AND coalesce(ins, visits, fro, far) IS NOT NULL${notArea.length === 0 ? '' : ` AND area NOT IN (${notArea.map(Number).join(', ')})`}
  AND (${Array.from({ length: periods }, (_, i) => `day BETWEEN $${locals + 2 + 2 * i} AND $${locals + 3 + 2 * i}`).join(' OR ')}) ORDER BY local`

const emptyTraffic = (): Frame => ({
  columns: TRAFFIC_COLUMNS.map(({ column }) => column),
  data: TRAFFIC_COLUMNS.map(() => ({ kind: 'numbers', values: new Int32Array(0) })),
  rows: 0,
})
