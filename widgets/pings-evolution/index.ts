import { defineWidget } from '#engine/types'
import type { PingsEvolutionOptions } from './generated/options.ts'

export default defineWidget<PingsEvolutionOptions>({
  type: 'pings-evolution',
  category: 'status',
  icon: 'chart-bar',
  skeleton: 'chart',
  data: {
    rows: {
      required: true,
      usual: 'footscans.summary',
      columns: { pings: 'measure' },
      optional: { day: 'dim', device: 'dim', name: 'dim', mac: 'dim', expectedPings: 'measure', running: 'measure' },
    },
  },
  sizes: { default: [6, 8], min: [4, 5] },
  emits: { pickDay: { day: 'day' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
