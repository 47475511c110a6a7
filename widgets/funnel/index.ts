import { defineWidget } from '#engine/types'
import { isFunnelOptions } from './generated/options.ts'
import type { FunnelOptions } from './generated/options.ts'

export default defineWidget<FunnelOptions>({
  type: 'funnel',
  category: 'comparison',
  icon: 'filter',
  data: { rows: { required: true, columns: {}, optional: { period: 'dim' } } },
  sizes: { default: [6, 6], min: [3, 5] },
  validate: isFunnelOptions,
  migrations: [],
  load: () => import('./view.tsx'),
})
