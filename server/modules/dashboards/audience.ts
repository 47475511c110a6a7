/** For whom a dashboard may be, and who may make it so. */
import { mayShareDashboards } from '#domain/access'
import type { DashboardAudience } from '#schemas/generated/api/dashboard-audience.ts'
import { clientNotFound } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import { mayReadClient } from '../../lib/scope.ts'
import type { Caller } from '../../lib/caller.ts'
import { groupNotFound } from '../users/link-repo.ts'
import type { Catalog } from '../../catalog.ts'
import type { Audience } from './stored.ts'

const refusal = (message: string, reason: string) => new AppError('DASHBOARD_AUDIENCE', message, { reason })

/** The audience as it is stored. Throws DASHBOARD_AUDIENCE, CLIENT_NOT_FOUND, GROUP_NOT_FOUND. */
export async function audienceFor(
  { scope, account }: Pick<Caller, 'scope' | 'account'>,
  { to, ids = [] }: DashboardAudience['audience'],
  catalog: Pick<Catalog, 'clients' | 'groups'>,
): Promise<Audience> {
  const isList = to === 'clients' || to === 'groups'
  if (isList && ids.length === 0) throw refusal(`An audience of ${to} names at least one of them.`, 'empty')
  if (!isList && ids.length > 0) throw refusal(`An audience of ${to} names no ids; ${ids.length} were given.`, 'ids')
  if (to === 'onlyMe') return { to, ids: [] }
  if (scope.role !== 'admin') {
    if (to !== 'clients')
      throw refusal(`Only an administrator may share a dashboard with ${to}; choose clients.`, 'admin')
    if (!mayShareDashboards(account, scope))
      throw refusal('This account may not share dashboards: it may open none, or it is a demo account.', 'flag')
  }
  if (to === 'clients') {
    for (const id of ids)
      if (!mayReadClient(scope, id) || (await catalog.clients.find(scope, id)) === undefined) throw clientNotFound(id)
  }
  if (to === 'groups') {
    const known = new Set((await catalog.groups.some(scope, ids)).map(({ id }) => id))
    const unknown = ids.find((id) => !known.has(id))
    if (unknown !== undefined) throw groupNotFound(unknown)
  }
  return { to, ids: ids.toSorted((a, b) => a - b) }
}
