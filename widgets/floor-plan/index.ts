import { defineWidget } from '#engine/types'
import type { FloorPlanOptions } from './generated/options.ts'

export default defineWidget<FloorPlanOptions>({
  type: 'floor-plan',
  category: 'comparison',
  icon: 'store',
  data: {
    rows: { required: true, usual: 'compare.capconv', columns: {}, optional: { period: 'dim' } },
    plan: { required: false, columns: { area: 'dim', x: 'dim', y: 'dim' }, optional: { name: 'dim', ring: 'dim' } },
  },
  measures: { of: ['measure'] },
  sizes: { default: [8, 9], min: [4, 5] },
  emits: { pick: { value: { memberOf: 'area' } } },
  migrations: [],
  load: () => import('./view.tsx'),
})
