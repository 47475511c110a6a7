import { defineWidget } from '#engine/types'
import type { StatusNewsOptions } from './generated/options.ts'

export default defineWidget<StatusNewsOptions>({
  type: 'status-news',
  category: 'status',
  icon: 'chart-bar',
  skeleton: 'chart',
  data: {
    rows: {
      required: true,
      columns: { day: 'dim', newUp: 'measure', newDown: 'measure' },
      optional: { running: 'measure' },
    },
  },
  sizes: { default: [4, 7], min: [4, 5] },
  emits: { pickDay: { day: 'day' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
