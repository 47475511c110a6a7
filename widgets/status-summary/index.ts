import { defineWidget } from '#engine/types'
import type { StatusSummaryOptions } from './generated/options.ts'

export default defineWidget<StatusSummaryOptions>({
  type: 'status-summary',
  category: 'table',
  icon: 'table',
  data: {
    rows: {
      required: true,
      columns: { day: 'dim', up: 'measure', down: 'measure', closed: 'measure' },
      optional: { total: 'measure', running: 'measure', openS: 'measure', coveredS: 'measure' },
    },
  },
  sizes: { default: [6, 8], min: [4, 5] },
  emits: { pickDay: { day: 'day' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
