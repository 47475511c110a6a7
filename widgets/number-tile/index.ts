import { defineWidget } from '#engine/types'
import type { NumberTileOptions } from './generated/options.ts'

export default defineWidget<NumberTileOptions>({
  type: 'number-tile',
  category: 'comparison',
  icon: 'status',
  skeleton: 'kpi',
  data: {
    rows: {
      required: true,
      usual: 'compare.mainExtended',
      columns: {},
      optional: { period: 'dim', index: 'dim', day: 'dim' },
    },
  },
  measures: { of: ['measure'], besides: { targetColumn: { without: '', isSameUnit: true } } },
  sizes: { default: [3, 5], min: [2, 3] },
  migrations: [],
  load: () => import('./view.tsx'),
})
