/** Rows of files, and hours, that could not be counted. */
import type { QuarantinedRowsQuery } from '#schemas/generated/api/quarantined-rows-query.ts'
import type { QuarantineGroup } from '#schemas/generated/entities/quarantine-group.ts'
import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'
import type { TrafficRow } from './traffic-row.ts'

/** An hour as a person says it is, and the row in quarantine that it comes from. */
export interface ReleasedRow {
  readonly id: number
  readonly source: string
  readonly hour: Pick<TrafficRow, 'client' | 'local' | 'area' | 'day' | 'hour' | 'fold' | 'instant'>
  readonly counts: QuarantinedRow['suggestion']['counts']
}

/** A released row would be quarantined again; nothing was stored. */
export class KeptAgain extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

export interface QuarantineFacts {
  /** Newest first. */
  list(query: QuarantinedRowsQuery): Promise<QuarantinedRow[]>
  find(ids: readonly number[]): Promise<QuarantinedRow[]>
  /** How many rows wait, by client, reason, source and file; the largest first. */
  groups(): Promise<QuarantineGroup[]>
  /** Stores the hour by the checks that all hours pass, and marks the row. @throws {KeptAgain} */
  release(row: ReleasedRow, nowMs: number): Promise<void>
  /** They stay as dismissed: the same rows of the same file are not quarantined again. All or none. */
  dismiss(ids: readonly number[], nowMs: number): Promise<void>
}
