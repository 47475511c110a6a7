/**
 * Keys of devices: shown once, kept as hashes, bound to a device or to a client. What vendors sign with is kept sealed.
 */
import { timingSafeEqual } from 'node:crypto'
import type { DeviceKeyDraft } from '#schemas/generated/api/device-key-draft.ts'
import type { DeviceKeyMade } from '#schemas/generated/api/device-key-made.ts'
import type { DeviceKey } from '#schemas/generated/entities/device-key.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { sealedPlace } from '../../db/sealed.ts'
import { AppError, storeUnavailable } from '../../lib/errors.ts'
import { TRUSTED_MS } from '../ingest/directory.ts'
import type { Scope } from '../../lib/scope.ts'
import { hashOf, isToken, newToken } from '../../lib/secrets.ts'
import type { Secrets } from '../../lib/secrets.ts'

/** So long a key that was replaced still opens: time to bring the new one to the device. */
const GRACE_MS = 24 * 3_600_000
/** A device sends often; its key is looked up anew after this. What this server withdraws ends at once. */
const KEPT_MS = 5000
const MOST_KEPT = 20_000

/** Who a message comes from. */
export interface DeviceCaller {
  readonly key: number
  readonly client: number
  /** 0 = the key speaks for all of the client. */
  readonly footscan: number
  /** What its vendor signs with; null = it does not. */
  readonly signingSecret: () => string | null
}

interface Parts {
  readonly catalog: Pick<Catalog, 'deviceKeys' | 'transaction'>
  readonly secrets: Secrets
  readonly background: Background
  readonly clock: Clock
}

/** A key as it was last known, for when the catalog is away. */
interface KnownKey {
  readonly caller: DeviceCaller
  readonly endsAt: number | null
}

const notFound = (id: number) =>
  new AppError('DEVICE_KEY_NOT_FOUND', `There is no device key ${id}.`, { deviceKey: id })
const placeOf = (id: number) => sealedPlace('device_keys.signing_secret', id)

export function deviceKeyService({ catalog, secrets, background, clock }: Parts) {
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
    const found = await catalog.deviceKeys.some(MOST_KEPT, clock.now())
    if (ended === before)
      all = { at, keys: new Map(found.map((key) => [key.keyHash, { caller: callerOf(key), endsAt: key.endsAt }])) }
  }

  /**
   * Who a key spoke for when the catalog was last asked. Throws STORE_UNAVAILABLE for one that is not known: it may be
   * new.
   */
  function lastKnown(hash: string, cause: unknown): DeviceCaller {
    const known = performance.now() - all.at < TRUSTED_MS ? all.keys.get(hash) : undefined
    if (known === undefined || (known.endsAt !== null && known.endsAt <= clock.now())) throw storeUnavailable(cause)
    return known.caller
  }

  async function make(
    { deviceKeys }: Repositories,
    scope: Scope,
    { client, footscan = null, name, signingSecret = null, validator = null }: DeviceKeyDraft,
    at: number,
  ): Promise<DeviceKeyMade> {
    const key = newToken()
    const id = await deviceKeys.insert(scope, { client, footscan, name, keyHash: hashOf(key), validator, at })
    if (signingSecret !== null) await deviceKeys.setSecret(scope, id, secrets.seal(signingSecret, placeOf(id)))
    const made = await deviceKeys.find(scope, id, at)
    if (made === undefined) throw notFound(id)
    return { ...plain(made), key }
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
    const found = await catalog.deviceKeys
      .open({ keyHash: hash }, clock.now())
      .catch((cause: unknown) => ({ away: cause }))
    if (found !== undefined && 'away' in found) return lastKnown(hash, found.away)
    if (found === undefined || !timingSafeEqual(Buffer.from(found.keyHash, 'hex'), Buffer.from(hash, 'hex')))
      return null
    const caller = callerOf(found)
    if (kept.size >= MOST_KEPT) kept.clear()
    if (ended === before) kept.set(hash, { caller, at: now })
    return caller
  }

  return {
    list: (scope: Scope): Promise<DeviceKey[]> => catalog.deviceKeys.list(scope, clock.now()),

    /** Throws CLIENT_NOT_FOUND, FOOTSCAN_NOT_FOUND. */
    create(scope: Scope, draft: DeviceKeyDraft): Promise<DeviceKeyMade> {
      return catalog.transaction(async (repositories) => {
        const at = clock.now()
        const made = await make(repositories, scope, draft, at)
        await repositories.audit.append(scope, {
          action: 'deviceKey.create',
          target: made.name,
          details: { id: made.id, client: made.client, footscan: made.footscan },
          at,
        })
        return made
      })
    },

    /**
     * A successor with the same name, secrets and device; the old one opens for another day. Throws
     * DEVICE_KEY_NOT_FOUND.
     */
    async rotate(scope: Scope, id: number): Promise<DeviceKeyMade> {
      const made = await catalog.transaction(async (repositories) => {
        const at = clock.now()
        const old = await repositories.deviceKeys.find(scope, id, at)
        if (old === undefined) throw notFound(id)
        const signingSecret = old.signingSecret === null ? null : secrets.open(old.signingSecret, placeOf(id))
        const next = await make(
          repositories,
          scope,
          { client: old.client, footscan: old.footscan, name: old.name, signingSecret, validator: old.validator },
          at,
        )
        await repositories.deviceKeys.end(scope, id, { now: at, at: at + GRACE_MS })
        await repositories.audit.append(scope, {
          action: 'deviceKey.rotate',
          target: old.name,
          details: { id, next: next.id },
          at,
        })
        return next
      })
      forget()
      return made
    },

    /** Ends it now. Throws DEVICE_KEY_NOT_FOUND. */
    async remove(scope: Scope, id: number): Promise<void> {
      await catalog.transaction(async (repositories) => {
        const at = clock.now()
        const old = await repositories.deviceKeys.find(scope, id, at)
        if (old === undefined) throw notFound(id)
        await repositories.deviceKeys.end(scope, id, { now: at, at })
        await repositories.audit.append(scope, {
          action: 'deviceKey.remove',
          target: old.name,
          details: { id, client: old.client, footscan: old.footscan },
          at,
        })
      })
      forget()
    },

    /** After keys have ended another way: with the footscan that they are bound to. */
    forget,

    /** Learns all keys anew, for when the catalog is away. */
    remember,

    /** Who a key speaks for; null = nobody. At once where it is remembered. */
    resolve(key: string): DeviceCaller | null | Promise<DeviceCaller | null> {
      if (!isToken(key)) return null
      const hash = hashOf(key)
      const known = kept.get(hash)
      const now = performance.now()
      if (known !== undefined && now - known.at < KEPT_MS) return known.caller
      kept.delete(hash)
      return lookUp(hash, now)
    },

    /** What a cloud is answered that asks whether this receiver wants it; null = it does not. */
    async validatorOf(id: number): Promise<string | null> {
      return (await catalog.deviceKeys.open({ id }, clock.now()))?.validator ?? null
    },
  }
}

const plain = ({
  id,
  client,
  footscan,
  name,
  signed,
  validated,
  createdAt,
  createdBy,
  endsAt,
}: DeviceKey): DeviceKey => ({ id, client, footscan, name, signed, validated, createdAt, createdBy, endsAt })

export type DeviceKeyService = ReturnType<typeof deviceKeyService>
