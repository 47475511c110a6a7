import { defineWidget } from '#engine/types'
import type { StatusVariationOptions } from './generated/options.ts'

export default defineWidget<StatusVariationOptions>({
  type: 'status-variation',
  category: 'table',
  icon: 'table',
  data: {
    rows: {
      required: true,
      columns: {
        day: 'dim',
        local: 'dim',
        device: 'dim',
        status: 'dim',
        statusYesterday: 'dim',
        statusLastWeek: 'dim',
      },
      optional: { name: 'dim', mac: 'dim', reason: 'dim', since: 'dim', running: 'measure' },
    },
  },
  sizes: { default: [12, 8], min: [4, 5] },
  emits: { pickLocal: { local: 'id' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
