/** What a line joins and what it leaves open. Pure. */
import { isUnsureAt, type Spans } from './series.ts'
import type { ChartSeries } from './types.ts'

/** Neighbours that are joined: their positions one after the other, and where in them each run ends. */
export interface Runs {
  readonly at: Uint32Array
  readonly ends: Uint32Array
}

export interface LineParts {
  readonly sure: Runs
  /** Runs where one end of each piece may still change. */
  readonly unsure: Runs
  /** Sure points without neighbours: no line reaches them. */
  readonly alone: Uint32Array
  /** Points that may still change. */
  readonly open: Uint32Array
}

/** Cuts a line where a value is missing and where certainty changes; every two neighbours are joined exactly once. */
export function linePartsOf(one: ChartSeries, { to }: Spans): LineParts {
  const count = to.length
  const runs = {
    sure: { at: [] as number[], ends: [] as number[] },
    unsure: { at: [] as number[], ends: [] as number[] },
  }
  const alone: number[] = []
  const open: number[] = []
  const isThere = (index: number) => index >= 0 && index < count && !Number.isNaN(to[index])
  const isJoined = (index: number) => isThere(index) && isThere(index + 1) && one.breaks?.has(index + 1) !== true
  let last: 'sure' | 'unsure' | null = null
  for (let index = 0; index < count; index++) {
    if (!isThere(index)) continue
    const isOpen = isUnsureAt(one, index)
    if (isOpen) open.push(index)
    else if (!isJoined(index - 1) && !isJoined(index)) alone.push(index)
    const kind = !isJoined(index) ? null : isOpen || isUnsureAt(one, index + 1) ? 'unsure' : 'sure'
    if (last !== null) runs[last].at.push(index)
    if (kind !== last) {
      if (last !== null) runs[last].ends.push(runs[last].at.length)
      if (kind !== null) runs[kind].at.push(index)
    }
    last = kind
  }
  const packed = ({ at, ends }: { at: number[]; ends: number[] }): Runs => ({
    at: Uint32Array.from(at),
    ends: Uint32Array.from(ends),
  })
  return {
    sure: packed(runs.sure),
    unsure: packed(runs.unsure),
    alone: Uint32Array.from(alone),
    open: Uint32Array.from(open),
  }
}

/**
 * Of each pixel of a run its first, lowest, highest and last point: the line looks the same. Run by run, because the
 * library's own sampling joins what a hole keeps apart.
 */
export function downsample({ at, ends }: Runs, values: Float64Array, perPixel: number): Runs {
  const kept: number[] = []
  const keptEnds: number[] = []
  const valueOf = (n: number) => values[at[n] ?? 0] ?? 0
  const pixelOf = (n: number) => Math.floor((at[n] ?? 0) / perPixel)
  let begin = 0
  for (const end of ends) {
    for (let first = begin; first < end;) {
      let [low, high, next] = [first, first, first + 1]
      for (; next < end && pixelOf(next) === pixelOf(first); next++) {
        if (valueOf(next) < valueOf(low)) low = next
        if (valueOf(next) > valueOf(high)) high = next
      }
      let last = -1
      for (const n of [first, Math.min(low, high), Math.max(low, high), next - 1]) {
        if (n > last) kept.push(at[n] ?? 0)
        last = Math.max(last, n)
      }
      first = next
    }
    keptEnds.push(kept.length)
    begin = end
  }
  return { at: Uint32Array.from(kept), ends: Uint32Array.from(keptEnds) }
}
