/**
 * Keys of devices: shown once, kept as hashes, bound to a device or to a client. What vendors sign with is kept sealed.
 */
import type { DeviceKeyDraft } from '#schemas/generated/api/device-key-draft.ts'
import type { DeviceKeyMade } from '#schemas/generated/api/device-key-made.ts'
import type { DeviceKey } from '#schemas/generated/entities/device-key.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { knownKeys, placeOf } from './known-keys.ts'

/** So long a key that was replaced still opens: time to bring the new one to the device. */
const GRACE_MS = 24 * 3_600_000

interface Parts {
  readonly catalog: Pick<Catalog, 'deviceKeys' | 'transaction'>
  readonly secrets: Secrets
  readonly background: Background
  readonly clock: Clock
}

const notFound = (id: number) =>
  new AppError('DEVICE_KEY_NOT_FOUND', `There is no device key ${id}.`, { deviceKey: id })

export function deviceKeyService({ catalog, secrets, background, clock }: Parts) {
  const known = knownKeys({ deviceKeys: catalog.deviceKeys, secrets, background, clock })

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

  return {
    ...known,

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
      known.forget()
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
      known.forget()
    },

    /** The answer to a cloud that validates this receiver; null = it does not. */
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
