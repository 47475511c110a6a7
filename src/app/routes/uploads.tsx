/** Uploads, below /users: for accounts with canUpload. */
import { ensureTexts } from '#i18n'
import type { RouteObject } from 'react-router'
import { guarded } from '../guards.ts'

export const uploadRoutes: RouteObject[] = [
  guarded({
    path: 'uploads/manage',
    handle: { flag: 'canUpload', title: 'home:screen.uploads' },
    lazy: async () => {
      const [{ UploadsRoute: Component }] = await Promise.all([import('../uploads-route.tsx'), ensureTexts('uploads')])
      return { Component }
    },
  }),
]
