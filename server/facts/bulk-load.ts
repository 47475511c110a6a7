import type { DuckDBConnection } from '@duckdb/node-api'
import type { TrafficBatch } from './batch.ts'
import type { QuarantineReason } from './checks.ts'
import { ingestGroup } from './ingest-group.ts'
import { keepApart } from './quarantine.ts'
import type { IngestReport, Quarantined } from './store.ts'

export interface BulkSlice {
  readonly batch: TrafficBatch
  /** Rows at full scale that are still to be judged; the others were, with all that is around them. */
  readonly suspects: readonly number[]
  readonly onQuarantine: (row: number, reason: QuarantineReason) => void
}

export interface BulkLoad {
  /** Hours in slices, each small enough to be held. A slice may be filled again when the next one is asked for. */
  readonly slices: AsyncIterable<BulkSlice>
  /** Rows that never became hours. */
  readonly apart: AsyncIterable<readonly Omit<Quarantined, 'learntAt'>[]>
  readonly cause: string
  readonly nowMs: number
}

/** Stores any number of hours inside the transaction that the caller opened, so that all of them are stored or none. */
export async function bulkLoad(connection: DuckDBConnection, { slices, apart, cause, nowMs }: BulkLoad): Promise<IngestReport> {
  const report: IngestReport = { accepted: 0, duplicate: 0, restated: 0, quarantined: 0 }
  for await (const { batch, suspects, onQuarantine } of slices) {
    const [of] = await ingestGroup(connection, [{ batch, unfit: NONE, cause, suspects, onQuarantine }], nowMs)
    for (const key of ['accepted', 'duplicate', 'restated', 'quarantined'] as const) report[key] += of![key]
  }
  for await (const rows of apart) await keepApart(connection, rows, nowMs)
  return report
}

const NONE: ReadonlySet<number> = new Set()
