import { stat } from 'node:fs/promises'
import type { DuckDBValue } from '@duckdb/node-api'
import { HEALTH_ASKER, runAs } from '../../lib/asker.ts'
import type { Damages } from '../../lib/damages.ts'
import { batchFromRows } from '../batch.ts'
import type { TrafficBatch } from '../batch.ts'
import { openConnections } from './connections.ts'
import type { Resources } from './open-file.ts'
import { noteFactsDamage } from './damage.ts'
import { createGroupCommit } from './group-commit.ts'
import { ingestGroup } from './ingest-group.ts'
import type { IngestJob } from './ingest-group.ts'
import { quarantineRows } from './quarantine.ts'
import { readQuarantine } from './quarantine-reads.ts'
import { frameFromResult } from './result-frame.ts'
import { deviceFacts } from './devices.ts'
import { importFacts } from './import-facts.ts'
import { figureFacts } from './figure-reads.ts'
import { occupancyFacts } from './occupancy-reads.ts'
import { sumsOfDay } from './download-sums.ts'
import { exportFacts } from './export-snapshot.ts'
import { quarantineFacts } from './quarantined-rows.ts'
import { placeFacts } from './place-edits.ts'
import { demoFacts } from './demo.ts'
import { presenceFacts } from './presence-facts.ts'
import { readingFacts } from './readings.ts'
import { uploadFacts } from './uploads.ts'
import { rollForward } from './roll-forward.ts'
import type { UpsertOptions } from '../store.ts'
import type { IngestReport } from '../traffic-row.ts'
import type { SqlFactStore } from './sql-store.ts'
import { trafficReads } from './traffic-reads.ts'
import { transactions } from './transactions.ts'
import { pairFacts } from './pair-facts.ts'

interface DuckDbOptions {
  readonly path: string
  readonly clock?: () => number
  readonly resources?: Resources
  /** Called with each place that could not be read because it is damaged. */
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

  const inTransaction = transactions(connections, path)
  const ingest = createGroupCommit<IngestJob, IngestReport>((jobs) =>
    inTransaction((connection) => ingestGroup(connection, jobs, clock())),
  )
  const add = (job: IngestJob, alone = false) =>
    job.batch.length === 0
      ? Promise.resolve({ accepted: 0, duplicate: 0, restated: 0, quarantined: 0 })
      : ingest.add(job, job.batch.length, alone)

  const rows = (sql: string, params?: readonly DuckDBValue[]) =>
    connections.readInto(sql, params, (result) => result.getRows())

  const frame: SqlFactStore['frame'] = (sql, params, columns, texts = []) =>
    connections.readInto(sql, params, (result) => frameFromResult(result, columns, texts))

  return {
    ...pairFacts({ read: rows, frame, changes: connections.changes }),
    ...trafficReads({ connections, rows, frame }),
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
    quarantineRows: (rows) => inTransaction((connection) => quarantineRows(connection, rows, clock())),
    quarantined: (scope, limit = 1000) => readQuarantine(connections, scope, limit),
    rollForward: (what) => rollForward((work) => inTransaction(work), what),
    occupancy: occupancyFacts({ read: rows, frame }),
    sumsOfDay: (of, day) => sumsOfDay({ frame }, of, day),
    quarantine: quarantineFacts({ read: rows, write: inTransaction }),
    readings: readingFacts({ read: rows, write: inTransaction }),
    demo: demoFacts({ write: inTransaction }),
    presence: presenceFacts({ read: rows, write: inTransaction }),
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

const NONE: ReadonlySet<number> = new Set()
