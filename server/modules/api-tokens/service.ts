/**
 * API tokens: what a program sends in the place of a session. One calls what the rules of the routes open to programs,
 * with the rights that its account has at that moment, and never counts as a password that was just shown
 * (decision 110).
 */
import { DAY_MS } from '#domain/days'
import type { ApiTokenDraft } from '#schemas/generated/api/api-token-draft.ts'
import type { ApiTokenMade } from '#schemas/generated/api/api-token-made.ts'
import type { ApiToken } from '#schemas/generated/entities/api-token.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf } from '../../lib/secrets.ts'
import { isApiToken, newApiToken } from '../../lib/api-token.ts'
import { unlessFull } from '../../lib/store-failure.ts'
import type { Caller } from '../../lib/caller.ts'
import { accountOf, scopeOf } from '../../lib/user.ts'
import type { StoredApiToken } from './repo.ts'

/** Of one account, without those that no longer work. */
export const MAX_API_TOKENS = 20
const USUAL_DAYS = 90
/** So long its owner sees that one has ended. */
const ENDED_KEPT_MS = 90 * DAY_MS

interface Parts {
  readonly catalog: Pick<Catalog, 'apiTokens' | 'users' | 'transaction'>
  readonly clock: Clock
}

export function apiTokenService({ catalog, clock }: Parts) {
  /** A new password ends what was made under the one before: who knew that one may have made tokens. */
  function stateOf({ endsAt, passwordChanged }: StoredApiToken): ApiToken['state'] {
    if (passwordChanged) return 'passwordChanged'
    return clock.now() >= endsAt ? 'ended' : 'active'
  }

  const entity = (token: StoredApiToken): ApiToken => {
    const { owner: _owner, passwordChanged: _passwordChanged, ...shown } = token
    return { ...shown, state: stateOf(token) }
  }

  return {
    /** Those of an account, newest first: its own, or as an administrator any. */
    async listOf({ scope }: Caller, owner: number): Promise<ApiToken[]> {
      return (await catalog.apiTokens.list(scope, owner)).map(entity)
    },

    /** With its value, this once. Throws API_TOKEN_OWNER_NOT_ALLOWED, API_TOKEN_LIMIT_EXCEEDED. */
    async create({ scope, user }: Caller, { name, access, days = USUAL_DAYS }: ApiTokenDraft): Promise<ApiTokenMade> {
      // Their sign-in is shared or belongs to a program; a token belongs to a person.
      if (scope.demo || user.loginType === 'service')
        throw new AppError(
          'API_TOKEN_OWNER_NOT_ALLOWED',
          'Demo accounts and API clients have no API tokens; sign in with the account of a person.',
        )
      const token = newApiToken()
      const now = clock.now()
      return catalog.transaction(async ({ locks, apiTokens, audit }) => {
        await locks.hold('apiTokens', user.id)
        await apiTokens.sweep(now - ENDED_KEPT_MS)
        const working = (await apiTokens.list(scope, user.id)).filter((one) => stateOf(one) === 'active')
        if (working.length >= MAX_API_TOKENS)
          throw new AppError(
            'API_TOKEN_LIMIT_EXCEEDED',
            `An account has at most ${MAX_API_TOKENS} API tokens; revoke one first.`,
            { most: MAX_API_TOKENS },
          )
        const endsAt = now + days * DAY_MS
        const made = await apiTokens.insert(scope, {
          name: name.trim(),
          access,
          tokenHash: hashOf(token),
          createdAt: now,
          endsAt,
        })
        await audit.append(scope, {
          action: 'apiToken.create',
          target: user.username,
          details: { name: made.name, access, endsAt },
          at: now,
        })
        return { ...entity(made), token }
      })
    },

    /** Ends it now. Throws API_TOKEN_NOT_FOUND. */
    async revoke({ scope }: Caller, id: number): Promise<void> {
      await catalog.transaction(async ({ apiTokens, users, audit }) => {
        const gone = await apiTokens.remove(scope, id)
        if (gone === undefined)
          throw new AppError('API_TOKEN_NOT_FOUND', `There is no API token ${id} that this account may revoke.`, {
            id,
          })
        const owner = await users.find(SYSTEM_SCOPE, gone.owner)
        await audit.append(scope, {
          action: 'apiToken.revoke',
          target: owner?.username ?? `user ${gone.owner}`,
          details: { name: gone.name },
          at: clock.now(),
        })
      })
    },

    /** Whose it is; null when there is no such token, it has ended, or its account may not use one. */
    async resolve(token: string): Promise<Caller | null> {
      if (!isApiToken(token)) return null
      const tokenHash = hashOf(token)
      const stored = await catalog.apiTokens.byHash(tokenHash)
      if (stored === undefined) return null
      const user = await catalog.users.find(SYSTEM_SCOPE, stored.owner)
      if (user?.enabled !== true || user.properties.demo || stateOf(stored) !== 'active') return null
      const today = new Date(clock.now()).toISOString().slice(0, 10)
      // "Last used" may be older than it says while the disk is full; no call waits for it.
      if (stored.usedOn !== today) await unlessFull(catalog.apiTokens.touch(stored.id, today))
      const { id, name, access } = stored
      return {
        user,
        scope: scopeOf(user),
        account: accountOf(user),
        tokenHash,
        since: stored.createdAt,
        isConfirmed: false,
        program: { id, name, access },
      }
    },
  }
}

export type ApiTokenService = ReturnType<typeof apiTokenService>
