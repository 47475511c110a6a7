/** Values of the period selector. Saved locally and in layouts, so everything here is plain JSON. */
import { isRecord } from './record.ts'
import { parseDay } from './days.ts'
import type { IsoDay } from './days.ts'

/** Presets that follow the calendar and need nothing more. */
export const RELATIVE_PRESETS = [
  'thisWeekVsPrevious',
  'thisMonthVsPrevious',
  'lastWeekVsPrevious',
  'lastMonthVsPrevious',
  'yesterday',
  'last7Days',
  'last28Days',
] as const
export type RelativePreset = (typeof RELATIVE_PRESETS)[number]

export const PRESET_KEYS = [
  'noPeriods',
  ...RELATIVE_PRESETS,
  'samePeriodLastYear',
  'campaigns',
  'customPeriods',
  'advanced',
] as const
export type PresetKey = (typeof PRESET_KEYS)[number]

export const PERIOD_UNITS = ['week', 'month', 'quarter', 'year'] as const
export type PeriodUnit = (typeof PERIOD_UNITS)[number]

export interface Bounds {
  begin: IsoDay
  end: IsoDay
}

/** `name` is a key of `periods:names` (`thisWeek`, `weeksAgo:3`) or, for a campaign, its own name; see `periodName`. */
export interface Period extends Bounds {
  name: string
}

export interface AdvancedValues {
  thisOrLast: 'this' | 'last'
  thisOrLastPeriod: PeriodUnit
  /** 1 or more. */
  howManyPeriodsInThePast: number
  periodsInThePast: PeriodUnit
}

export interface PeriodValues extends Partial<AdvancedValues> {
  /** Campaign id. */
  campaign?: number
  /** Campaigns: what they are compared with. Like-for-like last year is 364 days earlier, so that weekdays match. */
  versus?: 'before' | 'lastYear'
  /** samePeriodLastYear: the preset whose period is compared; without it `comparing`, else this week. */
  of?: RelativePreset
  /** Custom periods, and the one range of `noPeriods` and `samePeriodLastYear`. */
  comparing?: Partial<Bounds>
  reference?: Partial<Bounds>
  /** Compare with the whole previous unit instead of its same elapsed part. */
  fullReference?: boolean
}

export interface PeriodOption {
  type: 'default' | 'advanced'
  key: PresetKey
  name: string
  values?: PeriodValues
}

/**
 * wholeUnit: "this" unit begins today, so the last whole unit is shown. trimmed: the reference unit is shorter. cut:
 * the reference is only the part of its unit that is as long as the period (`fullReference` takes the whole).
 */
export type PeriodNote = 'wholeUnit' | 'trimmed' | 'cut'

export interface PeriodPair {
  option: PeriodOption
  comparing: Period
  /** null only for `noPeriods`. */
  reference: Period | null
  notes?: readonly PeriodNote[]
}

/**
 * Counts may be that old: earlier ones are a counter that lost its clock. Uploads begin later, see `UPLOAD_FIRST_DATE`.
 */
export const FIRST_YEAR = 2001
export const DEFAULT_PRESET: PresetKey = 'thisWeekVsPrevious'

/** The option of a preset key, for example in a layout's `{ "preset": "thisWeekVsPrevious" }`. */
export function presetOption(key: PresetKey = DEFAULT_PRESET, values?: PeriodValues): PeriodOption {
  return { type: key === 'advanced' ? 'advanced' : 'default', key, name: key, ...(values && { values }) }
}

export function isRelativePreset(value: unknown): value is RelativePreset {
  return RELATIVE_PRESETS.includes(value as RelativePreset)
}

function isPresetKey(value: unknown): value is PresetKey {
  return PRESET_KEYS.includes(value as PresetKey)
}

function isPeriod(value: unknown): value is Period {
  if (
    !isRecord(value) ||
    typeof value.name !== 'string' ||
    typeof value.begin !== 'string' ||
    typeof value.end !== 'string'
  )
    return false
  const from = parseDay(value.begin)
  const to = parseDay(value.end)
  return from !== null && to !== null && from <= to
}

/** Guard for what comes from storage, a URL or a layout: an option and complete, ordered bounds. */
export function isPeriodPair(value: unknown): value is PeriodPair {
  if (!isRecord(value) || !isRecord(value.option) || !isPeriod(value.comparing)) return false
  const { type, key, name, values } = value.option
  if ((type !== 'default' && type !== 'advanced') || !isPresetKey(key) || typeof name !== 'string') return false
  if (values !== undefined && !isRecord(values)) return false
  return value.reference === null ? key === 'noPeriods' : isPeriod(value.reference)
}
