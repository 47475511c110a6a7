import { NONE } from './grid.ts'

/** Twice the median of the first `length` values; sorts them. `NONE` of none. */
export function median2Of(values: Float64Array, length: number): number {
  if (length === 0) return NONE
  sortFirst(values, length)
  const middle = length >> 1
  return (length & 1) === 1 ? values[middle]! * 2 : values[middle - 1]! + values[middle]!
}

/** Median distance from the median of the first `length` values, at least one; changes them. */
export function medianDistance(values: Float64Array, length: number): number {
  const median = median2Of(values, length) / 2
  for (let i = 0; i < length; i += 1) values[i] = Math.abs(values[i]! - median)
  return median2Of(values, length) / 2
}

/** By insertion: there are nine values at most. */
function sortFirst(values: Float64Array, length: number): void {
  for (let i = 1; i < length; i += 1) {
    const value = values[i]!
    let at = i
    for (; at > 0 && values[at - 1]! > value; at -= 1) values[at] = values[at - 1]!
    values[at] = value
  }
}

/**
 * Twice the median of the first `length` values, at least one, of which there may be many; puts them in another order.
 */
export function median2OfMany(values: Uint32Array, length: number): number {
  const upper = select(values, length, length >> 1)
  if ((length & 1) === 1) return upper * 2
  // All before it are at most as large.
  let lower = 0
  for (let i = 0; i < length >> 1; i += 1) if (values[i]! > lower) lower = values[i]!
  return lower + upper
}

/** Hoare's selection: the value at `k` of the sorted ones, with none larger before it. */
function select(values: Uint32Array, length: number, k: number): number {
  let [left, right] = [0, length - 1]
  while (left < right) {
    const pivot = values[(left + right) >> 1]!
    let [i, j] = [left, right]
    while (i <= j) {
      while (values[i]! < pivot) i += 1
      while (values[j]! > pivot) j -= 1
      if (i > j) break
      const value = values[i]!
      values[i] = values[j]!
      values[j] = value
      i += 1
      j -= 1
    }
    if (k <= j) right = j
    else if (k >= i) left = i
    else break
  }
  return values[k]!
}
