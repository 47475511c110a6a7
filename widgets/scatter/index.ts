import { defineWidget } from '#engine/types'
import type { ScatterOptions } from './generated/options.ts'

export default defineWidget<ScatterOptions>({
  type: 'scatter',
  category: 'comparison',
  icon: 'chart-line',
  data: { rows: { required: true, usual: 'compare.mainExtended', columns: {}, optional: { period: 'dim' } } },
  measures: { of: ['x', 'y'], besides: { size: { without: '' } } },
  sizes: { default: [6, 7], min: [4, 5] },
  emits: { pick: { value: { memberOf: 'points' } } },
  migrations: [],
  load: () => import('./view.tsx'),
})
