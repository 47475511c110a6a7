/** Builds the past of a demo from its hours: everything follows from existing counts. */

/** The pings of a footscan: how many messages an hour. */
export interface DemoFootscan {
  readonly device: number
  readonly area: number
  readonly hourly: number
}

export interface DemoFacts {
  /**
   * Exits in hours without data of a footscan: a share of an hour's visitors leaves in the next one, and the last hour
   * of a day ends with 0 people inside.
   */
  exits(of: {
    readonly clients: readonly number[]
    readonly fromDay: number
    /** Share of those who came in that a door counts out again. */
    readonly countedOut: number
    /** Share of those who came in within an hour who are still there at its end. */
    readonly stillThere: number
  }): Promise<void>
  /** Sales of the tills, with their tickets: a mean amount by store, and one to three units a ticket. */
  sales(of: { readonly clients: readonly number[]; readonly fromDay: number }): Promise<void>
  /**
   * Pings of footscans in the hours they counted; none where one has reported itself. In one hour of `lostEvery`, a
   * twelfth of the messages is lost.
   */
  pings(of: {
    readonly footscans: readonly DemoFootscan[]
    readonly fromDay: number
    /** Epoch s. */
    readonly now: number
    readonly lostEvery: number
  }): Promise<void>
  /**
   * People inside by the minute: who came in less who went out, evenly within each past hour, accurate to one in a
   * hundred people. Existing minutes stay.
   */
  minutes(of: { readonly clients: readonly number[]; readonly fromDay: number; readonly now: number }): Promise<void>
  /**
   * A figure by month, place and item. `items`: of a usual month. `markets`: their share of each, in parts of a
   * hundred. Clients that have one of a month keep it. @param of `from`, `to`: months, the last one not included
   */
  months(of: {
    readonly clients: readonly number[]
    readonly markets: Readonly<Record<string, number>>
    readonly items: Readonly<Record<string, number>>
    readonly from: number
    readonly to: number
  }): Promise<void>
}
