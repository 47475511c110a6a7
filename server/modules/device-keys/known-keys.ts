/** The owner of a device key: looked up, cached for a moment, and known while the catalog is unavailable. */
import { timingSafeEqual } from 'node:crypto'
import { TRUSTED_MS } from '../../lib/away.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { sealedPlace } from '../../db/sealed.ts'
import type { DeviceCaller } from '../../lib/device-caller.ts'
import { storeUnavailable } from '../../lib/errors.ts'
import { hashOf, isToken } from '../../lib/secrets.ts'
import type { Secrets } from '../../lib/secrets.ts'

/** A device sends often; its key is looked up anew after this. What this server withdraws ends at once. */
const KEPT_MS = 5000
const MAX_KEPT = 20_000

/** A key as it was last known, for when the catalog is away. */
interface KnownKey {
  readonly caller: DeviceCaller
  readonly endsAt: number | null
}

export const placeOf = (id: number) => sealedPlace('device_keys.signing_secret', id)

interface Parts {
  readonly deviceKeys: Pick<Catalog['deviceKeys'], 'open' | 'some'>
  readonly secrets: Secrets
  readonly background: Background
  readonly clock: Clock
}

export function knownKeys({ deviceKeys, secrets, background, clock }: Parts) {
  /** By the hash of the key. */
  const kept = new Map<string, { readonly caller: DeviceCaller; readonly at: number }>()
  /** How often keys have ended: what was looked up before that is not remembered. */
  let ended = 0
  /** All keys by their hash, for when the catalog is away; what has ended before is not among them. */
  let all: { readonly keys: ReadonlyMap<string, KnownKey>; readonly at: number } = { keys: new Map(), at: -Infinity }
  const forget = () => {
    ended += 1
    kept.clear()
    all = { keys: new Map(), at: -Infinity }
    background.run('device keys', remember)
  }

  async function remember(): Promise<void> {
    const [before, at] = [ended, performance.now()]
    const found = await deviceKeys.some(MAX_KEPT, clock.now())
    if (ended === before)
      all = { at, keys: new Map(found.map((key) => [key.keyHash, { caller: callerOf(key), endsAt: key.endsAt }])) }
  }

  /**
   * The owner of a key at the last lookup in the catalog. Throws STORE_UNAVAILABLE for one that is not known: it may be
   * new.
   */
  function lastKnown(hash: string, cause: unknown): DeviceCaller {
    const known = performance.now() - all.at < TRUSTED_MS ? all.keys.get(hash) : undefined
    if (known === undefined || (known.endsAt !== null && known.endsAt <= clock.now())) throw storeUnavailable(cause)
    return known.caller
  }

  const callerOf = ({
    id,
    client,
    footscan,
    signingSecret,
  }: NonNullable<Awaited<ReturnType<Catalog['deviceKeys']['open']>>>): DeviceCaller => ({
    key: id,
    client,
    footscan,
    signingSecret: () => (signingSecret === null ? null : secrets.open(signingSecret, placeOf(id))),
  })

  async function lookUp(hash: string, now: number): Promise<DeviceCaller | null> {
    const before = ended
    const found = await deviceKeys.open({ keyHash: hash }, clock.now()).catch((cause: unknown) => ({ away: cause }))
    if (found !== undefined && 'away' in found) return lastKnown(hash, found.away)
    if (found === undefined || !timingSafeEqual(Buffer.from(found.keyHash, 'hex'), Buffer.from(hash, 'hex')))
      return null
    const caller = callerOf(found)
    if (kept.size >= MAX_KEPT) kept.clear()
    if (ended === before) kept.set(hash, { caller, at: now })
    return caller
  }

  return {
    /** After keys have ended another way: with the footscan that they are bound to. */
    forget,

    /** Learns all keys anew, for when the catalog is away. */
    remember,

    /** The owner of a key; null = an unknown key. At once where it is cached. */
    resolve(key: string): DeviceCaller | null | Promise<DeviceCaller | null> {
      if (!isToken(key)) return null
      const hash = hashOf(key)
      const known = kept.get(hash)
      const now = performance.now()
      if (known !== undefined && now - known.at < KEPT_MS) return known.caller
      kept.delete(hash)
      return lookUp(hash, now)
    },
  }
}
