/** Networks from which an account has signed in: how they are kept, for how long, and when they are forgotten. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCatalog } from '../../open-catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { secretsOf } from '../../lib/secrets.ts'
import { testDialects } from '../../testing/postgres.ts'
import { knownNetworks } from './known-network.ts'
import type { KnownNetworks } from './known-network.ts'
import { networkRepo } from './network-repo.ts'

const NOW = Date.UTC(2026, 10, 27)
const DAY = 86_400_000
const OFFICE = '203.0.113.9'
const { dialects, stop } = await testDialects()
afterAll(stop)

describe.each(dialects)('the networks of an account on $name', ({ url }) => {
  let catalog: Catalog
  let networks: KnownNetworks
  let ana = 0
  const clock = { time: NOW, now: () => clock.time }
  const parts = (key = 'k') => ({ repo: catalog.knownNetworks, secrets: secretsOf(key.repeat(32)), clock })
  const insert = (username: string) =>
    catalog.users.insert(
      SYSTEM_SCOPE,
      { username, role: 'basic', clients: [], flags: [], passwordHash: 'x', enabled: true },
      NOW,
    )
  const known = (username = 'ana', address = OFFICE) => networks.has(username, address)

  beforeEach(async () => {
    clock.time = NOW
    catalog = await createCatalog({ catalogUrl: await url() })
    networks = knownNetworks({ ...parts(), loginDomain: 'aforo.test' })
    ana = (await insert('ana@aforo.test')).id
    await insert('bea@aforo.test')
  })
  afterEach(() => catalog.close())

  test('are those from which it has signed in, by any form of its name, and no other account’s', async () => {
    expect(await known()).toBe(false)
    await networks.remember(' Ana', OFFICE)
    await networks.remember('nobody', OFFICE)
    expect(
      await Promise.all([
        known(),
        known('ANA@aforo.test'),
        known('bea'),
        known('nobody'),
        known('ana', '203.0.113.10'),
        known('ana', `::ffff:${OFFICE}`),
      ]),
    ).toEqual([true, true, false, false, false, true])
  })

  test('are of IPv6 what one customer holds', async () => {
    await networks.remember('ana', '2001:db8:1:2::9')
    expect([await known('ana', '2001:db8:1:2:3:4:5:6'), await known('ana', '2001:db8:1:3::9')]).toEqual([true, false])
  })

  test('are the ten of the latest sign-ins', async () => {
    const of = (n: number) => `192.0.2.${n}`
    for (let n = 0; n < 11; n += 1) {
      clock.time += 1
      await networks.remember('ana', of(n))
    }
    await networks.remember('bea', of(0))
    const all = await Promise.all(Array.from({ length: 11 }, (_, n) => known('ana', of(n))))
    expect([all, await known('bea', of(0))]).toEqual([[false, ...Array<boolean>(10).fill(true)], true])
    // Used again, the oldest is the latest.
    clock.time += 2 * DAY
    await networks.remember('ana', of(1))
    clock.time += 1
    await networks.remember('ana', of(0))
    expect([await known('ana', of(1)), await known('ana', of(2))]).toEqual([true, false])
  })

  test('are forgotten 180 days after the last sign-in there, and swept then', async () => {
    await networks.remember('ana', OFFICE)
    clock.time += 100 * DAY
    await networks.remember('ana', OFFICE)
    clock.time += 180 * DAY - 1
    expect(await known()).toBe(true)
    clock.time += 1
    expect(await known()).toBe(false)
    expect(await catalog.knownNetworks.count(ana)).toBe(1)
    await networks.sweep()
    expect(await catalog.knownNetworks.count(ana)).toBe(0)
  })

  test('go with the account, and stay with it when another takes its name', async () => {
    await networks.remember('ana', OFFICE)
    await catalog.accounts.remove(SYSTEM_SCOPE, ana)
    expect(await catalog.knownNetworks.count(ana)).toBe(0)
    await insert('ana@aforo.test')
    expect(await known()).toBe(false)
  })

  test('are forgotten when a password is set: who was there has to show again that they know it', async () => {
    await networks.remember('ana', OFFICE)
    await networks.remember('bea', OFFICE)
    await catalog.passwords.set(SYSTEM_SCOPE, ana, { passwordHash: 'other', at: NOW })
    expect([await known(), await known('bea')]).toEqual([false, true])
  })

  test('are forgotten with the key of the server', async () => {
    await networks.remember('ana', OFFICE)
    expect(await knownNetworks({ ...parts('o'), loginDomain: 'aforo.test' }).has('ana', OFFICE)).toBe(false)
  })
})

test('on a full disk nothing is remembered, and no sign-in is refused for it', async () => {
  const failing = (cause: unknown) =>
    knownNetworks({
      repo: {
        find: () => Promise.resolve(null),
        put: () => Promise.reject(cause),
        count: () => Promise.resolve(0),
        sweep: () => Promise.resolve(),
      },
      secrets: secretsOf('k'.repeat(32)),
      clock: { now: () => NOW },
      loginDomain: 'aforo.test',
    }).remember('ana', OFFICE)
  await failing(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  await failing(Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 }))
  await expect(failing(new Error('something else'))).rejects.toThrow('something else')
})

test('a sign-in every hour is written once a day, and what is kept is no address', async () => {
  const written: string[] = []
  const rows = new Map<string, number>()
  const repo: ReturnType<typeof networkRepo> = {
    find: (_username, mark, since) => Promise.resolve((rows.get(mark) ?? 0) > since ? (rows.get(mark) ?? null) : null),
    put: (_username, mark, { at }) => {
      written.push(mark)
      rows.set(mark, at)
      return Promise.resolve()
    },
    count: () => Promise.resolve(rows.size),
    sweep: () => Promise.resolve(),
  }
  const clock = { time: NOW, now: () => clock.time }
  const networks = knownNetworks({ repo, secrets: secretsOf('k'.repeat(32)), clock, loginDomain: 'aforo.test' })
  for (let hour = 0; hour < 49; hour += 1) {
    await networks.remember('ana', OFFICE)
    clock.time += 3_600_000
  }
  expect(written).toHaveLength(3)
  expect(new Set(written)).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]))
})
