/** Points that are too many to be distinguished, counted in the cells of a grid whose edges are round numbers. Pure. */

/** The place of a point, and whether it may still change much. */
interface Placed {
  readonly x: number
  readonly y: number
  readonly isOpen: boolean
}

export interface Cell {
  /** Lower edges; the upper ones are a step above. */
  readonly x: number
  readonly y: number
  readonly count: number
  /** How many of them may still change much. */
  readonly open: number
  /** The point of a cell that has one. */
  readonly only: number | null
}

export interface Density {
  readonly xStep: number
  readonly yStep: number
  /** Those with points, from left to right, each column from below. */
  readonly cells: readonly Cell[]
  readonly most: number
}

/** Cells across and up, at most: each is some pixels wide on a phone too. */
const [ACROSS, UP] = [48, 28]

/** Null for few points, and where no grid holds them all. */
export function densityOf(
  points: readonly Placed[],
  { from, isWhole }: { from: number; isWhole: { readonly x: boolean; readonly y: boolean } },
): Density | null {
  if (points.length <= from) return null
  const [xStep, yStep] = [stepOf(points, 'x', ACROSS, isWhole.x), stepOf(points, 'y', UP, isWhole.y)]
  if (xStep === null || yStep === null) return null
  const found = new Map<string, { column: number; row: number; count: number; open: number; only: number | null }>()
  points.forEach(({ x, y, isOpen }, at) => {
    const [column, row] = [Math.floor(x / xStep), Math.floor(y / yStep)]
    const key = `${column} ${row}`
    const cell = found.get(key) ?? { column, row, count: 0, open: 0, only: at }
    found.set(key, {
      ...cell,
      count: cell.count + 1,
      open: cell.open + (isOpen ? 1 : 0),
      only: cell.count === 0 ? at : null,
    })
  })
  const cells = [...found.values()]
    .sort((a, b) => a.column - b.column || a.row - b.row)
    .map(({ column, row, ...cell }): Cell => ({ ...cell, x: column * xStep, y: row * yStep }))
  return { xStep, yStep, cells, most: cells.reduce((most, { count }) => Math.max(most, count), 0) }
}

/**
 * The least of 1, 2, 5, 10, ... that needs no more cells. Whole numbers have whole steps: others would hold one number
 * here and two there, and draw false stripes.
 */
function stepOf(
  points: readonly Pick<Placed, 'x' | 'y'>[],
  of: 'x' | 'y',
  most: number,
  isWhole: boolean,
): number | null {
  const [low, high] = points.reduce(([a, b], point) => [Math.min(a, point[of]), Math.max(b, point[of])] as const, [
    Infinity,
    -Infinity,
  ] as readonly [number, number])
  // The cells at both ends are cut by the edges of the grid.
  const raw = (high - low) / (most - 1)
  if (!Number.isFinite(raw)) return null
  if (raw === 0) return 1
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 5].find((one) => one * power >= raw) ?? 10) * power
  return Math.max(step, isWhole ? 1 : 0)
}
