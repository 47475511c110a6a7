/**
 * Sign-in in every way, who am I, sign-out. What happens before there is a session is `anonymous`: a 401 is an answer
 * there.
 */
import type { OauthLoginAnswer } from '#schemas/generated/api/oauth-login-answer.ts'
import type { OtpSent } from '#schemas/generated/api/otp-sent.ts'
import type { OtpStatus } from '#schemas/generated/api/otp-status.ts'
import type { Token } from '#schemas/generated/api/token.ts'
import type { Branding } from '#schemas/generated/entities/branding.ts'
import type { Me } from '#schemas/generated/entities/me.ts'
import { type ApiClient, ApiError, tokenHeaders } from './client.ts'

/** Parameters of an external application that signs users in here. */
export interface OauthQuery {
  readonly client_id: string
  readonly redirect_uri: string
  readonly response_type: string
  readonly state: string
  readonly code_challenge?: string
  readonly code_challenge_method?: string
}

const segment = encodeURIComponent
const otp = (username: string, step = '') => `/auth/user/otp/${segment(username)}${step}`

export const sessionApi = (client: ApiClient) => ({
  /**
   * The token of a new session. The body is used rather than headers: it may hold every character, and proxies do not
   * log it.
   */
  async signIn(username: string, password: string): Promise<string> {
    const token = await client.json<Token>('/oauth/token', {
      method: 'POST',
      anonymous: true,
      body: { username, password, grant_type: 'password' },
    })
    return token.access_token
  },
  /** Challenge for a passkey, as WebAuthn JSON. */
  passkeyOptions: (): Promise<object> =>
    client.json('/oauth/passkey/options', {
      method: 'POST',
      anonymous: true,
    }),
  /** The token of a new session. PASSKEY_INVALID. */
  async signInByPasskey(response: object): Promise<string> {
    return (await client.json<Token>('/oauth/passkey', { method: 'POST', anonymous: true, body: { response } }))
      .access_token
  },
  /**
   * A fresh token for what a link carried: the single-use code of one of ours, or else a session's own token of a
   * foreign one, which ends by it. TOKEN_INVALID and the like when it is neither.
   */
  async exchange(carried: string): Promise<string> {
    const call = (options: { body?: unknown; headers?: Record<string, string> }) =>
      client.json<Token>('/oauth/exchange', { method: 'POST', anonymous: true, ...options })
    try {
      return (await call({ body: { code: carried } })).access_token
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status < 400 || cause.status >= 500 || cause.status === 429) throw cause
      return (await call({ headers: tokenHeaders(carried) })).access_token
    }
  },
  /**
   * Signs in for an outside application: where to go, and with which code. Percent-encoded, because a header holds
   * Latin-1 only.
   */
  authorize: (username: string, password: string, query: OauthQuery): Promise<OauthLoginAnswer> =>
    client.json('/api/oauth/login', {
      method: 'POST',
      anonymous: true,
      headers: {
        username: segment(username),
        password: segment(password),
        'credentials-encoding': 'percent-utf-8',
        grant_type: 'password',
        ...query,
      },
    }),
  /** Where the one-time code comes from that this account needs besides its password; false when it needs none. */
  async usesCode(username: string): Promise<'mail' | 'app' | false> {
    const { otp: needed, app } = await client.json<OtpStatus>(otp(username), { anonymous: true })
    return needed && (app === true ? 'app' : 'mail')
  },
  /** Has a code sent; answers the seconds until another can be asked for, null where no mail leaves the server. */
  async sendCode(username: string): Promise<number | null> {
    try {
      return (await client.json<OtpSent>(otp(username, '/generate'), { method: 'POST', anonymous: true })).retryAfterS
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'MAIL_UNAVAILABLE') return null
      throw cause
    }
  },
  /** False when the code is not right. The sign-in that follows needs the cookie this leaves. */
  async checkCode(username: string, code: string): Promise<boolean> {
    try {
      await client.send(otp(username, '/validate'), { method: 'POST', anonymous: true, body: { code } })
      return true
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 401) return false
      throw cause
    }
  },
  /** How the product looks under this host label; unknown labels get the default. */
  branding: (label: string): Promise<Branding> => client.json(`/branding/${segment(label)}`, { anonymous: true }),
  me: (): Promise<Me> => client.json('/api/me'),
  /** The user of a token that is not (yet) the page's own. */
  meOf: (token: string): Promise<Me> => client.json('/api/me', { anonymous: true, headers: tokenHeaders(token) }),
  async signOut(): Promise<void> {
    await client.send('/api/logout', { method: 'POST' })
  },
  /** Ends a session that is not the page's own. */
  async drop(token: string): Promise<void> {
    await client.send('/api/logout', { method: 'POST', anonymous: true, headers: tokenHeaders(token) })
  },
})
