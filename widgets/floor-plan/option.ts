/** Areas as paths filled by their shade, with their words where these fit. Pure. */
import type { ComposeOption } from 'echarts/core'
import { CustomChart } from 'echarts/charts'
import type { CustomSeriesOption } from 'echarts/charts'
import type { Drawn } from '#ui/chart/chart.tsx'
import { stripesOf } from '#ui/chart/hatch.ts'
import { spotsOf } from '#ui/chart/items.ts'
import type { Measure } from '#ui/chart/plot.ts'
import { register } from '#ui/chart/library.ts'
import type { ChartTheme } from '#ui/chart/theme.ts'
import { type ShadeScale, shadeOf } from '../lib/item-charts/shades.ts'
import { BOLD, nameWithin } from '../lib/item-charts/words.ts'
import { fitting } from './fitting.ts'
import { isInside, pathOf, placeIn } from './geometry.ts'
import type { Area } from './model.ts'

register([CustomChart])

export type PlanOption = ComposeOption<CustomSeriesOption>

export interface PlanInput {
  /** Those of the plan. */
  readonly areas: readonly Area[]
  readonly width: number
  readonly height: number
  readonly measure: Measure
  readonly scale: ShadeScale
  readonly of: (area: Area) => number | null
  readonly write: (value: number | null) => string
  readonly withNames: boolean
  /** Colour of words on a colour. */
  readonly wordsOn: (theme: ChartTheme) => (fill: string) => string
}

const LINE_PX = 15
const EDGE_PX = 5

export function drawPlan({ areas, width, height, measure, scale, of, write, withNames, wordsOn }: PlanInput): Drawn {
  const toPixel = fitting(
    areas.flatMap(({ parts }) => parts),
    { width, height },
  )
  const shapes = areas.map((area) => {
    const parts = area.parts.map((rings) => rings.map((ring) => ring.map(toPixel)))
    const wordsOfTwo = placeIn(parts, 2 * LINE_PX)
    const wordsOfOne = placeIn(parts, LINE_PX)
    const figure = write(of(area))
    const room = (place: ReturnType<typeof placeIn>) => (place?.room ?? 0) - 2 * EDGE_PX
    const fitsBoth = withNames && of(area) !== null && measure(figure) <= room(wordsOfTwo)
    const nameIn = (place: ReturnType<typeof placeIn>) => nameWithin(area.name, room(place) / BOLD, measure)
    const [two, one] = [fitsBoth ? nameIn(wordsOfTwo) : null, withNames ? nameIn(wordsOfOne) : null]
    return {
      area,
      parts,
      path: pathOf(parts),
      place: (two === null ? wordsOfOne : wordsOfTwo) ?? { x: Number.NaN, y: Number.NaN },
      lines: two !== null ? [two, figure] : one !== null ? [one] : [],
    }
  })

  const option = (theme: ChartTheme): PlanOption => {
    const on = wordsOn(theme)
    const itemOf = (at: number): ReturnType<NonNullable<CustomSeriesOption['renderItem']>> => {
      const shape = shapes[at]
      if (shape === undefined) return null
      const { area, path, place, lines } = shape
      const value = of(area)
      const fill = value === null ? theme.background : (theme.tones[shadeOf(value, scale)] ?? theme.others)
      const isOpen = value !== null && area.isOpen
      const isStriped = isOpen || (value === null && area.state === 'missing')
      const look = isOpen
        ? { fill: theme.background, decal: stripesOf(fill) }
        : value !== null
          ? { fill }
          : isStriped
            ? { fill, decal: stripesOf(theme.gap) }
            : { fill: theme.gridLine }
      const ink = isStriped || value === null ? theme.text : on(fill)
      return {
        type: 'group',
        children: [
          {
            type: 'path',
            shape: { pathData: path },
            style: {
              ...look,
              stroke: isOpen ? theme.muted : theme.axisLine,
              lineWidth: 1,
              ...(isOpen && { lineDash: [2, 2] }),
            },
          },
          ...lines.map((words, line) => ({
            type: 'text' as const,
            style: {
              text: words,
              x: place.x,
              y: place.y + (line - (lines.length - 1) / 2) * LINE_PX,
              align: 'center' as const,
              verticalAlign: 'middle' as const,
              fill: ink,
              font: `${line === 0 ? 560 : 420} ${theme.fontSize}px ${theme.font}`,
              // On stripes words need a plain background.
              ...(isStriped && { backgroundColor: theme.background, padding: [3, 5] }),
            },
          })),
        ],
      }
    }
    return {
      series: [
        {
          id: 'areas',
          type: 'custom',
          coordinateSystem: 'none',
          silent: true,
          data: shapes.map(() => 0),
          renderItem: ({ dataIndex }) => itemOf(dataIndex),
        },
      ],
    }
  }

  const boxes = shapes.map(({ parts, path, place: { x, y } }) => ({
    x,
    y,
    width: 0,
    height: 0,
    outline: path,
    contains: (across: number, down: number) => isInside(parts, across, down),
  }))
  return {
    option,
    spots: {
      ...spotsOf(boxes),
      // Of areas that lie on each other the one drawn last is seen.
      spotAt: (x, y) => {
        const found = boxes.findLastIndex(({ contains }) => contains(x, y))
        return found < 0 ? null : found
      },
    },
  }
}
