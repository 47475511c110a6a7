/** Sessions: opaque random tokens, kept only as hashes, ended by silence, by age, by logout, or with the account. */
import { createHash, randomBytes } from 'node:crypto'
import type { Account } from '#domain/access'
import { ACCESS_FLAGS } from '#domain/access'
import type { Me } from '#schemas/generated/entities/me.ts'
import type { Token } from '#schemas/generated/api/token.ts'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import { SYSTEM_SCOPE } from '../../scope.ts'
import type { Scope } from '../../scope.ts'
import type { AuditRepo } from '../audit/repo.ts'
import { normalUsername, scopeOf } from '../users/user.ts'
import type { User } from '../users/user.ts'
import { NOBODYS_HASH, verifyPassword } from './password-hash.ts'
import type { SessionRepo } from './repo.ts'
import { loginThrottle } from './throttle.ts'

export const IDLE_MS = 2 * 3_600_000
export const ABSOLUTE_MS = 12 * 3_600_000
/** How stale "last seen" may be; a write per request would cost a disk sync each. */
const SEEN_EVERY_MS = 60_000
const SWEEP_EVERY_MS = 10 * 60_000

/** Who sent a request. */
export interface Caller {
  readonly user: User
  readonly scope: Scope
  readonly account: Account
  readonly tokenHash: string
}

export interface SignIn { readonly username: string; readonly password: string; readonly address: string }

interface Parts {
  readonly sessions: SessionRepo
  readonly audit: AuditRepo
  readonly clock: Clock
  readonly loginDomain: string
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const isToken = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text)

export function sessionService({ sessions, audit, clock, loginDomain }: Parts) {
  const throttle = loginThrottle(clock)
  let sweptAt = 0

  async function sweep(now: number): Promise<void> {
    if (now - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now
    await sessions.sweep({ createdBefore: now - ABSOLUTE_MS, seenBefore: now - IDLE_MS })
  }

  return {
    /**
     * Opens a session. Throws LOGIN_FAILED with the same words and after the same work whether the name is unknown, the account
     * is disabled or has no password, or the password is wrong; LOGIN_TOO_MANY and LOGIN_BUSY before any of that.
     */
    async signIn({ username: typed, password, address }: SignIn): Promise<Token> {
      const username = normalUsername(typed, loginDomain)
      throttle.attempt(username, address)
      const known = await sessions.credentials(username)
      const right = await verifyPassword(password, known?.passwordHash ?? NOBODYS_HASH)
      const at = clock.now()
      if (!right || !known?.enabled) {
        await audit.append(SYSTEM_SCOPE, { action: 'session.refuse', target: username.slice(0, 254), details: { address }, at })
        throw new AppError('LOGIN_FAILED', 'The username or the password is not right.')
      }
      throttle.succeeded(username, address)
      await sweep(at)
      const token = randomBytes(32).toString('base64url')
      await sessions.open({ tokenHash: hashOf(token), userId: known.id, at, address })
      await audit.append(SYSTEM_SCOPE, { action: 'session.open', target: username, details: { address }, at })
      return { access_token: token, token_type: 'Bearer', expires_in: ABSOLUTE_MS / 1000 }
    },

    /** Whose token this is; null when it is nobody's, has ended, or its account is disabled. */
    async resolve(token: string): Promise<Caller | null> {
      if (!isToken(token)) return null
      const tokenHash = hashOf(token)
      const session = await sessions.find(tokenHash)
      if (session === undefined || !session.user.enabled) return null
      const now = clock.now()
      if (now - session.createdAt >= ABSOLUTE_MS || now - session.seenAt >= IDLE_MS) {
        await sessions.close(tokenHash)
        return null
      }
      if (now - session.seenAt >= SEEN_EVERY_MS) await sessions.touch(tokenHash, now)
      const { user } = session
      return { user, scope: scopeOf(user), account: accountOf(user), tokenHash }
    },

    async signOut({ tokenHash, scope, user }: Caller): Promise<void> {
      if (await sessions.close(tokenHash)) await audit.append(scope, { action: 'session.close', target: user.username, at: clock.now() })
    },
  }
}

export type SessionService = ReturnType<typeof sessionService>

export const accountOf = ({ role, flags }: User): Account => ({ roles: [role], properties: Object.fromEntries(flags.map((flag) => [flag, true])) })

/** The user as the page knows them. Every flag is there, true or false. */
export function meOf({ id, username, role, flags, properties }: User): Me {
  const given = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, flags.includes(flag)])) as Record<(typeof ACCESS_FLAGS)[number], boolean>
  return { id, username, role, roles: [role], properties: { ...properties, ...given } }
}
