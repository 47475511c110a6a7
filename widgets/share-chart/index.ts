import { defineWidget } from '#engine/types'
import type { ShareChartOptions } from './generated/options.ts'

export default defineWidget<ShareChartOptions>({
  type: 'share-chart',
  category: 'comparison',
  icon: 'donut',
  skeleton: 'donut',
  data: { rows: { required: true, usual: 'compare.mainExtended', columns: {}, optional: { period: 'dim' } } },
  measures: { of: ['measure'] },
  sizes: { default: [6, 8], min: [3, 5] },
  emits: { pick: { value: { memberOf: 'category' } } },
  migrations: [],
  load: () => import('./view.tsx'),
})
