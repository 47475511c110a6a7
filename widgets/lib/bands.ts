/**
 * Marked stretches of a time axis, such as campaigns: a frame of `name`, `begin`, `end` laid over the steps of a chart.
 */
import type { Frame } from '#domain/frame'
import { cellOf, columnIndex } from '#domain/frame-build'

/** A named stretch of the axis, first and last step included. */
export interface Stretch {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly label: string
}

/** One step of the axis: its first and its last day. */
export interface Span {
  readonly day: number | null
  readonly last: number | null
}

const MAX_BANDS = 12

/**
 * The stretches that touch the axis, in their order; the earliest rows count when there are too many. A mark without an
 * end is one day.
 */
export function bandsOf(marks: Frame | undefined, steps: readonly Span[]): Stretch[] {
  if (marks === undefined) return []
  const [name, begin, end] = ['name', 'begin', 'end'].map((id) => columnIndex(marks, id)) as [number, number, number]
  const cell = (at: number, row: number) => (at < 0 ? null : cellOf(marks, at, row))
  const found: Stretch[] = []
  for (let row = 0; row < marks.rows && found.length < MAX_BANDS; row++) {
    const first = cell(begin, row)
    const last = cell(end, row) ?? first
    if (typeof first !== 'number' || typeof last !== 'number' || last < first) continue
    const inside = steps.flatMap(({ day, last: lastDay }, at) =>
      day !== null && day <= last && (lastDay ?? day) >= first ? [at] : [],
    )
    if (inside.length > 0)
      found.push({
        id: String(row),
        from: inside[0] as number,
        to: inside.at(-1) as number,
        label: String(cell(name, row) ?? '–'),
      })
  }
  return found.sort((a, b) => a.from - b.from || a.to - b.to)
}

/** Names of the stretches over each step. */
export function bandNames(bands: readonly Stretch[], count: number): (string | null)[] {
  return Array.from(
    { length: count },
    (_, at) =>
      bands
        .filter(({ from, to }) => from <= at && at <= to)
        .map(({ label }) => label)
        .join(', ') || null,
  )
}
