/**
 * The cells as boxes of a few colours, and the words around them. Pure: the painter paints it, the chart finds the cell
 * under the pointer.
 */
import type { Drawn } from '#ui/chart/scene-chart.tsx'
import type { Mark, Scene, Word } from '#ui/chart/scene-types.ts'
import { grainOf } from '#ui/chart/grain.ts'
import type { ChartTheme } from '#ui/chart/theme.ts'
import type { HeatProjection } from './model.ts'

/** Colours from the least to the most; for a change from the worst to the best. */
export const SHADES = 7
export const MIDDLE = (SHADES - 1) / 2

/** Step of the scale in which a value lies. */
export function shadeOf(value: number, { min, max }: HeatProjection['scale']): number {
  return Math.max(0, Math.min(SHADES - 1, Math.round(((value - min) / (max - min)) * (SHADES - 1))))
}

interface DrawInput {
  readonly projection: HeatProjection
  readonly width: number
  readonly height: number
  readonly measure: (text: string) => number
  /** As it is written into a cell; null where nothing is. */
  readonly textOf: ((value: number) => string) | null
  /** Colours of the shades, and of the words on them. */
  readonly shades: (theme: ChartTheme) => readonly { readonly fill: string; readonly text: string }[]
  readonly isSquare: boolean
}

const HEAD_PX = 20
const GAP_PX = 1
/** Names above the columns may be cut to this much. */
const LEAST_HEAD_PX = 48
const LEAST_WORD_PX = 15
const MOST_CELL_PX = 64

export function drawHeat({
  projection: { across, down, cells, scale },
  width,
  height,
  measure,
  textOf,
  shades,
  isSquare,
}: DrawInput): Drawn {
  const left = Math.min(0.3 * width, Math.max(0, ...down.map(({ name }) => measure(name))) + 10)
  const [columns, rows] = [Math.max(1, across.length), Math.max(1, down.length)]
  const [wide, tall] = [(width - left) / columns, (height - HEAD_PX) / rows]
  const side = Math.min(wide, tall, 30)
  const [stepX, stepY] = isSquare ? [side, side] : [Math.min(wide, 3 * MOST_CELL_PX), Math.min(tall, MOST_CELL_PX)]
  const top = HEAD_PX
  const count = across.length * down.length
  const gap = stepX < 5 || stepY < 5 ? 0 : GAP_PX
  const boxOf = (spot: number) => ({
    x: left + (spot % columns) * stepX,
    y: top + Math.floor(spot / columns) * stepY,
    width: stepX - gap,
    height: stepY - gap,
  })
  const cellAt = (spot: number) => cells[Math.floor(spot / columns)]?.[spot % columns]
  const withText =
    textOf !== null &&
    stepY >= LEAST_WORD_PX &&
    Math.max(0, ...cells.flat().flatMap(({ value }) => (value === null ? [] : [measure(textOf(value))]))) + 6 <= stepX

  const scene = (theme: ChartTheme, ratio: number): Scene => {
    const { snap } = grainOf(ratio)
    const colours = shades(theme)
    const boxes: number[][] = Array.from({ length: SHADES }, () => [])
    const open: number[][] = Array.from({ length: SHADES }, () => [])
    const [unmeasured, closed]: [number[], number[]] = [[], []]
    const words: Word[] = []
    for (let spot = 0; spot < count; spot++) {
      const cell = cellAt(spot)
      if (cell === undefined || cell.isOutside) continue
      const { x, y, width: w, height: h } = boxOf(spot)
      const [x0, y0] = [snap(x), snap(y)]
      const box = [x0, snap(x + w) - x0, snap(y + h), y0]
      if (cell.value === null) (cell.state === 'closed' ? closed : unmeasured).push(...box)
      else {
        const shade = shadeOf(cell.value, scale)
        ;(cell.state === 'partial' || cell.state === 'settling' || cell.state === 'estimated' ? open : boxes)[
          shade
        ]?.push(...box)
        if (withText && textOf !== null)
          words.push({
            text: textOf(cell.value),
            x: x + w / 2,
            y: snap(y + h / 2 + 0.36 * theme.fontSize),
            align: 'center',
            colour: isOpen(cell.state) ? theme.text : (colours[shade]?.text ?? theme.text),
          })
      }
    }
    const mark = (list: number[], fill: Mark['fill'], stroke?: Mark['stroke']): Mark[] =>
      list.length === 0 || fill === undefined
        ? []
        : [{ shape: { kind: 'boxes', boxes: Float64Array.from(list), radius: 0 }, fill, ...(stroke && { stroke }) }]
    return {
      width,
      height,
      ratio,
      font: `420 ${theme.fontSize}px ${theme.font}`,
      marks: [
        ...mark(closed, theme.gridLine),
        ...mark(unmeasured, { stripes: theme.gap, on: theme.background }),
        ...boxes.flatMap((list, shade) => mark(list, colours[shade]?.fill)),
        // What may still change is its shade on the ground of the page, in an outline.
        ...open.flatMap((list, shade) =>
          mark(
            list,
            { stripes: colours[shade]?.fill ?? theme.gap, on: theme.background },
            { colour: theme.muted, width: 1, dash: [2, 2] },
          ),
        ),
      ],
      words: [...words, ...headWords(theme)],
      wordColour: theme.muted,
    }
  }

  function headWords(theme: ChartTheme): Word[] {
    const baseline = 0.36 * theme.fontSize
    let end = Number.NEGATIVE_INFINITY
    // A long name is cut before names of its neighbours are left out.
    const longest = Math.max(0, ...across.map(({ name }) => measure(name)))
    const everyHead = Math.max(1, Math.ceil((Math.min(longest, LEAST_HEAD_PX) + 8) / stepX))
    const heads = across.flatMap(({ name: whole }, at): Word[] => {
      if (at % everyHead !== 0) return []
      const name = fitted(whole, everyHead * stepX - 6, measure)
      const half = measure(name) / 2
      const x = Math.max(half, Math.min(width - half, left + (at + 0.5) * stepX))
      if (x - half < end + 6) return []
      end = x + half
      return [{ text: name, x, y: HEAD_PX / 2 + baseline, align: 'center' }]
    })
    const every = Math.max(1, Math.ceil(14 / stepY))
    return [
      ...heads,
      ...down.flatMap(({ name }, at): Word[] =>
        at % every === 0
          ? [
              {
                text: fitted(name, left - 8, measure),
                x: left - 8,
                y: top + (at + 0.5) * stepY - gap / 2 + baseline,
                align: 'right',
              },
            ]
          : [],
      ),
    ]
  }

  return {
    count,
    scene,
    boxOf,
    spotAt: (x, y) => {
      const [column, row] = [Math.floor((x - left) / stepX), Math.floor((y - top) / stepY)]
      const isInside = column >= 0 && column < across.length && row >= 0 && row < down.length
      return isInside && cells[row]?.[column]?.isOutside === false ? row * columns + column : null
    },
    step: (spot, direction) => {
      const [row, column] = [Math.floor(spot / columns), spot % columns]
      const [r, c] = [
        row + (direction === 'down' ? 1 : direction === 'up' ? -1 : 0),
        column + (direction === 'right' ? 1 : direction === 'left' ? -1 : 0),
      ]
      return r < 0 || c < 0 || r >= down.length || c >= across.length ? null : r * columns + c
    },
  }
}

const isOpen = (state: string) => state === 'partial' || state === 'settling' || state === 'estimated'

/** A name that is too long ends in an ellipsis. */
function fitted(text: string, room: number, measure: (text: string) => number): string {
  if (measure(text) <= room) return text
  let length = text.length
  while (length > 1 && measure(`${text.slice(0, length)}…`) > room) length--
  return `${text.slice(0, length)}…`
}
