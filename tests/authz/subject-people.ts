/** Callers that are people or hold an account, and the pages that hold a session for them. For tests only. */
import type { AccessFlag } from '#domain/access'
import type { NewUser } from '../../server/modules/users/repo.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { NOW } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import type { Kind, Subject } from './subject.ts'

const DEFAULT: Pick<NewUser, 'role' | 'flags'> = { role: 'basic', flags: [] }
let made = 0

/** A number for names that are there once. */
export const next = () => ++made

export function people({ catalog, ids }: Fixture, passwordHash: string) {
  async function session(userId: number, at = NOW): Promise<string> {
    const token = newToken()
    await catalog.sessions.open({ tokenHash: hashOf(token), userId, at, address: '10.0.0.1', agent: 'matrix' })
    return token
  }

  async function account(more: Partial<NewUser>, terms: boolean): Promise<number> {
    const { id } = await catalog.users.insert(
      SYSTEM_SCOPE,
      { ...DEFAULT, username: `subject${next()}@aforo.test`, passwordHash, clients: [ids.uno], ...more },
      NOW,
    )
    if (terms) await catalog.passwords.acceptTerms({ ...SYSTEM_SCOPE, userId: id }, NOW)
    return id
  }

  async function apiClient(): Promise<number> {
    const name = `Program ${next()}`
    const id = await catalog.apiClients.insert(
      SYSTEM_SCOPE,
      { name, redirectUris: [], clients: [ids.uno], flags: ['footCompare'], enabled: true, pkce: true },
      { clientId: `matrix-${made}`, secretHash: hashOf('x'), at: NOW },
    )
    const credentials = await catalog.apiClients.credentials(`matrix-${made}`)
    if (credentials === undefined) throw new Error(`API client ${id} was not made.`)
    return credentials.userId
  }

  /**
   * The session that an external page holds for a person: both may footCompare and the client uno, and each may
   * something that the other may not.
   */
  const page = async (
    name: string,
    more: Partial<NewUser>,
    page: { clients: number[]; flags: AccessFlag[] },
  ): Promise<Subject> => {
    const clientId = `page-${next()}`
    const draft = { name: clientId, redirectUris: [], ...page, enabled: true, pkce: true }
    const apiClientId = await catalog.apiClients.insert(SYSTEM_SCOPE, draft, {
      clientId,
      secretHash: hashOf('x'),
      at: NOW,
    })
    const twin = async () => {
      const [userId, token] = [await account(more, true), newToken()]
      await catalog.sessions.open({
        tokenHash: hashOf(token),
        userId,
        at: NOW,
        address: '10.0.0.1',
        agent: 'matrix',
        apiClientId,
      })
      return { token, userId }
    }
    return { name, kind: 'page', ...(await twin()), twin }
  }

  const person = (
    name: string,
    kind: Kind,
    more: Partial<NewUser>,
    { terms = true, spoil }: { terms?: boolean; spoil?: (userId: number, token: string) => Promise<void> } = {},
  ) => {
    const twin = async (isTwin = true) => {
      const userId = name === 'api client' ? await apiClient() : await account(more, terms && !isTwin)
      const token = await session(userId, name === 'expired session' ? NOW - 3 * 3_600_000 : NOW)
      await spoil?.(userId, token)
      return { token, userId: kind === 'out' ? 0 : userId }
    }
    return twin(false).then((first): Subject => ({ name, kind, ...first, twin }))
  }

  return { account, page, person }
}

/** Without an account: what is sent is no session. */
export const stranger = (name: string, token: string | undefined): Subject => ({
  name,
  kind: 'out',
  token,
  userId: 0,
  twin: async () => ({ token, userId: 0 }),
})
