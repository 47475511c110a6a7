/**
 * Where the others go while some widgets are moved or resized: whoever is in the way gives way, everything rises as far
 * as it can, and what is locked stays where it is. Always worked out from the places at the beginning of the gesture,
 * so a way back is the way back.
 */
import { COLUMNS } from '#engine/core/document/constants'
import { type GridItem, type GridMap, overlaps, readingOrder } from '#engine/core/document/grids'

/** Inside the twelve columns. */
export const inside = ({ x, y, w, h }: GridItem): GridItem => ({
  x: Math.max(0, Math.min(x, COLUMNS - w)),
  y: Math.max(0, y),
  w,
  h,
})

/** The lowest row a widget can rise to over what stands already. */
function risen(item: GridItem, others: readonly GridItem[]): GridItem {
  let y = item.y
  while (y > 0 && !others.some((other) => overlaps({ ...item, y: y - 1 }, other))) y--
  return { ...item, y }
}

function lowered(item: GridItem, others: readonly GridItem[]): GridItem {
  let here = item
  for (
    let hit = others.find((other) => overlaps(other, here));
    hit !== undefined;
    hit = others.find((other) => overlaps(other, here))
  )
    here = { ...here, y: hit.y + hit.h }
  return here
}

/**
 * @param grid places at the beginning
 * @param wanted where the widgets in hand should be
 * @param locked widgets that stay
 */
export function arranged(
  grid: GridMap,
  wanted: GridMap,
  locked: ReadonlySet<string> = new Set(),
): Record<string, GridItem> {
  const result: Record<string, GridItem> = {}
  const stand: GridItem[] = []
  const set = (id: string, item: GridItem) => {
    result[id] = item
    stand.push(item)
  }
  for (const [id, item] of Object.entries(grid)) if (locked.has(id) && !Object.hasOwn(wanted, id)) set(id, item)

  const hands = readingOrder(Object.keys(wanted), wanted)
  const others = readingOrder(
    Object.keys(grid).filter((id) => !Object.hasOwn(result, id) && !Object.hasOwn(wanted, id)),
    grid,
  )
  const first = hands[0]
  const top = first === undefined ? 0 : (wanted[first] as GridItem).y

  // Without what is in hand the rest would stand here; whoever has its middle above the hand stays above.
  const rest: Record<string, GridItem> = {}
  const standing = [...stand]
  for (const id of others) {
    const item = risen(lowered(grid[id] as GridItem, standing), standing)
    rest[id] = item
    standing.push(item)
  }
  const above = others.filter((id) => {
    const item = rest[id] as GridItem
    return item.y + item.h / 2 <= top
  })
  const before = new Set(above)
  for (const id of above) set(id, risen(lowered(rest[id] as GridItem, stand), stand))
  for (const id of hands) set(id, risen(lowered(inside(wanted[id] as GridItem), stand), stand))
  for (const id of others) if (!before.has(id)) set(id, risen(lowered(rest[id] as GridItem, stand), stand))
  return result
}

export const samePlace = (a: GridItem | undefined, b: GridItem | undefined) =>
  a !== undefined && b !== undefined && a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h

/** Widgets whose place differs between two arrangements. */
export const movedIds = (before: GridMap, after: GridMap): string[] =>
  Object.keys(after).filter((id) => !samePlace(before[id], after[id]))

/** Rows a grid is high. */
export const rowsOf = (grid: GridMap): number => Math.max(0, ...Object.values(grid).map(({ y, h }) => y + h))
