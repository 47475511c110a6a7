/** Measures that are not there because a data module is off: columns that say so, and metrics that need them. */
import type { Column } from '../frame.ts'
import { derive, findMetric } from './derive.ts'

/** True for a muted column, and for a metric that would be known if it were not for muted columns. */
export function isMuted(columns: readonly Column[], measure: string): boolean {
  const column = columns.find(({ id }) => id === measure)
  if (column !== undefined) return column.muted === true
  const metric = findMetric(measure)
  if (metric === undefined || columns.every(({ muted }) => muted !== true)) return false
  // Powers of two: no sum or difference of some of them is another, or nothing.
  const atoms = columns.flatMap(({ id, role, muted }, at) =>
    role === 'measure' ? [{ id, value: 2 ** at, muted }] : [],
  )
  const whole = derive(metric, Object.fromEntries(atoms.map(({ id, value }) => [id, value])))
  const known = atoms.map(({ id, value, muted }) => [id, muted === true ? null : value])
  const left = derive(metric, Object.fromEntries(known))
  return whole !== null && left === null
}
