/**
 * Sessions: opaque random tokens, kept only as hashes, ended by silence, by age, by logout, from a list, or with the
 * account.
 */
import type { Account } from '#domain/access'
import { ACCESS_FLAGS } from '#domain/access'
import type { Token } from '#schemas/generated/api/token.ts'
import type { Me } from '#schemas/generated/entities/me.ts'
import type { Session } from '#schemas/generated/entities/session.ts'
import type { Background } from '../../lib/background.ts'
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { hashOf, isToken, newToken } from '../../lib/secrets.ts'
import type { AccountTokenRepo } from '../account/token-repo.ts'
import type { AuditRepo } from '../audit/repo.ts'
import type { MailService } from '../mail/service.ts'
import { isStorageFull, unlessFull } from '../../lib/store-failure.ts'
import { accountOf, limitedTo, scopeOf } from '../users/user.ts'
import type { User } from '../users/user.ts'
import type { Authenticate, Sender, SignIn } from './authenticate.ts'
import { heldSessions } from './held-sessions.ts'
import type { LoginRepo } from './login-repo.ts'
import type { Credentials, SessionRepo, StillOpen } from './repo.ts'
import { network } from '../../lib/network.ts'

export const IDLE_MS = 2 * 3_600_000
export const ABSOLUTE_MS = 12 * 3_600_000
/** What a link of ours carries opens a session within this time. */
const ACCESS_CODE_MS = 60_000
/** So long a password counts as just shown. */
export const CONFIRMED_MS = 15 * 60_000
/** How stale "last seen" may be; a write per request would cost a disk sync each. */
const SEEN_EVERY_MS = 60_000
const SWEEP_EVERY_MS = 10 * 60_000
const LOGINS_KEPT_MS = 400 * 24 * 3_600_000

/** Which sessions have not ended by themselves. */
export const stillOpenAt = (now: number): StillOpen => ({ createdAfter: now - ABSOLUTE_MS, seenAfter: now - IDLE_MS })

/** Who sent a request. */
export interface Caller {
  readonly user: User
  readonly scope: Scope
  readonly account: Account
  readonly tokenHash: string
  /** When the session was opened, epoch ms. */
  readonly since: number
  /** The password was shown a short while ago: rights and secrets may be changed. */
  readonly isConfirmed: boolean
  /** Name of the external page that holds the session; `user`, `scope` and `account` are then what both may. */
  readonly page?: string
  /** A pass of the product's own, with which nothing can be changed. */
  readonly readsOnly?: true
  /** A screen speaks, with the rights of its maker; `dashboards`: the ids that it shows. */
  readonly screen?: { readonly id: number; readonly dashboards: readonly string[] }
}

/** An API client whose page opens a session for a person. */
export interface Page {
  readonly id: number
  readonly clientId: string
}

interface Parts {
  readonly sessions: SessionRepo
  readonly logins: LoginRepo
  readonly tokens: AccountTokenRepo
  readonly audit: AuditRepo
  readonly transaction: Catalog['transaction']
  readonly authenticate: Authenticate
  readonly mail: Pick<MailService, 'send'>
  /** Tell people of sign-ins from new places. */
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
  }

  const tokenFor = (token: string, remainingMs: number): Token => ({
    access_token: token,
    token_type: 'Bearer',
    expires_in: Math.floor(remainingMs / 1000),
  })

  /** Opens a session for an account that has shown who it is. */
  async function open(
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

  const ended = () => new AppError('SESSION_INVALID', 'This session has ended or never was; sign in again.')

  return {
    open,

    /** Throws what `authenticate` throws. */
    async signIn(signIn: SignIn): Promise<Token> {
      return open(await authenticate(signIn), signIn)
    },

    /**
     * What a link of ours carries instead of a token: it opens one session, soon. `isShown`: the person showed a
     * password for it, here or elsewhere.
     */
    async accessCode(userId: number, isShown = true): Promise<string> {
      const code = newToken()
      await tokens.add({
        hash: hashOf(code),
        userId,
        kind: isShown ? 'access' : 'entry',
        expiresAt: steady.now() + ACCESS_CODE_MS,
      })
      return code
    },

    /** Turns the code of a link into a session, once. Throws TOKEN_INVALID. */
    async redeem(code: string, sender: Sender): Promise<Token> {
      const shown = await tokens.use(hashOf(code), ['access'], steady.now())
      const userId = shown ?? (await tokens.use(hashOf(code), ['entry'], steady.now()))
      const known = userId === undefined ? undefined : await sessions.credentialsOf(userId)
      if (known === undefined || !known.enabled)
        throw new AppError('TOKEN_INVALID', 'This link is not valid any more, or never was; ask for another.')
      return open(known, sender, { isShown: shown !== undefined })
    },

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

    /** Whose token this is; null when it is nobody's, has ended, or its account is disabled. */
    async resolve(token: string): Promise<Caller | null> {
      if (!isToken(token)) return null
      const tokenHash = hashOf(token)
      const now = steady.now()
      const session = (await sessions.find(tokenHash)) ?? (await held.find(tokenHash, now))
      if (session === undefined || !session.user.enabled || session.page?.enabled === false || held.hasEnded(tokenHash))
        return null
      if (now - session.createdAt >= ABSOLUTE_MS || now - session.seenAt >= IDLE_MS) {
        if (!held.drop(tokenHash)) await unlessFull(sessions.close(tokenHash))
        return null
      }
      // "Last seen" may be older than it says while the disk is full or another process writes; nobody waits for it.
      if (now - session.seenAt >= SEEN_EVERY_MS) await unlessFull(sessions.touch(tokenHash, now))
      const { page, confirmedAt } = session
      const user = page === null ? session.user : limitedTo(session.user, page)
      return {
        user,
        scope: scopeOf(user),
        account: accountOf(user),
        tokenHash,
        since: session.createdAt,
        isConfirmed: page === null && confirmedAt !== null && now - confirmedAt < CONFIRMED_MS,
        ...(page && { page: page.name }),
      }
    },

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

    /** People end their own sessions, administrators anybody's. Throws SESSION_NOT_FOUND. */
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
