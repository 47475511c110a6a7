/** How many dashboards there may be, and how large they are together. */
import type { Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { AccountQuotas } from '../../lib/quotas.ts'
import type { Audience } from './stored.ts'
import type { Who } from './finder.ts'

const MB = 1_000_000
/** An account keeps as many to itself, and a client is shown as many. */
const MAX_OWN = 50
const MAX_OF_A_CLIENT = 200

/**
 * To be run first in the transaction that writes a revision or a draft, which `requireBytes` ends: until then no other
 * one of this account writes.
 */
export const holdBytes = ({ locks }: Pick<Repositories, 'locks'>, { user }: Who): Promise<void> =>
  locks.hold('dashboardBytes', user.id)

/** To be run first, but for `holdBytes`, in the transaction that adds or shares it. Throws DASHBOARD_LIMIT. */
export async function requireRoom(
  { locks, dashboards }: Pick<Repositories, 'locks' | 'dashboards'>,
  { scope }: Who,
  owner: number | null,
  { to, ids }: Audience,
  but?: string,
): Promise<void> {
  if (to === 'onlyMe' && owner !== null) await locks.hold('dashboardsOfOwner', owner)
  if (to === 'clients') for (const id of ids.toSorted((a, b) => a - b)) await locks.hold('dashboardsOfClient', id)
  const { own, maxOfAClient } = await dashboards.counts(scope, {
    owner,
    clients: to === 'clients' ? ids : [],
    ...(but !== undefined && { but }),
  })
  if (to === 'onlyMe' && own >= MAX_OWN)
    throw new AppError(
      'DASHBOARD_LIMIT',
      `An account keeps at most ${MAX_OWN} dashboards to itself; remove one or share it.`,
      { most: MAX_OWN, of: 'own' },
    )
  if (maxOfAClient >= MAX_OF_A_CLIENT)
    throw new AppError(
      'DASHBOARD_LIMIT',
      `A client is shown at most ${MAX_OF_A_CLIENT} dashboards; remove one first.`,
      { most: MAX_OF_A_CLIENT, of: 'client' },
    )
}

/**
 * To be asked in the transaction that has written, after `holdBytes`: what does not fit is taken back. Throws
 * DASHBOARD_QUOTA_EXCEEDED.
 */
export async function requireBytes(
  { dashboards }: Pick<Repositories, 'dashboards'>,
  { scope }: Who,
  quotas: Pick<AccountQuotas, 'dashboardMb'>,
): Promise<void> {
  if ((await dashboards.bytesOf(scope)) <= quotas.dashboardMb * MB) return
  throw new AppError(
    'DASHBOARD_QUOTA_EXCEEDED',
    `Revisions and drafts of this account take all of their ${quotas.dashboardMb} MB. Remove a dashboard or a draft ` +
      'first.',
    { megabytes: quotas.dashboardMb },
  )
}
