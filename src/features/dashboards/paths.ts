/** Addresses of the pages on which dashboards are made. */
const BASES = { admin: '/users/admin/dashboards', custom: '/users/dashboards/custom' } as const

/** Addresses of the pages of an area. */
export function pathsOf(area: keyof typeof BASES) {
  const base = BASES[area]
  const one = (what: string) => (id: string) => `${base}/${what}/${id}`
  return { list: base, add: `${base}/new`, edit: one('edit'), view: one('view'), history: one('history') } as const
}
