import { defineWidget } from '#engine/types'
import type { ImageOptions } from './generated/options.ts'

export default defineWidget<ImageOptions>({
  type: 'image',
  category: 'text',
  icon: 'image',
  data: {},
  sizes: { default: [4, 5], min: [1, 2] },
  migrations: [],
  load: () => import('./view.tsx'),
})
