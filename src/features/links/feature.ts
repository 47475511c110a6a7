/** Public links of the reader. */
import type { Feature } from '../lib/feature.ts'

export const links: Feature = {
  texts: ['links'],
  frame: async () => (await import('./links-frame.tsx')).Frame,
  pages: [{ path: 'links', title: 'home:menu.links', page: async () => (await import('./links-page.tsx')).LinksPage }],
}
