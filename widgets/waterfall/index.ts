import { defineWidget } from '#engine/types'
import type { WaterfallOptions } from './generated/options.ts'

export default defineWidget<WaterfallOptions>({
  type: 'waterfall',
  category: 'comparison',
  icon: 'chart-bar',
  data: { rows: { required: true, usual: 'compare.mainExtended', columns: {}, optional: { period: 'dim' } } },
  measures: { of: ['measure'] },
  // Seven members and both totals as high as a finger needs; of eight rows the last total was out of sight.
  sizes: { default: [6, 8], min: [3, 5], onPhone: () => 9 },
  emits: { pick: { value: { memberOf: 'category' } } },
  migrations: [],
  load: () => import('./view.tsx'),
})
