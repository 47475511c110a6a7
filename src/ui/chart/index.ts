export { CartesianChart } from './cartesian-chart.tsx'
export { DRAWN_EVENT } from './use-drawn.ts'
export { ChartBandsAround } from './chart-bands.ts'
export { ChartPlace } from './hidden-series.ts'
export { DonutChart } from './donut-chart.tsx'
export { SparkLine } from './spark-line.tsx'
export { Swatch, type SwatchProps, useKeysHeight } from './legend.tsx'
export { OTHERS, TONES } from './theme.ts'
export type {
  CartesianChartProps,
  CartesianOption,
  ChartHandle,
  ChartSeries,
  DonutChartProps,
  DonutSlice,
  SparkLineProps,
  ValueAxis,
} from './types.ts'
export type { ChartBand } from './types.ts'
