import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMesh } from '../ingest/adapters/open-mesh.ts'
import { message, MACS, NOW, testIngest, type TestIngest } from '../ingest/testing.ts'
import { secretsOf } from '../../lib/secrets.ts'
import { createPresence, type Presence } from './presence.ts'

const VISITOR = '10:40:F3:00:00:01'
const MINUTE_MS = 60_000

let t: TestIngest
let presence: Presence
beforeEach(async () => {
  t = await testIngest({
    hashVisitor: (...given) => presence.hashVisitor(...given),
    sightings: (...given) => presence.sightings(...given),
  })
  presence = await createPresence({
    facts: t.facts,
    catalog: t.catalog,
    secrets: secretsOf('a key of the test that is long enough, and more'),
    clock: t.clock,
  })
})
afterEach(() => t.close())

const seen = (minutesAgo: number, minutes: number) => ({
  kind: 'sighting' as const,
  visitor: VISITOR,
  first: NOW - minutesAgo * MINUTE_MS,
  last: NOW - (minutesAgo - minutes) * MINUTE_MS,
  rssi: -60,
  associated: false,
})

test('an address that was sent is in no file and no table, and its visit is in the traffic', async () => {
  await t.send([message(MACS[0], [seen(90, 10)])])
  const journal = await Promise.all(
    (await readdir(t.ingest.folder)).map((name) => readFile(join(t.ingest.folder, name), 'latin1')),
  )
  expect(journal.join('').replaceAll(':', '').toUpperCase()).not.toContain('1040F3000001')
  await t.ingest.applied()
  expect(t.errors).toEqual([])
  expect(await t.rows('SELECT hour, ins, visits, visitTimeS, identifiedVisits, estimatedIns FROM traffic')).toEqual([
    [11, 1, 1, 600, 1, null],
  ])
  for (const table of ['sighting', 'visit_session', 'reading_quarantine', 'quarantine'])
    expect(JSON.stringify(await t.rows(`SELECT * FROM ${table}`))).not.toMatch(/10:?40:?F3/i)
})

test('the same sightings again, in parts and by another access point, are one visit', async () => {
  await t.send([message(MACS[0], [seen(90, 10)])])
  await t.send([message(MACS[0], [seen(90, 10), seen(85, 5)]), message(MACS[1], [seen(84, 2)])])
  await t.ingest.applied()
  expect(await t.rows('SELECT hour, ins, visits, visitTimeS FROM traffic')).toEqual([[11, 1, 1, 600]])
})

test('a payload that names phones and gives no sighting is not written as it came either', async () => {
  const body = Buffer.from(
    JSON.stringify([{ node_mac: MACS[0], mac: VISITOR, max_signal: 'loud', first_seen: NOW / 1000 }]),
  )
  const taken = await t.ingest.accept({
    sender: { client: t.client, footscan: 0 },
    adapter: 'open-mesh',
    type: 'application/json',
    body,
    messages: openMesh.parse(JSON.parse(body.toString()), { receivedAt: NOW, zoneOf: () => undefined, headers: {} }),
    receivedAt: NOW,
  })
  const journal = await Promise.all(
    (await readdir(t.ingest.folder)).map((name) => readFile(join(t.ingest.folder, name), 'latin1')),
  )
  expect(journal.join('')).not.toContain('10:40')
  expect(taken.refused.map(({ reason }) => reason)).toEqual(['COUNT_UNREADABLE'])
})
