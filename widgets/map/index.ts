import { defineWidget } from '#engine/types'
import type { MapOptions } from './generated/options.ts'

export default defineWidget<MapOptions>({
  type: 'map',
  category: 'comparison',
  icon: 'globe',
  data: {
    rows: {
      required: true,
      usual: 'compare.capconv',
      columns: {},
      optional: { period: 'dim', lat: 'dim', lng: 'dim' },
    },
    places: { required: false, usual: 'locals.byClient', columns: { id: 'dim', lat: 'dim', lng: 'dim' } },
  },
  measures: { of: [], besides: { size: { without: '' }, colour: { without: '' } } },
  sizes: { default: [6, 9], min: [4, 5] },
  emits: { pick: { value: { memberOf: 'points' } } },
  migrations: [],
  load: () => import('./view.tsx'),
})
