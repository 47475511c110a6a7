/** Around every page, signed in or not: what follows a navigation. */
import { LinkRouter, toasts, useUi } from '#ui'
import { lazy, Suspense, useEffect } from 'react'
import { Outlet, useHref, useLocation, useMatches, useNavigate, useParams } from 'react-router'
import { useStore } from 'zustand'
import { wasReloaded } from './chunk-reload.ts'
import { handleOf } from './guards.ts'
import { hostTitle } from './host-brand.ts'
import { session } from './session.ts'
import { trackRoute } from './tracking.ts'
import { useArrived } from './use-arrived.ts'

/** The document's own name, before a page adds its own. */
const BRAND = hostTitle()
/** Dialogs and overlays, which login does without. */
const Gates = lazy(async () => {
  const { Gates: Component } = await import('./gates.tsx')
  return { default: Component }
})

export function RootRoute() {
  const { t } = useUi()
  useArrived()
  const matches = useMatches()
  const { title } = handleOf(matches)
  const { pathname, search } = useLocation()
  const params = useParams()
  const navigate = useNavigate()
  const me = useStore(session.store, (state) => state.me)
  useEffect(() => {
    // A page without a title in the table of routes says its own, which this must not take back when texts arrive.
    if (title === undefined) return
    document.title = `${t(title)} · ${BRAND}`
    return () => {
      document.title = BRAND
    }
  }, [title, t])
  useEffect(() => {
    trackRoute({ path: pathname, params, query: Object.fromEntries(new URLSearchParams(search)) })
    // oxlint-disable-next-line react/exhaustive-deps -- a visit is a path; filters in the query are state of the page
  }, [pathname])
  useEffect(() => {
    if (wasReloaded()) toasts.info(t('app:error.updated'))
  }, [t])
  return (
    // Links inside our parts go through the router too.
    <LinkRouter navigate={(path) => void navigate(path)} useHref={useHref}>
      <Outlet />
      {me !== null && pathname.startsWith('/users') && (
        <Suspense fallback={null}>
          <Gates key={me.id} me={me} />
        </Suspense>
      )}
    </LinkRouter>
  )
}
