import { defineWidget } from '#engine/types'
import { QUALITY } from '../lib/quality.ts'
import type { InsDistributionOptions } from './generated/options.ts'

export default defineWidget<InsDistributionOptions>({
  type: 'ins-distribution',
  category: 'traffic',
  icon: 'donut',
  skeleton: 'donut',
  data: {
    rows: {
      required: true,
      columns: {
        period: 'dim',
        ins: 'measure',
        insInRange0: 'measure',
        insInRange1: 'measure',
        insInRange2: 'measure',
        insInRange3: 'measure',
      },
      optional: {
        bounces: 'measure',
        ...QUALITY,
      },
    },
  },
  sizes: { default: [6, 7], min: [4, 5] },
  migrations: [],
  load: () => import('./view.tsx'),
})
