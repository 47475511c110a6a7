import { defineWidget } from '#engine/types'
import { metricColumns } from '../lib/metric-columns.ts'
import { QUALITY } from '../lib/quality.ts'
import type { KpiTableOptions } from './generated/options.ts'

/** Two figures with their changes beside each other, the widest names in two lines. */
const PHONE_ROW_PX = 83
/** Title, padding and the gap below, and what a row of the page is high. */
const AROUND_PX = 70
const PAGE_ROW_PX = 52

/** Rows of the page that so many figures need on a phone, two beside each other. */
export const phoneRows = (count: number): number =>
  Math.ceil((Math.ceil(count / 2) * PHONE_ROW_PX + AROUND_PX) / PAGE_ROW_PX)

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
