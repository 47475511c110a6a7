/** From plain data to what the chart library draws. Pure except for the hatch tiles. */
import type { EChartsCoreOption } from 'echarts/core'
import type { Completeness } from '../format.ts'
import { slotsOf } from './gaps.ts'
import { BAR_MOST, type Layout, stackKey, stateAt } from './layout.ts'
import { type ChartTheme, hatch, toneOf } from './theme.ts'
import type { ChartSeries } from './types.ts'

const UNSURE: ReadonlySet<Completeness> = new Set(['partial', 'settling', 'estimated'])

const valueAt = ({ values }: ChartSeries, index: number): number | null => {
  const value = values[index] ?? null
  return value === null || !Number.isFinite(value) ? null : value
}

export interface OptionInput {
  categories: readonly string[]
  series: readonly ChartSeries[]
  layout: Layout
  theme: ChartTheme
}

export function optionOf({ categories, series, layout, theme }: OptionInput): EChartsCoreOption {
  const { plot, axes, banded, labelEvery } = layout
  const count = categories.length
  const label = { color: theme.muted, fontFamily: theme.font, fontSize: theme.fontSize }
  const barRoom = (layout.pitch * 0.72) / Math.max(1, slotsOf(series).length)
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    grid: { left: plot.left, right: layout.width - plot.right, top: plot.top, bottom: layout.height - plot.bottom, outerBoundsMode: 'none' },
    xAxis: {
      type: 'category', data: categories as string[], boundaryGap: banded, silent: true,
      axisLine: { lineStyle: { color: theme.axisLine }, onZero: true }, axisTick: { show: false },
      axisLabel: {
        ...label, margin: 9, hideOverlap: true, showMinLabel: true,
        interval: (index: number) => index % labelEvery === 0 && (index === 0 || index + labelEvery <= count || count - index > labelEvery * 0.6),
        ...(banded ? {} : { alignMinLabel: layout.widestLabel / 2 > plot.left ? 'left' : null, alignMaxLabel: layout.widestLabel / 2 > layout.width - plot.right ? 'right' : null }),
      },
    },
    yAxis: axes.map(({ scale, write }, index) => ({
      type: 'value', min: scale.min, max: scale.max, interval: scale.step, position: index === 0 ? 'left' : 'right', silent: true,
      axisLine: { show: false }, axisTick: { show: false },
      axisLabel: { ...label, margin: 8, formatter: (value: number) => write(value) },
      splitLine: { show: index === 0, lineStyle: { color: theme.gridLine, width: 1 } },
    })),
    series: series.flatMap((one): object[] => (one.mark === 'bar' ? [bars(one, count, theme, barRoom)] : lines(one, count, theme, layout))),
  }
}

const pattern = (colour: string, background: string) => ({ image: hatch(colour, background), repeat: 'repeat' as const, scaleX: 0.5, scaleY: 0.5 })

function bars(one: ChartSeries, count: number, theme: ChartTheme, room: number) {
  const isReference = one.period === 'reference'
  const solid = toneOf(theme, one.tone)
  const fill = toneOf(theme, one.tone, one.period)
  const pale = toneOf(theme, one.tone, 'reference')
  // An outline needs room: on hair-thin bars it would be all there is.
  const outline = room >= 5 ? 1 : 0
  const rounded = one.stack === undefined ? [2, 2, 0, 0] : 0
  const styles: Record<Completeness, object | null> = {
    final: null, closed: null, missing: null,
    partial: { color: pattern(isReference ? pale : solid, theme.background), borderColor: isReference ? pale : solid, borderWidth: outline },
    settling: { color: pattern(isReference ? theme.background : pale, fill), borderWidth: 0 },
    estimated: { color: pale, opacity: 0.75, borderColor: solid, borderWidth: outline, borderType: 'dotted' },
  }
  return {
    type: 'bar', id: one.id, name: one.name, yAxisIndex: one.axis ?? 0, silent: true, emphasis: { disabled: true }, z: isReference ? 2 : 3,
    progressive: 0, barMaxWidth: BAR_MOST, barGap: '10%', barCategoryGap: '28%', barMinHeight: 0,
    ...(one.stack === undefined ? {} : { stack: stackKey(one) }),
    itemStyle: isReference
      ? { color: fill, borderColor: solid, borderWidth: outline * 0.75, borderRadius: rounded }
      : { color: fill, borderRadius: rounded, ...(one.stack === undefined ? {} : { borderColor: theme.background, borderWidth: outline * 0.5 }) },
    data: Array.from({ length: count }, (_, index) => {
      const value = valueAt(one, index)
      const style = styles[stateAt(one, index)]
      return value === null ? '-' : style === null ? value : { value, itemStyle: style }
    }),
  }
}

function lines(one: ChartSeries, count: number, theme: ChartTheme, layout: Layout) {
  const isReference = one.period === 'reference'
  const colour = toneOf(theme, one.tone, one.period, 'line')
  const width = isReference ? 1.75 : 2.25
  const isSure = (index: number) => index >= 0 && index < count && valueAt(one, index) !== null && !UNSURE.has(stateAt(one, index))
  const isUnsure = (index: number) => index >= 0 && index < count && valueAt(one, index) !== null && UNSURE.has(stateAt(one, index))
  const dot = (index: number, hollow: boolean) => ({
    value: valueAt(one, index), symbol: 'circle', symbolSize: hollow ? 6 : 5,
    itemStyle: hollow ? { color: theme.background, borderColor: colour, borderWidth: 1.5 } : { color: colour },
  })
  const base = {
    type: 'line', yAxisIndex: one.axis ?? 0, silent: true, emphasis: { disabled: true }, connectNulls: false, showSymbol: true, symbol: 'none',
    progressive: 0, z: isReference ? 4 : 5, clip: false,
    ...(count > 2 * layout.width ? { sampling: 'lttb', showSymbol: false } : {}),
  }
  const sure = {
    ...base, id: one.id, name: one.name,
    ...(one.stack === undefined ? {} : { stack: stackKey(one) }),
    lineStyle: { color: colour, width, type: isReference ? [5, 4] : 'solid', cap: 'round', join: 'round' },
    itemStyle: { color: colour },
    ...(one.mark === 'area' ? { areaStyle: { color: colour, opacity: one.stack === undefined ? (isReference ? 0.06 : 0.13) : 0.82 } } : {}),
    // In a stack every point must be there, or what stands on it falls.
    data: Array.from({ length: count }, (_, index) => {
      if (one.stack !== undefined) return valueAt(one, index) ?? '-'
      if (!isSure(index)) return '-'
      const alone = !isSure(index - 1) && !isSure(index + 1) && !isUnsure(index - 1) && !isUnsure(index + 1)
      return alone ? dot(index, false) : (valueAt(one, index) as number)
    }),
  }
  if (one.stack !== undefined || !Array.from({ length: count }, (_, index) => index).some(isUnsure)) return [sure]
  const unsure = {
    ...base, id: `${one.id}:unsure`, name: one.name,
    lineStyle: { color: colour, width: width * 0.85, type: [1.5, 4], cap: 'round', opacity: 0.95 },
    data: Array.from({ length: count }, (_, index) => {
      if (isUnsure(index)) return dot(index, true)
      return isSure(index) && (isUnsure(index - 1) || isUnsure(index + 1)) ? (valueAt(one, index) as number) : '-'
    }),
  }
  return [sure, unsure]
}
