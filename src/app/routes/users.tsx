/** Home and the pages of one's own account, below /users. */
import { ensureTexts } from '#i18n'
import type { RouteObject } from 'react-router'
import { guarded } from '../guards.ts'

export const userRoutes: RouteObject[] = [
  guarded({
    index: true,
    handle: { title: 'home:screen.home' },
    lazy: async () => {
      const { HomeRoute } = await import('../home-route.tsx')
      return { Component: HomeRoute }
    },
  }),
  guarded({
    path: 'terms-of-service',
    handle: { title: 'session:gate.terms.title' },
    lazy: async () => {
      const [{ TermsRoute: Component }] = await Promise.all([import('../legal-routes.tsx'), ensureTexts('legal')])
      return { Component }
    },
  }),
  guarded({
    path: 'privacy-policy',
    handle: { title: 'session:privacy.title' },
    lazy: async () => {
      const [{ PrivacyRoute: Component }] = await Promise.all([import('../legal-routes.tsx'), ensureTexts('legal')])
      return { Component }
    },
  }),
]
