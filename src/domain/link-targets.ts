/** Where links of a dashboard may lead inside the product; rights are asked for there. */
const PAGES = {
  alerts: '/users/alerts/manage',
  campaigns: '/users/campaigns',
  downloads: '/users/downloads/manage',
  footscans: '/users/admin/footscans',
  schedule: '/users/management/schedule',
  uploads: '/users/uploads/manage',
} as const

export const LINK_PAGES: readonly string[] = Object.keys(PAGES)

/** The path of a page; undefined where the list does not have it. */
export const pathOfPage = (page: string): string | undefined =>
  Object.hasOwn(PAGES, page) ? PAGES[page as keyof typeof PAGES] : undefined

export const pathOfDashboard = (id: string): string => `/users/dashboards/view/${encodeURIComponent(id)}`

/** The host of a web address, with its port; undefined for anything that is not https, or names an account. */
export function hostOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '' ? undefined : url.host
}
