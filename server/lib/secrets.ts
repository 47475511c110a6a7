/**
 * Secrets that must be readable are encrypted: AES-256-GCM with a random nonce, the id of its key, and the place it
 * belongs to as additional data, so that a sealed value cannot be moved to another row. All keys come from SECRET_KEY
 * by HKDF, one per use.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { StartError } from './errors.ts'

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Secrets {
  /** Names of the keys that can decrypt, the current one first: eight hex digits that reveal nothing about the key. */
  readonly keyIds: readonly string[]
  /** `place`: table, column and row, for example `mails.sealed:7`. */
  seal(plain: string, place: string): string
  /** Throws StartError SECRET_UNREADABLE for another key, another place or a changed text. */
  open(sealed: string, place: string): string
  /** HMAC-SHA-256, hex, with a key of its own for each use: for short values whose plain hash could be guessed. */
  mac(use: string, text: string): string
  /** The same, as short as is still not guessed (128 bits, as `isMark` reads it): for cookies and for rows. */
  mark(use: string, text: string): string
}

const MARK_DIGITS = 32
export const isMark = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)

const derive = (key: string, use: string) => Buffer.from(hkdfSync('sha256', key, '', `aforo ${use} ${VERSION}`, 32))
const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** `older`: keys of before, with which values can still be read. */
export function secretsOf(secretKey: string, older: readonly string[] = []): Secrets {
  const keys = new Map([secretKey, ...older].map((text) => derive(text, 'seal')).map((key) => [idOf(key), key]))
  const [current] = keys
  const macKeys = new Map<string, Buffer>()

  function macKey(use: string): Buffer {
    const key = macKeys.get(use) ?? derive(secretKey, `mac ${use}`)
    macKeys.set(use, key)
    return key
  }

  const mac = (use: string, text: string) => createHmac('sha256', macKey(use)).update(text).digest('hex')

  return {
    keyIds: [...keys.keys()],

    seal(plain, place) {
      if (current === undefined) throw new Error('There is no key to seal with.')
      const [id, key] = current
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      const bytes = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, id, nonce.toString('base64url'), bytes.toString('base64url')].join('.')
    },

    open(sealed, place) {
      const [version, id = '', nonce = '', text = ''] = sealed.split('.')
      const key = keys.get(id)
      const unreadable = (why: string, cause?: unknown) =>
        new StartError('SECRET_UNREADABLE', `The secret at ${place} cannot be read: ${why}.`, { cause })
      if (version !== VERSION || key === undefined)
        throw unreadable(`it was written with key ${JSON.stringify(id)}, which is not that of SECRET_KEY`)
      try {
        const bytes = Buffer.from(text, 'base64url')
        // Base64 has more than one way to write the same bytes; only ours counts.
        if (bytes.toString('base64url') !== text) throw new Error('not written by seal')
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
          authTagLength: TAG_BYTES,
        }).setAAD(Buffer.from(place))
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw unreadable('it was changed, or belongs to another place', cause)
      }
    },

    mac,
    mark: (use, text) => mac(use, text).slice(0, MARK_DIGITS),
  }
}

/** A secret that is handed out and only recognised again: 256 random bits, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** How such a token is kept. */
export const hashOf = (token: string): string => hash('sha256', token, 'hex')
