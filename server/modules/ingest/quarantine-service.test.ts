/** Quarantined readings, by their service alone: what is released how, and what is on record of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MACS, message, minute, NOW, testIngest } from './testing.ts'
import type { TestIngest } from './testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { quarantineService } from './quarantine-service.ts'
import type { QuarantineService } from './quarantine-service.ts'

const MINUTE = 60_000
const UNKNOWN = '00:00:00:00:00:77'

let bench: TestIngest
let quarantine: QuarantineService
beforeAll(async () => {
  bench = await testIngest()
  quarantine = quarantineService(bench)
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const { id } of await quarantine.list({ state: 'waiting' })) await quarantine.discard(SYSTEM_SCOPE, id)
})

let minutes = 0
/** A reading of this device that is quarantined, and its id. */
async function apart(device: string, more: object = {}): Promise<number> {
  minutes += 1
  await bench.send([message(device, [{ ...minute(NOW - minutes * MINUTE, 3, 1), ...more }])])
  await bench.ingest.applied()
  return (await quarantine.list({ state: 'waiting' }))[0]!.id
}
const audited = async () => {
  const { action, target, details } = (await bench.catalog.audit.list(SYSTEM_SCOPE, 1))[0]!
  return [action, target, details]
}
const counted = async () => Number((await bench.rows('SELECT coalesce(sum(ins), 0) FROM reading'))[0]?.[0])
const ownForm = () => {
  minutes += 1
  return { kind: 'count', start: NOW - minutes * MINUTE, end: NOW - (minutes - 1) * MINUTE, in: 5, out: 0 }
}

describe('a reading is not released', () => {
  test('that was never quarantined, was released before, or would be quarantined again', async () => {
    await expect(quarantine.releaseOne(SYSTEM_SCOPE, 987_654, {})).rejects.toMatchObject({
      code: 'QUARANTINE_NOT_FOUND',
      details: { reading: 987_654 },
    })
    const id = await apart(UNKNOWN)
    await expect(quarantine.releaseOne(SYSTEM_SCOPE, id, {})).rejects.toMatchObject({
      code: 'QUARANTINE_KEPT',
      message: `The reading ${id} would be quarantined again: DEVICE_UNKNOWN.`,
      details: { reading: id, reason: 'DEVICE_UNKNOWN' },
    })
    await quarantine.releaseOne(SYSTEM_SCOPE, id, { mac: MACS[0] })
    await expect(quarantine.releaseOne(SYSTEM_SCOPE, id, {})).rejects.toMatchObject({
      code: 'QUARANTINE_RELEASED',
      details: { reading: id },
    })
  })

  test('corrected to an invalid value: the error names the expected one', async () => {
    const id = await apart(UNKNOWN)
    for (const [reading, expected] of [
      [{ kind: 'count', start: 'x' }, /a reading of the protocol, whole: a count has start and end/],
      [{ kind: 'weather' }, /whole: .*a kind: count, counter/],
    ] as const)
      await expect(quarantine.releaseOne(SYSTEM_SCOPE, id, { reading: reading as never })).rejects.toMatchObject({
        code: 'REQUEST_INVALID',
        message: expect.stringMatching(expected) as string,
        details: { place: 'body.reading' },
      })
    expect((await quarantine.list({ state: 'waiting' })).map((row) => row.id)).toEqual([id])
  })

  test('of several, when one of them would be quarantined again', async () => {
    const ids = [await apart(UNKNOWN)]
    await bench.send([message(MACS[0], [minute(NOW - (minutes += 1) * MINUTE, -5, 0)])])
    await bench.ingest.applied()
    ids.push(...(await quarantine.list({ reason: 'NEGATIVE' })).map(({ id }) => id))
    const before = await counted()
    await expect(quarantine.releaseAll(SYSTEM_SCOPE, ids)).rejects.toMatchObject({ code: 'QUARANTINE_KEPT' })
    expect([await counted(), (await quarantine.list({ state: 'waiting' })).length]).toEqual([before, 2])
  })
})

test('a reading that is released under another device counts there, and the log has both', async () => {
  const [id, before] = [await apart(UNKNOWN), await counted()]
  const done = await quarantine.releaseOne(SYSTEM_SCOPE, id, { mac: MACS[0] })
  await bench.ingest.applied()
  expect([done.id, done.releasedAt, (await counted()) - before]).toEqual([id, NOW, 3])
  const [action, target, details] = await audited()
  expect([action, target, details]).toMatchObject([
    'reading.release',
    UNKNOWN,
    { id, reason: 'DEVICE_UNKNOWN', device: [UNKNOWN, MACS[0]], reading: [{ in: 3 }, { in: 3 }] },
  ])
})

test('a corrected reading is counted in place of the original', async () => {
  const [id, before] = [await apart(UNKNOWN), await counted()]
  await quarantine.releaseOne(SYSTEM_SCOPE, id, { reading: ownForm() as never, mac: MACS[1] })
  await bench.ingest.applied()
  expect((await counted()) - before).toBe(5)
  expect((await audited())[2]).toMatchObject({ device: [UNKNOWN, MACS[1]], reading: [{ in: 3 }, { in: 5 }] })
})

test('several are released as they are once their device exists, each with its entry', async () => {
  const mac = '00:00:00:00:00:78'
  const [first, second] = [await apart(mac), await apart(mac)]
  const [area] = await bench.catalog.areas.list(SYSTEM_SCOPE, { client: bench.client })
  await bench.catalog.footscans.insert(SYSTEM_SCOPE, { area: area!.id, mac })
  const before = await counted()
  const done = await quarantine.releaseAll(SYSTEM_SCOPE, [first, second])
  await bench.ingest.applied()
  expect(done.map(({ id, releasedAt }) => [id, releasedAt])).toEqual(
    expect.arrayContaining([
      [first, NOW],
      [second, NOW],
    ]),
  )
  expect((await counted()) - before).toBe(6)
  expect((await bench.catalog.audit.list(SYSTEM_SCOPE, 2)).map(({ target, details }) => [target, details])).toEqual(
    [second, first].map((id) => [mac, { id, reason: 'DEVICE_UNKNOWN' }]),
  )
})

test('what is thrown away is gone, and the log says what it was', async () => {
  const id = await apart(UNKNOWN)
  await quarantine.discard(SYSTEM_SCOPE, id)
  expect([await quarantine.list({ state: 'all', device: UNKNOWN }), await audited()]).toMatchObject([
    expect.not.arrayContaining([expect.objectContaining({ id })]),
    ['reading.discard', UNKNOWN, { id, reason: 'DEVICE_UNKNOWN', adapter: '=test' }],
  ])
  await expect(quarantine.discard(SYSTEM_SCOPE, id)).rejects.toMatchObject({ code: 'QUARANTINE_NOT_FOUND' })
})

test('the last word of each device says how it feels, by the names of what it reported', async () => {
  const heartbeat = { kind: 'heartbeat', at: NOW, flags: ['covered', 'lowBattery'], battery: 9 } as const
  await bench.send([message(MACS[1], [heartbeat])])
  await bench.ingest.applied()
  const found = (await quarantine.contacts(bench.client)).find(({ mac }) => mac === MACS[1])
  expect(found).toMatchObject({ client: bench.client, flags: ['covered', 'lowBattery'], battery: 9, lastAt: NOW })
  expect(await quarantine.contacts(bench.client + 1)).toEqual([])
})
