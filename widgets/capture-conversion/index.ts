import { defineWidget } from '#engine/types'
import { metricColumns } from '../lib/metric-columns.ts'
import { QUALITY } from '../lib/quality.ts'
import type { CaptureConversionOptions } from './generated/options.ts'

export default defineWidget<CaptureConversionOptions>({
  type: 'capture-conversion',
  category: 'visitors',
  icon: 'filter',
  data: {
    rows: {
      required: true,
      columns: { period: 'dim', ins: 'measure', visits: 'measure' },
      optional: {
        local: 'dim',
        ...metricColumns('ins', 'visits'),
        ...QUALITY,
      },
    },
  },
  measures: { of: [], besides: { rate: { without: 'captureRate' } } },
  sizes: { default: [12, 10], min: [4, 6] },
  emits: { pickLocal: { local: 'id' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
