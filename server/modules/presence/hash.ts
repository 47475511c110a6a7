/**
 * Addresses of phones never reach a disk: they are hashed with a key before anything is written, also before the
 * journal. The key (salt) lives for one epoch and is then destroyed, so the addresses cannot be linked, or tried out,
 * of another epoch, not even we.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { DAY_MS } from '#domain/days'
import { strictMac } from '#domain/mac'
import { SETTINGS } from '#domain/metrics/settings'
import type { Secrets } from '../../lib/secrets.ts'
import type { SaltStore } from '../../facts/presence.ts'

const SALT_BYTES = 32
/**
 * Sightings may come so late. So long a salt is kept after its epoch, and so long the sightings of a day, from which it
 * is worked out again.
 */
export const LATE_DAYS = 30
/** A clock may be ahead by this much; the salt of a time further away is not made. */
const AHEAD_MS = DAY_MS
/** A visitor without consent to store data; `visitorOf` does not read it. */
export const UNLINKED = '-'
const VISITOR = /^([ir])([0-9a-f]{16})$/

export interface VisitorHash {
  /** Makes the salts that hashing these instants (epoch ms) needs, durably. To be awaited before `hashVisitor`. */
  prepare(instants: Iterable<number>): Promise<void>
  /**
   * The pseudonym written instead of an address: `i` or `r` (randomised, or no MAC address at all) and 16 hex digits.
   * The same phone has another hash at another client. UNLINKED when the sighting is too late, or its salt is dead or
   * not made: then it cannot be kept.
   *
   * @param at epoch ms of the sighting, not of its arrival
   */
  hashVisitor(address: string, at: number, client?: number): string
  /** Destroys salts whose epoch and grace have ended. Returns how many. To be called once a day. */
  forget(): Promise<number>
}

/** Reads what `hashVisitor` gave; null for anything else, an address for example. */
export function visitorOf(text: string): { readonly id: bigint; readonly random: boolean } | null {
  const match = VISITOR.exec(text)
  return match ? { id: BigInt(`0x${match[2]}`), random: match[1] === 'r' } : null
}

/**
 * Whether an address is locally administered (second hex digit 2, 6, A or E), as phones make them up. What is no MAC
 * address is taken for one.
 */
export function isRandomised(address: string): boolean {
  const mac = strictMac(address)
  return mac === null || '26AE'.includes(mac.charAt(1))
}

export async function createVisitorHash({
  store,
  secrets,
  clock = Date.now,
  lifeDays = SETTINGS.saltLifeDays.value,
}: {
  store: SaltStore
  secrets: Pick<Secrets, 'seal' | 'open' | 'keyIds'>
  clock?: () => number
  lifeDays?: number
}): Promise<VisitorHash> {
  const salts = new Map<number, Buffer>()
  const placeOf = (epoch: number) => `presence_salt.sealed:${epoch}`
  const epochOf = (at: number) => Math.floor(at / (lifeDays * DAY_MS))
  const endOf = (epoch: number) => (epoch + 1) * lifeDays * DAY_MS
  const isDead = (epoch: number) => endOf(epoch) + LATE_DAYS * DAY_MS <= clock()

  /** A salt of another SECRET_KEY links nothing any more: it makes room for a new one. */
  async function load() {
    const lost: number[] = []
    for (const { epoch, sealed } of await store.list()) {
      if (isDead(epoch)) continue
      try {
        const plain = secrets.open(sealed, placeOf(epoch))
        salts.set(epoch, Buffer.from(plain, 'base64url'))
        // The key is being changed. Only the server writes here, so it is done where it is read.
        if (!sealed.startsWith(`v1.${secrets.keyIds[0]}.`))
          await store.replace(epoch, secrets.seal(plain, placeOf(epoch)))
      } catch {
        lost.push(epoch)
      }
    }
    if (lost.length > 0) await store.remove(lost)
  }
  await load()

  return {
    async prepare(instants) {
      const latest = clock() + AHEAD_MS
      const missing = new Set<number>()
      for (const at of instants) {
        const epoch = epochOf(at)
        if (at <= latest && !salts.has(epoch) && !isDead(epoch)) missing.add(epoch)
      }
      if (missing.size === 0) return
      for (const epoch of missing)
        await store.add(epoch, secrets.seal(randomBytes(SALT_BYTES).toString('base64url'), placeOf(epoch)), clock())
      // Another request may have been first: what is stored holds.
      await load()
    },

    hashVisitor(address, at, client = 0) {
      const epoch = epochOf(at)
      const salt = isDead(epoch) || at < clock() - LATE_DAYS * DAY_MS ? undefined : salts.get(epoch)
      if (salt === undefined) return UNLINKED
      const name = strictMac(address) ?? address.trim()
      const digest = createHmac('sha256', salt).update(`${client} ${name}`).digest('hex')
      return `${isRandomised(address) ? 'r' : 'i'}${digest.slice(0, 16)}`
    },

    async forget() {
      const dead = (await store.list()).map(({ epoch }) => epoch).filter(isDead)
      if (dead.length > 0) await store.remove(dead)
      for (const epoch of salts.keys()) if (isDead(epoch)) salts.delete(epoch)
      return dead.length
    },
  }
}
