import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** By this scanners of repositories and logs find a leaked one. */
const API_TOKEN = 'aforo_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A checksum of six characters: a scanner can tell a token from similar text. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let at = 0; at < 6; at++) {
    digits = `${DIGITS[rest % 62]}${digits}`
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** For programs: `aforo_`, 256 random bits in 43 characters, and the checksum of both. */
export function newApiToken(): string {
  const text = `${API_TOKEN}${Array.from({ length: 43 }, () => DIGITS[randomInt(62)]).join('')}`
  return `${text}${checksum(text)}`
}

/** Whether a program sent this, right or wrong. */
export const claimsApiToken = (text: string): boolean => text.startsWith(API_TOKEN)

export const isApiToken = (text: string): boolean =>
  /^aforo_[0-9A-Za-z]{49}$/.test(text) && checksum(text.slice(0, -6)) === text.slice(-6)
