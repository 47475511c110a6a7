/**
 * Password hashes: Argon2id with 19 MiB and two passes (OWASP's smaller profile), written as PHC strings so that the
 * cost can be raised later without a migration.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { composedPassword } from '#domain/password'
import { AppError } from '../../lib/errors.ts'

const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/**
 * One hash takes a core for some 20 ms: two at once leave room for everybody else, and a flood is refused rather than
 * queued. Who is known to have been here (a session, a browser in which the account has signed in) has a queue of their
 * own, which goes first: strangers cannot fill it. So has, behind them, who was refused before and comes again: what
 * tries without end comes with another name or from another address.
 */
const AT_ONCE = 2
const QUEUE = 20

const derive = promisify(argon2)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

interface Parsed {
  memory: number
  passes: number
  parallelism: number
  salt: Buffer
  hash: Buffer
}

function parse(phc: string): Parsed | null {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc)
  if (match === null) return null
  const [, m, t, p, salt = '', hash = ''] = match
  return {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

/** A hash that no password has, as costly to compare as a real one: an unknown name takes the time of a known one. */
const [NO_SALT, NO_HASH] = [SALT_BYTES, HASH_BYTES].map((bytes) => base64(new Uint8Array(bytes)))
export const DUMMY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${NO_SALT}$${NO_HASH}`

/** Position in the queue; see `turns.ts` for repeated tries. */
export type Standing = 'known' | 'again' | 'strange'

let running = 0
const waiting: Readonly<Record<Standing, (() => void)[]>> = { known: [], again: [], strange: [] }

/** Waits for a turn. Throws LOGIN_BUSY when too many are waiting already. */
async function inTurn<T>(standing: Standing, work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    const queue = waiting[standing]
    if (queue.length >= QUEUE)
      throw new AppError('LOGIN_BUSY', `${QUEUE} sign-ins are waiting already; try again in a second.`, {
        retryAfterS: 1,
      })
    await new Promise<void>((go) => queue.push(go))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    ;(waiting.known.shift() ?? waiting.again.shift() ?? waiting.strange.shift())?.()
  }
}

/** PHC string of a new password. Who sets one has a link or a session, and goes before strangers. */
export function hashPassword(password: string): Promise<string> {
  return inTurn('known', async () => {
    const nonce = randomBytes(SALT_BYTES)
    const hash = await derive('argon2id', {
      message: composedPassword(password),
      nonce,
      tagLength: HASH_BYTES,
      ...COST,
    })
    return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(hash)}`
  })
}

/**
 * True when this is the password of the hash; false as well for text that is no such hash. Throws LOGIN_BUSY.
 *
 * @param standing known ones go first, then repeated attempts
 */
export function verifyPassword(password: string, phc: string, standing: Standing = 'strange'): Promise<boolean> {
  return inTurn(standing, async () => {
    const known = parse(phc)
    if (known === null) return false
    const { memory, passes, parallelism, salt: nonce, hash } = known
    const matches = async (message: string) =>
      timingSafeEqual(
        await derive('argon2id', { message, nonce, tagLength: hash.length, memory, passes, parallelism }),
        hash,
      )
    const composed = composedPassword(password)
    // Earlier hashes are of the letters as they came, which are other bytes only where they were not composed.
    return (await matches(composed)) || (composed !== password && (await matches(password)))
  })
}
