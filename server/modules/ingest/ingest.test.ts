import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toRows } from '#domain/frame-build'
import { FOREIGN, MACS, message, minute, NOW, testIngest } from './testing.ts'
import type { TestIngest } from './testing.ts'
import type { Reading } from './reading.ts'

/** 10:00 in Madrid on the day of the tests. */
const TEN = Date.UTC(2026, 10, 20, 9)
const MINUTE = 60_000

let t: TestIngest
beforeEach(async () => {
  t = await testIngest()
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const counter = (at: number, totalIn: number, totalOut: number, more: object = {}): Reading => ({
  kind: 'counter',
  line: 'a',
  at,
  totalIn,
  totalOut,
  ...more,
})
const traffic = () => t.rows('SELECT area, day, hour, fold, ins, fro FROM traffic ORDER BY area, instant')
const hours = () =>
  t.rows('SELECT device, hour, ins, outs, coveredS, pings, flags FROM device_hour ORDER BY device, instant')
const reasons = async () =>
  (await t.rows('SELECT reason, device FROM reading_quarantine ORDER BY id')).map((row) => row.join(' '))

describe('refusals', () => {
  test('a message with a device of another client is refused as a whole', async () => {
    await expect(
      t.send([message(MACS[0], [minute(TEN, 1, 0)]), message(FOREIGN, [minute(TEN, 5, 0)])]),
    ).rejects.toMatchObject({ code: 'DEVICE_KEY_MISMATCH', details: { device: FOREIGN } })
    expect(await t.rows('SELECT count(*) FROM reading')).toEqual([[0]])
    expect(t.ingest.counters.totals).toMatchObject({ sent: 2, refused: 2, accepted: 0 })
  })

  test('a key of one device is not valid for its neighbour, nor for an unknown one', async () => {
    for (const mac of [MACS[1], '00:00:00:00:00:77']) {
      const messages = [message(mac, [minute(TEN, 1, 0)])]
      await expect(
        t.ingest.accept({
          sender: { client: t.client, footscan: 1 },
          adapter: '=',
          type: '',
          body: Buffer.from(JSON.stringify(messages)),
          messages,
          receivedAt: NOW,
        }),
      ).rejects.toMatchObject({ code: 'DEVICE_KEY_MISMATCH' })
    }
  })

  test('what cannot be trusted is quarantined with the reason, and the rest is counted', async () => {
    const answer = await t.send([
      message(MACS[0], [
        minute(TEN, 3, 1),
        minute(NOW + 25 * 3_600_000, 1, 0),
        minute(0, 1, 0),
        minute(Date.UTC(2025, 9, 1), 1, 0),
        minute(TEN, -1, 0, { line: 'x' }),
        minute(TEN, 1.5, 0, { line: 'x' }),
        minute(TEN, 300_000, 0, { line: 'x' }),
        minute(TEN, 1, 0, { end: TEN, line: 'x' }),
        minute(TEN, 5, 0, { line: 'x', atoms: { bounces: 2, visits: 2 } }),
        { kind: 'sighting', visitor: 'AA:BB:CC:DD:EE:FF', first: TEN, last: TEN, rssi: -50, associated: false },
      ]),
      message('00:00:00:00:00:77', [minute(TEN, 9, 9)]),
    ])
    expect(answer).toMatchObject({ received: 11, quarantined: 10 })
    expect(answer.refused.map(({ index, reason }) => `${index} ${reason}`)).toEqual([
      '1 FUTURE',
      '2 TOO_OLD',
      '3 TOO_OLD',
      '4 NEGATIVE',
      '5 NOT_A_COUNT',
      '6 ABSURD',
      '7 INTERVAL_INVALID',
      '8 INS_NOT_BOUNCES_PLUS_VISITS',
      '9 SIGHTING_UNSUPPORTED',
      '10 DEVICE_UNKNOWN',
    ])
    await t.ingest.applied()
    expect(await reasons()).toEqual(
      expect.arrayContaining([
        `FUTURE ${MACS[0]}`,
        `TOO_OLD ${MACS[0]}`,
        `NEGATIVE ${MACS[0]}`,
        `NOT_A_COUNT ${MACS[0]}`,
        `ABSURD ${MACS[0]}`,
        `INTERVAL_INVALID ${MACS[0]}`,
        `INS_NOT_BOUNCES_PLUS_VISITS ${MACS[0]}`,
        `SIGHTING_UNSUPPORTED ${MACS[0]}`,
        'DEVICE_UNKNOWN 00:00:00:00:00:77',
      ]),
    )
    expect(t.ingest.counters.totals).toEqual({
      sent: 11,
      accepted: 1,
      duplicate: 0,
      quarantined: 10,
      refused: 0,
      messages: 1,
    })
    expect(await traffic()).toEqual([[1, 20_777, 10, 0, 3, null]])
  })
})

describe('counts', () => {
  test('become hours of their area and of their device, in the time of the place', async () => {
    await t.send([
      message(MACS[0], [minute(TEN, 3, 1), minute(TEN + MINUTE, 0, 2)]),
      message(MACS[1], [minute(TEN, 4, 0)]),
      message(MACS[2], [minute(TEN, 10, 7)]),
    ])
    await t.ingest.applied()
    expect(await traffic()).toEqual([
      [1, 20_777, 10, 0, 7, null],
      [2, 20_777, 10, 0, null, 17],
    ])
    expect(await hours()).toEqual([
      [1, 10, 3, 3, 120, 2, 0],
      [2, 10, 4, 0, 60, 1, 0],
      [3, 10, 10, 7, 60, 1, 0],
    ])
  })

  test('that come twice count once; a revision replaces, an older one does not; of equal ones the larger holds', async () => {
    const first = [message(MACS[0], [minute(TEN, 3, 1)])]
    await t.send(first)
    await t.send(first)
    await t.ingest.applied()
    await t.send([message(MACS[0], [minute(TEN, 2, 1, { revision: 2 })])])
    await t.ingest.applied()
    await t.send([
      message(MACS[0], [minute(TEN, 9, 1, { revision: 1 }), minute(TEN + MINUTE, 1, 1), minute(TEN + MINUTE, 5, 0)]),
    ])
    await t.ingest.applied()
    expect(await traffic()).toEqual([[1, 20_777, 10, 0, 7, null]])
    expect(t.ingest.counters.totals).toMatchObject({ sent: 6, accepted: 3, duplicate: 3 })
  })

  test('over an hour boundary are divided by time, and the parts add up', async () => {
    await t.send([
      message(MACS[0], [
        {
          kind: 'count',
          line: '',
          start: TEN + 50 * MINUTE,
          end: TEN + 65 * MINUTE,
          in: 7,
          out: 2,
          atoms: { bounces: 3, visits: 4, insTimeS: 100 },
        },
      ]),
    ])
    await t.ingest.applied()
    expect(await t.rows('SELECT hour, ins, bounces, visits, insTimeS FROM traffic ORDER BY hour')).toEqual([
      [10, 5, 2, 3, 67],
      [11, 2, 1, 1, 33],
    ])
    expect(await hours()).toEqual([
      [1, 10, 5, 1, 600, 0, 0],
      [1, 11, 2, 1, 300, 1, 0],
    ])
  })

  test('with some atoms only are divided like those with all, and hours before and after keep their own values', async () => {
    const atoms = () => t.rows('SELECT hour, ins, far, visits, bounces FROM traffic WHERE area = 1 ORDER BY instant')
    await t.send([
      message(MACS[0], [minute(TEN, 9, 0, { end: TEN + 90 * MINUTE, spread: true, atoms: { far: 30, visits: 6 } })]),
    ])
    await t.ingest.applied()
    expect(await atoms()).toEqual([
      [10, 6, 20, 4, null],
      [11, 3, 10, 2, null],
    ])
    // An hour of its own has other atoms, and the divided one is not looked at for it.
    await t.send([message(MACS[0], [minute(TEN - 60 * MINUTE, 3, 0, { end: TEN, atoms: { visits: 1, bounces: 2 } })])])
    await t.ingest.applied()
    expect(await atoms()).toEqual([
      [9, 3, null, 1, 2],
      [10, 6, 20, 4, null],
      [11, 3, 10, 2, null],
    ])
    // A later word that knows less takes back what only the earlier one knew.
    await t.send([message(MACS[0], [minute(TEN - 60 * MINUTE, 4, 0, { end: TEN, revision: 1 })])])
    await t.ingest.applied()
    expect(await atoms()).toEqual([
      [9, 4, null, null, null],
      [10, 6, 20, 4, null],
      [11, 3, 10, 2, null],
    ])
  })

  test('are in the next answer about each day they touch, though hours of it were kept for an answer before', async () => {
    const [today, midnight] = [20_777, Date.UTC(2026, 10, 19, 23)]
    const ins = async (from: number, to: number) =>
      toRows(
        await t.facts.query({
          table: 'traffic',
          measures: ['ins'],
          by: ['day'],
          where: { client: [t.client] },
          periods: [{ name: 'only', from, to }],
        }),
      )
    const both = async () => [await ins(today - 1, today), await ins(today - 1, today - 1)]
    const say = async (...readings: Reading[]) => {
      await t.send([message(MACS[0], readings)])
      await t.ingest.applied()
    }
    await say(minute(TEN - 24 * 60 * MINUTE, 3, 1))
    expect(await both()).toEqual([[[today - 1, 3]], [[today - 1, 3]]])
    await say(minute(TEN, 5, 0))
    expect(await both()).toEqual([
      [
        [today - 1, 3],
        [today, 5],
      ],
      [[today - 1, 3]],
    ])
    await say({ kind: 'count', line: 'b', start: midnight - 10 * MINUTE, end: midnight + 10 * MINUTE, in: 8, out: 0 })
    expect(await both()).toEqual([
      [
        [today - 1, 7],
        [today, 9],
      ],
      [[today - 1, 7]],
    ])
  })

  test('of a device that hangs the other way round are exchanged', async () => {
    const footscan = (await t.catalog.devices.named([MACS[0]]))[0]
    expect(footscan?.reversed).toBe(false)
    await t.send([message(MACS[0], [minute(TEN, 3, 1)])])
    await t.ingest.applied()
    await t.facts.write(async (connection) => {
      await connection.run('UPDATE reading SET reversed = 1')
    })
    await t.send([message(MACS[0], [minute(TEN + MINUTE, 0, 0)])])
    await t.ingest.applied()
    expect(await hours()).toEqual([[1, 10, 1, 3, 120, 2, 0]])
  })
})

describe('counters', () => {
  test('count the difference to the reading before, over hours by time, and the sum is exact', async () => {
    await t.send([message(MACS[0], [counter(TEN, 100, 50), counter(TEN + 150 * MINUTE, 110, 50)])])
    await t.ingest.applied()
    expect(await hours()).toEqual([
      [1, 10, 4, 0, 3600, 1, 0],
      [1, 11, 4, 0, 3600, 0, 0],
      [1, 12, 2, 0, 1800, 1, 0],
    ])
    await t.send([message(MACS[0], [counter(TEN + 60 * MINUTE, 109, 50)])])
    await t.ingest.applied()
    expect(await hours()).toEqual([
      [1, 10, 9, 0, 3600, 2, 0],
      [1, 11, 1, 0, 3600, 0, 0],
      [1, 12, 0, 0, 1800, 1, 0],
    ])
  })

  test('that fall were restarted, or wrapped where the difference is plausible', async () => {
    await t.send([
      message(MACS[0], [
        counter(TEN, 65_530, 9, { bits: 16 }),
        counter(TEN + MINUTE, 4, 2, { bits: 16 }),
        counter(TEN + 2 * MINUTE, 3, 2, { bits: 16 }),
      ]),
    ])
    await t.ingest.applied()
    expect((await hours()).map((row) => row.slice(2, 4))).toEqual([[13, 2]])
  })
})

test('events, occupancy and heartbeats are contacts; events count', async () => {
  await t.send([
    message(
      MACS[0],
      [
        { kind: 'event', line: '', at: TEN + 5 * MINUTE, in: 1, out: 0, sequence: 1 },
        { kind: 'event', line: '', at: TEN + 5 * MINUTE, in: 1, out: 0, sequence: 2 },
        { kind: 'occupancy', line: 'z', at: TEN + 6 * MINUTE, people: 4 },
        { kind: 'heartbeat', at: TEN + 7 * MINUTE, flags: ['stuck'], firmware: '2.1', battery: 80 },
      ],
      { sequence: 7 },
    ),
    message(MACS[0], [], { sequence: 10 }),
  ])
  await t.ingest.applied()
  expect(await hours()).toEqual([[1, 10, 2, 0, 420, 3, 2]])
  expect(
    await t.rows('SELECT device, messages, sequence, missed, flags, firmware, battery, lastData FROM contact'),
  ).toEqual([[1, 2, 10, 2, 2, '2.1', 80, TEN + 7 * MINUTE]])
})

describe('clocks', () => {
  test('a small error is corrected and reported, a large one is reported, and the same reading counts once on every path', async () => {
    await t.send([
      message(MACS[0], [minute(TEN + 58 * MINUTE, 1, 0)], { sentAt: NOW - 5 * MINUTE }),
      message(MACS[1], [minute(TEN + 58 * MINUTE, 1, 0)], { sentAt: NOW - 30 * MINUTE }),
    ])
    await t.ingest.applied()
    expect(await hours()).toEqual([
      [1, 11, 1, 0, 60, 1, 32],
      [2, 10, 1, 0, 60, 1, 32],
    ])
    await t.send([message(MACS[0], [minute(TEN + 58 * MINUTE, 1, 0)], { sentAt: NOW - 5 * MINUTE - 700 })])
    await t.ingest.applied()
    expect(await hours()).toEqual([
      [1, 11, 1, 0, 60, 1, 32],
      [2, 10, 1, 0, 60, 1, 32],
    ])
  })
})
