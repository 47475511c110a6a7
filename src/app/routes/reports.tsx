/** The printed page, without a frame. */
import { ensureTexts } from '#i18n'
import type { RouteObject } from 'react-router'
import { requireAccess } from '../guards.ts'

/** A visitor who is not signed in goes to login; for others the server decides. */
export const printRoutes: RouteObject[] = [
  {
    path: '/print/:runId',
    loader: async (given, context) => {
      const found: unknown = await requireAccess({})(given, context)
      return found instanceof Response ? found : (await import('../print-route.tsx')).printLoader(given.params.runId)
    },
    lazy: async () => {
      const [{ PrintRoute }] = await Promise.all([import('../print-route.tsx'), ensureTexts('dashboards', 'reports')])
      return { Component: PrintRoute }
    },
  },
]
