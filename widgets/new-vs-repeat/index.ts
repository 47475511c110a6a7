import { defineWidget } from '#engine/types'
import { QUALITY } from '../lib/quality.ts'
import type { NewVsRepeatOptions } from './generated/options.ts'

export default defineWidget<NewVsRepeatOptions>({
  type: 'new-vs-repeat',
  category: 'visitors',
  icon: 'chart-bar',
  data: {
    rows: {
      required: true,
      columns: {
        period: 'dim',
        index: 'dim',
        visits: 'measure',
        localRepRange0: 'measure',
        localRepRange1: 'measure',
        localRepRange2: 'measure',
        localRepRange3: 'measure',
        clientRepRange0: 'measure',
        clientRepRange1: 'measure',
        clientRepRange2: 'measure',
        clientRepRange3: 'measure',
      },
      optional: {
        day: 'dim',
        identifiedVisits: 'measure',
        ...QUALITY,
      },
    },
    holidays: {
      required: false,
      columns: { day: 'dim', name: 'dim', locals: 'measure', closedLocals: 'measure', chosenLocals: 'measure' },
    },
  },
  sizes: { default: [12, 8], min: [4, 8] },
  granularities: ['day', 'week', 'month'],
  emits: { pickDay: { day: 'day' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
