/** Notes of users at days, on the days of a calendar. */
import type { ChartBand } from '#ui'
import type { HeatCell } from './model.ts'

/**
 * Spot of a cell (row by row) -> the notes of its day. The stretches count the days of the calendar in their
 * order, week by week, as its table has them.
 */
export function notesOfDays(
  cells: readonly (readonly Pick<HeatCell, 'isOutside'>[])[],
  bands: readonly ChartBand[],
): ReadonlyMap<number, string> {
  const weeks = cells[0]?.length ?? 0
  const spots = Array.from({ length: weeks }, (_, week) => week).flatMap((week) =>
    cells.flatMap((line, row) => (line[week]?.isOutside === false ? [row * weeks + week] : [])),
  )
  const notes = new Map<number, string>()
  for (const { from, to, label } of bands)
    for (const spot of spots.slice(from, to + 1)) {
      const before = notes.get(spot)
      notes.set(spot, before === undefined ? label : `${before}. ${label}`)
    }
  return notes
}
