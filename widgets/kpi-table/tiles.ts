/** How many tiles stand in a row. */

/** Tiles need this much for each figure and its change, and this much in height. */
export const TILE_PX = 132
export const TILE_HIGH_PX = 76
/** From here on two fit beside each other, the narrowest phone included. */
export const TILES_FROM_PX = 232
/** A row with twice as much for itself would be a void. */
const ROOMY_ROW_PX = 95
/** Below it a line is no longer than a figure with its change beside it. */
const ONE_COLUMN_PX = 440

/** Two figures with their changes beside each other, the widest names in two lines. */
const PHONE_ROW_PX = 83
/** Title, padding and the gap below, and what a row of the page is high. */
const AROUND_PX = 70
const PAGE_ROW_PX = 52

/** Rows of the page that so many figures need on a phone, two beside each other. */
export const phoneRows = (count: number): number =>
  Math.ceil((Math.ceil(count / 2) * PHONE_ROW_PX + AROUND_PX) / PAGE_ROW_PX)

/**
 * Rows of equal length: eight figures are 4 + 4 rather than 7 + 1; and as many rows as the height has room for. On a
 * phone a few stand under each other.
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
