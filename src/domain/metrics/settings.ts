/**
 * Decisions that the specification leaves open (metrics.md 5.11). A setting is named and versioned, so that a
 * number can say which decision it rests on; changing a default means a new version, never a silent edit.
 */
export type LocalType =
  | 'automotive'
  | 'office'
  | 'store'
  | 'library'
  | 'market'
  | 'expo'
  | 'neighbourhood'
  | 'events'
  | 'mall'
  | 'stadium'
  | 'transport'
  | 'museum'
  | 'restoration'

export interface Setting<T> {
  readonly version: number
  readonly value: T
  /** By type of local, where it differs. */
  readonly byType?: Readonly<Partial<Record<LocalType, T>>>
  /** Metric ids whose numbers depend on it. */
  readonly usedBy: readonly string[]
}

const setting = <T>(
  value: T,
  usedBy: readonly string[] = [],
  byType?: Readonly<Partial<Record<LocalType, T>>>,
): Setting<T> => ({ version: 1, value, usedBy, ...(byType && { byType }) })

const REPETITION = ['repeatVisits', 'newAtLocal', 'newAtBrand', 'repetitionRate', 'brandRepetitionRate']
const LONG_STAY = [10, 30, 60]

export const SETTINGS = {
  /** Seconds under which an entry is a bounce. */
  bounceThresholdS: setting(120, ['bounces', 'visits', 'bounceRate'], { automotive: 300, mall: 300 }),
  /**
   * Wi-Fi presence, dBm: weaker is ignored, from `front` on in front, from `inside` on inside; between `ignore` and
   * `front` is far.
   */
  rssiIgnoreDbm: setting(-92, ['far']),
  rssiFrontDbm: setting(-80, ['far', 'fro'], { automotive: -84, mall: -84, stadium: -84, transport: -84 }),
  rssiInsideDbm: setting(-68, ['fro', 'ins'], { automotive: -74, mall: -74, stadium: -74, transport: -74 }),
  /** Seconds of absence that close a visit session. */
  sessionAbsenceS: setting(10_800, ['ins']),
  /**
   * Days after which the salt of visitor addresses changes: no repetition can be seen across. Not less than the last
   * repetition edge.
   */
  saltLifeDays: setting(60, REPETITION),
  /** Minutes between the four dwell ranges, half open. */
  dwellEdgesMin: setting<readonly number[]>([5, 15, 30], ['insInRange0', 'insInRange1', 'insInRange2', 'insInRange3'], {
    automotive: LONG_STAY,
    museum: LONG_STAY,
    transport: [2, 5, 15],
  }),
  /** Days that end the four repetition ranges; the last one is the window W. */
  repetitionEdgesDays: setting<readonly number[]>([7, 15, 30, 60], REPETITION),
  /** Whether the front line also counts those who enter. */
  frontMode: setting<'exclusive' | 'inclusive'>('exclusive', ['captureRate', 'total']),
  conversionDenominator: setting<'visits' | 'ins'>('visits', ['conversionRate']),
  /** insTimeS and visitTimeS are shown as means; frames carry the sums. */
  timeAggregate: setting<'mean' | 'sum'>('mean', ['insTime', 'visitTime']),
  /** The days of "this week" on a Monday. */
  emptyThisUnit: setting<'lastWholeUnit'>('lastWholeUnit'),
  referenceLength: setting<'equalElapsed' | 'fullUnit'>('equalElapsed'),
  likeForLike: setting<'sameWeekday364' | 'isoWeek' | 'retail454'>('sameWeekday364'),
  /**
   * Days a store must have been open before the earlier of two periods, at most; days it may be shut more in one than
   * in the other; least coverage in each.
   */
  comparableOpenDays: setting(365),
  comparableClosedDays: setting(7),
  comparableCoverage: setting(0.9),
  /** Counts above it get a k suffix. */
  suffixAbove: setting(1000),
  ratioDecimals: setting(1),
  /** Share of the expected traffic that did not arrive from which it is worth a mark. */
  noticeableLoss: setting(0.01),
  /**
   * Shares of the usual traffic that did not arrive above which a figure is hatched, and above which it is not shown.
   */
  estimatedHatchedAbove: setting(0.2),
  estimatedNullAbove: setting(0.5),
  /**
   * An estimate is this many of its deviations wide: so often as its interval says, what was counted lies in it (`npm
   * run check:estimates`, decision 52).
   */
  estimateSpread: setting(2),
  /** Repetition counts are shown as an index only below this share of identified visits. */
  identifiedShareMin: setting(0.3, REPETITION),
  /** Peers needed before a benchmark is shown. */
  benchmarkMinPeers: setting(5),
  /** Two-sided, for the arrows of changes: 95 %. */
  noiseZ: setting(1.96),
  /** Hour of the local's clock at which people inside are counted from zero again. */
  occupancyResetHour: setting(4),
  /** Seconds after which a live figure is stale, unless its doors report more rarely than that. */
  occupancyStaleS: setting(300),
  /** Minutes over which people inside are interpolated between two readings; a longer gap is missing. */
  occupancyGapMin: setting(10),
  /**
   * Shares of the capacity that part empty and underuse, correct, heavy and overload: below the first is underuse,
   * above the last overload.
   */
  occupancyRanges: setting<readonly [number, number, number]>([0.4, 0.8, 1]),
  /** Share of the capacity from which a minute counts as saturated. */
  saturationPoint: setting(0.8),
  /** Past days of the same weekday that tell how much a door drifts, and how many of them are needed. */
  driftDays: setting(20),
  driftMinDays: setting(5),
  /** Capacity of a local without one: the most seen in so many days, times this. */
  inferredCapacityFactor: setting(1.2),
  inferredCapacityDays: setting(60),
  /** Points below its edge at which a level is left again. */
  levelHysteresis: setting(3),
  scalingFactorTruth: setting<'doorCounter' | 'badge' | 'manual'>('doorCounter'),
  saturationMeaning: setting<'shareOfMinutes'>('shareOfMinutes'),
  sharingDirection: setting<'peoplePerDesk' | 'desksPerPerson'>('peoplePerDesk'),
  headcount: setting<'peoplePresent' | 'workforce'>('peoplePresent'),
  migrationHorizonsDays: setting<readonly number[]>([30, 90, 180]),
  tendencyKpis: setting<readonly string[]>([
    'visits',
    'newOpportunities',
    'repeatShare',
    'visitTime',
    'offers',
    'orders',
    'offerRate',
    'closeRate',
  ]),
  screenPrecedence: setting<readonly string[]>(['maintenance', 'occupied', 'booked', 'free']),
  /** When a cumulative occupancy starts again, local time. */
  resetTime: setting('04:00'),
  alertRule: setting<'downOrSilent' | 'all'>('all'),
} as const

export type SettingName = keyof typeof SETTINGS

/** Default of a setting for a type of local. */
export function settingFor<T>({ value, byType }: Setting<T>, type?: LocalType): T {
  return (type && byType?.[type]) ?? value
}

/** The choices that change a formula. */
export interface MetricSettings {
  readonly frontMode: 'exclusive' | 'inclusive'
  readonly conversionDenominator: 'visits' | 'ins'
}

export const DEFAULT_METRIC_SETTINGS: MetricSettings = {
  frontMode: SETTINGS.frontMode.value,
  conversionDenominator: SETTINGS.conversionDenominator.value,
}
