import { defineWidget } from '#engine/types'
import type { DataTableOptions } from './generated/options.ts'

export default defineWidget<DataTableOptions>({
  type: 'data-table',
  category: 'table',
  icon: 'table',
  data: {
    rows: { required: true, columns: {}, optional: { period: 'dim' } },
    spark: { required: false, columns: { day: 'dim' } },
  },
  sizes: { default: [12, 8], min: [4, 5] },
  emits: { pick: ['value'] },
  migrations: [],
  load: () => import('./view.tsx'),
})
