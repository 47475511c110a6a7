/** The columns of the answers about people inside. Instants are seconds since 1970-01-01 UTC. */
import type { Column, Unit } from './frame.ts'

const dim = (id: string, type: Column['type'] = 'int', unit?: Unit): Column => ({
  id,
  type,
  role: 'dim',
  ...(unit && { unit }),
})
const measures = (unit: Unit, ...ids: string[]): Column[] =>
  ids.map((id) => ({ id, type: 'int', role: 'measure', unit }))

/** One row a local: people inside, and how far that can be trusted. */
export const OCCUPANCY_NOW: readonly Column[] = [
  dim('local', 'int', 'id'),
  dim('asOf', 'float'),
  dim('now', 'float'),
  dim('why', 'text'),
  dim('inferred', 'boolean'),
  dim('source', 'text'),
  ...measures('count', 'people', 'ins', 'outs', 'raw', 'drift', 'capacity', 'doors', 'silentDoors'),
  ...measures('seconds', 'staleAfterS'),
]

/** One row a local and minute; `minute` is its begin. */
export const OCCUPANCY_MINUTES: readonly Column[] = [
  dim('local', 'int', 'id'),
  dim('minute', 'float'),
  ...measures('count', 'people', 'ins', 'outs'),
]

/**
 * One row a local, day and slot of it; `slot` is the minute of the day at which it begins, `known` how many of its
 * minutes are known. With `presence` a level is the share of minutes in which the room was not empty.
 */
export const OCCUPANCY_LEVELS: readonly Column[] = [
  dim('local', 'int', 'id'),
  dim('day', 'day'),
  dim('slot'),
  dim('presence', 'boolean'),
  { id: 'mean', type: 'float', role: 'measure', unit: 'count' },
  ...measures('count', 'least', 'most', 'known', 'capacity'),
]

/** Sums of seconds: of people in a place, or of rooms; what each means is in `src/sources/meaning.ts`. */
const SUMS = [
  ...measures(
    'seconds',
    'peopleS',
    'measuredS',
    'capacityS',
    'ratedS',
    'saturatedS',
    'emptyS',
    'underuseS',
    'correctS',
    'heavyS',
    'overloadS',
    'unknownS',
    'usedS',
    'roomS',
  ),
  // The most at one time cannot be added up: it has the unit of what is never summed.
  { id: 'peak', type: 'float', role: 'measure', unit: 'ratio' },
] as const satisfies readonly Column[]
const SUM_IDS: ReadonlySet<string> = new Set(SUMS.map(({ id }) => id))
/** Whether columns are of people inside: what they are of are rooms then, not stores. */
export const areOfRooms = (columns: readonly Pick<Column, 'id'>[]): boolean => columns.some(({ id }) => SUM_IDS.has(id))

const QUALITY: readonly Column[] = [
  ...measures('weight', 'expected', 'observed'),
  ...measures('count', 'estimatedIns', 'hours', 'missingHours', 'partialHours', 'settlingHours', 'closedHours'),
]

/** One row an hour: all chosen locals together, people summed minute by minute. */
export const OCCUPANCY_HOURS: readonly Column[] = [
  dim('period', 'text'),
  dim('index'),
  dim('day', 'day', 'day'),
  dim('weekday'),
  dim('hour', 'int', 'hour'),
  ...SUMS,
  ...QUALITY,
]

/** One row a local; the day and the hour in which its peak was first reached. */
export const OCCUPANCY_ROOMS: readonly Column[] = [
  dim('period', 'text'),
  dim('local', 'int', 'id'),
  dim('presence', 'boolean'),
  dim('peakDay', 'day', 'day'),
  dim('peakHour', 'int', 'hour'),
  ...SUMS,
  ...measures('count', 'seats'),
  ...QUALITY,
]

/** One row a local of which people or presence are known, and its first and last day: the list of a filter. */
export const OCCUPANCY_CLIENTS: readonly Column[] = [dim('id', 'int', 'id'), dim('name', 'text')]

export const OCCUPANCY_LOCALS: readonly Column[] = [
  dim('local', 'int', 'id'),
  dim('name', 'text'),
  dim('presence', 'boolean'),
  dim('begin', 'day', 'day'),
  dim('end', 'day', 'day'),
]
