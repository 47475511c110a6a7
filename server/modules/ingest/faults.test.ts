import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { createDirectory } from './directory.ts'
import { readingRetention } from './retention.ts'
import { createIngest } from './ingest.ts'
import { MACS, message, minute, NOW, testIngest } from './testing.ts'
import type { TestIngest } from './testing.ts'
import type { Reading } from './reading.ts'

/** 10:00 in Madrid on the day of the tests. */
const TEN = Date.UTC(2026, 10, 20, 9)
const MINUTE = 60_000
const DAY = 86_400_000

let t: TestIngest
beforeEach(async () => {
  t = await testIngest()
})
afterEach(() => t.close())

const counter = (at: number, totalIn: number): Reading => ({ kind: 'counter', line: 'a', at, totalIn, totalOut: null })
const move = async (mac: string, area: number) => {
  const [device] = await t.catalog.devices.named([mac])
  const { name, ...content } = (await t.catalog.fleet.find(SYSTEM_SCOPE, device!.id))!
  await t.catalog.fleet.replace(SYSTEM_SCOPE, device!.id, { ...content, name, area })
  t.ingest.directory.forget()
}

test('a counter that jumps after months away does not stop the ingest', async () => {
  await t.send([message(MACS[0], [counter(NOW - 200 * DAY, 5), counter(TEN, 4_000_000_000)])])
  await t.ingest.applied()
  expect(t.errors).toEqual([])
})

test('what a footscan counted before it was moved does not count twice when a later word on it comes', async () => {
  await t.send([message(MACS[0], [minute(TEN, 3, 0), counter(TEN, 1), counter(TEN + MINUTE, 5)])])
  await t.ingest.applied()
  await move(MACS[0], 2)
  await t.send([message(MACS[0], [minute(TEN, 5, 0), counter(TEN + MINUTE, 6)])])
  await t.ingest.applied()
  expect(await t.rows('SELECT area, hour, ins, fro FROM traffic ORDER BY area, instant')).toEqual([[1, 10, 10, null]])
})

test('a client does not change another one’s data of a footscan from before it was moved', async () => {
  await t.send([message(MACS[0], [minute(TEN, 3, 0)])])
  await t.ingest.applied()
  const { client, local } = (await t.catalog.fleet.find(SYSTEM_SCOPE, 4))!
  await move(MACS[0], 3)
  const messages = [message(MACS[0], [minute(TEN, 9, 0), minute(TEN + MINUTE, 1, 0)])]
  await t.ingest.accept({
    sender: { client, footscan: 0 },
    adapter: '=test',
    type: '',
    body: Buffer.from(JSON.stringify(messages)),
    messages,
    receivedAt: NOW,
  })
  await t.ingest.applied()
  expect(await t.rows('SELECT client, local, area, ins FROM traffic ORDER BY area')).toEqual([
    [t.client, t.local, 1, 3],
    [client, local, 3, 1],
  ])
})

/** Lets nothing into the facts until it is called. */
function holdFacts(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = t.facts.write(() => promise)
  return () => {
    resolve()
    return held
  }
}

test('readings from before a move count at the former place, also when readings of both places wait together', async () => {
  await t.ingest.applied()
  const letGo = holdFacts()
  await t.send([message(MACS[1], [minute(TEN, 1, 0)])])
  await t.send([message(MACS[0], [minute(TEN, 3, 0)])])
  await move(MACS[0], 2)
  await t.send([message(MACS[0], [minute(TEN + MINUTE, 5, 0)])])
  await letGo()
  await t.ingest.applied()
  expect(t.errors).toEqual([])
  expect(await t.rows('SELECT area, hour, ins, fro FROM traffic ORDER BY area, instant')).toEqual([
    [1, 10, 4, null],
    [2, 10, null, 5],
  ])
  expect(await t.rows('SELECT device, local FROM contact ORDER BY device')).toEqual([
    [1, t.local],
    [2, t.local],
  ])
})

test('a message that is read again after one of its footscans went to another client is kept, and the others count', async () => {
  await t.ingest.close()
  const { catalog } = t
  const again = await testIngest({ catalog, most: { rows: 0 } })
  t = {
    ...again,
    async close() {
      await again.close()
      await catalog.close()
    },
  }
  const letGo = holdFacts()
  await t.send([message(MACS[2], [minute(TEN, 1, 0)])])
  await t.send([message(MACS[0], [minute(TEN, 3, 0)]), message(MACS[1], [minute(TEN, 4, 0)])])
  await move(MACS[0], 3)
  await letGo()
  await t.ingest.applied()
  expect(t.errors).toEqual([])
  expect(await t.rows('SELECT area, hour, ins, fro FROM traffic ORDER BY area, instant')).toEqual([
    [1, 10, 4, null],
    [2, 10, null, 1],
  ])
  expect(await t.rows('SELECT client, local, device, reason FROM reading_quarantine')).toEqual([
    [1, 0, MACS[0], 'DEVICE_UNKNOWN'],
  ])
})

test('the key of a footscan is not valid any more once another client has it', async () => {
  const [device] = await t.catalog.devices.named([MACS[0]])
  await move(MACS[0], 3)
  const messages = [message(MACS[0], [minute(TEN, 1, 0)])]
  await expect(
    t.ingest.accept({
      sender: { client: t.client, footscan: device!.id },
      adapter: '=',
      type: '',
      body: Buffer.from(JSON.stringify(messages)),
      messages,
      receivedAt: NOW,
    }),
  ).rejects.toMatchObject({ code: 'DEVICE_KEY_MISMATCH' })
})

test('a reading with an absurd count is quarantined as a whole', async () => {
  await t.send([
    message(MACS[2], [minute(TEN, 5, 1_500_000_000, { atoms: { bounces: 2, visits: 3 } })]),
    message(MACS[0], [minute(TEN, 1, 0)]),
  ])
  await t.ingest.applied()
  expect(await t.rows('SELECT reason FROM reading_quarantine')).toEqual([['ABSURD']])
})

test('a footscan that was asked for while it was being changed is asked for again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let held = true
  const directory = createDirectory({
    ...t.catalog.devices,
    named: async (names) => {
      const found = await t.catalog.devices.named(names)
      if (held) await promise
      return found
    },
  })
  const pending = directory.find([MACS[0]])
  await move(MACS[0], 2)
  directory.forget()
  held = false
  resolve()
  await pending
  expect((await directory.find([MACS[0]])).get(MACS[0])?.area).toBe(2)
})

test('the journal keeps what the facts have in their log alone, and lets go of it once it is in their file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aforo-kept-'))
  const segments = () => readdirSync(join(folder, 'ingest')).filter((name) => name.endsWith('.journal'))
  try {
    await t.ingest.close()
    const { catalog } = t
    const first = await testIngest({ catalog, dataDir: folder, path: join(folder, 'facts') })
    await first.send([message(MACS[0], [minute(TEN, 3, 0)])])
    await first.ingest.applied()
    // A new segment over facts that were not closed, as after a kill.
    const again = await createIngest({
      facts: first.facts,
      devices: catalog.devices,
      clock: first.clock,
      dataDir: folder,
      secrets: { mac: (_use, text) => text },
      log: { warn: () => undefined, error: () => undefined },
      hasRoom: async () => true,
    })
    const send = (start: number) =>
      again.accept({
        sender: { client: first.client, footscan: 0 },
        adapter: '=test',
        type: 'application/json',
        body: Buffer.from('[]'),
        messages: [message(MACS[0], [minute(start, 3, 0)])],
        receivedAt: first.clock.now(),
      })
    await send(TEN + MINUTE)
    await again.applied()
    expect(segments()).toHaveLength(2)
    await first.facts.checkpoint()
    await send(TEN + 2 * MINUTE)
    await again.applied()
    expect(segments()).toHaveLength(1)
    await again.close()
    t = {
      ...first,
      async close() {
        await first.close()
        await catalog.close()
      },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a part of the journal that cannot be removed stops nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aforo-review-'))
  try {
    await t.ingest.close()
    const { catalog } = t
    const first = await testIngest({ catalog, dataDir: folder, path: join(folder, 'facts') })
    await first.send([message(MACS[0], [minute(TEN, 3, 0)])])
    await first.close()
    const again = await testIngest({ catalog, dataDir: folder, path: join(folder, 'facts') })
    t = {
      ...again,
      async close() {
        await again.close()
        await catalog.close()
      },
    }
    const [old] = readdirSync(join(folder, 'ingest')).sort()
    rmSync(join(folder, 'ingest', old!))
    mkdirSync(join(folder, 'ingest', old!))
    await t.facts.checkpoint()
    await t.send([message(MACS[0], [minute(TEN + MINUTE, 3, 0)])])
    await t.ingest.applied()
    expect(await t.rows('SELECT ins FROM traffic')).toEqual([[6]])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('no address of a visitor reaches the disk, also one of eight bytes and one that is quarantined', async () => {
  await t.ingest.close()
  const { catalog } = t
  const again = await testIngest({ catalog, hashVisitor: () => 'i0123456789abcdef' })
  t = {
    ...again,
    async close() {
      await again.close()
      await catalog.close()
    },
  }
  const letGo = holdFacts()
  const phone = 'AABBCCDDEEFF0011'
  await t.send([
    message(MACS[0], [{ kind: 'sighting', visitor: phone, first: TEN, last: TEN, rssi: -50, associated: false }]),
  ])
  for (const name of readdirSync(t.ingest.folder))
    expect(readFileSync(join(t.ingest.folder, name), 'latin1')).not.toContain(phone)
  await letGo()
  await t.ingest.applied()
  expect(JSON.stringify(await t.rows('SELECT reading FROM reading_quarantine'))).toContain('i0123456789abcdef')
})

test('the newest reading of a counter before the forgotten days stays: the next difference begins there', async () => {
  await t.send([message(MACS[0], [counter(NOW - 60 * DAY, 2), counter(NOW - 40 * DAY, 5), counter(TEN, 45)])])
  await t.ingest.applied()
  await readingRetention(t.facts, t.clock, 30).run()
  await t.send([message(MACS[0], [counter(TEN - 20 * DAY, 25)])])
  await t.ingest.applied()
  expect(await t.rows('SELECT totalIn, ins FROM counter ORDER BY "at"')).toEqual([
    [5, 3],
    [25, 20],
    [45, 20],
  ])
})

test('after a silence of more than 35 days a counter begins anew: one message never touches a year of hours', async () => {
  await t.send([
    message(MACS[0], [counter(NOW - 80 * DAY, 10), counter(NOW - 45 * DAY, 30), counter(NOW - 9 * DAY, 70)]),
  ])
  await t.ingest.applied()
  expect(await t.rows('SELECT totalIn, ins FROM counter ORDER BY "at"')).toEqual([
    [10, null],
    [30, 20],
    [70, null],
  ])
})

test('names of lines and firmwares may have any characters: each line counts, and nothing stops', async () => {
  const lines = ['a', 'a\u0000b', 'a\u0000c', '\ud800', "'; DROP TABLE reading; --"]
  await t.send([
    message(MACS[0], [
      ...lines.map((line) => minute(TEN, 1, 0, { line })),
      { kind: 'heartbeat', at: TEN, flags: [], firmware: '\ud800\u0000x' },
    ]),
  ])
  await t.ingest.applied()
  expect(t.errors).toEqual([])
  expect(await t.rows('SELECT ins FROM traffic')).toEqual([[5]])
})
