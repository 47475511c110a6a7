/**
 * Where the others go while some widgets are moved or resized: a widget in the way gives way, everything rises as far
 * as it can, and what is locked stays where it is. Always worked out from the places at the beginning of the gesture,
 * so a way back is the way back. One widget is placed by react-grid-layout's core; which one comes when is ours.
 */
import { bottom, clamp, compactItemVertical, type LayoutItem } from 'react-grid-layout/core'
import { COLUMNS } from '#engine/core/document/constants'
import { type GridItem, type GridMap, namedItem, placeOf, readingOrder } from '#engine/core/document/grids'

/** Inside the twelve columns. */
export const inside = ({ x, y, w, h }: GridItem): GridItem => ({
  x: clamp(x, 0, COLUMNS - w),
  y: Math.max(0, y),
  w,
  h,
})

/** As high as it can be among the others: below what is in its way, and over what it does not meet. */
const compacted = (id: string, item: GridItem, others: LayoutItem[]): LayoutItem =>
  compactItemVertical(others, namedItem(id, item), [], bottom(others))

/**
 * @param grid places at the beginning
 * @param wanted requested places of the dragged widgets
 * @param locked widgets that stay
 */
export function arranged(
  grid: GridMap,
  wanted: GridMap,
  locked: ReadonlySet<string> = new Set(),
): Record<string, GridItem> {
  const placed: LayoutItem[] = []
  for (const [id, item] of Object.entries(grid))
    if (locked.has(id) && !Object.hasOwn(wanted, id)) placed.push(namedItem(id, item))
  const fixed = new Set(placed.map(({ i }) => i))

  const hands = readingOrder(Object.keys(wanted), wanted)
  const others = readingOrder(
    Object.keys(grid).filter((id) => !fixed.has(id) && !Object.hasOwn(wanted, id)),
    grid,
  )
  const first = hands[0]
  const top = first === undefined ? 0 : (wanted[first] as GridItem).y

  // Without the dragged items the rest would be here; what has its middle above the hand stays above.
  const rest: Record<string, GridItem> = {}
  const compactedItems = [...placed]
  for (const id of others) {
    const item = compacted(id, grid[id] as GridItem, compactedItems)
    rest[id] = placeOf(item)
    compactedItems.push(item)
  }
  const above = others.filter((id) => {
    const item = rest[id] as GridItem
    return item.y + item.h / 2 <= top
  })
  const before = new Set(above)
  const below = others.filter((id) => !before.has(id))
  for (const id of above) placed.push(compacted(id, rest[id] as GridItem, placed))
  for (const id of hands) placed.push(compacted(id, inside(wanted[id] as GridItem), placed))
  for (const id of below) placed.push(compacted(id, rest[id] as GridItem, placed))
  return Object.fromEntries(placed.map((item) => [item.i, placeOf(item)]))
}

export const samePlace = (a: GridItem | undefined, b: GridItem | undefined) =>
  a !== undefined && b !== undefined && a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h

/** Widgets whose place differs between two arrangements. */
export const movedIds = (before: GridMap, after: GridMap): string[] =>
  Object.keys(after).filter((id) => !samePlace(before[id], after[id]))

/** Rows a grid is high. */
export const rowsOf = (grid: GridMap): number => bottom(Object.entries(grid).map(([id, item]) => namedItem(id, item)))
