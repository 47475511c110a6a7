import { bitAt, noBits, numberData, setBit } from '../frame-build.ts'
import type { NumberData } from '../frame.ts'
import type { Groups } from './groups.ts'

/** Sum of value x weight over sum of weight, where both are present; null when the weights sum to 0. */
export function weightedGroups(data: NumberData, weight: NumberData, groups: Groups): NumberData {
  const [top, under] = [new Float64Array(groups.count), new Float64Array(groups.count)]
  for (let row = 0; row < groups.of.length; row++) {
    if ((data.valid && !bitAt(data.valid, row)) || (weight.valid && !bitAt(weight.valid, row))) continue
    const group = groups.of[row] as number
    const w = weight.values[row] as number
    top[group]! += (data.values[row] as number) * w
    under[group]! += w
  }
  return quotient(top, under)
}

/** a / b, null where b is 0. */
export function quotient(a: Float64Array, b: Float64Array): NumberData {
  const values = new Float64Array(a.length)
  const valid = noBits(a.length)
  for (let i = 0; i < a.length; i++) {
    if (b[i] === 0) continue
    values[i] = (a[i] as number) / (b[i] as number)
    setBit(valid, i)
  }
  return numberData(values, valid)
}
