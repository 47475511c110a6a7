import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#domain/days'
import { secretsOf } from '../../lib/secrets.ts'
import { createVisitorHash, isRandomised, LATE_DAYS, UNLINKED, visitorOf } from './hash.ts'
import type { SaltStore } from '../../facts/presence.ts'

const MAC = '10:40:F3:00:00:01'
const secrets = secretsOf('a key of the test that is long enough, and more')

let kept: Map<number, string>
let now: number
const store: SaltStore = {
  list: async () => [...kept].map(([epoch, sealed]) => ({ epoch, sealed })),
  add: async (epoch, sealed) => {
    if (!kept.has(epoch)) kept.set(epoch, sealed)
  },
  replace: async (epoch, sealed) => {
    kept.set(epoch, sealed)
  },
  remove: async (epochs) => {
    for (const epoch of epochs) kept.delete(epoch)
  },
}
const open = () => createVisitorHash({ store, secrets, clock: () => now, lifeDays: 60 })
/** First instant of an epoch of sixty days. */
const EPOCH = 60 * DAY_MS * 331

beforeEach(() => {
  kept = new Map()
  now = EPOCH + 10 * DAY_MS
})

test('without a salt nothing is hashed', async () => {
  expect((await open()).hashVisitor(MAC, now, 1)).toBe(UNLINKED)
})

test('no salt is made for a time in the future or of a dead epoch', async () => {
  const hash = await open()
  await hash.prepare([now + 400 * DAY_MS, EPOCH - 60 * DAY_MS - 1, 0])
  expect([kept.size, hash.hashVisitor(MAC, EPOCH - 1, 1)]).toEqual([0, UNLINKED])
})

test('an address is not in its hash, nor is the salt on disk in the clear', async () => {
  const hash = await open()
  await hash.prepare([now])
  expect(hash.hashVisitor(MAC, now, 1)).toMatch(/^i[0-9a-f]{16}$/)
  expect([...kept.values()].every((sealed) => sealed.startsWith('v1.'))).toBe(true)
})

test('a phone is the same within an epoch, however its address is written, and after a restart', async () => {
  const hash = await open()
  await hash.prepare([now])
  const first = hash.hashVisitor(MAC, now, 1)
  expect(hash.hashVisitor('10-40-f3-00-00-01', EPOCH, 1)).toBe(first)
  expect((await open()).hashVisitor(MAC, EPOCH + 60 * DAY_MS - 1, 1)).toBe(first)
})

test('a phone is another at another client, and in the next epoch', async () => {
  const hash = await open()
  now = EPOCH + 60 * DAY_MS
  await hash.prepare([now, now - 1])
  expect(
    new Set([hash.hashVisitor(MAC, now, 1), hash.hashVisitor(MAC, now, 2), hash.hashVisitor(MAC, now - 1, 1)]).size,
  ).toBe(3)
})

test('a salt is destroyed after its epoch and its grace, and hashes of that time cannot be repeated', async () => {
  const hash = await open()
  await hash.prepare([now])
  const last = EPOCH + 60 * DAY_MS - 1
  now = last + LATE_DAYS * DAY_MS
  expect([await hash.forget(), hash.hashVisitor(MAC, last, 1) === UNLINKED]).toEqual([0, false])
  now += 1
  expect([await hash.forget(), kept.size, hash.hashVisitor(MAC, last, 1)]).toEqual([1, 0, UNLINKED])
})

test('with another SECRET_KEY the salts cannot be read: new ones are made, and nothing links to before', async () => {
  const hash = await open()
  await hash.prepare([now])
  const other = await createVisitorHash({
    store,
    secrets: secretsOf('another key of the test that is long enough'),
    clock: () => now,
    lifeDays: 60,
  })
  expect(other.hashVisitor(MAC, now, 1)).toBe(UNLINKED)
  await other.prepare([now])
  expect([
    visitorOf(other.hashVisitor(MAC, now, 1)) === null,
    other.hashVisitor(MAC, now, 1) === hash.hashVisitor(MAC, now, 1),
  ]).toEqual([false, false])
})

test('with the key of before beside the new one a phone stays the same, and the salt is sealed under the new one', async () => {
  const hash = await open()
  await hash.prepare([now])
  const before = hash.hashVisitor(MAC, now, 1)
  const [OLD, NEXT] = ['a key of the test that is long enough, and more', 'another key of the test that is long enough']
  const both = await createVisitorHash({ store, secrets: secretsOf(NEXT, [OLD]), clock: () => now, lifeDays: 60 })
  expect(both.hashVisitor(MAC, now, 1)).toBe(before)
  const after = await createVisitorHash({ store, secrets: secretsOf(NEXT), clock: () => now, lifeDays: 60 })
  expect(after.hashVisitor(MAC, now, 1)).toBe(before)
})

test('a sighting that comes too late is not hashed, although its salt lives: what else was seen that day is gone', async () => {
  const hash = await open()
  now = EPOCH + 40 * DAY_MS
  await hash.prepare([now])
  expect([
    hash.hashVisitor(MAC, now - LATE_DAYS * DAY_MS, 1) === UNLINKED,
    hash.hashVisitor(MAC, now - LATE_DAYS * DAY_MS - 1, 1),
  ]).toEqual([false, UNLINKED])
  expect(visitorOf(UNLINKED)).toBeNull()
})

test('two that make the salt of an epoch at once use one', async () => {
  const [one, other] = [await open(), await open()]
  await Promise.all([one.prepare([now]), other.prepare([now])])
  await other.prepare([now])
  expect(one.hashVisitor(MAC, now, 1)).toBe((await open()).hashVisitor(MAC, now, 1))
})

test.each([
  ['DA:A1:19:00:00:02', true],
  ['02:00:00:00:00:00', true],
  ['16:00:00:00:00:00', true],
  ['3e:00:00:00:00:00', true],
  ['10:40:F3:00:00:01', false],
  ['dev-1', true],
])('%s is randomised: %s', async (address, random) => {
  expect(isRandomised(address)).toBe(random)
  const hash = await open()
  await hash.prepare([now])
  expect(visitorOf(hash.hashVisitor(address, now, 1)!)?.random).toBe(random)
})

test('an invalid hash is none', () => {
  expect([MAC, '', 'i', 'x0123456789abcdef', 'i0123456789ABCDEF'].map(visitorOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
  expect(visitorOf('rffffffffffffffff')).toEqual({ id: 0xffffffffffffffffn, random: true })
})
