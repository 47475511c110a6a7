/** The settings behind the status of a footscan, each named once (metrics.md 5.9 and 5.11). */
export const DEVICE_HEALTH = {
  /** Open seconds without coverage from which a workday is DOWN. */
  downAfterS: 3600,
  /** The silence test: people expected in a silent stretch from which zero is no chance any more, P(0 | 7) < 0.001. */
  silentFromMu: 7,
  /**
   * A running stretch begins this long before now at the latest, or two messages if that is longer: what is in flight
   * is not silence.
   */
  leastGraceS: 120,
  /** "The last 8 comparable weeks": what the expected count of an hour is the median of. */
  weeks: 8,
  /** Open hours in a row with exactly the same count after which a counter is stuck. */
  stuckHours: 6,
  /** Below this count equal hours are chance: six times one in a row happens in any quiet shop. */
  stuckFrom: 5,
  /** |in − out| ÷ in of a whole day above which one direction is not counted. */
  oneWayShare: 0.15,
  /** A day with fewer entries is too small to judge directions. */
  oneWayFrom: 50,
  /**
   * Distance from the median of comparable days, in median absolute deviations; a deviation is at least the square root
   * of the median.
   */
  jumpMads: 6,
  /** Comparable days needed before a jump is called one. */
  jumpFrom: 4,
} as const
