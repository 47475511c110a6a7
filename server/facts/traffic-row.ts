/** Rows of the facts, and what became of rows that were sent. */
/**
 * One hour of one area of one local, as it is stored. Atoms only; `null` = not reported, `0` = reported and none
 * came.
 */
export interface TrafficRow {
  client: number
  local: number
  area: number
  /** Days since 1970-01-01, civil calendar of the local. */
  day: number
  /** 0 to 23, or `WHOLE_DAY`. */
  hour: number
  /** 1 for the second pass through the repeated hour of the autumn clock change, else 0. */
  fold: 0 | 1
  /** Start of the hour, seconds since 1970-01-01 UTC; of a whole day, of its last one. */
  instant: number
  far: number | null
  fro: number | null
  ins: number | null
  /** Who left. */
  outs: number | null
  /** Of the tickets: in hundredths of the currency of the file. */
  sales: number | null
  units: number | null
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

/** The result of an upsert: the four always add up to the number of rows. */
export interface IngestReport {
  /** New hours, and known hours that were completed by atoms that had not been reported yet. */
  accepted: number
  /** Same key, same values: nothing changed. */
  duplicate: number
  /** Same key, new values: the old values went to the log with the time they were learnt. */
  restated: number
  /** Quarantined with a reason, not counted. */
  quarantined: number
}

/** A quarantined row. `row` has the columns of `TrafficRow`, or what an import had read. */
export interface Quarantined {
  readonly client: number
  readonly local: number
  readonly reason: string
  /** Who sent it: the `cause` of the upsert. */
  readonly source: string
  /** Epoch ms. */
  readonly learntAt: number
  readonly row: Readonly<Record<string, unknown>>
}
