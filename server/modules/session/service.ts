/**
 * Sessions: opaque random tokens, kept only as hashes, ended by silence, by age, by logout, from a list, or with the
 * account.
 */
import { ACCESS_FLAGS } from '#domain/access'
import type { Token } from '#schemas/generated/api/token.ts'
import type { Me } from '#schemas/generated/entities/me.ts'
import type { Session } from '#schemas/generated/entities/session.ts'
import type { Background } from '../../lib/background.ts'
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import type { AuditRepo } from '../audit/repo.ts'
import type { MailService } from '../mail/service.ts'
import { isStorageFull } from '../../lib/store-failure.ts'
import type { User } from '../../lib/user.ts'
import type { Authenticate, SignIn } from './authenticate.ts'
import { heldSessions } from './held-sessions.ts'
import type { KnownNetworks } from './known-network.ts'
import type { LoginRepo } from './login-repo.ts'
import type { SessionRepo } from './repo.ts'
import { ABSOLUTE_MS, IDLE_MS, SEEN_EVERY_MS, stillOpenAt } from './lifetime.ts'
import { sessionOpener, tokenFor } from './opening.ts'
import { sessionResolver } from './resolving.ts'
import type { Caller } from '../../lib/caller.ts'
import { linkCodes } from './link-codes.ts'

const SWEEP_EVERY_MS = 10 * 60_000
const LOGINS_KEPT_MS = 400 * 24 * 3_600_000

interface Parts {
  readonly sessions: SessionRepo
  readonly logins: LoginRepo
  readonly tokens: Catalog['accountTokens']
  readonly audit: AuditRepo
  readonly transaction: Catalog['transaction']
  readonly authenticate: Authenticate
  readonly networks: Pick<KnownNetworks, 'sweep'>
  readonly mail: Pick<MailService, 'send'>
  /** Notify people of sign-ins from new places. */
  readonly noticeMail: boolean
  readonly publicUrl: string
  readonly background: Background
  readonly clock: Clock
}

export function sessionService({
  sessions,
  logins,
  tokens,
  audit,
  transaction,
  authenticate,
  networks,
  mail,
  noticeMail,
  publicUrl,
  background,
  clock,
}: Parts) {
  const steady = steadyOf(clock)
  let sweptAt = Number.NEGATIVE_INFINITY
  const held = heldSessions({
    credentialsOf: sessions.credentialsOf,
    userOf: sessions.userOf,
    tryEveryMs: SEEN_EVERY_MS,
  })

  async function sweep(now: number): Promise<void> {
    if (now - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now
    await sessions.sweep({ createdBefore: now - ABSOLUTE_MS, seenBefore: now - IDLE_MS })
    await tokens.sweep(now - ABSOLUTE_MS)
    await logins.sweep(clock.now() - LOGINS_KEPT_MS)
    await networks.sweep()
  }

  const open = sessionOpener({
    logins,
    transaction,
    held,
    sweep,
    mail,
    noticeMail,
    publicUrl,
    background,
    clock,
  })

  const ended = () => new AppError('SESSION_INVALID', 'This session has ended or never was; sign in again.')

  return {
    open,

    /** Throws what `authenticate` throws. */
    async signIn(signIn: SignIn): Promise<Token> {
      return open(await authenticate(signIn), signIn)
    },

    ...linkCodes({ sessions, tokens, open, clock }),

    /**
     * Gives the session a new token; the old one ends. Its age stays. Throws SESSION_INVALID when another call was
     * quicker.
     */
    async renew({ tokenHash, since, scope, user }: Caller): Promise<Token> {
      const [now, token] = [steady.now(), newToken()]
      if (!(await sessions.renew(tokenHash, hashOf(token), now))) throw ended()
      await audit.append(scope, { action: 'session.renew', target: user.username, at: clock.now() })
      return tokenFor(token, since + ABSOLUTE_MS - now)
    },

    resolve: sessionResolver({ sessions, held, clock }),

    async signOut({ tokenHash, scope, user }: Caller): Promise<void> {
      if (held.drop(tokenHash)) return
      try {
        if (await sessions.close(tokenHash))
          await audit.append(scope, { action: 'session.close', target: user.username, at: clock.now() })
      } catch (cause) {
        if (!isStorageFull(cause)) throw cause
        held.end(tokenHash)
      }
    },

    /** The open sessions of an account, newest first; the one that asks is marked. */
    async listOf(userId: number, { tokenHash }: Pick<Caller, 'tokenHash'>): Promise<Session[]> {
      const now = steady.now()
      const current = await sessions.find(tokenHash)
      return (await sessions.listOf(userId, stillOpenAt(now))).map((session) => ({
        ...session,
        current: session.id === current?.id,
      }))
    },

    /** People end their own sessions, administrators those of every account. Throws SESSION_NOT_FOUND. */
    async end(id: number, { scope }: Pick<Caller, 'scope'>): Promise<void> {
      const owner = await sessions.closeById(id, scope.role === 'admin' ? undefined : (scope.userId ?? 0))
      if (owner === undefined)
        throw new AppError('SESSION_NOT_FOUND', `There is no open session ${id} that this account may end.`, {
          session: id,
        })
      await audit.append(scope, {
        action: 'session.end',
        target: `user ${owner}`,
        details: { session: id },
        at: clock.now(),
      })
    },
  }
}

export type SessionService = ReturnType<typeof sessionService>

/** The user as the page knows them. Every flag is there, true or false. */
export function meOf({ id, username, role, loginType, flags, properties }: User): Me {
  const given = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, flags.includes(flag)])) as Record<
    (typeof ACCESS_FLAGS)[number],
    boolean
  >
  return { id, username, role, roles: [role], loginType, properties: { ...properties, ...given } }
}
