import type { Frame } from '#domain/frame'
import type { FactQuery } from '#domain/fact-query'

/** One hour of one area of one local, as it is stored. Atoms only; `null` = not reported, `0` = reported and nobody came. */
export interface TrafficRow {
  client: number
  local: number
  area: number
  /** Days since 1970-01-01, civil calendar of the local. */
  day: number
  hour: number
  /** 1 for the second pass through the repeated hour of the autumn clock change, else 0. */
  fold: 0 | 1
  /** Start of the hour, seconds since 1970-01-01 UTC. */
  instant: number
  far: number | null
  fro: number | null
  ins: number | null
  bounces: number | null
  visits: number | null
  tickets: number | null
  /** Sum over ins, in seconds. */
  insTimeS: number | null
  /** Sum over visits, in seconds. */
  visitTimeS: number | null
  insInRange0: number | null
  insInRange1: number | null
  insInRange2: number | null
  insInRange3: number | null
  identifiedVisits: number | null
  localRepRange0: number | null
  localRepRange1: number | null
  localRepRange2: number | null
  localRepRange3: number | null
  clientRepRange0: number | null
  clientRepRange1: number | null
  clientRepRange2: number | null
  clientRepRange3: number | null
}

/** What an upsert did with the rows it was given: the four always add up to the number given. */
export interface IngestReport {
  accepted: number
  /** Same key, same values: nothing changed. */
  duplicate: number
  /** Same key, new values: the old values went to the log with the time they were learnt. */
  restated: number
  /** Kept apart with a reason, not counted. */
  quarantined: number
}

/**
 * The facts: additive counts by local, day and hour. One writer process per store.
 * `upsertTraffic` resolves only after the rows are durable on disk (group commit).
 */
export interface FactStore {
  query(query: FactQuery): Promise<Frame>
  /** The rows of one local between two days, as stored, with missing hours present as null rows. */
  traffic(scope: { client: readonly number[] }, local: number, fromDay: number, toDay: number): Promise<Frame>
  upsertTraffic(rows: readonly TrafficRow[], cause: string): Promise<IngestReport>
  /** Newest hour known per local, for `as of` and for settling. */
  watermark(scope: { client: readonly number[] }): Promise<{ local: number; instant: number; learntAt: number }[]>
  ready(): Promise<boolean>
  close(): Promise<void>
}
