/** Addresses of the pages of the administration. */
const BASE = '/users/admin'

/** The three addresses of a noun. */
export const area = (name: string) => ({
  list: `${BASE}/${name}`,
  add: `${BASE}/${name}/new`,
  edit: (id: number) => `${BASE}/${name}/${id}/edit`,
})

export const PATHS = {
  home: BASE,
  users: area('users'),
  groups: area('groups'),
  access: area('user-access'),
  programs: area('api-clients'),
  brands: area('brands'),
  dashboards: `${BASE}/dashboards`,
  audit: `${BASE}/audit`,
  modules: `${BASE}/modules`,
  places: `${BASE}/places`,
  clients: area('clients'),
  locals: area('locals'),
  dealerships: area('dealerships'),
  reportManagement: `${BASE}/reports`,
  playground: `${BASE}/playground`,
  quarantine: `${BASE}/quarantine`,
  server: `${BASE}/server`,
  footscans: area('footscans'),
  hubble: `${BASE}/hubble`,
} as const
