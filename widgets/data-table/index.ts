import { defineWidget } from '#engine/types'
import type { DataTableOptions } from './generated/options.ts'

export default defineWidget<DataTableOptions>({
  type: 'data-table',
  category: 'table',
  icon: 'table',
  data: {
    rows: { required: true, usual: 'compare.mainExtended', columns: {}, optional: { period: 'dim' } },
    spark: {
      required: false,
      columns: { day: 'dim' },
      usual: 'compare.mainExtended',
      usualSteps: [{ op: 'filter', where: { period: { ne: 'reference' } } }],
    },
  },
  measures: { of: ['columns.column'] },
  sizes: { default: [12, 11], min: [4, 5] },
  emits: { pick: { value: { memberOf: 'rows' } } },
  migrations: [],
  load: () => import('./view.tsx'),
})
