import { defineWidget } from '#engine/types'
import { metricColumns } from '../lib/metric-columns.ts'
import { QUALITY } from '../lib/quality.ts'
import type { PeriodComparisonOptions } from './generated/options.ts'

export default defineWidget<PeriodComparisonOptions>({
  type: 'period-comparison',
  category: 'comparison',
  icon: 'chart-bar',
  data: {
    rows: {
      required: true,
      columns: { period: 'dim', index: 'dim', ins: 'measure' },
      optional: {
        day: 'dim',
        ...metricColumns('ins'),
        ...QUALITY,
      },
    },
    marks: { required: false, columns: { name: 'dim', begin: 'dim', end: 'dim' } },
    holidays: {
      required: false,
      columns: { day: 'dim', name: 'dim', locals: 'measure', closedLocals: 'measure', chosenLocals: 'measure' },
    },
  },
  measures: { of: ['bars'], besides: { lines: { without: 'none' } } },
  sizes: { default: [12, 8], min: [4, 6] },
  emits: { pickDay: { day: 'day' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
