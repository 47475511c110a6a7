/** The routes as a flat list: the one place that knows which pages are built. */
import { isRecord } from '#domain/record'
import type { AccessRule } from '#domain/access'
import type { RouteObject } from 'react-router'

export interface Screen {
  /** The whole pattern, for example `/users/admin/users/:id/edit`. */
  readonly path: string
  /** Access rules of the route and its parents, outermost first; all of them apply. */
  readonly rules: readonly AccessRule[]
  /** Text key of its name. */
  readonly title?: string
}

const joined = (base: string, path: string) =>
  (path.startsWith('/') ? path : `${base === '/' ? '' : base}/${path}`).replace(/(.)\/$/, '$1')

/** Only what ends in a page counts: redirects and frames around other routes are no pages. */
const isPage = ({ lazy, element, Component, children, index }: RouteObject) =>
  (index === true || children === undefined) && (lazy !== undefined || element !== undefined || Component !== undefined)

export function screensOf(routes: readonly RouteObject[], base = '/', above: readonly AccessRule[] = []): Screen[] {
  return routes.flatMap((route) => {
    const path = joined(base, route.path ?? '')
    const handle: Record<string, unknown> = isRecord(route.handle) ? route.handle : {}
    const { flag, admin, title } = handle as AccessRule & { title?: string }
    const rules =
      flag === undefined && admin === undefined
        ? above
        : [...above, { ...(flag !== undefined && { flag }), ...(admin !== undefined && { admin }) }]
    const own = isPage(route) && !path.includes('*') ? [{ path, rules, ...(title !== undefined && { title }) }] : []
    return [...own, ...screensOf(route.children ?? [], path, rules)]
  })
}
