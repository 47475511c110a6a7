/**
 * Guards of the routes. The `handle` of a route has its access rule, checked by `#domain/access`, the same that
 * home, menus and server use. A guard runs before any code of its page is loaded.
 */
import { type AccessRule, mayOpen, missingFor } from '#domain/access'
import { type LoaderFunction, redirect, type RouteObject } from 'react-router'
import { blockedVisit } from './blocked-visit.ts'
import { session } from './session.ts'

/** Metadata of a route; a child overrides its parent. */
export interface RouteHandle extends AccessRule {
  /** Text key of the page's name, shown in the tab. */
  readonly title?: string
  /** Without the top bar. */
  readonly navbar?: false
  /** Colour of the page behind the content: `plain` is the default; some areas are on a deeper one. */
  readonly background?: 'plain' | 'deep'
}

/** Where a signed-out visitor is sent: back here after login, unless it was the start page anyway. */
export function loginPathFor({ pathname, search }: { pathname: string; search: string }): string {
  const target = `${pathname}${search}`
  return ['/', '/users', '/users/'].includes(target) ? '/login' : `/login?redirect=${encodeURIComponent(target)}`
}

const toLogin = (request: Request): Response => redirect(loginPathFor(new URL(request.url)))

/**
 * Admits accounts that satisfy the rule. Without a session it redirects to login, else to home, which names the missing
 * right (spec 1, "Route guard").
 */
export const requireAccess =
  (rule: AccessRule): LoaderFunction =>
  async ({ request }) => {
    const me = await session.ensure()
    if (me === null) return toLogin(request)
    if (mayOpen(me, rule)) return me
    blockedVisit.forbid(new URL(request.url).pathname, missingFor(me, rule))
    return redirect('/users')
  }

type GuardedRoute = RouteObject & { readonly handle: RouteHandle }

/**
 * A route with the access rule of its handle. Its own loader runs in parallel to the guard, so it may only prefetch;
 * what it returns is ignored.
 */
export function guarded({ loader: warm, ...route }: GuardedRoute): RouteObject {
  const guard = requireAccess(route.handle)
  const loader: LoaderFunction = (given, context) => {
    if (typeof warm === 'function') void warm(given, context)
    return guard(given, context)
  }
  return { ...route, loader } as RouteObject
}

/** The metadata in force, from the outermost route to the page. */
export const handleOf = (matches: readonly { readonly handle: unknown }[]): RouteHandle =>
  Object.assign({}, ...matches.map(({ handle }) => handle ?? {})) as RouteHandle
