import { defineWidget } from '#engine/types'
import { metricColumns } from '../lib/metric-columns.ts'
import { QUALITY } from '../lib/quality.ts'
import type { BenchmarkTableOptions } from './generated/options.ts'

export default defineWidget<BenchmarkTableOptions>({
  type: 'benchmark-table',
  category: 'table',
  icon: 'table',
  data: {
    rows: {
      required: true,
      columns: { period: 'dim', local: 'dim', ins: 'measure', visits: 'measure' },
      optional: {
        type: 'dim',
        ...metricColumns('ins', 'visits'),
        ...QUALITY,
      },
    },
  },
  measures: { of: ['metrics'], besides: { benchmark: { without: 'none' } } },
  sizes: { default: [12, 12], min: [4, 5] },
  emits: { pickLocal: { local: 'id' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
