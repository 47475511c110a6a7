/**
 * Where the items of a drawn chart stand, asked of the library after it has drawn: so that pointer, keys and tooltip
 * need no geometry of the widget's own.
 */
import type { ECharts } from 'echarts/core'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An item as the library knows it, and whether a pixel lies on its shape: a ribbon is not its box. */
export interface Item extends Box {
  readonly of?: { readonly seriesIndex: number; readonly dataIndex: number; readonly dataType?: 'edge' }
  readonly contains?: (x: number, y: number) => boolean
  /** The path around it, as SVG writes one, where it is drawn by its widget and is no box. */
  readonly outline?: string
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** The places of a chart that can be read: each is an item of what is drawn. */
export interface Spots {
  readonly count: number
  /** The spot under a pixel; null where there is none. */
  readonly spotAt: (x: number, y: number) => number | null
  readonly boxOf: (spot: number) => Item
  /** The next spot in a direction, or null at the edge. */
  readonly step: (spot: number, direction: Direction) => number | null
  readonly isRound?: boolean
}

/** What is used of the library's own model of a chart, which its types keep to themselves. */
interface Model {
  eachSeries: (visit: (series: SeriesModel) => void) => void
}
interface SeriesModel {
  get: (name: string) => unknown
  readonly seriesIndex: number
  getData: () => Items
  /** Of series that have links. */
  getEdgeData?: () => Items
}
interface Items {
  count: () => number
  getItemGraphicEl: (index: number) => Shape | undefined
}
interface Rect extends Box {
  clone: () => Rect
  applyTransform: (matrix: number[]) => void
}
interface Shape {
  getBoundingRect: () => Rect
  getComputedTransform: () => number[] | null
  contain: (x: number, y: number) => boolean
}

/** The items of all series that are not silent, in the order in which they are declared; links after what they link. */
export function itemsOf(instance: ECharts): Item[] {
  const items: Item[] = []
  const model = (instance as unknown as { getModel: () => Model }).getModel()
  model.eachSeries((series) => {
    if (series.get('silent') === true) return
    addItems(items, series.getData(), series.seriesIndex)
    const edges = series.getEdgeData?.()
    if (edges !== undefined) addItems(items, edges, series.seriesIndex, 'edge')
  })
  return items
}

function addItems(items: Item[], data: Items, seriesIndex: number, dataType?: 'edge'): void {
  for (let dataIndex = 0; dataIndex < data.count(); dataIndex++) {
    const shape = data.getItemGraphicEl(dataIndex)
    const box = shape?.getBoundingRect().clone()
    const matrix = shape?.getComputedTransform()
    if (box !== undefined && matrix) box.applyTransform(matrix)
    items.push({
      // An item without a shape keeps its number, and is not found.
      ...(box === undefined
        ? { x: Number.NaN, y: Number.NaN, width: 0, height: 0 }
        : { x: box.x, y: box.y, width: box.width, height: box.height }),
      of: { seriesIndex, dataIndex, ...(dataType !== undefined && { dataType }) },
      ...(dataType === 'edge' && shape !== undefined && { contains: (x: number, y: number) => shape.contain(x, y) }),
    })
  }
}

/** How near the pointer has to come to something small, in pixels. */
const REACH = 8
const SLOPE = 2.5
const BESIDE = 1e6

const isThere = ({ x, y }: Box) => Number.isFinite(x) && Number.isFinite(y)
const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })
const distance = (box: Box, x: number, y: number) =>
  Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height))

/** Spots from their boxes: the smallest one under a pixel, and by the arrows the nearest in their direction. */
export function spotsOf(boxes: readonly Item[]): Spots {
  return {
    count: boxes.length,
    boxOf: (spot) => boxes[spot] ?? { x: 0, y: 0, width: 0, height: 0 },
    spotAt: (x, y) => {
      let best: { spot: number; far: number; area: number } | null = null
      for (const [spot, box] of boxes.entries()) {
        if (!isThere(box)) continue
        const far = box.contains === undefined ? distance(box, x, y) : box.contains(x, y) ? 0 : REACH
        const area = box.width * box.height
        if (far < REACH && (best === null || far < best.far || (far === best.far && area < best.area)))
          best = { spot, far, area }
      }
      return best?.spot ?? null
    },
    step: (spot, direction) => {
      const from = boxes[spot]
      if (from === undefined || !isThere(from)) return null
      const at = middle(from)
      let best: { spot: number; far: number } | null = null
      for (const [other, box] of boxes.entries()) {
        if (other === spot || !isThere(box)) continue
        const to = middle(box)
        const [along, across] =
          direction === 'left' || direction === 'right' ? [to.x - at.x, to.y - at.y] : [to.y - at.y, to.x - at.x]
        const ahead = direction === 'right' || direction === 'down' ? along : -along
        if (ahead <= 0.5) continue
        // What lies aside counts more than what lies ahead, and beyond a slope it lies beside: a row is read before the
        // next one.
        const far = ahead + 3 * Math.abs(across) + (Math.abs(across) > SLOPE * ahead ? BESIDE : 0)
        if (best === null || far < best.far) best = { spot: other, far }
      }
      return best?.spot ?? null
    },
  }
}
