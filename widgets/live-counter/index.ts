import { defineWidget } from '#engine/types'
import type { LiveCounterOptions } from './generated/options.ts'

export default defineWidget<LiveCounterOptions>({
  type: 'live-counter',
  category: 'traffic',
  icon: 'status',
  skeleton: 'kpi',
  data: {
    now: {
      required: true,
      usual: 'occupancy.now',
      columns: { local: 'dim', people: 'measure', ins: 'measure' },
      optional: {
        asOf: 'dim',
        now: 'dim',
        why: 'dim',
        source: 'dim',
        inferred: 'dim',
        raw: 'measure',
        drift: 'measure',
        capacity: 'measure',
        doors: 'measure',
        silentDoors: 'measure',
        staleAfterS: 'measure',
      },
    },
    minutes: {
      required: false,
      usual: 'occupancy.minutes',
      columns: { local: 'dim', minute: 'dim', people: 'measure', ins: 'measure' },
    },
  },
  measures: { of: ['figure'] },
  sizes: { default: [4, 7], min: [2, 3] },
  migrations: [],
  load: () => import('./view.tsx'),
})
