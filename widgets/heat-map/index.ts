import { defineWidget } from '#engine/types'
import type { HeatMapOptions } from './generated/options.ts'

export default defineWidget<HeatMapOptions>({
  type: 'heat-map',
  category: 'traffic',
  icon: 'table',
  data: { rows: { required: true, columns: {}, optional: { period: 'dim', day: 'dim', hour: 'dim', weekday: 'dim' } } },
  sizes: { default: [8, 7], min: [4, 5] },
  emits: { pick: ['row', 'column'], pickDay: ['day'] },
  migrations: [],
  load: () => import('./view.tsx'),
})
