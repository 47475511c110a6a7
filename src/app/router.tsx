/** Routes and their guards. The page behind each is its own chunk; the guard runs before anything of it is loaded. */
import { type AccessFlag, hasAccess } from '#domain/access'
import { useUi } from '#ui'
import { createBrowserRouter, type LoaderFunctionArgs, redirect, type RouteObject, useNavigate, useRouteError, useSearchParams } from 'react-router'
import { LoginPage } from '../features/session/login-page.tsx'
import { safeRedirect } from '../features/session/safe-redirect.ts'
import { isChunkError, reloadOnce } from './chunk-reload.ts'
import { errorText, worded } from './error-text.ts'
import { builtInLayout } from './layouts.ts'
import { COMPARE_PATH } from './navigation.ts'
import { session } from './session.ts'

/** Where a signed-out visitor is sent: back here after login, unless it was the start page anyway. */
function toLogin(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  const target = `${pathname}${search}`
  return redirect(target === '/users' ? '/login' : `/login?redirect=${encodeURIComponent(target)}`)
}

async function requireSession({ request }: LoaderFunctionArgs) {
  const me = await session.ensure()
  return me ?? toLogin(request)
}

/** A route that needs a flag sends those without it home (spec 1, "Route guard"). */
const requireFlag = (flag: AccessFlag) => async ({ request }: LoaderFunctionArgs) => {
  const me = await session.ensure()
  if (me === null) return toLogin(request)
  return hasAccess(me, flag) ? me : redirect('/users')
}

function Login() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const signIn = async (username: string, password: string) => {
    await worded(session.signIn(username, password))
    await navigate(safeRedirect(query.get('redirect'), window.location.origin), { replace: true })
  }
  return <LoginPage signIn={signIn} noDashboards={query.has('nodash')} ended={session.endedByItself()} />
}

function Problem() {
  const { t } = useUi()
  const cause = useRouteError()
  if (isChunkError(cause) && reloadOnce()) return null
  return (
    <main role="alert">
      <h1>{t('app:error.title')}</h1>
      <p>{isChunkError(cause) ? t('app:error.chunk') : errorText(cause)}</p>
      <a href="/users">{t('app:error.home')}</a>
    </main>
  )
}

const mayCompare = requireFlag('footCompare')

const dashboard = {
  loader: (given) => {
    // What fails here is told by the page, which asks for the same.
    void builtInLayout(given.params.dashboardId ?? '').catch(() => undefined)
    return mayCompare(given)
  },
  lazy: async () => {
    // The chart library is fetched and compiled beside the route, not after it.
    void import('#ui/chart/load.ts').then(({ loadECharts }) => loadECharts())
    const { DashboardRoute } = await import('./dashboard-route.tsx')
    return { Component: DashboardRoute }
  },
} satisfies RouteObject

export const routes: RouteObject[] = [
  {
    errorElement: <Problem />,
    HydrateFallback: () => null,
    children: [
      { path: '/login', element: <Login /> },
      { path: '/', loader: () => redirect('/users') },
      {
        path: '/users',
        loader: requireSession,
        // The top bar brings menus and overlays, which login does without.
        lazy: async () => {
          const { SignedInRoute } = await import('./signed-in-route.tsx')
          return { Component: SignedInRoute }
        },
        children: [
          {
            index: true,
            loader: requireSession,
            lazy: async () => {
              const { HomeRoute } = await import('./home-route.tsx')
              return { Component: HomeRoute }
            },
          },
          { path: 'foot/dashboards/view/:dashboardId', ...dashboard },
          { path: 'dashboards/view/:dashboardId', ...dashboard },
        ],
      },
      { path: '/compare', loader: () => redirect(COMPARE_PATH) },
      { path: '*', loader: () => redirect('/') },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
