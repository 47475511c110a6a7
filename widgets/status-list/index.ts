import { defineWidget } from '#engine/types'
import type { StatusListOptions } from './generated/options.ts'

export default defineWidget<StatusListOptions>({
  type: 'status-list',
  category: 'status',
  icon: 'status',
  skeleton: 'table',
  data: { rows: { required: true, usual: 'compare.mainExtended', columns: {}, optional: { period: 'dim' } } },
  measures: { of: ['measure'] },
  sizes: { default: [6, 10], min: [3, 4] },
  initialOptions: {
    levels: [
      { from: 0, tone: 'bad' },
      { from: 8, tone: 'warn' },
      { from: 12, tone: 'good' },
    ],
  },
  emits: { pick: { value: { memberOf: 'by' } } },
  migrations: [],
  load: () => import('./view.tsx'),
})
