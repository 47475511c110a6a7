/**
 * The days that writes of this process changed, as far as they report them: cached reads of other days stay valid.
 * Sensors write every second, nearly always of today, and most queries are about past days.
 */
export interface Changes {
  /**
   * A write has ended. `days` (days since 1970) are the only ones of whose traffic it changed anything; without them it
   * may have changed all.
   */
  note(days?: readonly number[]): void
  /** Grows with every write. */
  version(): number
  /**
   * Grows with every write that may have changed the traffic of a day of these periods, first and last days included.
   */
  versionOf(periods: readonly { readonly from: number; readonly to: number }[]): number
}

export function createChanges(): Changes {
  let version = 0
  /** Version of the last write that said nothing; those of days that were named since. */
  let any = 0
  const named = new Map<number, number>()
  return {
    note(days) {
      version += 1
      if (days !== undefined) {
        for (const day of days) named.set(day, version)
        return
      }
      any = version
      named.clear()
    },
    version: () => version,
    versionOf(periods) {
      let newest = any
      for (const [day, of] of named)
        if (of > newest && periods.some(({ from, to }) => day >= from && day <= to)) newest = of
      return newest
    },
  }
}
