/**
 * All routes. The page behind each is its own chunk; the access rule of a route is in its `handle`
 * (guards.ts).
 */
import { ensureTexts } from '#i18n'
import { createBrowserRouter, createPath, redirect, type RouteObject } from 'react-router'
import { blockedVisit } from './blocked-visit.ts'
import { followNavigation } from './chunk-reload.ts'
import { guarded } from './guards.ts'
import { COMPARE_PATH, DESTINATIONS, learnRoutes } from './navigation.ts'
import { Problem } from './problem.tsx'
import { RootRoute } from './root-route.tsx'
import { adminRoutes } from './routes/admin.tsx'
import { dashboardRoutes } from './routes/dashboards.tsx'
import { docsRoutes } from './routes/docs.tsx'
import { featureRoutes } from './routes/features.tsx'
import { publicRoutes, screenRoute, sharedRoute } from './routes/public.tsx'
import { printRoutes } from './routes/reports.tsx'
import { userRoutes } from './routes/users.tsx'

function belowUsers(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return `/users${pathname}${search}`
}

/** An address without a page leads to the root (spec 1, "any unknown path"), which names the address. */
function toRoot(request: Request): Response {
  const { pathname } = new URL(request.url)
  const screen = DESTINATIONS.find(({ path }) => path === pathname.replace(/\/$/, ''))
  if (screen === undefined) blockedVisit.unknown(pathname)
  else blockedVisit.unbuilt(pathname, screen.id)
  return redirect('/')
}

export const routes: RouteObject[] = [
  { ...screenRoute, errorElement: <Problem />, HydrateFallback: () => null },
  { ...sharedRoute, errorElement: <Problem />, HydrateFallback: () => null },
  {
    element: <RootRoute />,
    errorElement: <Problem />,
    HydrateFallback: () => null,
    children: [
      ...publicRoutes,
      ...printRoutes,
      guarded({
        path: '/users',
        handle: {},
        // The top bar brings menus and overlays, which login does without.
        lazy: async () => {
          const [{ SignedInRoute }] = await Promise.all([import('./signed-in-route.tsx'), ensureTexts('home')])
          return { Component: SignedInRoute }
        },
        children: [...userRoutes, ...dashboardRoutes, ...featureRoutes, ...docsRoutes, ...adminRoutes],
      }),
      { path: '/compare', loader: () => redirect(COMPARE_PATH) },
      // The specification names these paths both with and without what they are below.
      ...['admin', 'alerts', 'campaigns', 'dashboards', 'docs', 'downloads', 'management', 'uploads'].map(
        (area): RouteObject => ({ path: `/${area}/*`, loader: ({ request }) => redirect(belowUsers(request)) }),
      ),
      {
        path: '*',
        loader: async ({ request }) => {
          const known = (await import('./spec-addresses.ts')).specAddress(new URL(request.url))
          return known === null ? toRoot(request) : redirect(known)
        },
      },
    ],
  },
]

learnRoutes(routes)

export function createRouter() {
  const router = createBrowserRouter(routes)
  followNavigation(() => {
    const { location } = router.state.navigation
    return location === undefined ? null : createPath(location)
  })
  return router
}
