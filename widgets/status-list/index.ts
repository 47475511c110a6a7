import { defineWidget } from '#engine/types'
import type { StatusListOptions } from './generated/options.ts'

export default defineWidget<StatusListOptions>({
  type: 'status-list',
  category: 'status',
  icon: 'status',
  skeleton: 'table',
  data: { rows: { required: true, columns: {}, optional: { period: 'dim' } } },
  sizes: { default: [4, 6], min: [3, 4] },
  emits: { pick: ['value'] },
  migrations: [],
  load: () => import('./view.tsx'),
})
