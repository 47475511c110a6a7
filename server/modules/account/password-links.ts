/** Links by mail: to set a first password, and to replace a forgotten one. */
import type { Language } from '#domain/languages'
import type { TokenUser } from '#schemas/generated/api/token-user.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { steadyOf } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import { requireMail } from '../mail/service.ts'
import type { Credentials } from '../session/credentials-repo.ts'
import { network } from '../../lib/network.ts'
import { hasPassword, normalUsername } from '../../lib/user.ts'
import type { TokenKind } from './token-repo.ts'
import type { Parts } from './parts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const RECOVER_VALID_MS = 30 * MINUTE_MS
const INVITE_VALID_MS = 72 * HOUR_MS
export const RESETS: readonly TokenKind[] = ['recover', 'invite']

export const tokenInvalid = () =>
  new AppError('TOKEN_INVALID', 'This link is not valid any more, or never was; ask for another.')

const mayReset = (known: Credentials | undefined): known is Credentials =>
  known !== undefined && known.enabled && hasPassword(known)

type Needed = Pick<Parts, 'catalog' | 'mail' | 'background' | 'clock' | 'publicUrl' | 'loginDomain'>

export function passwordLinks({ catalog, mail, background, clock, publicUrl, loginDomain }: Needed) {
  const { sessions, accountTokens, audit } = catalog
  const perAccount = rateLimit(clock, { most: 3, perMs: HOUR_MS })
  const perAddress = rateLimit(clock, { most: 20, perMs: HOUR_MS })

  const steady = steadyOf(clock)

  async function link(userId: number, kind: TokenKind, validMs: number): Promise<string> {
    const token = newToken()
    await accountTokens.add({ hash: hashOf(token), userId, kind, expiresAt: steady.now() + validMs })
    return `${publicUrl}/changepass/${token}`
  }

  /** Only accounts with a local password get a link: those of an identity provider have none to recover. */
  async function sendRecovery(username: string, language: Language | undefined): Promise<void> {
    const known = await sessions.credentials(username)
    if (!mayReset(known)) return
    const values = {
      username,
      minutes: RECOVER_VALID_MS / MINUTE_MS,
      link: await link(known.id, 'recover', RECOVER_VALID_MS),
    }
    await mail.send({ to: username, kind: 'recover', language: language ?? known.properties.lang, values })
    await audit.append(SYSTEM_SCOPE, { action: 'password.recover', target: username, at: clock.now() })
  }

  return {
    /** Whose link this is. Throws TOKEN_INVALID. */
    async ofToken(token: string): Promise<TokenUser> {
      const userId = await accountTokens.find(hashOf(token), RESETS, steady.now())
      const known = userId === undefined ? undefined : await sessions.credentialsOf(userId)
      if (!mayReset(known)) throw tokenInvalid()
      return { id: known.id, username: known.username }
    },

    /**
     * Sends a link to the account with this username; same answer and time when there is none. Throws
     * RATE_LIMITED.
     */
    recover(email: string, address: string, language?: Language): void {
      requireMail(mail)
      const username = normalUsername(email, loginDomain)
      perAddress.require(network(address))
      if (perAccount.take(username)) background.run('password recovery', () => sendRecovery(username, language))
    },

    /** Sends a new person the link that sets the first password. */
    async invite({ id, username, properties }: Pick<UserAccount, 'id' | 'username' | 'properties'>): Promise<void> {
      const values = { username, hours: INVITE_VALID_MS / HOUR_MS, link: await link(id, 'invite', INVITE_VALID_MS) }
      await mail.send({ to: username, kind: 'invite', language: properties.lang, values })
    },
  }
}

export type PasswordLinks = ReturnType<typeof passwordLinks>
