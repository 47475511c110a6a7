import type { FactDimension, FactPeriod, FactQuery } from '#domain/fact-query'
import type { Frame } from '#domain/frame'
import type { TrafficBatch } from './batch.ts'
import type { QuarantineReason } from './checks.ts'
import type { DemoFacts } from './demo.ts'
import type { DeviceFacts } from './devices.ts'
import type { SumsOf } from './downloads.ts'
import type { ExportFacts } from './exports.ts'
import type { FigureFacts } from './figures.ts'
import type { ImportFacts } from './imports.ts'
import type { OccupancyFacts } from './occupancy.ts'
import type { PlaceFacts } from './places.ts'
import type { PresenceFacts } from './presence.ts'
import type { QuarantineFacts } from './quarantine.ts'
import type { ReadingFacts } from './readings.ts'
import type { UploadFacts } from './uploads.ts'
import type { TimeMode, EstimatesQuestion, PairsQuestion, Sides, RollForward, RollReport } from './questions.ts'
import type { TrafficRow, IngestReport, Quarantined } from './traffic-row.ts'

export interface UpsertOptions {
  /** Called with each row that is quarantined: its place in the input, and the reason. */
  readonly onQuarantine?: (row: number, reason: QuarantineReason) => void
  /** All or nothing: other callers' rows are not in the same transaction, and none is waited for. */
  readonly alone?: boolean
}

/**
 * The facts: additive counts by local, day and hour. One writer process per store.
 * `upsertTraffic` resolves only after the rows are durable on disk (group commit).
 */
export interface FactStore {
  readonly devices: DeviceFacts
  readonly figures: FigureFacts
  readonly imports: ImportFacts
  readonly exports: ExportFacts
  readonly quarantine: QuarantineFacts
  readonly uploads: UploadFacts
  readonly places: PlaceFacts
  readonly presence: PresenceFacts
  /** Builds the past of a demo from its hours. */
  readonly demo: DemoFacts
  readonly readings: ReadingFacts
  readonly occupancy: OccupancyFacts
  /** @throws {FactQueryError} FACT_QUERY_INVALID */
  query(query: FactQuery, mode?: TimeMode): Promise<Frame>
  /** Of these locals, those with a count of a whole day, whose hours are not known, in some of the periods. */
  wholeDays(question: {
    readonly client: number
    readonly locals: readonly number[]
    readonly notArea?: readonly number[]
    readonly periods: readonly FactPeriod[]
  }): Promise<number[]>
  /**
   * The rows of one local between two days (both included), as stored, with missing hours present as null rows.
   * Columns: client, local, area, day, hour, fold, instant (epoch s), the atoms (times are sums), expected, observed,
   * estimatedIns, estimatedDev, state (numbers of `HOUR_STATE`), learntAt (epoch ms). A local of another client has no
   * rows.
   */
  traffic(scope: { client: readonly number[] }, local: number, fromDay: number, toDay: number): Promise<Frame>
  /**
   * The figures of each store in two periods, and the part that the other period lacks; a local without a row is not in
   * it.
   */
  sides(question: PairsQuestion): Promise<ReadonlyMap<number, Sides>>
  /** The part of each measure in hours that the other period does not have whole; see `pairs.ts`. */
  unpaired(question: PairsQuestion, requested: Pick<FactQuery, 'by' | 'measures'>): Promise<Frame>
  /** Estimated entries, their variance, and the hours without an estimate; see `estimates.ts`. */
  estimated(question: EstimatesQuestion, by: readonly FactDimension[]): Promise<Frame>
  /**
   * The part of entries with estimates in hours that the other period has neither counted nor estimated; see
   * `pairs.ts`.
   */
  unfilled(question: PairsQuestion, by: readonly FactDimension[]): Promise<Frame>
  /**
   * One day of a download: sums by hour, by local or by both, hours outside the opening hours left out as in every
   * total. Columns: the groups, the atoms, `learntAt` (epoch ms). What no row reported is null.
   */
  sumsOfDay(of: SumsOf, day: number): Promise<Frame>
  /** @throws {FactsError} FACTS_WRITE_FAILED: none of this call was stored, send it again. */
  upsertTraffic(rows: readonly TrafficRow[], cause: string, options?: UpsertOptions): Promise<IngestReport>
  /** The same for rows that are columns already: a bulk load makes no row objects. */
  upsertBatch(batch: TrafficBatch, cause: string, options?: UpsertOptions): Promise<IngestReport>
  /**
   * Keeps rows apart that never became traffic rows, such as unreadable lines of an import. A row that is there already
   * is not repeated.
   */
  quarantineRows(rows: readonly Omit<Quarantined, 'learntAt'>[]): Promise<void>
  /** Newest first. */
  quarantined(scope: { client: readonly number[] }, limit?: number): Promise<Quarantined[]>
  /** Newest hour known per local (epoch s) and when it was learnt (epoch ms), for `as of` and for settling. */
  watermark(scope: { client: readonly number[] }): Promise<{ local: number; instant: number; learntAt: number }[]>
  /**
   * First and last day with a count of these locals, days since 1970, and the stretches of a week or more between them
   * without any; null where nothing was ever counted.
   */
  daysWithCounts(
    scope: { client: readonly number[] },
    locals: readonly number[],
  ): Promise<{ first: number; last: number; gaps: readonly { first: number; last: number }[] } | null>
  /** Writes placeholders, weights, states and estimates of the expected hours that have passed; see roll-forward.ts. */
  rollForward(what: RollForward): Promise<RollReport>
  /** Folds the write-ahead log into the file: after a bulk load, so that the next start is quick. */
  checkpoint(): Promise<void>
  /** Whether all of it is in the file: nothing is in the write-ahead log alone. */
  isFolded(): Promise<boolean>
  /**
   * Keeps the file and its log as they are while the work runs, so that another process can copy them: writers wait,
   * readers go on.
   */
  hold<T>(work: () => Promise<T>): Promise<T>
  ready(): Promise<boolean>
  close(): Promise<void>
}
