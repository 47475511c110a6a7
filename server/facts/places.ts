/** The facts that belong to a client, a local or an area, and how they follow its corrections. */
import type { RollForward } from './questions.ts'

export type PlaceColumn = 'client' | 'local' | 'area'

export interface FactContents {
  /** Hours with counts, and the civil days of the first and the last. */
  readonly hours: number
  readonly firstDay: number | null
  readonly lastDay: number | null
  /** Days of which uploads say how many tickets there were. */
  readonly ticketDays: number
  /** Readings of devices: counts, counters, people inside. */
  readonly readings: number
  /** Lines and readings that wait in quarantine. */
  readonly quarantined: number
}

/** How an hour that both have is merged: the target's counts, the source's, or their sum. */
export type BothHave = 'keep' | 'take' | 'sum'

/** An area of the facts (0 = the local as a whole) and where it goes. */
export interface AreaMove {
  readonly local: number
  readonly area: number
  readonly toClient: number
  readonly toLocal: number
  readonly toArea: number
}

export interface Overlap {
  /** Hours of which both have counts, and those of them in which they say the same. */
  readonly hours: number
  readonly equal: number
  readonly firstDay: number | null
  readonly lastDay: number | null
  /** People who came in within these hours. */
  readonly fromIns: number
  readonly intoIns: number
  /** Days of which both have tickets: an upload has to be undone first. */
  readonly ticketDays: number
  /** Minutes of which both have people inside: nothing says which of them hold. */
  readonly minutes: number
}

export interface MergeFacts {
  readonly moves: readonly AreaMove[]
  /** Needed where both have hours that differ. */
  readonly both: BothHave
  readonly cause: string
  readonly nowMs: number
}

export interface RemovedPlace {
  readonly column: PlaceColumn
  readonly id: number
  /** Its locals and areas, and the footscans that stood in them: some tables know only these. */
  readonly locals: readonly number[]
  readonly areas: readonly number[]
  readonly devices: readonly number[]
  /** For an area: the local that it was part of, which remains. */
  readonly remaining: number | null
}

/** Changes of one transaction, in the order of their calls. */
export interface PlaceEdits {
  /** Weights, states and placeholders of these locals go: another schedule makes others. */
  forgetExpected(locals: readonly number[]): Promise<void>
  /** Every hour of the local gets the day and hour of the new clock for the moment at which it began. */
  relabelHours(change: { local: number; from: string; to: string; nowMs: number }): Promise<void>
  /** Every row of the moved areas goes to where they go. */
  merge(what: MergeFacts): Promise<void>
  moveClient(what: { from: number; into: number; locals: readonly number[] }): Promise<void>
  /** Everything that the facts have of the place goes with it. */
  remove(place: RemovedPlace): Promise<void>
  /** As `FactStore.rollForward`. */
  rollForward(what: RollForward): Promise<void>
  /** Tickets of whole days are laid on the hours of their days anew. */
  ticketsAgain(place: { local: number; timeZone: string; area: number }, nowMs: number): Promise<void>
}

export interface PlaceFacts {
  /** By id of the place; a place without anything is not in it. */
  hoursBy(
    by: PlaceColumn,
    within: { readonly column: PlaceColumn; readonly id: number } | null,
  ): Promise<ReadonlyMap<number, Pick<FactContents, 'hours' | 'firstDay' | 'lastDay'>>>
  contents(column: PlaceColumn, id: number): Promise<FactContents>
  /** When the first count of each of these locals began from a moment on, epoch ms; null: none yet. */
  firstCounts(requested: readonly { readonly local: number; readonly from: number }[]): Promise<(number | null)[]>
  /** How many hours of a local would begin within an hour of another clock. */
  splitHours(local: number, zones: { from: string; to: string }): Promise<number>
  overlap(moves: readonly AreaMove[]): Promise<Overlap>
  /** Investments of the same day and concept that two clients both have. */
  sharedInvestments(client: number, other: number): Promise<number>
  /** All of it or nothing. */
  edit(work: (edits: PlaceEdits) => Promise<void>): Promise<void>
}
