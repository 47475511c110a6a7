import { defineWidget } from '#engine/types'
import type { BarChartOptions } from './generated/options.ts'

export default defineWidget<BarChartOptions>({
  type: 'bar-chart',
  category: 'comparison',
  icon: 'chart-bar',
  data: { rows: { required: true, usual: 'compare.mainExtended', columns: {}, optional: { period: 'dim' } } },
  measures: { of: ['measures'] },
  sizes: { default: [6, 10], min: [3, 5] },
  emits: {
    pick: { value: { memberOf: 'category' }, range: { daysOf: 'category' } },
    brush: { values: { memberOf: 'category', isList: true }, range: { daysOf: 'category' } },
  },
  migrations: [],
  load: () => import('./view.tsx'),
})
