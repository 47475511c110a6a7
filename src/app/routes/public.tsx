/**
 * Pages outside the session: sign-in and all pages open to visitors. Login is in this chunk; the rest is loaded
 * when it is opened.
 */
import { ensureTexts } from '#i18n'
import { redirect, type RouteObject } from 'react-router'
import { type RouteHandle } from '../guards.ts'
import { LoginRoute, loginLoader } from '../login-route.tsx'
import { SIGN_OUT_PATH, SignOutRoute } from '../sign-out-route.tsx'

const outside = () => import('../outside-routes.tsx')

/** Outside of the shell of every page: the shell acts for the signed-in user, and a wall does not. */
export const screenRoute: RouteObject = {
  path: '/screen',
  lazy: async () => {
    const [{ ScreenRoute: Component }] = await Promise.all([
      import('../screen-route.tsx'),
      ensureTexts('dashboards', 'dashboard', 'home', 'screens'),
    ])
    return { Component }
  },
}

/** As a wall, it acts for no user. */
export const sharedRoute: RouteObject = {
  path: '/shared/:slug',
  lazy: async () => {
    const [{ SharedRoute: Component }] = await Promise.all([
      import('../shared-route.tsx'),
      ensureTexts('dashboards', 'dashboard', 'home', 'links'),
    ])
    return { Component }
  },
}

export const publicRoutes: RouteObject[] = [
  {
    path: '/login',
    element: <LoginRoute />,
    loader: loginLoader,
    handle: { title: 'session:login.title' } satisfies RouteHandle,
  },
  { path: SIGN_OUT_PATH, element: <SignOutRoute /> },
  {
    path: '/spaces/auth/login',
    handle: { title: 'session:spaces.title' } satisfies RouteHandle,
    lazy: async () => {
      const { SpacesRoute: Component, brandLoader: loader } = await outside()
      return { Component, loader }
    },
  },
  {
    path: '/recover',
    handle: { title: 'session:recover.title' } satisfies RouteHandle,
    lazy: async () => {
      const { RecoverRoute: Component, brandLoader: loader } = await outside()
      return { Component, loader }
    },
  },
  {
    path: '/changepass/:token',
    handle: { title: 'session:change.title' } satisfies RouteHandle,
    lazy: async () => {
      const { ChangeRoute: Component, brandLoader: loader } = await outside()
      return { Component, loader }
    },
  },
  {
    path: '/unsubscribe/:token',
    handle: { title: 'legal:unsubscribe.title' } satisfies RouteHandle,
    lazy: async () => {
      const [{ UnsubscribeRoute: Component, brandLoader: loader }] = await Promise.all([
        import('../unsubscribe-route.tsx'),
        ensureTexts('legal'),
      ])
      return { Component, loader }
    },
  },
  {
    path: '/cookies',
    handle: { title: 'session:cookies.title' } satisfies RouteHandle,
    lazy: async () => {
      const [{ CookiesRoute: Component }] = await Promise.all([import('../legal-routes.tsx'), ensureTexts('legal')])
      return { Component }
    },
  },
  {
    path: '/video',
    handle: { title: 'session:video.title' } satisfies RouteHandle,
    lazy: async () => {
      const { VideoRoute: Component } = await import('../video-routes.tsx')
      return { Component }
    },
  },
  {
    path: '/videos3',
    handle: { title: 'session:video.title' } satisfies RouteHandle,
    lazy: async () => {
      const { ControlledVideoRoute: Component } = await import('../video-routes.tsx')
      return { Component }
    },
  },
  // The guard of the page they lead to asks for the session.
  { path: '/terms-of-service', loader: () => redirect('/users/terms-of-service') },
  { path: '/privacy-policy', loader: () => redirect('/users/privacy-policy') },
  { path: '/', loader: () => redirect('/users') },
]
