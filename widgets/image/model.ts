/** A picture has no figures: its projection is what it shows, in words. */
import type { Frames, Project } from '#engine/types'
import { textColumn } from '../lib/measure.ts'
import type { ImageOptions } from './generated/options.ts'

export const project = ((options, _frames: Frames, context) => {
  const words = options.alt.trim() === '' ? context.t(options.picture === '' ? 'empty' : 'decoration') : options.alt
  return { columns: [textColumn('picture', context.t('name'))], rows: [[words]], category: 'picture', summary: words }
}) satisfies Project<ImageOptions>
