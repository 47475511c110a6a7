/**
 * Guards of the routes. What a route asks stands in its `handle`, and one rule reads it (`#domain/access`), the same
 * that home, menus and server ask. A guard runs before anything of the page behind it is loaded.
 */
import { type Door, mayOpen, missingFor } from '#domain/access'
import { type LoaderFunction, redirect, type RouteObject } from 'react-router'
import { blockedVisit } from './blocked-visit.ts'
import { session } from './session.ts'

/** Metadata of a route; a child's word overrules its parent's. */
export interface RouteHandle extends Door {
  /** Text key of the page's name, shown in the tab. */
  readonly title?: string
  /** Without the top bar. */
  readonly navbar?: false
  /** Colour of the page behind the content: `plain` is the default; some areas stand on a deeper one. */
  readonly background?: 'plain' | 'deep'
}

/** Where a signed-out visitor is sent: back here after login, unless it was the start page anyway. */
export function loginPathFor({ pathname, search }: { pathname: string; search: string }): string {
  const target = `${pathname}${search}`
  return ['/', '/users', '/users/'].includes(target) ? '/login' : `/login?redirect=${encodeURIComponent(target)}`
}

const toLogin = (request: Request): Response => redirect(loginPathFor(new URL(request.url)))

/**
 * Lets in who may open this door; a stranger goes to login, anyone else home (spec 1, "Route guard"), where the missing
 * right is named.
 */
export const requireDoor =
  (door: Door): LoaderFunction =>
  async ({ request }) => {
    const me = await session.ensure()
    if (me === null) return toLogin(request)
    if (mayOpen(me, door)) return me
    blockedVisit.forbid(new URL(request.url).pathname, missingFor(me, door))
    return redirect('/users')
  }

type GuardedRoute = RouteObject & { readonly handle: RouteHandle }

/**
 * A route behind the door its handle describes. A loader of its own sets off beside the guard, so it only warms what
 * the page will ask for and returns nothing; the guard alone decides.
 */
export function guarded({ loader: warm, ...route }: GuardedRoute): RouteObject {
  const guard = requireDoor(route.handle)
  const loader: LoaderFunction = (given, context) => {
    if (typeof warm === 'function') void warm(given, context)
    return guard(given, context)
  }
  return { ...route, loader } as RouteObject
}

/** The metadata in force, from the outermost route to the page. */
export const handleOf = (matches: readonly { readonly handle: unknown }[]): RouteHandle =>
  Object.assign({}, ...matches.map(({ handle }) => handle ?? {})) as RouteHandle
