/** The cells as a heat map of a few shades, with names above and beside. Pure. */
import type { ComposeOption } from 'echarts/core'
import { HeatmapChart } from 'echarts/charts'
import type { HeatmapSeriesOption } from 'echarts/charts'
import { VisualMapPiecewiseComponent } from 'echarts/components'
import type { GridComponentOption, VisualMapComponentOption } from 'echarts/components'
import type { Drawn } from '#ui/chart/chart.tsx'
import { hatched } from '#ui/chart/hatch.ts'
import { register } from '#ui/chart/library.ts'
import type { ChartTheme } from '#ui/chart/theme.ts'
import { SHADES, shadeOf } from '../lib/item-charts/shades.ts'
import type { HeatCell, HeatProjection } from './model.ts'

register([HeatmapChart, VisualMapPiecewiseComponent])

export type HeatOption = ComposeOption<HeatmapSeriesOption | GridComponentOption | VisualMapComponentOption>

interface HeatInput {
  readonly projection: HeatProjection
  readonly width: number
  readonly height: number
  readonly measure: (text: string) => number
  /** As it is written into a cell; null where nothing is. */
  readonly textOf: ((value: number) => string) | null
  /** Colours of the shades, and of the words on them. */
  readonly shades: (theme: ChartTheme) => readonly { readonly fill: string; readonly text: string }[]
  readonly isSquare: boolean
  /** Whether something is written at a cell (counted row by row): it has a frame then. */
  readonly isNoted: (spot: number) => boolean
}

const HEAD_PX = 20
/** Names above the columns may be cut to this much. */
const LEAST_HEAD_PX = 48
const LEAST_ROW_PX = 14
const LEAST_WORD_PX = 15
const MAX_CELL_PX = 64

export function drawHeat({
  projection: { across, down, cells, scale },
  width,
  height,
  measure,
  textOf,
  shades,
  isSquare,
  isNoted,
}: HeatInput): Drawn {
  const left = Math.min(0.3 * width, Math.max(0, ...down.map(({ name }) => measure(name))) + 10)
  const [columns, rows] = [Math.max(1, across.length), Math.max(1, down.length)]
  const [wide, tall] = [(width - left) / columns, (height - HEAD_PX) / rows]
  const side = Math.min(wide, tall, 30)
  const [stepX, stepY] = isSquare ? [side, side] : [Math.min(wide, 3 * MAX_CELL_PX), Math.min(tall, MAX_CELL_PX)]
  const gap = stepX < 5 || stepY < 5 ? 0 : 1
  const withText =
    textOf !== null &&
    stepY >= LEAST_WORD_PX &&
    Math.max(0, ...cells.flat().flatMap(({ value }) => (value === null ? [] : [measure(textOf(value))]))) + 6 <= stepX
  const written = withText ? textOf : null
  const every = (least: number, step: number) => Math.max(1, Math.ceil(least / step)) - 1
  // A long name is cut before names of its neighbours are left out.
  const longest = Math.max(0, ...across.map(({ name }) => measure(name)))
  const everyHead = every(Math.min(longest, LEAST_HEAD_PX) + 8, stepX)
  const roomOfHead = (everyHead + 1) * stepX - 6
  /** A name is centred over its column; at the last ones half of it may be beyond the edge. */
  const isWhole = (at: number) =>
    left + (at + 0.5) * stepX + Math.min(measure(across[at]?.name ?? ''), roomOfHead) / 2 <= width
  const end = (cut: number) => scale.min + ((cut - 0.5) / (SHADES - 1)) * (scale.max - scale.min)

  const option = (theme: ChartTheme): HeatOption => {
    const colours = shades(theme)
    const colourOf = (value: number) => colours[shadeOf(value, scale)]
    return {
      grid: { left, top: HEAD_PX, width: columns * stepX, height: rows * stepY },
      xAxis: {
        type: 'category',
        position: 'top',
        data: across.map(({ name }) => name),
        axisLabel: {
          interval: (at: number) => at % (everyHead + 1) === 0 && isWhole(at),
          margin: 4,
          width: roomOfHead,
          overflow: 'truncate',
          hideOverlap: true,
        },
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: down.map(({ name }) => name),
        axisLabel: { interval: every(LEAST_ROW_PX, stepY), width: left - 8, overflow: 'truncate' },
      },
      visualMap: {
        type: 'piecewise',
        show: false,
        dimension: 2,
        pieces: colours.map(({ fill }, shade) => ({
          ...(shade > 0 && { gte: end(shade) }),
          ...(shade < SHADES - 1 && { lt: end(shade + 1) }),
          color: fill,
        })),
      },
      series: [
        {
          type: 'heatmap',
          itemStyle: { borderColor: theme.background, borderWidth: gap },
          label: { show: withText, fontSize: theme.fontSize, textBorderWidth: 0 },
          // A frame lies over the cells around it.
          data: placesOf(cells)
            .toSorted((a, b) => Number(isNoted(a.spot)) - Number(isNoted(b.spot)))
            .map(({ cell, spot, place }) =>
              framed(
                itemOf(cell, { place, none: scale.min, shadeOf: colourOf, textOf: written }, theme),
                isNoted(spot),
                theme,
              ),
            ),
        },
      ],
    }
  }

  return { option, spots: spotsOfGrid({ across, down, cells, left, stepX, stepY, gap }) }
}

/** The cells that are drawn, each with its number among all, row by row. */
const placesOf = (cells: HeatProjection['cells']) =>
  cells.flatMap((line, row) =>
    line.flatMap((cell, column) =>
      cell.isOutside ? [] : [{ cell, spot: row * line.length + column, place: [column, row] as const }],
    ),
  )

interface Shade {
  readonly fill: string
  readonly text: string
}

interface ItemPlace {
  readonly place: readonly [number, number]
  /** Placeholder for no number: without one the library would leave the cell out. */
  readonly none: number
  readonly shadeOf: (value: number) => Shade | undefined
  /** As it is written into the cell; null where nothing is. */
  readonly textOf: ((value: number) => string) | null
}

function itemOf({ value, state }: HeatCell, { place, none, shadeOf, textOf }: ItemPlace, theme: ChartTheme) {
  if (value === null)
    return {
      value: [...place, none],
      visualMap: false,
      itemStyle: hatched(
        state === 'closed' ? { ground: theme.gridLine } : { ground: theme.background, stripes: theme.gap },
      ),
      label: { show: false },
    }
  const shade = shadeOf(value)
  const isOpen = state === 'partial' || state === 'settling' || state === 'estimated'
  return {
    value: [...place, value],
    ...(isOpen && {
      visualMap: false,
      // An unfinished cell is its shade on the background of the page, in an outline.
      itemStyle: {
        ...hatched({ ground: theme.background, stripes: shade?.fill ?? theme.gap }),
        borderColor: theme.muted,
        borderWidth: 1,
        borderType: [2, 2],
      },
    }),
    ...(textOf !== null && { label: { formatter: textOf(value), color: isOpen ? theme.text : shade?.text } }),
  }
}

const framed = (item: ReturnType<typeof itemOf>, isNoted: boolean, { text }: ChartTheme) =>
  isNoted
    ? { ...item, itemStyle: { ...item.itemStyle, borderColor: text, borderWidth: 2, borderType: 'solid' as const } }
    : item

interface Grid extends Pick<HeatProjection, 'across' | 'down' | 'cells'> {
  readonly left: number
  readonly stepX: number
  readonly stepY: number
  readonly gap: number
}

function spotsOfGrid({ across, down, cells, left, stepX, stepY, gap }: Grid): Drawn['spots'] {
  const columns = Math.max(1, across.length)
  const cellAt = (spot: number) => cells[Math.floor(spot / columns)]?.[spot % columns]
  return {
    count: across.length * down.length,
    boxOf: (spot) => ({
      x: left + (spot % columns) * stepX,
      y: HEAD_PX + Math.floor(spot / columns) * stepY,
      width: stepX - gap,
      height: stepY - gap,
    }),
    spotAt: (x, y) => {
      const [column, row] = [Math.floor((x - left) / stepX), Math.floor((y - HEAD_PX) / stepY)]
      const isInside = column >= 0 && column < across.length && row >= 0 && row < down.length
      return isInside && cellAt(row * columns + column)?.isOutside === false ? row * columns + column : null
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
