/**
 * One move or resize under way, by pointer or keys. What is seen of it is written straight to the elements (transforms,
 * and the size of what is resized), so that no step of it draws React; only its end changes the document.
 */
import { COLUMNS } from '#engine/core/document/constants'
import type { GridItem, GridMap } from '#engine/core/document/grids'
import { arranged, inside, rowsOf, samePlace } from '../model/arrange.ts'

export type Kind = 'move' | 'resize'

export interface GestureStart {
  readonly kind: Kind
  readonly grid: GridMap
  /** The dragged widgets; a resize has one. */
  readonly ids: readonly string[]
  readonly locked: ReadonlySet<string>
  readonly min: (id: string) => readonly [number, number]
  /** The section's grid, whose cells carry `data-cell`. */
  readonly root: HTMLElement
  /** The scrolled element around it. */
  readonly scroller: HTMLElement | null
}

export interface Gesture {
  readonly kind: Kind
  readonly ids: readonly string[]
  /** Places as they would be now. */
  readonly places: GridMap
  /** By so many columns and rows from the beginning. True when something else is seen now. */
  by(columns: number, rows: number): boolean
  /** The hand's own movement in pixels of the screen; the rest keeps to the grid. */
  follow(dx: number, dy: number): void
  /** Width of a column with its gap, height of a row with its gap, on screen. */
  readonly step: { readonly x: number; readonly y: number }
  readonly hasMoved: boolean
  /** Takes everything written to the elements back. */
  end(): void
}

interface Metrics {
  /** A column and a row with their gaps, as the page is laid out; on screen they are `scale` times as large. */
  readonly x: number
  readonly y: number
  readonly gap: number
  readonly scale: number
}

/** Read once at the beginning: reading during the gesture would make the browser lay the page out again. */
function metricsOf(root: HTMLElement): Metrics {
  const style = getComputedStyle(root)
  const gap = Number.parseFloat(style.columnGap) || 0
  const rowGap = Number.parseFloat(style.rowGap) || 0
  return {
    x: (root.clientWidth + gap) / COLUMNS,
    y: (Number.parseFloat(style.gridAutoRows) || 40) + rowGap,
    gap,
    // The canvas is drawn smaller where there is little room; the pointer is not.
    scale: root.offsetWidth > 0 ? root.getBoundingClientRect().width / root.offsetWidth : 1,
  }
}

/** Where the dragged widgets would be, by so many columns and rows from the beginning. */
function wantedBy(
  { kind, grid, ids, min }: Pick<GestureStart, 'kind' | 'grid' | 'ids' | 'min'>,
  columns: number,
  rows: number,
): GridMap {
  if (kind === 'resize') {
    const [id] = ids
    const from = id === undefined ? undefined : grid[id]
    if (id === undefined || from === undefined) return {}
    const [minW, minH] = min(id)
    return {
      [id]: {
        ...from,
        w: Math.max(Math.min(minW, COLUMNS), Math.min(COLUMNS - from.x, from.w + columns)),
        h: Math.max(minH, from.h + rows),
      },
    }
  }
  // Several move as one: none of them leaves the columns.
  const own = ids.flatMap((id) => grid[id] ?? [])
  const left = Math.max(columns, -Math.min(...own.map(({ x }) => x)))
  const dx = Math.min(left, COLUMNS - Math.max(...own.map(({ x, w }) => x + w)))
  const dy = Math.max(rows, -Math.min(...own.map(({ y }) => y)))
  return Object.fromEntries(
    ids.flatMap((id) => {
      const from = grid[id]
      return from === undefined ? [] : [[id, inside({ ...from, x: from.x + dx, y: from.y + dy })]]
    }),
  )
}

export function beginGesture({ kind, grid, ids, locked, min, root, scroller }: GestureStart): Gesture {
  const { x: stepX, y: stepY, gap, scale } = metricsOf(root)
  const cells = new Map(
    [...root.querySelectorAll<HTMLElement>(':scope > [data-cell]')].map((cell) => [cell.dataset.cell ?? '', cell]),
  )
  const shadow = document.createElement('div')
  shadow.dataset.shadow = kind
  shadow.setAttribute('aria-hidden', 'true')
  let places: GridMap = grid
  let hasMoved = false
  let [wasX, wasY] = [0, 0]
  const hands = new Set(ids)

  /** The last value of a cell: the same value is not written again. */
  const written = new Map([...cells.keys()].map((id) => [id, '']))
  const frame = scroller ?? document.documentElement
  const top = root.getBoundingClientRect().top - (scroller?.getBoundingClientRect().top ?? 0) + frame.scrollTop
  const height = frame.clientHeight
  /** The rows on screen, from and to. */
  const seen = (): readonly [number, number] => [
    (frame.scrollTop - top) / (stepY * scale) - 1,
    (frame.scrollTop - top + height) / (stepY * scale) + 1,
  ]

  const isNear = ({ y, h }: GridItem, [above, below]: readonly [number, number]) => y <= below && y + h >= above
  root.dataset.gesture = kind
  for (const id of ids) {
    const cell = cells.get(id)
    if (cell !== undefined) {
      cell.dataset.hand = kind
      cell.dataset.near = ''
    }
  }
  markNear()

  const at = (shown: HTMLElement, item: GridItem) => {
    shown.style.gridArea = `${item.y + 1} / ${item.x + 1} / span ${item.h} / span ${item.w}`
  }

  function markNear(): void {
    const rows = seen()
    for (const [id, cell] of cells) {
      const from = grid[id]
      if (from !== undefined && cell.dataset.near === undefined && isNear(from, rows)) cell.dataset.near = ''
    }
  }

  /** Only what can be seen slides: of a hundred widgets most are beyond the edge, and a transform is not free. */
  function show(): void {
    const rows = seen()
    for (const [id, cell] of cells) {
      if (hands.has(id)) continue
      const [from, to] = [grid[id], places[id]]
      const isSeen =
        from !== undefined && to !== undefined && !samePlace(from, to) && (isNear(from, rows) || isNear(to, rows))
      if (isSeen) cell.dataset.near = ''
      const transform = isSeen
        ? `translate(${Math.round((to.x - from.x) * stepX)}px, ${Math.round((to.y - from.y) * stepY)}px)`
        : ''
      if (written.get(id) === transform) continue
      written.set(id, transform)
      cell.style.transform = transform
    }
    const first = ids[0] === undefined ? undefined : places[ids[0]]
    if (first !== undefined) at(shadow, first)
    if (shadow.parentElement === null) root.append(shadow)
    root.style.minHeight = `${rowsOf(places) * stepY}px`
  }

  return {
    kind,
    ids,
    step: { x: stepX * scale, y: stepY * scale },
    get places() {
      return places
    },
    get hasMoved() {
      return hasMoved
    },
    by(columns, rows) {
      if (columns === wasX && rows === wasY && hasMoved) return false
      ;[wasX, wasY] = [columns, rows]
      hasMoved = true
      const before = places
      places = arranged(grid, wantedBy({ kind, grid, ids, min }, columns, rows), locked)
      show()
      return Object.keys(places).some((id) => !samePlace(before[id], places[id]))
    },
    follow(screenX, screenY) {
      const [dx, dy] = [screenX / scale, screenY / scale]
      for (const id of ids) {
        const cell = cells.get(id)
        const from = grid[id]
        if (cell === undefined || from === undefined) continue
        if (kind === 'move') cell.style.transform = `translate(${dx}px, ${dy}px)`
        else {
          const [minW, minH] = min(id)
          const width = Math.min((COLUMNS - from.x) * stepX, from.w * stepX + dx)
          cell.style.width = `${Math.max(minW * stepX, width) - gap}px`
          cell.style.height = `${Math.max(minH * stepY, from.h * stepY + dy) - gap}px`
        }
      }
    },
    end() {
      delete root.dataset.gesture
      root.style.minHeight = ''
      shadow.remove()
      for (const cell of cells.values()) {
        delete cell.dataset.hand
        delete cell.dataset.near
        cell.style.transform = ''
        cell.style.width = ''
        cell.style.height = ''
      }
    },
  }
}
