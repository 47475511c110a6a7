import { defineWidget } from '#engine/types'
import type { StatusChangesOptions } from './generated/options.ts'

export default defineWidget<StatusChangesOptions>({
  type: 'status-changes',
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
      optional: {
        name: 'dim',
        mac: 'dim',
        reason: 'dim',
        since: 'dim',
        downDay: 'dim',
        downHour: 'dim',
        lostS: 'measure',
        running: 'measure',
      },
    },
  },
  sizes: { default: [6, 7], min: [4, 5] },
  emits: { pickLocal: { local: 'id' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
