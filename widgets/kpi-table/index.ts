import { defineWidget } from '#engine/types'
import { metricColumns } from '../lib/metric-columns.ts'
import { QUALITY } from '../lib/quality.ts'
import type { KpiTableOptions } from './generated/options.ts'
import { phoneRows } from './tiles.ts'

export default defineWidget<KpiTableOptions>({
  type: 'kpi-table',
  category: 'table',
  icon: 'table',
  skeleton: 'kpi',
  data: {
    rows: {
      required: true,
      usual: 'compare.mainExtended',
      columns: { period: 'dim', ins: 'measure', visits: 'measure' },
      optional: {
        ...metricColumns('ins', 'visits'),
        ...QUALITY,
      },
    },
    days: {
      required: false,
      columns: { period: 'dim', day: 'dim', ins: 'measure' },
      optional: {
        ...QUALITY,
      },
    },
  },
  measures: { of: ['metrics'] },
  sizes: {
    default: [12, 6],
    min: [4, 4],
    onPhone: ({ layout, metrics }) => (layout === 'table' ? 0 : phoneRows(metrics.length)),
  },
  migrations: [],
  load: () => import('./view.tsx'),
})
