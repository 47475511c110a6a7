/** The documentation, below /users: for everyone signed in. */
import { ensureTexts } from '#i18n'
import type { RouteObject } from 'react-router'
import { guarded } from '../guards.ts'

export const docsRoutes: RouteObject[] = [
  guarded({
    path: 'docs',
    handle: { title: 'home:screen.docs' },
    lazy: async () => {
      const [{ DocsRoute: Component }] = await Promise.all([
        import('../docs-route.tsx'),
        ensureTexts('docs', 'dashboards'),
      ])
      return { Component }
    },
  }),
]
