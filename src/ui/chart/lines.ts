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

/** Positions per pixel from which on a line is thinned. */
const DENSE = 2

/**
 * Of runs with many points a pixel: the first, lowest, highest and last of each pixel column, which draw the same line.
 * `x` and `y` are pixels by position.
 */
export function thinned({ at, ends }: Runs, x: (index: number) => number, y: (index: number) => number): Runs {
  const kept: number[] = []
  const keptEnds: number[] = []
  let begin = 0
  for (const end of ends) {
    const isDense = end - begin > DENSE * (x(at[end - 1] ?? 0) - x(at[begin] ?? 0) + 1)
    let column = begin
    for (let next = begin; next < end; next++) {
      if (!isDense) kept.push(at[next] ?? 0)
      else if (next + 1 === end || Math.floor(x(at[next + 1] ?? 0)) !== Math.floor(x(at[column] ?? 0))) {
        kept.push(...extremes(at.subarray(column, next + 1), y))
        column = next + 1
      }
    }
    keptEnds.push(kept.length)
    begin = end
  }
  return { at: Uint32Array.from(kept), ends: Uint32Array.from(keptEnds) }
}

function extremes(column: Uint32Array, y: (index: number) => number): number[] {
  let low = column[0] ?? 0
  let high = low
  for (const index of column) {
    if (y(index) < y(low)) low = index
    if (y(index) > y(high)) high = index
  }
  return [...new Set([column[0] ?? 0, Math.min(low, high), Math.max(low, high), column.at(-1) ?? 0])]
}
