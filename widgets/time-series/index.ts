import { defineWidget } from '#engine/types'
import type { TimeSeriesOptions } from './generated/options.ts'

export default defineWidget<TimeSeriesOptions>({
  type: 'time-series',
  category: 'comparison',
  icon: 'chart-line',
  data: {
    rows: {
      required: true,
      usual: 'compare.mainExtended',
      columns: { day: 'dim' },
      optional: { period: 'dim', index: 'dim', hour: 'dim' },
    },
    marks: { required: false, columns: { name: 'dim', begin: 'dim', end: 'dim' } },
    holidays: {
      required: false,
      columns: { day: 'dim', name: 'dim', locals: 'measure', closedLocals: 'measure', chosenLocals: 'measure' },
    },
  },
  measures: { of: ['measures.measure'] },
  sizes: { default: [12, 7], min: [4, 5] },
  granularities: ['hour', 'day', 'week', 'month'],
  emits: { pickDay: { day: 'day' }, zoom: { range: 'range' } },
  migrations: [],
  load: () => import('./view.tsx'),
})
