import { defineWidget } from '#engine/types'
import type { FunnelOptions } from './generated/options.ts'

export default defineWidget<FunnelOptions>({
  type: 'funnel',
  category: 'comparison',
  icon: 'filter',
  data: { rows: { required: true, usual: 'compare.mainExtended', columns: {}, optional: { period: 'dim' } } },
  measures: { of: ['stages'] },
  sizes: { default: [6, 7], min: [3, 5] },
  migrations: [],
  load: () => import('./view.tsx'),
})
