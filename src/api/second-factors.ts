/**
 * Second factors of the own account. Over a client that asks for the password where a call needs
 * it again.
 */
import type { RecoveryCodes } from '#schemas/generated/api/recovery-codes.ts'
import type { TotpSetUp } from '#schemas/generated/api/totp-set-up.ts'
import type { Passkey } from '#schemas/generated/entities/passkey.ts'
import type { SecondFactors } from '#schemas/generated/entities/second-factors.ts'
import type { ApiClient } from './client.ts'

export const secondFactorsApi = (client: ApiClient) => ({
  state: (signal?: AbortSignal): Promise<SecondFactors> => client.json('/auth/user/second-factors', { signal }),
  /** A secret that is in use once a code of it was confirmed. SECOND_FACTOR_NOT_ALLOWED, TOTP_CONFLICT. */
  beginApp: (): Promise<TotpSetUp> => client.json('/auth/user/totp', { method: 'POST' }),
  /** The recovery codes, this once. TOTP_INVALID. */
  async confirmApp(code: string): Promise<readonly string[]> {
    return (await client.json<RecoveryCodes>('/auth/user/totp/confirm', { method: 'POST', body: { code } })).codes
  },
  async renewRecoveryCodes(): Promise<readonly string[]> {
    return (await client.json<RecoveryCodes>('/auth/user/recovery-codes', { method: 'POST' })).codes
  },
  /**
   * Options for creating a passkey, as WebAuthn JSON. SECOND_FACTOR_NOT_ALLOWED,
   * PASSKEY_LIMIT_EXCEEDED.
   */
  passkeyOptions: (): Promise<object> => client.json('/auth/user/passkeys/options', { method: 'POST' }),
  /** PASSKEY_REFUSED, NAME_TAKEN. */
  addPasskey: (name: string, response: object): Promise<Passkey> =>
    client.json('/auth/user/passkeys', { method: 'POST', body: { name, response } }),
  async removePasskey(id: number): Promise<void> {
    await client.send(`/auth/user/passkeys/${id}`, { method: 'DELETE' })
  },
  async renamePasskey(id: number, name: string): Promise<void> {
    await client.send(`/auth/user/passkeys/${id}`, { method: 'PUT', body: { name } })
  },
  async removeApp(): Promise<void> {
    await client.send('/auth/user/totp', { method: 'DELETE' })
  },
})
