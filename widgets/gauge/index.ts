import { defineWidget } from '#engine/types'
import type { GaugeOptions } from './generated/options.ts'

export default defineWidget<GaugeOptions>({
  type: 'gauge',
  category: 'comparison',
  icon: 'status',
  skeleton: 'donut',
  data: { rows: { required: true, usual: 'compare.mainExtended', columns: {}, optional: { period: 'dim' } } },
  measures: { of: ['measure'], besides: { targetColumn: { without: '', isSameUnit: true } } },
  sizes: { default: [4, 5], min: [2, 4] },
  migrations: [],
  load: () => import('./view.tsx'),
})
