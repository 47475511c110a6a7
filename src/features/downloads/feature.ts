/** Downloads, and exports of any length: for accounts with canDownload. */
import type { Feature } from '../lib/feature.ts'

const flag = 'canDownload'
const title = 'home:screen.downloads'

export const downloads: Feature = {
  texts: ['downloads'],
  frame: async () => (await import('./downloads-frame.tsx')).Frame,
  pages: [
    { path: 'downloads/manage', flag, title, page: async () => (await import('./manage-page.tsx')).ManagePage },
    {
      path: 'downloads/exports',
      flag,
      title,
      page: async () => (await import('./exports/exports-page.tsx')).ExportsPage,
    },
  ],
}
