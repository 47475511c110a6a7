/** The places of repeated widgets: beside each other as far as there is room, then below. Pure. */
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
 * Each widget as often as `counts` says (once without an entry), in reading order. Copies take the columns from
 * their widget to the next one of the same rows; what is below moves down by the rows they need. In rows that hold
 * nothing else, they take all columns.
 */
export function withCopies(grid: Readonly<Record<string, GridItem>>, counts: Readonly<Record<string, number>>): Copy[] {
  const items = Object.entries(grid)
  const lanes = new Map(items.map(([id, item]) => [id, lanesOf(item, items, counts)]))
  const extra = new Map<number, number>()
  for (const [id, item] of items) {
    const { first, below } = lanes.get(id) ?? ALONE
    const rows = Math.ceil(((counts[id] ?? 1) - first) / below.length)
    if (rows > 0) extra.set(bottom(item), Math.max(extra.get(bottom(item)) ?? 0, rows * item.h))
  }
  const movedBy = (y: number) => [...extra].reduce((sum, [from, rows]) => (from <= y ? sum + rows : sum), 0)
  return items
    .flatMap(([id, item]) => {
      const { first, below } = lanes.get(id) ?? ALONE
      const y = item.y + movedBy(item.y)
      return Array.from({ length: counts[id] ?? 1 }, (_, at) => {
        if (at < first) return { id, at, item: { ...item, x: item.x + at * item.w, y } }
        const [row, place] = [Math.floor((at - first) / below.length), (at - first) % below.length]
        return { id, at, item: { ...item, x: below.from + place * item.w, y: y + (row + 1) * item.h } }
      })
    })
    .toSorted((a, b) => a.item.y - b.item.y || a.item.x - b.item.x)
}

interface Lanes {
  /** How many copies are beside each other in the rows of the widget itself. */
  readonly first: number
  /** From which column, and how many, in the rows below. */
  readonly below: { readonly from: number; readonly length: number }
}
const ALONE: Lanes = { first: 1, below: { from: 0, length: 1 } }

function lanesOf(
  item: GridItem,
  items: readonly (readonly [string, GridItem])[],
  counts: Readonly<Record<string, number>>,
): Lanes {
  const beside = items.filter(([, other]) => other !== item && other.y < bottom(item) && bottom(other) > item.y)
  const limit = Math.min(COLUMNS, ...beside.flatMap(([, { x }]) => (x >= end(item) ? [x] : [])))
  const first = Math.max(1, Math.floor((limit - item.x) / item.w))
  const isRowOfItsOwn = beside.every(([id, { y, h }]) => y === item.y && h === item.h && (counts[id] ?? 1) === 1)
  return {
    first,
    below: isRowOfItsOwn ? { from: 0, length: Math.floor(COLUMNS / item.w) } : { from: item.x, length: first },
  }
}
