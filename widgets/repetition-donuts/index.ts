import { defineWidget } from '#engine/types'
import { QUALITY } from '../lib/quality.ts'
import type { RepetitionDonutsOptions } from './generated/options.ts'

export default defineWidget<RepetitionDonutsOptions>({
  type: 'repetition-donuts',
  category: 'visitors',
  icon: 'donut',
  skeleton: 'donut',
  data: {
    rows: {
      required: true,
      columns: {
        period: 'dim',
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
        identifiedVisits: 'measure',
        ...QUALITY,
      },
    },
  },
  // Rings and five rows under them; of eight rows the last one was cut.
  sizes: { default: [6, 8], min: [4, 8], onPhone: () => 9 },
  migrations: [],
  load: () => import('./view.tsx'),
})
