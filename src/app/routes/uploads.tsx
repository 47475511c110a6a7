/** Uploads and imports of counts, below /users: for accounts with canUpload, and administrators. */
import { ensureTexts } from '#i18n'
import type { RouteObject } from 'react-router'
import { guarded } from '../guards.ts'

const importRoute = (path: string): RouteObject =>
  guarded({
    path,
    handle: { flag: 'canUpload', title: 'home:screen.import' },
    lazy: async () => {
      const [{ ImportRoute: Component }] = await Promise.all([import('../imports-route.tsx'), ensureTexts('imports')])
      return { Component }
    },
  })

export const uploadRoutes: RouteObject[] = [
  guarded({
    path: 'uploads/manage',
    handle: { flag: 'canUpload', title: 'home:screen.uploads' },
    lazy: async () => {
      const [{ UploadsRoute: Component }] = await Promise.all([
        import('../uploads-route.tsx'),
        ensureTexts('uploads', 'imports'),
      ])
      return { Component }
    },
  }),
  importRoute('uploads/import'),
  importRoute('uploads/import/:id'),
]
