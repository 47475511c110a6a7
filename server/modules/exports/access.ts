/** Who may have an export: asked when it is listed, made and fetched, since access may be lost meanwhile. */
import { hasAccess } from '#domain/access'
import type { Repositories } from '../../catalog.ts'
import { mayReadClient, SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'
import { accountOf, scopeOf, type User } from '../../lib/user.ts'
import { ExportError } from './failure.ts'
import type { StoredExport } from './repo.ts'

export const accessLost = () =>
  new ExportError('EXPORT_ACCESS_LOST', 'This account may not see all clients of this export any more.')

/**
 * Whether this caller may read its content: names that were made up for a demo account, or figures of a client that is
 * still theirs.
 */
export const isAllowed = (scope: Scope, { what, demo }: Pick<StoredExport, 'what' | 'demo'>): boolean =>
  what.clients.every((client) => mayReadClient(scope, client)) && (!scope.demo || demo)

export const mayDownload = (user: User) => user.enabled && hasAccess(accountOf(user), 'canDownload')

/** The owner as they are now. Throws ExportError EXPORT_ACCESS_LOST. */
export async function ownerOf(
  { users }: Pick<Repositories, 'users'>,
  stored: Pick<StoredExport, 'owner' | 'what' | 'demo'>,
): Promise<Scope> {
  const user = await users.find(SYSTEM_SCOPE, stored.owner)
  if (user === undefined || !mayDownload(user) || !isAllowed(scopeOf(user), stored)) throw accessLost()
  return scopeOf(user)
}
