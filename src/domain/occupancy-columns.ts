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
