/** Where a sign-in leads (spec 1, "Login flow"): to what was asked for, else to the account's own start, else home. */
import type { AccessFlag } from '#domain/access'
import { hasAccess } from '#domain/access'
import type { Me } from '#schemas/generated/entities/me.ts'
import { safeRedirect } from '#domain/safe-redirect'

type PostLogin = NonNullable<Me['properties']['postLogin']>

/**
 * The right that each start page requires; the page of a flag is named by the navigation, which knows what is built.
 */
const STARTS: Readonly<Record<PostLogin, AccessFlag>> = {
  footCompare: 'footCompare',
  footStatus: 'footStatus',
  automotive: 'hasAutomotive',
  bigVenues: 'hasBigVenues',
  occupancy: 'occupancyDashboard',
  zonesOccupancy: 'zonesOccupancyDashboard',
  buildingTrace: 'wiTrace',
}

/** `pathOf` answers the page a flag opens, if there is one. A start the account may not open leads home. */
export function afterLogin(
  me: Me,
  redirect: string | null,
  origin: string,
  pathOf: (flag: AccessFlag) => string | undefined,
): string {
  if (redirect !== null) return safeRedirect(redirect, origin)
  const { postLogin } = me.properties
  const flag = postLogin && STARTS[postLogin]
  return (flag && hasAccess(me, flag) ? pathOf(flag) : undefined) ?? '/'
}
