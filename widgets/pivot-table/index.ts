import { defineWidget } from '#engine/types'
import type { PivotTableOptions } from './generated/options.ts'

export default defineWidget<PivotTableOptions>({
  type: 'pivot-table',
  category: 'table',
  icon: 'table',
  data: { rows: { required: true, columns: {}, optional: { period: 'dim' } } },
  sizes: { default: [8, 7], min: [4, 5] },
  emits: { pick: ['row', 'column'] },
  migrations: [],
  load: () => import('./view.tsx'),
})
