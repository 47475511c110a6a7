/**
 * A grid without its hidden widgets: neighbours of the same row take their width, what is below rises into the rows
 * they leave. Pure.
 */
import { overlaps } from './grids.ts'
import type { GridItem, GridMap } from './model.ts'

type Placed = Readonly<Record<string, GridItem>>

/** The visible items only. Gaps that the author left stay; without a hidden item the grid is as it was. */
export function withoutHidden(grid: GridMap, hidden: ReadonlySet<string>): Placed {
  const gone = Object.entries(grid)
    .filter(([id]) => hidden.has(id))
    .map(([, item]) => item)
  const visible = Object.fromEntries(Object.entries(grid).filter(([id]) => !hidden.has(id)))
  if (gone.length === 0) return visible
  const widened = gone.reduce((shown, item) => widenedFor(item, gone, shown), visible as Placed)
  const left = gone.filter((item) => !Object.values(widened).some((one) => overlaps(one, item)))
  return compacted(widened, left)
}

const isSameRow = (a: GridItem, b: GridItem) => a.y === b.y && a.h === b.h
const end = ({ x, w }: GridItem) => x + w
const bottom = ({ y, h }: GridItem) => y + h

/** Items of the hidden one's row share its width in proportion, unless something else reaches into the row. */
function widenedFor(hidden: GridItem, gone: readonly GridItem[], grid: Placed): Placed {
  const row = Object.entries(grid)
    .filter(([, item]) => isSameRow(item, hidden))
    .toSorted(([, a], [, b]) => a.x - b.x)
  if (row.length === 0) return grid
  const all = [...row.map(([, item]) => item), ...gone.filter((item) => isSameRow(item, hidden))]
  const from = Math.min(...all.map(({ x }) => x))
  const band: GridItem = { x: from, y: hidden.y, w: Math.max(...all.map(end)) - from, h: hidden.h }
  const members = new Set(row.map(([id]) => id))
  if (Object.entries(grid).some(([id, item]) => !members.has(id) && overlaps(item, band))) return grid
  const before = row.reduce((sum, [, { w }]) => sum + w, 0)
  let taken = 0
  const widened = row.map(([id, item]) => {
    const x = from + Math.round((taken * band.w) / before)
    taken += item.w
    return [id, { ...item, x, w: from + Math.round((taken * band.w) / before) - x }] as const
  })
  return { ...grid, ...Object.fromEntries(widened) }
}

interface Risen {
  readonly item: GridItem
  readonly isHidden: boolean
  readonly y: number
}

/**
 * Each item keeps its distance to what is directly above it; a hidden one above lets it rise to that one's own place.
 */
function compacted(visible: Placed, hidden: readonly GridItem[]): Placed {
  const all = [
    ...Object.entries(visible).map(([id, item]) => ({ id, item })),
    ...hidden.map((item) => ({ id: undefined, item })),
  ]
  const done: Risen[] = []
  const shown = new Map<string, GridItem>()
  for (const { id, item } of all.toSorted((a, b) => a.item.y - b.item.y || a.item.x - b.item.x)) {
    const supports = supportsOf(item, done)
    const gap = Math.min(item.y, ...supports.map((one) => item.y - bottom(one.item)))
    const top = Math.max(0, ...supports.map((one) => (one.isHidden ? one.y : one.y + one.item.h)))
    const y = supports.length === 0 ? item.y : Math.min(item.y, top + gap)
    done.push({ item, isHidden: id === undefined, y })
    if (id !== undefined) shown.set(id, { ...item, y })
  }
  return Object.fromEntries(Object.keys(visible).map((id) => [id, shown.get(id) as GridItem]))
}

/** For each column of an item, the nearest one above it. */
function supportsOf(item: GridItem, above: readonly Risen[]): Risen[] {
  const nearest = new Set<Risen>()
  for (let column = item.x; column < end(item); column++) {
    const inColumn = above.filter((one) => one.item.x <= column && column < end(one.item) && bottom(one.item) <= item.y)
    const [first, ...rest] = inColumn
    if (first !== undefined)
      nearest.add(rest.reduce((low, one) => (bottom(one.item) > bottom(low.item) ? one : low), first))
  }
  return [...nearest]
}
