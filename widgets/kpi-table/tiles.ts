/** How many tiles are in a row. */

/** Tiles need this much for each figure and its change, and this much in height. */
export const TILE_PX = 132
export const TILE_HIGH_PX = 76
/** From here on two fit beside each other, the narrowest phone included. */
export const TILES_FROM_PX = 232
/** A row with twice as much for itself would be a void. */
const ROOMY_ROW_PX = 95
/** Below it a line is no longer than a figure with its change beside it. */
const ONE_COLUMN_PX = 440

/**
 * Rows of equal length: eight figures are 4 + 4 rather than 7 + 1; and as many rows as the height has room for. On a
 * phone a few are in one column.
 */
export function tileColumns(count: number, { width, height }: { width: number; height: number }): number {
  const most = Math.max(width >= TILES_FROM_PX ? 2 : 1, Math.floor(width / TILE_PX))
  const widest = Math.ceil(count / Math.ceil(count / most))
  const rows = Math.floor(height / ROOMY_ROW_PX)
  const fewest = width < ONE_COLUMN_PX ? 1 : 2
  return (
    Array.from({ length: widest }, (_, at) => at + 1).find(
      (columns) => columns >= fewest && count % columns === 0 && count / columns <= rows,
    ) ?? widest
  )
}
