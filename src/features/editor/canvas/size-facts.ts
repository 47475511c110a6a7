/** Facts for the small pictures of the three sizes. */
import type { GridSize } from '#engine'
import { type GridItem, type GridMap, readingOrder } from '#engine/core/document/grids'

export type { GridMap } from '#engine/core/document/grids'

/** How wide the small picture is, in proportion to the screens. */
export const SIZE_FACTS: Readonly<Record<GridSize, { readonly width: number }>> = {
  large: { width: 520 },
  medium: { width: 400 },
  small: { width: 240 },
}

/** Entries of a grid in reading order. */
export const stackedOrder = (grid: GridMap): readonly (readonly [string, GridItem])[] =>
  readingOrder(Object.keys(grid), grid).flatMap((id) => {
    const item = grid[id]
    return item === undefined ? [] : [[id, item] as const]
  })
