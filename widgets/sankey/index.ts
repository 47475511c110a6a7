import { defineWidget } from '#engine/types'
import type { SankeyOptions } from './generated/options.ts'

export default defineWidget<SankeyOptions>({
  type: 'sankey',
  category: 'comparison',
  icon: 'chart-line',
  data: { rows: { required: true, usual: 'compare.mainExtended', columns: {}, optional: { period: 'dim' } } },
  measures: { of: ['measure'] },
  sizes: { default: [8, 7], min: [4, 5] },
  initialOptions: { stages: ['local', 'day'] },
  emits: { pick: { value: { memberOf: 'stages' } } },
  migrations: [],
  load: () => import('./view.tsx'),
})
