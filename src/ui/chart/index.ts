export { CartesianChart, DRAWN_EVENT } from './cartesian-chart.tsx'
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
