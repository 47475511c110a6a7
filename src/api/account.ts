/** One's own account: password, terms, history, sessions; and the links that set a password. */
import type { LoginInfo } from '#schemas/generated/api/login-info.ts'
import type { Terms } from '#schemas/generated/api/terms.ts'
import type { TokenUser } from '#schemas/generated/api/token-user.ts'
import type { LoginEntry } from '#schemas/generated/entities/login-entry.ts'
import type { PassChange } from '#schemas/generated/entities/pass-change.ts'
import type { Session } from '#schemas/generated/entities/session.ts'
import type { ApiClient } from './client.ts'

export const accountApi = (client: ApiClient) => ({
  /** The account of a link. TOKEN_INVALID when it is used up, too old or unknown. */
  linkOwner: (token: string): Promise<TokenUser> =>
    client.json(`/auth/user/${encodeURIComponent(token)}`, { anonymous: true }),
  /** PASSWORD_WEAK with the unmet rules, PASSWORD_SAME, TOKEN_INVALID. */
  async resetPassword(token: string, pass: string): Promise<void> {
    await client.send(`/auth/user/${encodeURIComponent(token)}`, {
      method: 'PUT',
      anonymous: true,
      body: { token, pass, responsibility: true },
    })
  },
  /**
   * Has a mail with such a link sent, in the reader's language. The answer is the same whether or not there is such an
   * account.
   */
  async recover(email: string, language: string): Promise<void> {
    await client.send('/api/scewc', { method: 'POST', anonymous: true, body: { email, language } })
  },
  /** The body is used rather than the query, which ends up in logs. */
  async changePassword(oldPassword: string, newPassword: string): Promise<void> {
    await client.send('/users/password', { method: 'POST', body: { oldPassword, newPassword } })
  },
  loginInfo: (signal?: AbortSignal): Promise<LoginInfo> => client.json('/auth/user/login-info', { signal }),
  terms: (signal?: AbortSignal): Promise<Terms> => client.json('/auth/user/terms-of-service', { signal }),
  async acceptTerms(): Promise<void> {
    await client.send('/auth/user/terms-of-service', { method: 'POST' })
  },
  /** Newest first, at most 200. */
  logins: (signal?: AbortSignal): Promise<LoginEntry[]> => client.list('/auth/user/logins/', { signal }),
  passChanges: (signal?: AbortSignal): Promise<PassChange[]> => client.list('/auth/user/pass-changes/', { signal }),
  sessions: (signal?: AbortSignal): Promise<Session[]> => client.list('/auth/sessions', { signal }),
  async endSession(id: number): Promise<void> {
    await client.send(`/auth/sessions/${id}`, { method: 'DELETE' })
  },
})
