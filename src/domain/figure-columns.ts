/** The columns of figures that are no hours: trips between places, an average day, months. */
import type { Column, Unit } from './frame.ts'

const dim = (id: string, type: Column['type'] = 'text', unit?: Unit): Column => ({
  id,
  type,
  role: 'dim',
  ...(unit && { unit }),
})
const counts = (...ids: string[]): Column[] => ids.map((id) => ({ id, type: 'int', role: 'measure', unit: 'count' }))
const LOCAL = dim('local', 'int', 'id')

export const FIGURE_CLIENTS: readonly Column[] = [dim('id', 'int', 'id'), dim('name')]

/**
 * One row a pair of places with trips. `back`: trips the other way. `busier`: this way has the more trips of the two.
 */
export const FLOW_PAIRS: readonly Column[] = [
  dim('origin'),
  dim('destination'),
  dim('busier', 'boolean'),
  ...counts('trips', 'back', 'surplus'),
]

/** Trips and the entries of the same days are two measurements: beside each other, never added. */
export const FLOW_STATIONS: readonly Column[] = [
  LOCAL,
  ...counts('departures', 'arrivals', 'sameStation', 'surplus', 'entries', 'exits', 'difference'),
]
export const FLOW_HOURS: readonly Column[] = [dim('hour', 'int', 'hour'), ...counts('trips', 'entries')]
export const FLOW_DAYS: readonly Column[] = [
  dim('day', 'day', 'day'),
  ...counts('trips', 'entries', 'entriesWithTrips', 'knownDays', 'unknownDays'),
]

/** Months from the first to the last that is known, the newest first: the list of a filter. */
export const MONTHS: readonly Column[] = [dim('name'), dim('begin', 'day', 'day'), dim('end')]

/** `timeSlot`: begin and end on the clock, in the order of the service day. */
export const PROFILE_SLOTS: readonly Column[] = [dim('timeSlot'), ...counts('boardings', 'alightings', 'stations')]
export const PROFILE_STATIONS: readonly Column[] = [
  LOCAL,
  dim('peakSlot'),
  ...counts('boardings', 'alightings', 'surplus', 'peakBoardings'),
]

export const MONTHLY_PLACES: readonly Column[] = [dim('place')]
const WINDOWS = counts('oneMonth', 'threeMonths', 'twelveMonths')
/**
 * `day`: the first day of a month; the last month has its last day too, so that it is not taken for one that is not
 * over.
 */
export const MONTHLY_COURSE: readonly Column[] = [dim('day', 'day', 'day'), ...WINDOWS, ...counts('twelveMonthsBefore')]
/** Two rows: the windows that end with a month, and the same of the year before. */
export const MONTHLY_SUMMARY: readonly Column[] = [
  dim('period'),
  dim('day', 'day', 'day'),
  ...WINDOWS,
  ...counts('yearToDate', 'namedInBoth', 'notNamed'),
]
export const MONTHLY_ITEMS: readonly Column[] = [dim('period'), dim('item'), ...WINDOWS]
