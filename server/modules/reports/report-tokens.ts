/**
 * Read-only tokens with which a run of a report makes its calls, as its owner. Stored as a hash in memory, because a
 * run does not outlive its process. Rights are checked with every call, so a revoked right applies at once.
 */
import type { Clock } from '../../lib/clock.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, isToken, newToken } from '../../lib/secrets.ts'
import type { Caller } from '../../lib/caller.ts'
import { accountOf, scopeOf } from '../../lib/user.ts'
import type { UserRepo } from '../users/repo.ts'

export interface ReportTokens {
  /** A token that expires with `end` or after this time, whichever is first. */
  issue(owner: number, lifeMs: number): { readonly token: string; end(): void }
  /** The caller of the token; null when it is unknown or expired, or its account is disabled. */
  resolve(token: string): Promise<Caller | null>
}

export function createReportTokens({ users, clock }: { users: Pick<UserRepo, 'find'>; clock: Clock }): ReportTokens {
  const open = new Map<string, { readonly owner: number; readonly until: number; readonly since: number }>()
  return {
    issue(owner, lifeMs) {
      const [token, since] = [newToken(), clock.now()]
      const key = hashOf(token)
      open.set(key, { owner, since, until: since + lifeMs })
      return {
        token,
        end: () => {
          open.delete(key)
        },
      }
    },

    async resolve(token) {
      if (open.size === 0 || !isToken(token)) return null
      const tokenHash = hashOf(token)
      const entry = open.get(tokenHash)
      if (entry === undefined) return null
      const user = clock.now() < entry.until ? await users.find(SYSTEM_SCOPE, entry.owner) : undefined
      if (user === undefined || !user.enabled) {
        open.delete(tokenHash)
        return null
      }
      return {
        user,
        scope: scopeOf(user),
        account: accountOf(user),
        tokenHash,
        since: entry.since,
        isConfirmed: false,
        readsOnly: true,
      }
    },
  }
}
