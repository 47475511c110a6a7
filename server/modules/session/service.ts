/** Sessions: opaque random tokens, kept only as hashes, ended by silence, by age, by logout, from a list, or with the account. */
import type { Account } from '#domain/access'
import { ACCESS_FLAGS } from '#domain/access'
import type { Token } from '#schemas/generated/api/token.ts'
import type { Me } from '#schemas/generated/entities/me.ts'
import type { Session } from '#schemas/generated/entities/session.ts'
import type { Background } from '../../background.ts'
import { steadyOf } from '../../clock.ts'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import { SYSTEM_SCOPE } from '../../scope.ts'
import type { Scope } from '../../scope.ts'
import { hashOf, isToken, newToken } from '../../secrets.ts'
import type { AccountTokenRepo } from '../account/token-repo.ts'
import type { AuditRepo } from '../audit/repo.ts'
import type { MailService } from '../mail/service.ts'
import { scopeOf } from '../users/user.ts'
import type { User } from '../users/user.ts'
import type { Authenticate, Sender, SignIn } from './authenticate.ts'
import type { LoginRepo } from './login-repo.ts'
import type { Credentials, SessionRepo } from './repo.ts'
import { network } from './throttle.ts'

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
  /** A pass of the product's own, with which nothing can be changed. */
  readonly readsOnly?: true
  /** A screen speaks, with the rights of its maker; `dashboards`: the ids that it shows. */
  readonly screen?: { readonly id: number; readonly dashboards: readonly string[] }
}

interface Parts {
  readonly sessions: SessionRepo
  readonly logins: LoginRepo
  readonly tokens: AccountTokenRepo
  readonly audit: AuditRepo
  readonly authenticate: Authenticate
  readonly mail: Pick<MailService, 'send'>
  /** Tell people of sign-ins from new places. */
  readonly noticeMail: boolean
  readonly publicUrl: string
  readonly background: Background
  readonly clock: Clock
}

export function sessionService({ sessions, logins, tokens, audit, authenticate, mail, noticeMail, publicUrl, background, clock }: Parts) {
  const steady = steadyOf(clock)
  let sweptAt = Number.NEGATIVE_INFINITY

  async function sweep(now: number): Promise<void> {
    if (now - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now
    await sessions.sweep({ createdBefore: now - ABSOLUTE_MS, seenBefore: now - IDLE_MS })
    await tokens.sweep(now - ABSOLUTE_MS)
    await logins.sweep(clock.now() - LOGINS_KEPT_MS)
  }

  const tokenFor = (token: string, remainingMs: number): Token => ({ access_token: token, token_type: 'Bearer', expires_in: Math.floor(remainingMs / 1000) })

  /** Opens a session for an account that has shown who it is. */
  async function open({ id, username, loginType, properties }: Credentials, { address, agent }: Sender, isShown = true): Promise<Token> {
    const [at, token] = [steady.now(), newToken()]
    const isNew = noticeMail && loginType !== 'service' && await logins.isNewClient(id, network(address), agent)
    await sweep(at)
    // A program holds a secret, not a password: its sessions are never confirmed.
    await sessions.open({ tokenHash: hashOf(token), userId: id, at, address, agent, confirmedAt: isShown && loginType !== 'service' ? at : null })
    await logins.record({ userId: id, username, at, success: true, address, network: network(address), agent })
    await audit.append(SYSTEM_SCOPE, { action: 'session.open', target: username, details: { address }, at: clock.now() })
    if (isNew) {
      const values = { username, when: clock.now(), address, agent: agent || '?', link: `${publicUrl}/recover` }
      background.run('notice of a new sign-in', () => mail.send({ to: username, kind: 'newClient', language: properties.lang, values }))
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

    /** What a link of ours carries instead of a token: it opens one session, soon. `isShown`: the person showed a password for it, here or elsewhere. */
    async accessCode(userId: number, isShown = true): Promise<string> {
      const code = newToken()
      await tokens.add({ hash: hashOf(code), userId, kind: isShown ? 'access' : 'entry', expiresAt: steady.now() + ACCESS_CODE_MS })
      return code
    },

    /** Turns the code of a link into a session, once. Throws TOKEN_INVALID. */
    async redeem(code: string, sender: Sender): Promise<Token> {
      const shown = await tokens.use(hashOf(code), ['access'], steady.now())
      const userId = shown ?? await tokens.use(hashOf(code), ['entry'], steady.now())
      const known = userId === undefined ? undefined : await sessions.credentialsOf(userId)
      if (known === undefined || !known.enabled) throw new AppError('TOKEN_INVALID', 'This link is not valid any more, or never was; ask for another.')
      return open(known, sender, shown !== undefined)
    },

    /** Gives the session a new token; the old one ends. Its age stays. Throws SESSION_INVALID when another call was quicker. */
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
      const session = await sessions.find(tokenHash)
      if (session === undefined || !session.user.enabled) return null
      const now = steady.now()
      if (now - session.createdAt >= ABSOLUTE_MS || now - session.seenAt >= IDLE_MS) {
        await sessions.close(tokenHash)
        return null
      }
      if (now - session.seenAt >= SEEN_EVERY_MS) await sessions.touch(tokenHash, now)
      const { user } = session
      return { user, scope: scopeOf(user), account: accountOf(user), tokenHash, since: session.createdAt, isConfirmed: session.confirmedAt !== null && now - session.confirmedAt < CONFIRMED_MS }
    },

    async signOut({ tokenHash, scope, user }: Caller): Promise<void> {
      if (await sessions.close(tokenHash)) await audit.append(scope, { action: 'session.close', target: user.username, at: clock.now() })
    },

    /** The open sessions of an account, newest first; the one that asks is marked. */
    async listOf(userId: number, { tokenHash }: Pick<Caller, 'tokenHash'>): Promise<Session[]> {
      const now = steady.now()
      const current = await sessions.find(tokenHash)
      return (await sessions.listOf(userId, { createdAfter: now - ABSOLUTE_MS, seenAfter: now - IDLE_MS })).map((session) => ({ ...session, current: session.id === current?.id }))
    },

    /** People end their own sessions, administrators anybody's. Throws SESSION_NOT_FOUND. */
    async end(id: number, { scope }: Pick<Caller, 'scope'>): Promise<void> {
      const owner = await sessions.closeById(id, scope.role === 'admin' ? undefined : scope.userId ?? 0)
      if (owner === undefined) throw new AppError('SESSION_NOT_FOUND', `There is no open session ${id} that this account may end.`, { session: id })
      await audit.append(scope, { action: 'session.end', target: `user ${owner}`, details: { session: id }, at: clock.now() })
    },
  }
}

export type SessionService = ReturnType<typeof sessionService>

export const accountOf = ({ role, flags }: User): Account => ({ roles: [role], properties: Object.fromEntries(flags.map((flag) => [flag, true])) })

/** The user as the page knows them. Every flag is there, true or false. */
export function meOf({ id, username, role, loginType, flags, properties }: User): Me {
  const given = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, flags.includes(flag)])) as Record<(typeof ACCESS_FLAGS)[number], boolean>
  return { id, username, role, roles: [role], loginType, properties: { ...properties, ...given } }
}
