/** Opens a session for an account that has shown who it is. */
import type { Token } from '#schemas/generated/api/token.ts'
import type { Background } from '../../lib/background.ts'
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import type { MailService } from '../mail/service.ts'
import { isStorageFull, unlessFull } from '../../lib/store-failure.ts'
import type { Sender } from './authenticate.ts'
import type { HeldSessions } from './held-sessions.ts'
import type { LoginRepo } from './login-repo.ts'
import type { Credentials } from './credentials-repo.ts'
import { network } from '../../lib/network.ts'
import { ABSOLUTE_MS } from './lifetime.ts'

/** An API client whose page opens a session for a person. */
export interface Page {
  readonly id: number
  readonly clientId: string
}

interface Parts {
  readonly logins: LoginRepo
  readonly transaction: Catalog['transaction']
  readonly held: HeldSessions
  /** Removes what has ended by itself, now and then. */
  readonly sweep: (now: number) => Promise<void>
  readonly mail: Pick<MailService, 'send'>
  /** Notify people of sign-ins from new places. */
  readonly noticeMail: boolean
  readonly publicUrl: string
  readonly background: Background
  readonly clock: Clock
}

export const tokenFor = (token: string, remainingMs: number): Token => ({
  access_token: token,
  token_type: 'Bearer',
  expires_in: Math.floor(remainingMs / 1000),
})

export function sessionOpener({
  logins,
  transaction,
  held,
  sweep,
  mail,
  noticeMail,
  publicUrl,
  background,
  clock,
}: Parts) {
  const steady = steadyOf(clock)

  return async function open(
    { id, username, passwordHash, loginType, properties }: Credentials,
    { address, agent }: Sender,
    { isShown = true, page }: { isShown?: boolean; page?: Page } = {},
  ): Promise<Token> {
    const [at, happened, token] = [steady.now(), clock.now(), newToken()]
    const isNew = noticeMail && loginType !== 'service' && (await logins.isNewClient(id, network(address), agent))
    // A program holds a secret, not a password: its sessions are never confirmed, and those of a page neither.
    const confirmedAt = isShown && loginType !== 'service' && page === undefined ? at : null
    const session = {
      tokenHash: hashOf(token),
      userId: id,
      at,
      address,
      agent,
      confirmedAt,
      apiClientId: page?.id ?? null,
    }
    const store = () =>
      transaction(async ({ sessions, logins, audit }) => {
        await sessions.open(session)
        await logins.record({
          userId: id,
          username,
          at: happened,
          success: true,
          address,
          network: network(address),
          agent,
        })
        await audit.append(SYSTEM_SCOPE, {
          action: 'session.open',
          target: username,
          details: { address, ...(page && { client: page.clientId }) },
          at: happened,
        })
      })
    await unlessFull(sweep(at))
    // The session of a page has less rights than its person, which only the catalog knows: it waits for room.
    await store().catch((cause: unknown) => {
      if (!isStorageFull(cause) || page !== undefined || !held.hold(session, passwordHash, store)) throw cause
    })
    if (isNew) {
      const values = { username, when: clock.now(), address, agent: agent || '?', link: `${publicUrl}/recover` }
      background.run('notice of a new sign-in', () =>
        mail.send({ to: username, kind: 'newClient', language: properties.lang, values }),
      )
    }
    return tokenFor(token, ABSOLUTE_MS)
  }
}

export type OpenSession = ReturnType<typeof sessionOpener>
