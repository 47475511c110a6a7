/** Other programs that may use the API, or let people sign in here. Their secrets are shown once and kept as hashes. */
import { randomBytes } from 'node:crypto'
import type { ApiClientDraft } from '#schemas/generated/api/api-client-draft.ts'
import type { ApiClientSecret } from '#schemas/generated/api/api-client-secret.ts'
import type { ApiClient } from '#schemas/generated/entities/api-client.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import { stillOpenAt } from '../session/lifetime.ts'
import { requireNeededFlags } from '../users/service.ts'
import { requireRedirectUri } from './redirect-uri.ts'
import type { StoredApiClient } from './client-rows.ts'

const notFound = (id: number) =>
  new AppError('API_CLIENT_NOT_FOUND', `There is no API client ${id}.`, { apiClient: id })

export function apiClientService({
  catalog,
  clock,
}: {
  catalog: Pick<Catalog, 'apiClients' | 'sessions' | 'transaction'>
  clock: Clock
}) {
  async function withSessions(
    stored: readonly StoredApiClient[],
    { sessions }: Pick<Repositories, 'sessions'> = catalog,
  ): Promise<ApiClient[]> {
    const open = await sessions.countByApiClient(stillOpenAt(clock.now()))
    return stored.map((client) => ({ ...client, sessions: open.get(client.id) ?? 0 }))
  }

  async function find(
    scope: Scope,
    id: number,
    repositories: Pick<Repositories, 'apiClients' | 'sessions'> = catalog,
  ): Promise<ApiClient> {
    const found = await repositories.apiClients.find(scope, id)
    const [client] = found === undefined ? [] : await withSessions([found], repositories)
    if (client === undefined) throw notFound(id)
    return client
  }

  function check({ redirectUris, flags }: ApiClientDraft): void {
    redirectUris.forEach(requireRedirectUri)
    requireNeededFlags(flags)
  }

  const summary = ({ clientId, redirectUris, clients, flags, enabled, pkce }: ApiClient) => ({
    clientId,
    redirectUris,
    clients,
    flags,
    enabled,
    pkce,
  })

  return {
    list: async (scope: Scope) => withSessions(await catalog.apiClients.list(scope)),
    some: async (scope: Scope, ids: readonly number[]) => withSessions(await catalog.apiClients.some(scope, ids)),
    find: (scope: Scope, id: number) => find(scope, id),

    /** Throws REDIRECT_URI_INVALID, FLAG_NEEDS, NAME_TAKEN, CLIENT_NOT_FOUND. */
    create(scope: Scope, draft: ApiClientDraft): Promise<ApiClientSecret> {
      check(draft)
      return catalog.transaction(async (repositories) => {
        const [clientId, secret, at] = [randomBytes(12).toString('hex'), newToken(), clock.now()]
        const id = await repositories.apiClients.insert(scope, draft, { clientId, secretHash: hashOf(secret), at })
        const made = await find(scope, id, repositories)
        await repositories.audit.append(scope, {
          action: 'apiClient.create',
          target: made.name,
          details: summary(made),
          at,
        })
        return { ...made, secret }
      })
    },

    /** Throws as `create`, and API_CLIENT_NOT_FOUND. */
    replace(scope: Scope, id: number, draft: ApiClientDraft): Promise<ApiClient> {
      check(draft)
      return catalog.transaction(async (repositories) => {
        const at = clock.now()
        if (!(await repositories.apiClients.replace(scope, id, draft, at))) throw notFound(id)
        const after = await find(scope, id, repositories)
        await repositories.audit.append(scope, {
          action: 'apiClient.change',
          target: after.name,
          details: summary(after),
          at,
        })
        return after
      })
    },

    /** A new secret; the old one and its sessions end, and those that its pages hold. Throws API_CLIENT_NOT_FOUND. */
    renewSecret(scope: Scope, id: number): Promise<ApiClientSecret> {
      return catalog.transaction(async (repositories) => {
        const secret = newToken()
        if (!(await repositories.apiClients.setSecret(scope, id, hashOf(secret)))) throw notFound(id)
        const after = await find(scope, id, repositories)
        await repositories.audit.append(scope, { action: 'apiClient.secret', target: after.name, at: clock.now() })
        return { ...after, secret }
      })
    },

    /** Throws API_CLIENT_NOT_FOUND. */
    remove(scope: Scope, id: number): Promise<void> {
      return catalog.transaction(async (repositories) => {
        const { name } = await find(scope, id, repositories)
        await repositories.apiClients.remove(scope, id)
        await repositories.audit.append(scope, { action: 'apiClient.remove', target: name, at: clock.now() })
      })
    },
  }
}

export type ApiClientService = ReturnType<typeof apiClientService>
