import { defineWidget } from '#engine/types'
import type { HeatMapOptions } from './generated/options.ts'

export default defineWidget<HeatMapOptions>({
  type: 'heat-map',
  category: 'traffic',
  icon: 'table',
  data: {
    rows: {
      required: true,
      columns: {},
      optional: { period: 'dim', day: 'dim', hour: 'dim', weekday: 'dim' },
      // Days of the reference would be separate columns.
      usual: 'compare.mainExtended',
      usualSteps: [{ op: 'filter', where: { period: { ne: 'reference' } } }],
      usualStepsFor: ['day', 'week'],
    },
  },
  measures: { of: ['measure'] },
  sizes: { default: [8, 7], min: [4, 5] },
  initialOptions: { rows: 'local', columns: 'day' },
  emits: { pick: { row: { memberOf: 'rows' }, column: { memberOf: 'columns' } }, pickDay: { day: 'day' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
