/** Uploads and imports of counts: for accounts with canUpload, and administrators. */
import type { Feature } from '../lib/feature.ts'

const flag = 'canUpload'
const importPage = async () => (await import('./imports/import-page.tsx')).ImportPage

export const uploads: Feature = {
  texts: ['uploads', 'imports'],
  frame: async () => (await import('./frame.tsx')).Frame,
  pages: [
    {
      path: 'uploads/manage',
      flag,
      title: 'home:screen.uploads',
      page: async () => (await import('./history-page.tsx')).UploadsPage,
    },
    { path: 'uploads/import', flag, title: 'home:screen.import', page: importPage },
    { path: 'uploads/import/:id', flag, title: 'home:screen.import', page: importPage },
  ],
}
