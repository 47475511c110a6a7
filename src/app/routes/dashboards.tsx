/**
 * The dashboards, below /users: one route for each document that ships with the page, one for every other id, and those
 * on which they are made.
 */
import { type AccessRule, mayOpen } from '#domain/access'
import { ensureTexts } from '#i18n'
import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import { guarded, requireAccess, type RouteHandle } from '../guards.ts'
import { api } from '../api.ts'
import { builtInIds, builtInLayout } from '../layouts.ts'
import { DESTINATIONS, DOCUMENT_PATHS, documentPath } from '../navigation.ts'
import { session } from '../session.ts'

/** Each reserved id has a flag (spec 2, "Dashboards"); access to any other dashboard is decided by the server. */
const reserved = (id: string | undefined) =>
  DESTINATIONS.find(({ path }) => id !== undefined && path === documentPath(id))
const accessRuleOf = (id: string | undefined): AccessRule => {
  const flag = reserved(id)?.flag
  return flag === undefined ? {} : { flag }
}

// Errors are ignored here: the page makes the same request and shows them.
let isFirst = true
export const warmDashboard = (id: string) => {
  void builtInLayout(id).catch(() => undefined)
  // The first query of every dashboard does not need the list; later ones find the list in the scheduler's cache.
  if (isFirst) void warmQuestions(id)
  isFirst = false
}

/** The dashboard of the first page is loading its figures: the page is drawn after its questions, not before. */
let early: Promise<void> | undefined

/**
 * Opens a built-in dashboard before the page is drawn, for accounts that its guard lets in. Never rejects: the later
 * request of the same dashboard reports the failure.
 */
export function preloadDashboard(id: string, texts: Promise<unknown>): Promise<void> {
  early = texts.then(() => open(id)).catch(() => undefined)
  return early
}

async function open(id: string): Promise<void> {
  if (!builtInIds.includes(id)) return
  const [{ openFirst }, me] = await Promise.all([import('../dashboard-route.tsx'), session.ensure()])
  if (me !== null && mayOpen(me, accessRuleOf(id))) await openFirst(id, me)
}

/**
 * A document that lists a client's locals asks for those of the client in its address, else of the first one, before
 * any figure. Campaigns belong to no figure in particular: asked for now, they hold no place among the figures.
 */
async function warmQuestions(id: string): Promise<void> {
  const layout = builtInLayout(id).catch(() => null)
  const asks = async (source: string) => (await layout)?.model.queries.some((query) => query.source === source) === true
  void asks('campaigns.list').then((is) => {
    if (is) void api.client.early('/api/campaigns')
  })
  const clients = await api.client.early('/api/clients')
  if (!Array.isArray(clients) || !(await asks('locals.byClient'))) return
  const client = new URLSearchParams(window.location.search).get('client') ?? (clients as { id?: number }[])[0]?.id
  // A brand that was emptied asks for no stores.
  if (client === undefined || client === '') return
  void api.client.early(`/api/locals?${new URLSearchParams({ client: String(client), hideNoData: 'true' })}`)
}

const page = async (id?: string) => {
  const [{ DashboardRoute, prepare }] = await Promise.all([import('../dashboard-route.tsx'), ensureTexts('dashboards')])
  await prepare(id)
  await early
  return { Component: () => <DashboardRoute id={id} /> }
}

/** One address of a document has its name: that of its destination. */
const builtIn = (path: string, id: string): RouteObject => {
  const title = `/users/${path}` === documentPath(id) ? reserved(id)?.id : undefined
  return guarded({
    path,
    handle: { ...accessRuleOf(id), ...(title !== undefined && { title: `home:screen.${title}` }) },
    loader: () => warmDashboard(id),
    lazy: () => page(id),
  })
}

/** Access to the document in the address: a built-in one requires its flag on every route. */
const requireDocument: LoaderFunction = (given, context) =>
  requireAccess(accessRuleOf(given.params.dashboardId ?? given.params.id))(given, context)

const other = (base: string): RouteObject => ({
  path: `${base}/:dashboardId`,
  loader: requireDocument,
  lazy: () => page(),
})

/**
 * The pages on which dashboards are made, for administrators and for everybody else; the editor is a separate chunk.
 */
const making = (area: 'admin' | 'custom', base: string): RouteObject => {
  const rule: AccessRule = area === 'admin' ? { admin: true } : {}
  // The parent route requires the role, each page the rule of its document.
  const made = (path: string, title: string, load: () => Promise<ComponentType>): RouteObject => ({
    path: `${base}${path}`,
    handle: { ...rule, title } satisfies RouteHandle,
    loader: path.includes('/:') ? requireDocument : requireAccess(rule),
    lazy: async () => {
      const [Component] = await Promise.all([load(), ensureTexts('dashboard', 'admin')])
      return { Component }
    },
  })
  return guarded({
    handle: rule,
    lazy: async () => {
      const { DashboardsRoute } = await import('../dashboards-route.tsx')
      return { Component: () => <DashboardsRoute area={area} /> }
    },
    children: [
      made('', `dashboard:${area}.title`, () =>
        import('../../features/dashboards/list-page.tsx').then(({ ListPage }) => ListPage),
      ),
      made('/new', 'dashboard:new.title', () =>
        import('../../features/dashboards/new-page.tsx').then(({ NewPage }) => NewPage),
      ),
      made('/history/:id', 'dashboard:history.page', () =>
        import('../../features/dashboards/history-page.tsx').then(({ HistoryPage }) => HistoryPage),
      ),
      made('/edit/:id', 'dashboard:edit.page', async () => {
        const [{ EditorRoute }] = await Promise.all([
          import('../editor-route.tsx'),
          ensureTexts('editor', 'editor-panels', 'dashboards'),
        ])
        return EditorRoute
      }),
      { path: `${base}/view/:dashboardId`, handle: rule, loader: requireDocument, lazy: () => page() },
    ],
  })
}

export const dashboardRoutes: RouteObject[] = [
  ...['foot/dashboards/view', 'dashboards/view'].flatMap((base) => [
    ...builtInIds.map((id) => builtIn(`${base}/${id}`, id)),
    other(base),
  ]),
  ...Object.entries(DOCUMENT_PATHS).map(([id, path]) => builtIn(path.slice('/users/'.length), id)),
  making('custom', 'dashboards/custom'),
  making('admin', 'admin/dashboards'),
]
