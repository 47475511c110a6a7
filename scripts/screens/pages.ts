/** Every page of the product, as `npm run screens` opens it: by whom, and where. A test holds it to the routes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A call as the account that opens the page: the body decides the method. */
export type Call = <Answer>(path: string, body?: unknown) => Promise<Answer>

export interface PicturedPage {
  /** The pattern of its route. */
  readonly route: string
  /** A login of the demo; null: a stranger. */
  readonly user: string | null
  /** Where it is opened when the pattern has parts to fill or the address says more; `call` makes what it needs. */
  readonly at?: string | ((call: Call) => Promise<string>)
}

/** A dashboard of one's own: a copy of one that ships with the product. */
async function ownDashboard(call: Call): Promise<string> {
  const text = readFileSync(join(import.meta.dirname, '../../layouts/foot-compare.json'), 'utf8')
  const { id } = await call<{ id: string }>('/dashboards', { text })
  return id
}

/** A wall for the first client, with two dashboards. */
async function wall(call: Call): Promise<string> {
  const [client] = await call<{ id: number }[]>('/clients')
  const { token } = await call<{ token: string }>('/screens', {
    name: 'Entrance',
    client: client?.id,
    dashboards: ['foot-compare', 'foot-status'],
    search: `client=${client?.id}`,
    seconds: 60,
    lang: 'en',
  })
  return `/screen#${token}`
}

/** A webhook that took a test: nothing leaves the machine, for no such name is known. */
async function webhook(call: Call): Promise<string> {
  const [client] = await call<{ id: number }[]>('/clients')
  const { id } = await call<{ id: number }>('/webhooks', {
    client: client?.id,
    name: 'Switchboard',
    address: 'https://hooks.invalid/aforo',
    events: ['alert.opened', 'alert.solved'],
  })
  await call(`/webhooks/${id}/test`, {})
  return `/users/alerts/webhooks/${id}/edit`
}

const openedBy =
  (user: string | null) =>
  (route: string, at?: PicturedPage['at']): PicturedPage => ({ route, user, ...(at !== undefined && { at }) })
const [analyst, admin, operator, campaigner] = [
  openedBy('analyst'),
  openedBy('admin'),
  openedBy('operator'),
  openedBy('campaigner'),
]
const stranger = openedBy(null)

/** Boards to start from, each under its id. */
const BOARDS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../layouts/templates/list.json'), 'utf8'),
) as string[]

/** By the name of the picture. */
export const PAGES: Readonly<Record<string, PicturedPage>> = {
  login: stranger('/login'),
  recover: stranger('/recover'),
  'change-password': stranger('/changepass/:token', `/changepass/${'A'.repeat(43)}`),
  unsubscribe: stranger('/unsubscribe/:token', `/unsubscribe/v1.${'A'.repeat(43)}`),
  cookies: stranger('/cookies'),
  home: analyst('/users'),
  'home-admin': admin('/users'),
  terms: analyst('/users/terms-of-service'),
  privacy: analyst('/users/privacy-policy'),
  compare: analyst('/users/foot/dashboards/view/foot-compare'),
  'full-screen': analyst(
    '/users/foot/dashboards/view/foot-compare',
    '/users/foot/dashboards/view/foot-compare?full=comparison',
  ),
  status: analyst('/users/foot/dashboards/view/foot-status'),
  exits: analyst('/users/foot/dashboards/view/foot-exits'),
  sales: analyst('/users/foot/dashboards/view/foot-sales'),
  occupancy: admin('/users/dashboards/occupancy'),
  transport: admin('/users/dashboards/transport'),
  renfe: admin('/users/dashboards/renfe'),
  tendency: admin('/users/dashboards/automotive/monthly-tendency'),
  ...Object.fromEntries(BOARDS.map((id) => [id, admin(`/users/foot/dashboards/view/${id}`)])),
  wall: analyst('/screen', wall),
  dashboards: analyst('/users/dashboards/custom'),
  'new-dashboard': analyst('/users/dashboards/custom/new'),
  'all-dashboards': admin('/users/admin/dashboards'),
  'dashboard-history': admin(
    '/users/admin/dashboards/history/:id',
    async (call) => `/users/admin/dashboards/history/${await ownDashboard(call)}`,
  ),
  editor: admin(
    '/users/admin/dashboards/edit/:id',
    async (call) => `/users/admin/dashboards/edit/${await ownDashboard(call)}`,
  ),
  'editor-built-in': admin('/users/admin/dashboards/edit/:id', '/users/admin/dashboards/edit/foot-compare'),
  'own-dashboard': analyst(
    '/users/dashboards/custom/view/:dashboardId',
    async (call) => `/users/dashboards/custom/view/${await ownDashboard(call)}`,
  ),
  alerts: operator('/users/alerts/manage'),
  'alert-history': operator('/users/alerts/manage', '/users/alerts/manage?tab=history'),
  'alert-rule': operator('/users/alerts/rules/new'),
  'alert-rule-edit': operator('/users/alerts/rules/:id/edit', '/users/alerts/rules/1/edit'),
  'webhook-new': operator('/users/alerts/webhooks/new'),
  webhook: operator('/users/alerts/webhooks/:id/edit', webhook),
  webhooks: operator('/users/alerts/manage', async (call) => {
    await webhook(call)
    return '/users/alerts/manage?tab=webhooks'
  }),
  downloads: analyst('/users/downloads/manage'),
  exports: analyst('/users/downloads/exports'),
  uploads: admin('/users/uploads/manage'),
  import: admin('/users/uploads/import'),
  campaigns: campaigner('/users/campaigns'),
  'campaign-new': campaigner('/users/campaigns/new'),
  campaign: campaigner('/users/campaigns/edit/:id', '/users/campaigns/edit/1'),
  reports: analyst('/users/reports'),
  links: analyst('/users/links'),
  schedule: operator('/users/management/schedule', '/users/management/schedule?client=1&local=1'),
  holidays: operator('/users/management/schedule', '/users/management/schedule?client=1&local=1&view=holidays'),
  documentation: analyst('/users/docs'),
  administration: admin('/users/admin'),
  interventions: admin('/users/admin/interventions'),
  discharges: admin('/users/admin/discharges'),
  orders: admin('/users/admin/orders'),
  'order-new': admin('/users/admin/orders/new'),
  order: admin('/users/admin/orders/:id/edit', '/users/admin/orders/34/edit'),
  'order-launched': admin('/users/admin/orders/:id/edit', '/users/admin/orders/20/edit'),
  installations: admin('/users/admin/installations'),
  'installation-board': admin('/users/admin/installations/board'),
  installation: admin('/users/admin/installations/:id', '/users/admin/installations/40'),
  'installation-new': admin('/users/admin/installations/new'),
  'installation-edit': admin('/users/admin/installations/:id/edit', '/users/admin/installations/40/edit'),
  clients: admin('/users/admin/clients'),
  'client-new': admin('/users/admin/clients/new'),
  client: admin('/users/admin/clients/:id/edit', '/users/admin/clients/1/edit'),
  locals: admin('/users/admin/locals'),
  'local-new': admin('/users/admin/locals/new'),
  local: admin('/users/admin/locals/:id/edit', '/users/admin/locals/1/edit'),
  dealerships: admin('/users/admin/dealerships'),
  'dealership-new': admin('/users/admin/dealerships/new'),
  presetups: admin('/users/admin/presetups'),
  'presetup-new': admin('/users/admin/presetups/new'),
  presetup: admin('/users/admin/presetups/:id/edit', '/users/admin/presetups/2/edit'),
  preseals: admin('/users/admin/preseals'),
  preseal: admin('/users/admin/preseals/:id/edit', '/users/admin/preseals/1/edit'),
  seals: admin('/users/admin/seals'),
  seal: admin('/users/admin/seals/:id/edit', '/users/admin/seals/1/edit'),
  users: admin('/users/admin/users'),
  'user-new': admin('/users/admin/users/new'),
  user: admin('/users/admin/users/:id/edit', '/users/admin/users/2/edit'),
  groups: admin('/users/admin/groups'),
  'group-new': admin('/users/admin/groups/new'),
  group: admin('/users/admin/groups/:id/edit', '/users/admin/groups/1/edit'),
  accesses: admin('/users/admin/user-access'),
  programs: admin('/users/admin/api-clients'),
  'program-new': admin('/users/admin/api-clients/new'),
  program: admin('/users/admin/api-clients/:id/edit', '/users/admin/api-clients/1/edit'),
  brands: admin('/users/admin/brands'),
  'brand-new': admin('/users/admin/brands/new'),
  brand: admin('/users/admin/brands/:id/edit', '/users/admin/brands/1/edit'),
  places: admin('/users/admin/places'),
  venues: admin('/users/admin/places', '/users/admin/places?client=1'),
  'file-quarantine': admin('/users/admin/quarantine'),
  modules: admin('/users/admin/modules'),
  'managed-reports': admin('/users/admin/reports'),
  playground: admin('/users/admin/playground'),
  server: admin('/users/admin/server'),
  audit: admin('/users/admin/audit'),
  footscans: admin('/users/admin/footscans'),
  'footscan-quarantine': admin('/users/admin/footscans', '/users/admin/footscans?tab=quarantine'),
  'footscan-new': admin('/users/admin/footscans/new'),
  footscan: admin('/users/admin/footscans/:id/edit', '/users/admin/footscans/1/edit'),
  nodes: admin('/users/admin/hubble'),
  validator: admin('/users/admin/hubble', '/users/admin/hubble?tab=validator'),
}

/** Routes without a picture of their own, each with the reason. */
export const NOT_PICTURED: Readonly<Record<string, string>> = {
  '/sign-out': 'it draws nothing and leads to /login',
  '/spaces/auth/login': 'the sign-in of external pages is the page of /login',
  '/video': 'a film fills it',
  '/videos3': 'a film fills it',
  '/shared/:slug': 'it needs a link that was made; the journey of public links pictures it',
  '/print/:runId': 'only the printing browser of a report opens it',
  '/users/foot/dashboards/view/monthly-tendency': 'tendency',
  '/users/foot/dashboards/view/occupancy': 'occupancy',
  '/users/foot/dashboards/view/renfe': 'renfe',
  '/users/foot/dashboards/view/transport': 'transport',
  '/users/foot/dashboards/view/:dashboardId': 'own-dashboard',
  '/users/dashboards/view/:dashboardId': 'own-dashboard',
  ...Object.fromEntries(BOARDS.map((id) => [`/users/dashboards/view/${id}`, id])),
  '/users/dashboards/view/foot-compare': 'compare',
  '/users/dashboards/view/foot-exits': 'exits',
  '/users/dashboards/view/foot-sales': 'sales',
  '/users/dashboards/view/foot-status': 'status',
  '/users/dashboards/view/monthly-tendency': 'tendency',
  '/users/dashboards/view/occupancy': 'occupancy',
  '/users/dashboards/view/renfe': 'renfe',
  '/users/dashboards/view/transport': 'transport',
  '/users/dashboards/custom/history/:id': 'dashboard-history',
  '/users/dashboards/custom/edit/:id': 'editor',
  '/users/admin/dashboards/new': 'new-dashboard',
  '/users/admin/dashboards/view/:dashboardId': 'own-dashboard',
  '/users/uploads/import/:id': 'the page of /users/uploads/import with a file; its stories show every state',
}
