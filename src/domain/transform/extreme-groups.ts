import { bitAt, noBits, numberData, setBit } from '../frame-build.ts'
import type { NumberData } from '../frame.ts'
import type { Groups } from './groups.ts'

/** Largest or smallest present value per group. */
export function extremeGroups(data: NumberData, groups: Groups, which: 'max' | 'min'): NumberData {
  const values = new Float64Array(groups.count)
  const seen = noBits(groups.count)
  for (let row = 0; row < groups.of.length; row++) {
    if (data.valid && !bitAt(data.valid, row)) continue
    const group = groups.of[row] as number
    const value = data.values[row] as number
    if (
      !bitAt(seen, group) ||
      (which === 'max' ? value > (values[group] as number) : value < (values[group] as number))
    )
      values[group] = value
    setBit(seen, group)
  }
  return numberData(values, seen)
}
