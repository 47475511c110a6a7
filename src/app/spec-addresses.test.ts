/**
 * The routes of the administration as the specification lists them (2, section 2): each leads to a page, or says why
 * not.
 */
import { matchRoutes, type RouteObject } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { screensOf } from './route-tree.ts'

vi.mock('./session.ts', () => ({
  session: { ensure: () => Promise.resolve({ roles: ['admin'], properties: {} }), store: {} },
}))
vi.mock('./tracking.ts', () => ({ track: () => undefined, trackRoute: () => undefined }))
vi.mock('./host-brand.ts', () => ({
  hostTitle: () => 'Aforo',
  hostBrand: () => Promise.resolve(null),
  brandAtHand: () => null,
}))
vi.mock('./api.ts', () => ({
  api: { client: { early: () => Promise.resolve(null) } },
  tokens: { get: () => 'abc' },
  onUnauthorized: () => undefined,
}))

let routes: RouteObject[] = []
beforeAll(async () => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  ;({ routes } = await import('./router.tsx'))
})

/** Where an address ends, redirections included, and the pattern of the page there. */
async function end(address: string): Promise<{ readonly address: string; readonly page: string | undefined }> {
  const request = new Request(`https://aforo.test${address}`)
  const matched = matchRoutes(routes, new URL(request.url).pathname) ?? []
  for (const { route, params } of matched) {
    if (typeof route.loader !== 'function') continue
    const answer: unknown = await route.loader({ request, params } as never, undefined as never)
    const to = answer instanceof Response ? answer.headers.get('location') : null
    if (to !== null) return end(to)
  }
  const pages = new Set(screensOf(routes).map(({ path }) => path))
  const pattern = matched
    .map(({ route }) => route.path ?? '')
    .filter((path) => path !== '')
    .join('/')
    .replace(/^\/?/, '/')
  return { address, page: pages.has(pattern) ? pattern : undefined }
}

/** By the address of the specification below `/admin`: the page it leads to. */
const BUILT: Readonly<Record<string, string>> = {
  '': '/users/admin',
  '/users': '/users/admin/users',
  '/users/7/edit': '/users/admin/users/:id/edit',
  '/users/new': '/users/admin/users/new',
  '/footscans': '/users/admin/footscans',
  '/orders': '/users/admin/orders',
  '/orders/new': '/users/admin/orders/new',
  '/orders/edit/7': '/users/admin/orders/:id/edit',
  '/locals': '/users/admin/locals',
  '/locals/edit/7': '/users/admin/locals/:id/edit',
  '/clients': '/users/admin/clients',
  '/clients/new': '/users/admin/clients/new',
  '/clients/edit/7': '/users/admin/clients/:id/edit',
  '/dealerships': '/users/admin/dealerships',
  '/dealerships/new': '/users/admin/dealerships/new',
  '/dealerships/edit/7': '/users/admin/dealerships/:id/edit',
  '/dashboards': '/users/admin/dashboards',
  '/dashboards/new': '/users/admin/dashboards/new',
  '/dashboards/edit/mine': '/users/admin/dashboards/edit/:id',
  '/dashboards/view/mine': '/users/admin/dashboards/view/:dashboardId',
  '/installations/view/7': '/users/admin/installations/view/:id',
  '/seals/view/7': '/users/admin/seals/:id/edit',
  '/presetups': '/users/admin/presetups',
  '/presetups/create': '/users/admin/presetups/new',
  '/presetups/edit/7': '/users/admin/presetups/:id/edit',
  '/preseals': '/users/admin/preseals',
  '/preseals/create': '/users/admin/preseals/new',
  '/preseals/edit/7': '/users/admin/preseals/:id/edit',
  '/interventions': '/users/admin/interventions',
  '/discharges': '/users/admin/discharges',
  '/playground': '/users/admin/playground',
  '/hubble': '/users/admin/hubble',
  // Pages that the specification knows by their labels alone.
  '/report-management': '/users/admin/reports',
  '/group-management': '/users/admin/groups',
  '/email-management': '/users/admin/bulk-mails',
  '/login-messages': '/users/admin/clients',
}

test.each(Object.entries(BUILT))('/admin%s leads to %s', async (address, page) => {
  expect((await end(`/admin${address}`)).page).toBe(page)
  expect((await end(`/users/admin${address}`)).page).toBe(page)
})

test('lists may be requested by that name, and other parts of the address are kept', async () => {
  expect((await end('/admin/orders/list?q=sur')).address).toBe('/users/admin/orders?q=sur')
  expect((await end('/admin/presetups/create?local=7')).address).toBe('/users/admin/presetups/new?local=7')
})

/** Pages of areas that are not built: no link leads there, and their addresses lead to the root with a notice. */
const UNBUILT = [
  '/rt-period',
  '/integrations',
  '/integrations/edit/7',
  '/auto-users',
  '/rt-camera-counter',
  '/occupancy-screen',
  '/experience/list',
  '/prediction-playground',
  '/occupancy-map-drawer/7',
  '/dna-spaces',
  '/map-drawer',
]
test.each(UNBUILT)('/admin%s is not built, and leads to the root', async (address) => {
  expect((await end(`/admin${address}`)).address).toBe('/users')
})
