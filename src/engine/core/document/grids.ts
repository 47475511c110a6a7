/**
 * Three grids of 12 columns, one below the other per section. What the file has is used; what it lacks is derived in
 * memory from the nearest larger grid and never written by itself. All pure. Order, bounds and collisions are those of
 * react-grid-layout's core, which draws nothing here.
 */
import {
  collides,
  correctBounds,
  getFirstCollision,
  type LayoutItem,
  sortLayoutItemsByRowCol,
} from 'react-grid-layout/core'
import { COLUMNS, LARGE_FROM_PX, MEDIUM_FROM_PX, STACK_TO_PX } from './constants.ts'
import { SIZES, type GridItem, type GridMap, type GridSize, type LayoutModel, type WidgetModel } from './model.ts'

export type { GridItem, GridMap, GridSize } from './model.ts'

/** Sizes of a widget type, in columns and rows. */
export interface Sizes {
  readonly default: readonly [number, number]
  readonly min: readonly [number, number]
  /** Least rows of a small grid that is derived. */
  readonly onPhone?: number
}

/** Which grid a page of this width uses, and whether it is stacked. */
export function sizeOf(widthPx: number): { size: GridSize; stacked: boolean } {
  if (widthPx >= LARGE_FROM_PX) return { size: 'large', stacked: false }
  if (widthPx >= MEDIUM_FROM_PX) return { size: 'medium', stacked: false }
  return { size: 'small', stacked: widthPx <= STACK_TO_PX }
}

/** An item as the arithmetic takes it, which tells items apart by their name and writes on them. */
export const namedItem = (i: string, { x, y, w, h }: GridItem): LayoutItem => ({ i, x, y, w, h })

/** Its place alone. */
export const placeOf = ({ x, y, w, h }: LayoutItem): GridItem => ({ x, y, w, h })

/** Order of reading and of the tab key: top to bottom, then left to right; at the same place, the given order. */
export function readingOrder(ids: readonly string[], grid: GridMap): string[] {
  const place = (id: string) =>
    (Object.hasOwn(grid, id) ? grid[id] : undefined) ?? { x: 0, y: Number.MAX_SAFE_INTEGER, w: 1, h: 1 }
  return sortLayoutItemsByRowCol(ids.map((id) => namedItem(id, place(id)))).map(({ i }) => i)
}

export const overlaps = (a: GridItem, b: GridItem): boolean => collides(namedItem('a', a), namedItem('b', b))

/** Pairs that overlap, each once, in the order of the ids. */
export function overlapping(ids: readonly string[], grid: GridMap): [string, string][] {
  const placed = ids.flatMap((id, at) => {
    const item = Object.hasOwn(grid, id) ? grid[id] : undefined
    return item === undefined ? [] : [{ id, at, item }]
  })
  // From top to bottom: what begins below the end of one overlaps it no more, nor does anything after that.
  placed.sort((a, b) => a.item.y - b.item.y)
  const pairs = placed.flatMap((one, index) => {
    const found: (readonly [typeof one, typeof one])[] = []
    for (
      let next = index + 1, other = placed[next];
      other !== undefined && other.item.y < one.item.y + one.item.h;
      other = placed[++next]
    ) {
      if (overlaps(one.item, other.item)) found.push(one.at < other.at ? [one, other] : [other, one])
    }
    return found
  })
  return pairs.sort(([a, c], [b, d]) => a.at - b.at || c.at - d.at).map(([a, b]) => [a.id, b.id])
}

/** Inside the 12 columns and at least the minimum. */
function fit({ x, y, w, h }: GridItem, [minW, minH]: readonly [number, number]): GridItem {
  const item = namedItem('', { x, y: Math.max(0, y), w: Math.max(w, minW), h: Math.max(h, minH) })
  correctBounds([item], { cols: COLUMNS })
  return placeOf(item)
}

/** Moves down each item that overlaps an earlier one. */
function settle(ids: readonly string[], grid: GridMap): Record<string, GridItem> {
  const placed: LayoutItem[] = []
  for (const id of readingOrder(ids, grid)) {
    const item = namedItem(id, grid[id] as GridItem)
    for (let hit = getFirstCollision(placed, item); hit !== undefined; hit = getFirstCollision(placed, item))
      item.y = hit.y + hit.h
    placed.push(item)
  }
  return Object.fromEntries(placed.map((item) => [item.i, placeOf(item)]))
}

/**
 * Width in a narrower grid. A column of the next size down is about a third narrower, so a quarter becomes a half and
 * anything over a half takes the row.
 */
function widened(w: number, to: GridSize, minW: number): number {
  const wanted = to === 'medium' ? (w <= 3 ? 4 : w <= 6 ? 6 : COLUMNS) : w <= 4 ? 6 : COLUMNS
  return Math.min(COLUMNS, Math.max(wanted, minW))
}

/** Lays items out in rows from left to right. */
function shelve(items: readonly (readonly [string, number, number])[]): Record<string, GridItem> {
  const grid: Record<string, GridItem> = {}
  let x = 0,
    y = 0,
    tall = 0
  for (const [id, w, h] of items) {
    if (x + w > COLUMNS) [x, y, tall] = [0, y + tall, 0]
    grid[id] = { x, y, w, h }
    x += w
    tall = Math.max(tall, h)
  }
  return grid
}

/** The grid of a size, derived from a larger one: same reading order, wider shares, minimum sizes kept, no overlap. */
export function deriveGrid(
  ids: readonly string[],
  larger: GridMap,
  to: GridSize,
  sizes: (id: string) => Sizes,
): Record<string, GridItem> {
  return shelve(
    readingOrder(ids, larger).map((id) => {
      const { min, default: usual, onPhone = 0 } = sizes(id)
      const from = larger[id] ?? { x: 0, y: 0, w: usual[0], h: usual[1] }
      return [id, widened(from.w, to, min[0]), Math.max(from.h, min[1], to === 'small' ? onPhone : 0)]
    }),
  )
}

/**
 * The three grids of one section, complete. A grid that the file has is kept (inside the columns, nothing overlapping),
 * and gets the widgets it lacks at its end; one that it has not is derived.
 * @param ids widgets of the section, in the order of the document
 */
export function resolveGrids(
  ids: readonly string[],
  written: Readonly<Partial<Record<GridSize, GridMap>>>,
  sizes: (id: string) => Sizes,
): Record<GridSize, GridMap> {
  const has = (size: GridSize) => ids.some((id) => Object.hasOwn(written[size] ?? {}, id))
  const first = SIZES.find(has)
  const result: Partial<Record<GridSize, GridMap>> = {}
  let above: GridMap | undefined
  for (const size of SIZES) {
    if (has(size)) result[size] = complete(ids, written[size] ?? {}, above, size, sizes)
    else if (above !== undefined) result[size] = deriveGrid(ids, above, size, sizes)
    // Nothing larger is written: the nearest smaller one is better than a guess.
    else result[size] = complete(ids, first === undefined ? {} : (written[first] ?? {}), undefined, size, sizes)
    above = result[size]
  }
  return result as Record<GridSize, GridMap>
}

function complete(
  ids: readonly string[],
  written: GridMap,
  above: GridMap | undefined,
  size: GridSize,
  sizes: (id: string) => Sizes,
): GridMap {
  const present = ids.filter((id) => Object.hasOwn(written, id))
  const grid = settle(
    present,
    Object.fromEntries(present.map((id) => [id, fit(written[id] as GridItem, sizes(id).min)])),
  )
  const bottom = Math.max(0, ...Object.values(grid).map(({ y, h }) => y + h))
  const lacking = ids.filter((id) => !present.includes(id))
  if (lacking.length === 0) return grid
  const usual = (id: string) => {
    const {
      default: [w, h],
      min,
    } = sizes(id)
    return above?.[id] ?? fit({ x: 0, y: 0, w, h }, min)
  }
  const rest =
    above === undefined
      ? shelve(
          lacking.map((id) => {
            const { w, h } = usual(id)
            return [id, w, h]
          }),
        )
      : deriveGrid(lacking, Object.fromEntries(lacking.map((id) => [id, usual(id)])), size, sizes)
  return {
    ...grid,
    ...Object.fromEntries(Object.entries(rest).map(([id, item]) => [id, { ...item, y: item.y + bottom }])),
  }
}

export const QUARANTINE_SIZES: Sizes = { default: [6, 6], min: [3, 3] }

/** Sizes of a widget of a document, by its options. */
export function sizesOf(widget: WidgetModel | undefined): Sizes {
  if (widget?.kind !== 'live') return QUARANTINE_SIZES
  const { onPhone, ...sizes } = widget.definition.sizes
  return { ...sizes, ...(onPhone !== undefined && { onPhone: onPhone(widget.options as never) }) }
}

/** All grids of a layout by section, and where each widget is on a large screen, for whose data come first. */
export function placedGrids({ sections, grids, widgets }: Pick<LayoutModel, 'sections' | 'grids' | 'widgets'>): {
  readonly grids: Readonly<Record<GridSize, Readonly<Record<string, GridMap>>>>
  readonly places: ReadonlyMap<string, readonly [y: number, x: number]>
} {
  const sizes = (id: string) => sizesOf(widgets.get(id))
  const perSection = sections.map(({ id, widgets: ids }) => [id, resolveGrids(ids, grids, sizes)] as const)
  const inSize = (size: GridSize) => Object.fromEntries(perSection.map(([id, three]) => [id, three[size]]))
  return {
    grids: { large: inSize('large'), medium: inSize('medium'), small: inSize('small') },
    places: new Map(
      perSection.flatMap(([, { large }], section) =>
        Object.entries(large).map(([id, { x, y }]) => [id, [section * 10_000 + y, x] as const]),
      ),
    ),
  }
}
