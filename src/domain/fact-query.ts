/**
 * A FactQuery is a question to the fact store as data. The server compiles it to SQL for its dialect; the browser
 * kernels answer the same question over a frame; a test holds both equal on the same rows.
 */
export type FactTable = 'traffic'

/**
 * Dimensions a query may group by. `period` and `index` exist only when `periods` is given: `index` = day - period
 * begin. A `week` is its Monday.
 */
export type FactDimension =
  | 'client'
  | 'local'
  | 'area'
  | 'day'
  | 'hour'
  | 'weekday'
  | 'week'
  | 'month'
  | 'period'
  | 'index'

/**
 * The hour of a row that has the count of a whole day, of which no hours are known. Questions by the hour leave it out,
 * any other counts it; among the hours that were expected it represents as many as a day has.
 */
export const WHOLE_DAY = 24

export interface FactPeriod {
  /** `comparing`, `reference`, or `only`. */
  readonly name: string
  /** Days since 1970-01-01, both inclusive, in the local's civil calendar. */
  readonly from: number
  readonly to: number
}

export interface FactQuery {
  readonly table: FactTable
  /** Additive atoms (see `src/domain/metrics/atoms.ts`); ratios are derived from them afterwards, never averaged. */
  readonly measures: readonly string[]
  readonly by: readonly FactDimension[]
  readonly where: {
    /** Tenant scope: mandatory, an empty list answers nothing. */
    readonly client: readonly number[]
    /** Empty or absent = every local of the clients. */
    readonly local?: readonly number[]
    /**
     * Areas that are left out: they count another kind of traffic. Absent = those that the client's main kind leaves
     * out; empty = none.
     */
    readonly notArea?: readonly number[]
  }
  readonly periods: readonly FactPeriod[]
}
