import { defineWidget } from '#engine/types'
import type { PivotTableOptions } from './generated/options.ts'

export default defineWidget<PivotTableOptions>({
  type: 'pivot-table',
  category: 'table',
  icon: 'table',
  data: {
    rows: {
      required: true,
      columns: {},
      optional: { period: 'dim' },
      // Days of the reference would be separate columns.
      usual: 'compare.mainExtended',
      usualSteps: [{ op: 'filter', where: { period: { ne: 'reference' } } }],
      usualStepsFor: ['day', 'week'],
    },
  },
  measures: { of: ['measure'] },
  sizes: { default: [12, 11], min: [4, 5] },
  initialOptions: { columns: 'day' },
  emits: { pick: { row: { memberOf: 'rows' }, column: { memberOf: 'columns' } } },
  migrations: [],
  load: () => import('./view.tsx'),
})
