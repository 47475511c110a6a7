import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { findQuarantined, listQuarantined } from '../../facts/duckdb/quarantined-readings.ts'
import { quarantineReadings } from '../../facts/duckdb/quarantine-readings.ts'
import { readContacts } from '../../facts/duckdb/contact-reads.ts'
import { storeContacts } from '../../facts/duckdb/contacts.ts'
import { ingestCounters } from './counters.ts'
import { textOfDamage } from './damage.ts'
import { isBefore, segmentIn, segmentName } from './journal.ts'
import type { QuarantinedInput } from './validate-readings.ts'
import type { StagedContact } from './staged-contacts.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let facts: SqlFactStore
beforeAll(async () => {
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
})
afterAll(() => facts.close())
afterEach(() =>
  facts.write(async (connection) => {
    for (const table of ['contact', 'reading_quarantine']) await connection.run(`DELETE FROM ${table}`)
  }),
)
const read: Parameters<typeof listQuarantined>[0] = (sql, params = []) => facts.read(sql, [...params]) as never

describe('the last word of a device', () => {
  const contact = (more: Partial<StagedContact> = {}, device = {}): StagedContact => ({
    device: { id: 7, client: 1, local: 2, ...device } as StagedContact['device'],
    firstAt: NOW,
    lastAt: NOW,
    lastData: null,
    messages: 1,
    sequence: null,
    missed: 0,
    firstSequence: null,
    skewMs: null,
    flags: null,
    flagsAt: -Infinity,
    firmware: null,
    battery: null,
    ...more,
  })
  const store = (...all: StagedContact[]) => facts.write((connection) => storeContacts(connection, all))
  const words = (client?: number) => readContacts(read, client)
  const first = {
    device: 7,
    client: 1,
    local: 2,
    firstAt: NOW,
    lastAt: NOW,
    lastData: null,
    messages: 1,
    sequence: null,
    missed: 0,
    skewMs: null,
    flags: 0,
    firmware: null,
    battery: null,
  }

  test('is kept as it came, with what it did not say as not known', async () => {
    await store()
    expect(await words()).toEqual([])
    await store(contact())
    expect(await words()).toEqual([first])
  })

  test('is added to what was known: the earliest, the latest, how many; what it does not say stays', async () => {
    const said = {
      lastData: NOW - 60_000,
      sequence: 9,
      firstSequence: 8,
      missed: 2,
      skewMs: -7,
      flags: 5,
      firmware: '1.2',
      battery: 0,
    }
    await store(contact({ ...said, messages: 3 }))
    const { firstSequence: _first, ...kept } = said
    expect(await words()).toEqual([{ ...first, ...kept, messages: 3 }])
    await store(contact({ firstAt: NOW - 5, lastAt: NOW - 2, lastData: NOW - 90_000, messages: 2 }))
    expect(await words()).toEqual([{ ...first, ...kept, firstAt: NOW - 5, messages: 5 }])
    const later = { lastData: NOW, skewMs: 4, flags: 0, firmware: '1.3', battery: 50 }
    await store(contact({ firstAt: NOW + 1, lastAt: NOW + 9, ...later }, { client: 4, local: 5 }))
    expect(await words()).toEqual([
      { ...first, ...kept, ...later, client: 4, local: 5, firstAt: NOW - 5, lastAt: NOW + 9, messages: 6 },
    ])
  })

  test.each([
    [9, 10, 0],
    [9, 13, 3],
    [9, 9, 0],
    [9, 2, 0],
    [9, null, 0],
    [null, 5, 0],
  ])('misses what lies between number %s and the next, %s: %i', async (before, after, missed) => {
    await store(contact({ sequence: before, firstSequence: before }))
    await store(contact({ sequence: after, firstSequence: after }))
    expect(await words()).toEqual([{ ...first, messages: 2, sequence: after ?? before, missed }])
  })

  test('misses at most what 32 bits hold', async () => {
    await store(contact({ missed: 2 ** 40, sequence: 1, firstSequence: 1 }))
    await store(contact({ missed: 2 ** 31 - 1, sequence: 2 ** 40, firstSequence: 2 ** 40 }))
    expect((await words())[0]?.missed).toBe(2 ** 31 - 1)
  })

  test('is listed for one client, or for all, by device', async () => {
    await store(contact({}, { id: 9 }), contact({}, { id: 8, client: 4 }), contact())
    const devices = async (client?: number) => (await words(client)).map(({ device }) => device)
    expect([await devices(), await devices(1), await devices(4), await devices(5)]).toEqual([
      [7, 8, 9],
      [7, 9],
      [8],
      [],
    ])
  })
})

describe('what was quarantined', () => {
  const apart = (more: Partial<QuarantinedInput> = {}): QuarantinedInput => ({
    client: 1,
    local: 2,
    device: 'm1',
    reason: 'FUTURE',
    adapter: 'xovis',
    reading: { kind: 'heartbeat', at: 1, flags: [] },
    ...more,
  })
  const keep = (all: readonly QuarantinedInput[], at = NOW) =>
    facts.write((connection) => quarantineReadings(connection, all, at))
  const listed = async (query: Parameters<typeof listQuarantined>[1] = {}) =>
    (await listQuarantined(read, query)).map(({ device, reason }) => `${device} ${reason}`)

  test('is kept once, however often it comes, with what it said and when that was learnt', async () => {
    expect([await keep([]), await keep([apart(), apart()]), await keep([apart()], NOW + 5)]).toEqual([0, 1, 0])
    expect(await listQuarantined(read, {})).toEqual([
      { id: expect.any(Number), ...apart(), learntAt: NOW, releasedAt: null },
    ])
    // A row that differs in client, device, reason or reading is another one.
    const others = [
      apart({ client: 2 }),
      apart({ device: 'm2' }),
      apart({ reason: 'TOO_OLD' }),
      apart({ reading: { sent: 'x' } }),
    ]
    expect(await keep(others)).toBe(4)
  })

  test('is listed newest first, and by client, device, reason and whether it was released', async () => {
    await keep([apart({ device: 'm1' })], NOW)
    await keep([apart({ device: 'm2', client: 2 })], NOW + 2)
    await keep([apart({ device: 'm3', reason: 'TOO_OLD' })], NOW + 1)
    await facts.write((connection) =>
      connection.run("UPDATE reading_quarantine SET releasedAt = 5 WHERE device = 'm1'"),
    )
    expect(await listed()).toEqual(['m2 FUTURE', 'm3 TOO_OLD'])
    expect(await listed({ state: 'waiting' })).toEqual(['m2 FUTURE', 'm3 TOO_OLD'])
    expect(await listed({ state: 'released' })).toEqual(['m1 FUTURE'])
    expect(await listed({ state: 'all' })).toEqual(['m2 FUTURE', 'm3 TOO_OLD', 'm1 FUTURE'])
    expect(await listed({ state: 'all', limit: 1 })).toEqual(['m2 FUTURE'])
    expect(await listed({ state: 'all', client: 1 })).toEqual(['m3 TOO_OLD', 'm1 FUTURE'])
    expect(await listed({ state: 'all', device: 'm2' })).toEqual(['m2 FUTURE'])
    expect(await listed({ state: 'all', reason: 'TOO_OLD', client: 1 })).toEqual(['m3 TOO_OLD'])
    expect(await listed({ client: 2, device: 'm1' })).toEqual([])
    expect((await listQuarantined(read, { state: 'released' }))[0]?.releasedAt).toBe(5)
  })

  test('is found by its number, in the order of numbers, and no other', async () => {
    await keep([apart({ device: 'm1' })])
    await keep([apart({ device: 'm2' })])
    const ids = (await listQuarantined(read, {})).map(({ id }) => id)
    expect(ids.length).toBe(2)
    expect((await findQuarantined(read, ids)).map(({ device }) => device)).toEqual(['m1', 'm2'])
    expect([await findQuarantined(read, []), await findQuarantined(read, [987_654])]).toEqual([[], []])
  })

  test('may hold half a character, which no text of the store can', async () => {
    await keep([apart({ device: 'm\ud800', reading: { sent: '\ud800' } })])
    expect((await listQuarantined(read, {}))[0]?.device).toBe('m\ufffd')
  })
})

test('what went through is counted by what became of it, and by its reason', async () => {
  const counters = ingestCounters()
  counters.quarantine('FUTURE')
  counters.quarantine('FUTURE', 2)
  counters.quarantine('TOO_OLD')
  counters.refuse('DEVICE_KEY_MISMATCH', 3)
  counters.refuse('DEVICE_KEY_MISMATCH')
  counters.refuse('INGEST_BUSY')
  counters.refuseRequest('RATE_LIMITED')
  counters.refuseRequest('RATE_LIMITED')
  counters.sync(3)
  counters.sync(999)
  expect([...counters.quarantinedBy, ...counters.refusedBy, ...counters.requestsBy]).toEqual([
    ['FUTURE', 3],
    ['TOO_OLD', 1],
    ['DEVICE_KEY_MISMATCH', 4],
    ['INGEST_BUSY', 1],
    ['RATE_LIMITED', 2],
  ])
  expect(counters.totals).toEqual({ sent: 0, accepted: 0, duplicate: 0, quarantined: 0, refused: 5, messages: 0 })
  const { name, help, values } = await counters.syncs.get()
  expect([name, help]).toEqual(['aforo_ingest_sync_milliseconds', 'Writing and syncing a group of messages.'])
  expect(
    values.flatMap(({ metricName, labels, value }) => (metricName?.endsWith('_bucket') ? [[labels.le, value]] : [])),
  ).toEqual([
    [1, 0],
    [2, 0],
    [5, 1],
    [10, 1],
    [20, 1],
    [50, 1],
    [100, 1],
    [250, 1],
    [1000, 2],
    ['+Inf', 2],
  ])
})

describe('the journal', () => {
  test('names its files by ten digits, and knows no other', () => {
    expect([segmentName(7), segmentIn(segmentName(7)), segmentIn('0000000007.journal')]).toEqual([
      '0000000007.journal',
      7,
      7,
    ])
    for (const name of ['x0000000007.journal', '0000000007.journal.old', '000000007.journal', '0000000007_journal'])
      expect(segmentIn(name)).toBe(null)
  })

  test('is in order of files first, then of bytes', () => {
    const at = (segment: number, place: number) => ({ segment, place })
    expect([
      isBefore(at(1, 9), at(2, 0)),
      isBefore(at(2, 0), at(1, 9)),
      isBefore(at(1, 1), at(1, 2)),
      isBefore(at(1, 2), at(1, 2)),
      isBefore(at(1, 3), at(1, 2)),
    ]).toEqual([true, false, true, false, false])
  })

  test('says of its damage what is lost, and that what was not answered is not', () => {
    const text = (kind: Parameters<typeof textOfDamage>[0]['kind'], bytes = 40) =>
      textOfDamage({ file: '/data/ingest/0000000007.journal', at: 12, bytes, kind })
    expect([text('torn tail'), text('damaged'), text('cut'), text('missing'), text('missing', 0)]).toEqual([
      'a message that was being written when the server ended was cut off; it had not been answered',
      'The journal 0000000007.journal is damaged at byte 12: messages in 40 bytes are lost; what is behind them was ' +
        'read.',
      'The journal 0000000007.journal was cut: 40 bytes of messages that had been answered are gone from byte 12 on.',
      'The journal 0000000007.journal is missing: 40 bytes of messages that were not counted yet are lost.',
      'The journal 0000000007.journal is missing: messages in it that were not counted yet are lost.',
    ])
  })
})
