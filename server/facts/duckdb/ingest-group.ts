import type { DuckDBConnection } from '@duckdb/node-api'
import { appendBatch, STAGING_DDL } from './append.ts'
import { copyRow, createBatch, rowOf, type TrafficBatch } from '../batch.ts'
import { brokenRule, type QuarantineReason } from '../checks.ts'
import { ATOM_COLUMNS, LOG_COLUMNS, NULL } from '../columns.ts'
import { createKeyIndex } from './key-index.ts'
import { mergeBatch, VERDICT } from './merge.ts'
import { quarantineRows } from './quarantine.ts'
import { fullScaleFaults } from './sentinels.ts'
import type { IngestReport, Quarantined } from '../traffic-row.ts'

export interface IngestJob {
  readonly batch: TrafficBatch
  /** Rows with a value that is no whole number. */
  readonly unfit: ReadonlySet<number>
  readonly cause: string
  /** Sums over devices, or counts that a person has looked at: the full scale of a counter means nothing there. */
  readonly takesFullScale?: true
  readonly onQuarantine?: (row: number, reason: QuarantineReason) => void
}

/**
 * Checks and merges the rows of a group of callers, inside one transaction.
 *
 * When a key occurs more than once in the group, the later row wins and the earlier values go to the log, as if they
 * had come one after the other; nulls of the later row leave what the earlier one said.
 *
 * @returns one report per job, whose four numbers add up to its rows
 */
export async function ingestGroup(
  connection: DuckDBConnection,
  jobs: readonly IngestJob[],
  nowMs: number,
): Promise<IngestReport[]> {
  const reports = jobs.map((): IngestReport => ({ accepted: 0, duplicate: 0, restated: 0, quarantined: 0 }))
  const quarantined: Omit<Quarantined, 'learntAt'>[] = []
  const quarantine = (j: number, i: number, reason: QuarantineReason) => {
    const { batch, cause, onQuarantine } = jobs[j]!
    reports[j]!.quarantined += 1
    quarantined.push({ client: batch.client[i]!, local: batch.local[i]!, reason, source: cause, row: rowOf(batch, i) })
    onQuarantine?.(i, reason)
  }

  const { merged, order, owner, source, superseded } = await gather(connection, jobs, nowMs, reports, quarantine)
  const cause = [...new Set(jobs.map((job) => job.cause))].join(', ').slice(0, 200)
  const verdicts = await mergeBatch(connection, merged, order, nowMs, cause)
  for (let at = 0; at < order.length; at += 1) {
    const row = order[at]!
    const verdict = verdicts[at]!
    const report = reports[owner[row]!]!
    if (verdict === VERDICT.broken) quarantine(owner[row]!, source[row]!, 'MERGED_INVARIANT')
    else if (verdict === VERDICT.dayHasHours) quarantine(owner[row]!, source[row]!, 'DAY_HAS_HOURS')
    else if (verdict === VERDICT.duplicate) report.duplicate += 1
    else if (verdict === VERDICT.restated) report.restated += 1
    else report.accepted += 1
  }
  await logSuperseded(connection, superseded, nowMs, cause)
  await quarantineRows(connection, quarantined, nowMs)
  return reports
}

const NO_FAULTS: ReadonlySet<number> = new Set()

interface Gathered {
  readonly merged: TrafficBatch
  /** Rows of `merged` to store, each key once. */
  readonly order: Int32Array
  /** Job and row of origin, for each row of `merged`. */
  readonly owner: Int32Array
  readonly source: Int32Array
  /** Values that were replaced within the group. */
  readonly superseded: TrafficBatch
}

async function gather(
  connection: DuckDBConnection,
  jobs: readonly IngestJob[],
  nowMs: number,
  reports: readonly IngestReport[],
  quarantine: (j: number, i: number, reason: QuarantineReason) => void,
): Promise<Gathered> {
  const rows = jobs.reduce((total, { batch }) => total + batch.length, 0)
  const nowS = Math.floor(nowMs / 1000)
  const merged = createBatch(rows)
  const owner = new Int32Array(rows)
  const source = new Int32Array(rows)
  const order = new Int32Array(rows)
  const superseded = createBatch(rows)
  const index = createKeyIndex(merged, rows)
  let kept = 0

  for (const [j, { batch, unfit, takesFullScale }] of jobs.entries()) {
    const faults = takesFullScale ? NO_FAULTS : await fullScaleFaults(connection, batch)
    for (let i = 0; i < batch.length; i += 1) {
      const reason = unfit.has(i) ? 'NOT_A_COUNT' : (brokenRule(batch, i, nowS) ?? (faults.has(i) ? 'SENTINEL' : null))
      if (reason) {
        quarantine(j, i, reason)
        continue
      }
      const at = merged.length
      copyRow(merged, batch, i)
      const first = index.add(at)
      if (first < 0) {
        owner[at] = j
        source[at] = i
        order[kept] = at
        kept += 1
        continue
      }
      if (!overlay(merged, first, at, superseded)) reports[j]!.duplicate += 1
      else if (brokenRule(merged, first, nowS)) {
        // The two rows cannot both be right: the earlier one stays, the later one is quarantined.
        for (const atom of ATOM_COLUMNS) merged[atom][first] = superseded[atom][superseded.length - 1]!
        superseded.length -= 1
        quarantine(j, i, 'MERGED_INVARIANT')
      } else reports[j]!.restated += 1
      merged.length -= 1
    }
  }
  return { merged, order: order.subarray(0, kept), owner, source, superseded }
}

/** Puts the reported atoms of a later row over an earlier one. Returns false when that changes nothing. */
function overlay(batch: TrafficBatch, first: number, later: number, superseded: TrafficBatch): boolean {
  const changes = ATOM_COLUMNS.some((atom) => batch[atom][later] !== NULL && batch[atom][later] !== batch[atom][first])
  if (!changes) return false
  copyRow(superseded, batch, first)
  for (const atom of ATOM_COLUMNS) if (batch[atom][later] !== NULL) batch[atom][first] = batch[atom][later]!
  return true
}

async function logSuperseded(connection: DuckDBConnection, superseded: TrafficBatch, nowMs: number, cause: string) {
  if (superseded.length === 0) return
  await connection.run(STAGING_DDL)
  await appendBatch(
    connection,
    superseded,
    Int32Array.from({ length: superseded.length }, (_, i) => i),
  )
  await connection.run(
    `INSERT INTO traffic_log (${LOG_COLUMNS}) SELECT client, local, area, day, hour, fold, ${ATOM_COLUMNS.join(', ')},
      $1::BIGINT, $1::BIGINT, $2 FROM staging`,
    [BigInt(nowMs), cause],
  )
}
