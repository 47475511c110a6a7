import { defineWidget } from '#engine/types'
import type { TextOptions } from './generated/options.ts'

export default defineWidget<TextOptions>({
  type: 'text',
  category: 'text',
  icon: 'edit',
  skeleton: 'table',
  data: { rows: { required: false, usual: 'compare.mainExtended', columns: {}, optional: { period: 'dim' } } },
  sizes: { default: [4, 4], min: [2, 2] },
  initialOptions: { markdown: '**{{ins}}** ({{ins.change}})\n\n{{param.periods}}' },
  migrations: [],
  load: () => import('./view.tsx'),
})
