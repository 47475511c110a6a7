/** Plain data in, pixels out: what the chart components take. */
import type { CustomSeriesOption } from 'echarts/charts'
import type { Completeness, ValueFormat } from '../format.ts'
import type { Layout } from './plot.ts'
import type { ChartTheme } from './theme.ts'

/** A series as the library takes it, in plain data, and beside its words those that are ours. */
export interface ChartSeries {
  id: string
  /** What the series is called in legend and tooltip. */
  name: string
  type: 'bar' | 'line'
  /** A line with the area under it. */
  areaStyle?: object
  /** 0 = left, 1 = right. Default 0. */
  yAxisIndex?: 0 | 1
  /** Index in the palette, 0 to 6; the same thing has the same tone everywhere. */
  tone: number
  /** `reference` is drawn lighter and dashed (lines) or outlined (bars). Default `comparing`. */
  period?: 'comparing' | 'reference'
  /** Series of one stack id stand on each other (bars and areas). */
  stack?: string
  /** Series of the two periods that are compared in the tooltip. Default: same tone, axis and type. */
  pair?: string
  /** One value per category; null is missing, never zero. */
  data: readonly (number | null)[]
  /** Completeness per category; absent = all final. */
  states?: readonly Completeness[]
  /** Categories of which so little did not arrive that they are drawn as if it had; their state is still said. */
  slight?: readonly boolean[]
  /** Categories that no line leads to from the one before: the first hour after a night. */
  breaks?: ReadonlySet<number>
  /** Pixels of a line that is the edge of something else: no points stand on it. */
  width?: number
}

export interface ValueAxis {
  format: ValueFormat
  /** What is measured; the unit is added. */
  name?: string
  /** Upper end of the axis, for example 100 for shares. Default: from the data. */
  max?: number
  /** Values that are always in view, for example a target. */
  include?: readonly number[]
}

export interface CategoryAxis {
  data: readonly string[]
  /**
   * What the categories are, where their names depend on the room (days): charts over the same keys share the
   * crosshair. Default: the whole names.
   */
  keys?: readonly (string | number | null)[]
  /** The whole names, for the tooltip, where `data` are shortened to fit. */
  titles?: readonly string[]
  /** Names of the same positions in the reference period (other dates), for the tooltip. */
  reference?: readonly string[]
  /** Per category: why something is missing or unfinished, in words ("2 of 12 hours missing"). */
  reasons?: readonly (string | null)[]
  /** Whether each category has a band of its own. Default: where there are bars. */
  boundaryGap?: boolean
  /** Per category: holidays and closed days. */
  notes?: readonly (ChartNote | null)[]
}

/**
 * A chart over categories, as a widget says it: an option of ECharts in plain data. Scales, looks, states, legend,
 * tooltip, keys, picture and print are the chart's.
 */
export interface CartesianOption {
  xAxis: CategoryAxis
  yAxis: readonly [ValueAxis] | readonly [ValueAxis, ValueAxis]
  series: readonly ChartSeries[]
  /** Thresholds across the chart. */
  markLine?: { readonly data: readonly ChartRule[] }
  /** Stretches of categories with a name. */
  markArea?: { readonly data: readonly ChartBand[] }
  /** What else a widget draws, under its series: of those on show, where the layout puts them. Pure. */
  under?: (shown: readonly ChartSeries[], layout: Layout, theme: ChartTheme) => CustomSeriesOption[]
}

/** A line across the chart. */
export interface ChartRule {
  /** 0 = left (default), 1 = right. */
  yAxisIndex?: 0 | 1
  value: number
  label: string
  /** Default `neutral`. */
  tone?: 'good' | 'warn' | 'bad' | 'neutral'
}

/** What is special about a category: a word under its name (null = a mark alone), and a sentence for the tooltip. */
export interface ChartNote {
  readonly short: string | null
  readonly text: string | null
}

/** A stretch of categories with a name, first and last one included. */
export interface ChartBand {
  id: string
  from: number
  to: number
  label: string
}

export interface ChartHandle {
  /** A picture of the chart with title and legend, on the background of the theme. */
  toPng(title?: string): Promise<Blob>
}

export interface CartesianChartProps {
  /** Name of the chart for readers. */
  label: string
  /** One or two sentences that say what the chart shows; read by screen readers. */
  summary?: string
  option: CartesianOption
  /** Pixels of the whole chart, legend included. */
  width: number
  height: number
  /** Names of the two periods, for the tooltip. */
  periods?: { comparing: string; reference?: string }
  /** CSS colours in place of the palette, by tone. */
  tones?: readonly string[]
  /** Default: a legend where the series cannot be told apart by labels at the line ends. */
  legend?: 'auto' | 'never'
  onPick?: (index: number) => void
  /**
   * A stretch was marked: by dragging across it, or with Shift and the arrows, then Enter. First and last category
   * included.
   */
  onRange?: (from: number, to: number) => void
  ref?: React.Ref<ChartHandle>
}

export interface DonutSlice {
  id: string
  label: string
  value: number | null
  tone: number
  state?: Completeness
}

export interface DonutChartProps {
  label: string
  summary?: string
  slices: readonly DonutSlice[]
  format: ValueFormat
  /** In the middle. Default: the sum of the slices. */
  total?: number | null
  /** Under the total. */
  totalLabel?: string
  width: number
  height: number
  tones?: readonly string[]
  onPick?: (index: number) => void
  ref?: React.Ref<ChartHandle>
}

export interface SparkLineProps {
  /** What it shows, in words; the values are elsewhere on the page. */
  label: string
  values: readonly (number | null)[]
  reference?: readonly (number | null)[]
  states?: readonly Completeness[]
  tone?: number
  width?: number
  height?: number
}
