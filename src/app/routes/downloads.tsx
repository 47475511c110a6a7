/** Downloads, below /users: for accounts with canDownload. */
import { ensureTexts } from '#i18n'
import type { RouteObject } from 'react-router'
import { guarded } from '../guards.ts'

export const downloadRoutes: RouteObject[] = [
  guarded({
    path: 'downloads/manage',
    handle: { flag: 'canDownload', title: 'home:screen.downloads' },
    lazy: async () => {
      const [{ DownloadsRoute: Component }] = await Promise.all([
        import('../downloads-route.tsx'),
        ensureTexts('downloads'),
      ])
      return { Component }
    },
  }),
  guarded({
    path: 'downloads/exports',
    handle: { flag: 'canDownload', title: 'home:screen.downloads' },
    lazy: async () => {
      const [{ ExportsRoute: Component }] = await Promise.all([
        import('../exports-route.tsx'),
        ensureTexts('downloads'),
      ])
      return { Component }
    },
  }),
]
