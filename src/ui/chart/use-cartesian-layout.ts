/** Where everything of a chart over categories stands, with the head it needs over its drawing. */
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { UiFormat } from '../format.ts'
import { BAND_LINE_PX, bandLines } from './bands.ts'
import { layoutOf } from './layout.ts'
import type { Layout } from './plot.ts'
import { type Head, headHeight, rulerOf } from './one-line.ts'
import type { CartesianOption, ChartSeries, ValueAxis } from './types.ts'
import { type Size, useSettledSize } from './use-size.ts'
import { useThemeVersion } from './use-theme.ts'

export interface LaidChart {
  /** Goes to the element of the head. */
  readonly head: RefObject<HTMLDivElement | null>
  readonly layout: Layout
  /** What stands over the drawing: keys unless the lines are named at their ends, and what the axes count. */
  readonly says: Head
}

export interface LayInput {
  /** What is drawn of the option now: its stretch. */
  readonly option: CartesianOption
  /** Those of its series that are not put away. */
  readonly shown: readonly ChartSeries[]
  readonly size: Size
  readonly withLegend: boolean
  readonly format: UiFormat
}

/**
 * The head takes its height from the canvas, and what it says follows from the layout: at first by what it will most
 * likely say. Where its texts may wrap it is measured; new figures under the same texts are no reason to, for it costs
 * a layout of the page.
 */
export function useCartesianLayout({ option, shown, size, withLegend, format }: LayInput): LaidChart {
  const head = useRef<HTMLDivElement>(null)
  const version = useThemeVersion()
  const [measured, setMeasured] = useState(0)
  const room = useSettledSize(size.width, size.height)
  const roomy = useMemo(() => ({ width: Math.floor(room.width), height: room.height }), [room.width, room.height])
  const { says, layout, isKnown } = useMemo(() => {
    const { xAxis, yAxis: axes, series, markArea } = option
    const ruler = rulerOf(version)
    const headroom = headroomOf(markArea?.data ?? [], roomy.width / Math.max(1, xAxis.data.length))
    const withHead = (px: number) =>
      layoutOf({
        headroom,
        width: roomy.width,
        height: Math.max(Math.floor(roomy.height - px), 40),
        categories: xAxis.data,
        series: shown,
        axes,
        format,
        measure: ruler.measure,
        withNames: withLegend && shown.length === series.length,
        boundaryGap: xAxis.boundaryGap,
        notes: xAxis.notes,
      })
    const all = withLegend && series.length > 1 ? series.map(({ name }) => name) : []
    const likely =
      headHeight({ keys: all, axes: axes.flatMap(({ name }) => name ?? []) }, roomy.width, ruler) ?? measured
    const first = withHead(likely)
    const said = headOf(first, all, axes)
    const px = headHeight(said, roomy.width, ruler)
    return {
      layout: (px ?? measured) === likely ? first : withHead(px ?? measured),
      says: said,
      isKnown: px !== null,
    }
  }, [option, shown, roomy, measured, withLegend, format, version])

  const texts = [...says.axes, ...says.keys].join('\n')
  useLayoutEffect(() => {
    if (!isKnown) setMeasured(head.current?.offsetHeight ?? 0)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what makes the texts wrap, not what is read
  }, [size.width, texts, isKnown])
  return { head, layout, says }
}

const headroomOf = (bands: readonly { from: number; to: number; id: string; label: string }[], pitch: number): number =>
  bands.some(({ label }) => label !== '') ? BAND_LINE_PX * (1 + Math.max(...bandLines(bands, pitch))) : 0

function headOf(layout: Layout, all: readonly string[], axes: readonly ValueAxis[]): Head {
  const names = layout.axes.map(({ unit }, index) => axisName(axes[index]?.name, unit))
  return { keys: layout.endLabels.size === 0 ? all : [], axes: names.some((name) => name !== '') ? names : [] }
}

const axisName = (label: string | undefined, unit: string) => [label, unit].filter(Boolean).join(', ')
