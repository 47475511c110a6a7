/** State of one stored hour. The numbers are on disk: append, never renumber. */
export const HOUR_STATE = {
  final: 0,
  /** The hour is not over yet. */
  partial: 1,
  /** Over, but late data is still possible. */
  settling: 2,
  /** Not reported; `estimatedIns` has a guess, the atoms stay null. */
  estimated: 3,
  /** Expected, over, settled and not reported. */
  missing: 4,
  /** The local was closed in an hour in which it is open on other days (weekly closing day, holiday). */
  closed: 5,
  /** Counted outside the opening hours (cleaners, alarms): kept, and left out of totals unless asked for. */
  outside: 6,
} as const
/** @internal for tests */
export type HourState = keyof typeof HOUR_STATE
