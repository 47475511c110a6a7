/** Codes of an app (RFC 6238): six digits of half a minute, by SHA-1, which every app knows. */
import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
const DIGITS = 6
/** As RFC 4226 recommends: 160 bits. */
const SECRET_BYTES = 20
/** Clocks of telephones are off, and people type: one step before and after counts. */
const WINDOW = 1

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: DIGITS, period: PERIOD_S })

/** A new secret, in Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The content of the QR code: secret, account and issuer. */
export const totpUri = (secret: string, { username, issuer }: { username: string; issuer: string }): string =>
  totpOf(secret, username, issuer).toString()

/** The half minute to which this code belongs, counted since 1970; null when it belongs to none near this time. */
export function totpStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / (PERIOD_S * 1000)) + delta
}
