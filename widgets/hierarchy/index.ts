import { defineWidget } from '#engine/types'
import type { HierarchyOptions } from './generated/options.ts'

export default defineWidget<HierarchyOptions>({
  type: 'hierarchy',
  category: 'comparison',
  icon: 'chart-bar',
  data: { rows: { required: true, usual: 'compare.mainExtended', columns: {}, optional: { period: 'dim' } } },
  measures: { of: ['measure'] },
  sizes: { default: [6, 8], min: [4, 5] },
  initialOptions: { levels: ['local', 'day'] },
  emits: {
    pick: {
      value: { memberOf: 'levels' },
      first: { memberOf: 'levels/0' },
      second: { memberOf: 'levels/1' },
      third: { memberOf: 'levels/2' },
      fourth: { memberOf: 'levels/3' },
    },
  },
  migrations: [],
  load: () => import('./view.tsx'),
})
