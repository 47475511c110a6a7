/** The columns of the live answers. Instants are seconds since 1970-01-01 UTC. */
import type { Column, Unit } from './frame.ts'

const dim = (id: string, type: Column['type'] = 'int', unit?: Unit): Column => ({ id, type, role: 'dim', ...(unit && { unit }) })
const measures = (unit: Unit, ...ids: string[]): Column[] => ids.map((id) => ({ id, type: 'int', role: 'measure', unit }))

/** One row a local: people inside, and how far that can be trusted. */
export const OCCUPANCY_NOW: readonly Column[] = [
  dim('local', 'int', 'id'), dim('asOf', 'float'), dim('now', 'float'), dim('why', 'text'), dim('inferred', 'boolean'), dim('source', 'text'),
  ...measures('count', 'people', 'ins', 'outs', 'raw', 'drift', 'capacity', 'doors', 'silentDoors'), ...measures('seconds', 'staleAfterS'),
]

/** One row a local and minute; `minute` is its begin. */
export const OCCUPANCY_MINUTES: readonly Column[] = [dim('local', 'int', 'id'), dim('minute', 'float'), ...measures('count', 'people', 'ins', 'outs')]

/**
 * One row a local, day and slot of it; `slot` is the minute of the day at which it begins, `known` how many of its minutes are known. With
 * `presence` a level is the share of minutes in which somebody was there.
 */
export const OCCUPANCY_LEVELS: readonly Column[] = [
  dim('local', 'int', 'id'), dim('day', 'day'), dim('slot'), dim('presence', 'boolean'), { id: 'mean', type: 'float', role: 'measure', unit: 'count' },
  ...measures('count', 'least', 'most', 'known', 'capacity'),
]
