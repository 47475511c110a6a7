import { defineWidget } from '#engine/types'
import type { StatusEvolutionOptions } from './generated/options.ts'

export default defineWidget<StatusEvolutionOptions>({
  type: 'status-evolution',
  category: 'status',
  icon: 'chart-bar',
  skeleton: 'chart',
  data: {
    rows: {
      required: true,
      columns: { day: 'dim', up: 'measure', down: 'measure', closed: 'measure' },
      optional: { running: 'measure', openS: 'measure', coveredS: 'measure' },
    },
  },
  sizes: { default: [8, 7], min: [4, 5] },
  emits: { pickDay: { day: 'day' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
