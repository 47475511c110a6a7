/** The places of widgets that stand several times: beside each other as far as there is room, then below. Pure. */
import { COLUMNS } from './constants.ts'
import type { GridItem } from './model.ts'

export interface Copy {
  readonly id: string
  /** Which of its copies it is, from 0. */
  readonly at: number
  readonly item: GridItem
}

const bottom = ({ y, h }: GridItem) => y + h
const end = ({ x, w }: GridItem) => x + w

/**
 * Each widget as often as `counts` says (once where it says nothing), in reading order. Copies take the columns from
 * their widget to the next one of the same rows; what is below moves down by the rows they need.
 */
export function withCopies(grid: Readonly<Record<string, GridItem>>, counts: Readonly<Record<string, number>>): Copy[] {
  const items = Object.entries(grid)
  const lanes = new Map(items.map(([id, item]) => [id, laneOf(item, items)]))
  const extra = new Map<number, number>()
  for (const [id, item] of items) {
    const rows = Math.ceil((counts[id] ?? 1) / (lanes.get(id) ?? 1))
    if (rows > 1) extra.set(bottom(item), Math.max(extra.get(bottom(item)) ?? 0, (rows - 1) * item.h))
  }
  const movedBy = (y: number) => [...extra].reduce((sum, [from, rows]) => (from <= y ? sum + rows : sum), 0)
  return items
    .flatMap(([id, item]) => {
      const lane = lanes.get(id) ?? 1
      const y = item.y + movedBy(item.y)
      return Array.from({ length: counts[id] ?? 1 }, (_, at) => ({
        id,
        at,
        item: { ...item, x: item.x + (at % lane) * item.w, y: y + Math.floor(at / lane) * item.h },
      }))
    })
    .toSorted((a, b) => a.item.y - b.item.y || a.item.x - b.item.x)
}

/** How many copies stand beside each other. */
function laneOf(item: GridItem, items: readonly (readonly [string, GridItem])[]): number {
  const beside = items.filter(([, other]) => other.x >= end(item) && other.y < bottom(item) && bottom(other) > item.y)
  const limit = Math.min(COLUMNS, ...beside.map(([, { x }]) => x))
  return Math.max(1, Math.floor((limit - item.x) / item.w))
}
