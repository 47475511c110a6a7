import { defineWidget } from '#engine/types'
import type { RangeBandOptions } from './generated/options.ts'

export default defineWidget<RangeBandOptions>({
  type: 'range-band',
  category: 'comparison',
  icon: 'chart-line',
  data: {
    rows: {
      required: true,
      usual: 'compare.mainExtended',
      columns: { day: 'dim' },
      optional: { period: 'dim', index: 'dim' },
    },
  },
  measures: {
    of: ['measure'],
    besides: { low: { without: '', isSameUnit: true }, high: { without: '', isSameUnit: true } },
  },
  sizes: { default: [12, 7], min: [4, 5] },
  granularities: ['day', 'week', 'month'],
  emits: { pickDay: { day: 'day' }, zoom: { range: 'range' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
