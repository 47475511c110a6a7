/**
 * What the making of a report may ask with: a token for one run, of its owner, for reading only. It is kept as a hash,
 * in memory, because a run does not outlive the process that makes it; rights are looked up with every call, so what is
 * taken away ends it at once.
 */
import type { Clock } from '../../lib/clock.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, isToken, newToken } from '../../lib/secrets.ts'
import type { Caller } from '../../lib/caller.ts'
import { accountOf, scopeOf } from '../../lib/user.ts'
import type { UserRepo } from '../users/repo.ts'

export interface Passes {
  /** A token that ends with `end` or after this time, whichever is first. */
  issue(owner: number, lifeMs: number): { readonly token: string; end(): void }
  /** Who it speaks for; null when it is none, or has ended, or the account is disabled. */
  resolve(token: string): Promise<Caller | null>
}

export function reportTokens({ users, clock }: { users: Pick<UserRepo, 'find'>; clock: Clock }): Passes {
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
      const pass = open.get(tokenHash)
      if (pass === undefined) return null
      const user = clock.now() < pass.until ? await users.find(SYSTEM_SCOPE, pass.owner) : undefined
      if (user === undefined || !user.enabled) {
        open.delete(tokenHash)
        return null
      }
      return {
        user,
        scope: scopeOf(user),
        account: accountOf(user),
        tokenHash,
        since: pass.since,
        isConfirmed: false,
        readsOnly: true,
      }
    },
  }
}
