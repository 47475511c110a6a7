/** Keys while the catalog is away. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { backgroundWork } from '../../lib/background.ts'
import { TRUSTED_MS } from '../../lib/away.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken, secretsOf } from '../../lib/secrets.ts'
import { CONFIG, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { deviceKeyService } from './service.ts'

const unavailable = { code: 'STORE_UNAVAILABLE', status: 503 }
let f: Fixture
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())
afterEach(() => {
  vi.useRealTimers()
})

test('a known key opens for a day, a replaced one until it ends, a withdrawn or new one not', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let isAway = false
  const open: typeof f.catalog.deviceKeys.open = async (by, at) => {
    if (isAway) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    return f.catalog.deviceKeys.open(by, at)
  }
  const background = backgroundWork({ error: () => undefined })
  const keys = deviceKeyService({
    catalog: { ...f.catalog, deviceKeys: { ...f.catalog.deviceKeys, open } },
    secrets: secretsOf(CONFIG.secretKey!),
    background,
    clock: f.clock,
  })
  const made = async (name: string, endsAt?: number) => {
    const key = newToken()
    const id = await f.catalog.deviceKeys.insert(SYSTEM_SCOPE, {
      client: f.ids.uno,
      footscan: null,
      name,
      keyHash: hashOf(key),
      at: NOW,
    })
    if (endsAt !== undefined) await f.catalog.deviceKeys.end(SYSTEM_SCOPE, id, { now: NOW, at: endsAt })
    return { id, key }
  }
  const known = await made('known')
  const replaced = await made('replaced', NOW + 3_600_000)
  const withdrawn = await made('withdrawn')
  await keys.remember()
  await keys.remove(SYSTEM_SCOPE, withdrawn.id)
  await background.settled()
  const fresh = await made('made elsewhere')

  isAway = true
  expect(await keys.resolve(known.key)).toMatchObject({ key: known.id, client: f.ids.uno, footscan: 0 })
  expect(await keys.resolve(replaced.key)).toMatchObject({ key: replaced.id })
  await expect(keys.resolve(withdrawn.key)).rejects.toMatchObject(unavailable)
  await expect(keys.resolve(fresh.key)).rejects.toMatchObject(unavailable)
  f.clock.time = NOW + 3_600_000
  await expect(keys.resolve(replaced.key)).rejects.toMatchObject(unavailable)
  vi.advanceTimersByTime(TRUSTED_MS - 1)
  expect(await keys.resolve(known.key)).toMatchObject({ key: known.id })
  vi.advanceTimersByTime(1)
  await expect(keys.resolve(known.key)).rejects.toMatchObject(unavailable)
  isAway = false
  expect(await keys.resolve(known.key)).toMatchObject({ key: known.id })
})
