import { defineWidget } from '#engine/types'
import type { BoxPlotOptions } from './generated/options.ts'

export default defineWidget<BoxPlotOptions>({
  type: 'box-plot',
  category: 'comparison',
  icon: 'chart-bar',
  data: { rows: { required: true, usual: 'compare.mainExtended', columns: {}, optional: { period: 'dim' } } },
  measures: { of: ['measure'] },
  sizes: { default: [6, 9], min: [4, 5] },
  emits: { pick: { value: { memberOf: 'category' } } },
  migrations: [],
  load: () => import('./view.tsx'),
})
