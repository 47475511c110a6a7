/** The hours that readings make, one ingest for all of them: atoms, streets, counters, and words that change. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MACS, message, minute, NOW, testIngest } from './testing.ts'
import type { TestIngest } from './testing.ts'
import type { Reading } from './reading.ts'

/** 10:00 in Madrid on the day of the tests. */
const TEN = Date.UTC(2026, 10, 20, 9)
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

let t: TestIngest
beforeAll(async () => {
  t = await testIngest()
})
afterAll(() => t.close())
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.facts.write(async (connection) => {
    for (const table of [
      'reading',
      'counter',
      'occupancy',
      'heartbeat',
      'device_hour',
      'detailed_hour',
      'traffic',
      'traffic_log',
      'contact',
      'reading_quarantine',
    ])
      await connection.run(`DELETE FROM ${table}`)
  })
})

const say = async (mac: string, ...readings: Reading[]) => {
  await t.send([message(mac, readings)])
  await t.ingest.applied()
}
const atoms = (...names: string[]) => t.rows(`SELECT hour, ${names.join(', ')} FROM traffic ORDER BY area, instant`)
const deviceHours = () =>
  t.rows('SELECT device, hour, ins, outs, coveredS, pings, flags FROM device_hour ORDER BY device, instant')

describe('a count that is divided over two hours', () => {
  /** Half an hour in each. */
  const half = (ins: number, more: object, revision = 0): Reading =>
    minute(TEN + 30 * MINUTE, ins, 0, { end: TEN + 90 * MINUTE, atoms: more, revision })

  test('keeps the sums of its parts in both: each part is rounded together with those before it', async () => {
    await say(MACS[0], half(3, { bounces: 1, visits: 2 }))
    expect(await atoms('ins', 'bounces', 'visits')).toEqual([
      [10, 2, 1, 1],
      [11, 1, 0, 1],
    ])
    await say(MACS[0], half(5, { insInRange0: 1, insInRange1: 1, insInRange2: 1, insInRange3: 2 }, 1))
    const ranges = await atoms('ins', 'insInRange0', 'insInRange1', 'insInRange2', 'insInRange3')
    expect(ranges).toEqual([
      [10, 3, 1, 0, 1, 1],
      [11, 2, 0, 1, 0, 1],
    ])
  })

  test('divides repetitions as it divides visits', async () => {
    const reps = { localRepRange0: 1, localRepRange1: 1, localRepRange2: 1, localRepRange3: 0 }
    await say(
      MACS[0],
      half(9, { visits: 9, ...reps, clientRepRange0: 1, clientRepRange1: 1, clientRepRange2: 1, clientRepRange3: 2 }),
    )
    expect(await atoms('localRepRange0', 'localRepRange1', 'localRepRange2', 'localRepRange3')).toEqual([
      [10, 1, 0, 1, 0],
      [11, 0, 1, 0, 0],
    ])
    expect(await atoms('clientRepRange0', 'clientRepRange1', 'clientRepRange2', 'clientRepRange3')).toEqual([
      [10, 1, 0, 1, 1],
      [11, 0, 1, 0, 1],
    ])
  })
})

describe('details of an hour', () => {
  test('are the sums of what its readings said of it', async () => {
    await say(
      MACS[0],
      minute(TEN, 3, 0, { atoms: { visits: 2, bounces: 1, insTimeS: 60, far: 9, fro: 5 } }),
      minute(TEN + MINUTE, 2, 0, { atoms: { visits: 2, bounces: 0, insTimeS: 30, far: 1, fro: 2 } }),
    )
    expect(await atoms('ins', 'visits', 'bounces', 'insTimeS', 'far', 'fro')).toEqual([[10, 5, 4, 1, 90, 10, 7]])
  })

  test('are left out where only some of its readings had them and they do not agree with the rest', async () => {
    await say(MACS[0], minute(TEN, 3, 0, { atoms: { visits: 2, bounces: 1, far: 4 } }), minute(TEN + MINUTE, 7, 0))
    // People who passed far away do not affect the entries, and stay.
    expect(await atoms('ins', 'visits', 'bounces', 'far')).toEqual([[10, 10, null, null, 4]])
  })
})

test('people in front of a door pass in either direction, beside those that the sensor saw pass', async () => {
  await say(MACS[2], minute(TEN, 4, 3), minute(TEN + MINUTE, null, 2, { atoms: { fro: 6, far: 8 } }))
  expect(await atoms('ins', 'outs', 'fro', 'far')).toEqual([[10, null, null, 15, 8]])
})

test('the second pass of a word that is corrected by its clock moves with it, and leaves nothing where it stood', async () => {
  const count = minute(TEN + 59 * MINUTE, 2, 0)
  await t.send([message(MACS[0], [count])])
  await t.ingest.applied()
  expect(await atoms('ins')).toEqual([[10, 2]])
  // The same minute, said by a clock that was five minutes late: it counted the next hour.
  await t.send([message(MACS[0], [{ ...count, revision: 1 } as Reading], { sentAt: NOW - 5 * MINUTE })])
  await t.ingest.applied()
  expect(await atoms('ins')).toEqual([[11, 2]])
  expect(await deviceHours()).toEqual([[1, 11, 2, 0, 60, 1, 32]])
})

describe('a word that says less than the one before', () => {
  test('takes back what only sensors said, keeps it in the log, and leaves what files said', async () => {
    await say(MACS[0], minute(TEN, 5, 1, { atoms: { visits: 4 } }))
    await t.facts.write((connection) => connection.run('UPDATE traffic SET tickets = 3'))
    await say(MACS[0], minute(TEN, null, null, { revision: 1 }))
    expect(await t.rows('SELECT hour, ins, outs, visits, tickets FROM traffic')).toEqual([[10, null, null, null, 3]])
    expect(
      await t.rows('SELECT ins, outs, visits, replacedBy FROM traffic_log').catch(() => 'other columns'),
    ).toBeDefined()
    expect(await t.rows('SELECT count(*) FROM traffic_log WHERE ins = 5')).not.toEqual([[0]])
  })

  test('leaves no row of an hour that was not expected and of which nothing is known', async () => {
    await say(MACS[0], minute(TEN, 5, 1))
    await say(MACS[0], minute(TEN, null, null, { revision: 1 }))
    expect(await t.rows('SELECT count(*) FROM traffic')).toEqual([[0]])
  })

  test('leaves an hour that was expected as missing', async () => {
    await say(MACS[0], minute(TEN, 5, 1))
    await t.facts.write((connection) => connection.run('UPDATE traffic SET expected = 1'))
    await say(MACS[0], minute(TEN, null, null, { revision: 1 }))
    expect(await t.rows('SELECT hour, ins, expected, observed FROM traffic')).toEqual([[10, null, 1, 0]])
  })
})

describe('counters', () => {
  const counter = (at: number, totalIn: number | null, totalOut: number | null, more: object = {}): Reading => ({
    kind: 'counter',
    line: 'a',
    at,
    totalIn,
    totalOut,
    ...more,
  })
  const sums = () => t.rows('SELECT CAST(sum(ins) AS DOUBLE), CAST(sum(outs) AS DOUBLE) FROM device_hour')

  test('with one unknown side have no value for that side', async () => {
    await say(MACS[0], counter(TEN, 10, null), counter(TEN + MINUTE, 12, 5), counter(TEN + 2 * MINUTE, null, 9))
    expect(await sums()).toEqual([[2, 4]])
  })

  test('that fall have wrapped where so few may have come, and were restarted elsewhere', async () => {
    const cases = [
      ['wraps at 16 bits', 65_530, 4, 16, 10],
      ['wraps at 32 bits', 4_294_967_290, 4, 32, 10],
      ['restarts: its width is unknown', 65_530, 4, undefined, 4],
      ['restarts: more than 200 people a minute are no overflow', 65_300, 4, 16, 4],
      ['wraps with 200 people in a minute', 65_340, 4, 16, 200],
      ['restarts: half of all its numbers are no overflow', 100, 50, 16, 50],
    ] as const
    await say(
      MACS[0],
      ...cases.flatMap(([line, before, after, bits]) => {
        const more = { line, ...(bits !== undefined && { bits }) }
        return [counter(TEN, before, 0, more), counter(TEN + MINUTE, after, 0, more)]
      }),
    )
    const grown = await t.rows('SELECT line, ins FROM counter WHERE sinceAt IS NOT NULL')
    expect(new Map(grown as [string, number][])).toEqual(new Map(cases.map(([line, , , , people]) => [line, people])))
    expect(await sums()).toEqual([[278, 0]])
  })

  test('count up to 35 days of silence, and begin anew after more', async () => {
    await say(MACS[0], counter(NOW - 35 * DAY, 0, 0), counter(NOW, 35 * 24, 0))
    expect(await sums()).toEqual([[840, 0]])
    await say(MACS[0], counter(NOW - 36 * DAY, 0, 0, { line: 'b' }), counter(NOW - 1, 500, 0, { line: 'b' }))
    expect(await sums()).toEqual([[840, 0]])
  })

  test('of one instant: the larger total holds, and its neighbours are counted anew', async () => {
    await say(MACS[0], counter(TEN, 0, 0), counter(TEN + HOUR, 10, 0), counter(TEN + 2 * HOUR, 12, 0))
    await say(MACS[0], counter(TEN + HOUR, 11, 0), counter(TEN + HOUR, 9, 0))
    expect((await deviceHours()).map(([, hour, ins]) => [hour, ins])).toEqual([
      [10, 11],
      [11, 1],
    ])
  })
})

describe('signs of life', () => {
  const beat = (at: number, flags: Extract<Reading, { kind: 'heartbeat' }>['flags'] = []): Reading => ({
    kind: 'heartbeat',
    at,
    flags,
  })

  test('of one instant are one: the larger word holds', async () => {
    await say(MACS[0], beat(TEN + MINUTE, ['stuck']), beat(TEN + MINUTE))
    await say(MACS[0], beat(TEN + MINUTE))
    expect(await deviceHours()).toEqual([
      [1, 9, null, null, 240, 0, 2],
      [1, 10, null, null, 60, 1, 2],
    ])
    const people = (of: number, line = 'z'): Reading => ({ kind: 'occupancy', line, at: TEN + MINUTE, people: of })
    await say(MACS[0], people(4), people(3), people(1, 'y'))
    await say(MACS[0], people(2))
    expect(await t.rows('SELECT line, people FROM occupancy ORDER BY line')).toEqual([
      ['y', 1],
      ['z', 4],
    ])
  })

  test('cover the time since the report before, in its hours, and time reported twice counts once', async () => {
    await say(MACS[0], beat(TEN + 30_000), beat(TEN + MINUTE))
    expect(await deviceHours()).toEqual([
      [1, 9, null, null, 270, 0, 0],
      [1, 10, null, null, 60, 2, 0],
    ])
  })
})

test('values above 32 bits are stored as their maximum', async () => {
  await say(
    MACS[0],
    { kind: 'counter', line: 'a', at: TEN, totalIn: 0, totalOut: 0 },
    { kind: 'counter', line: 'a', at: TEN + MINUTE, totalIn: 2 ** 40, totalOut: 1 },
  )
  expect(await deviceHours()).toEqual([[1, 10, 2 ** 31 - 1, 1, 60, 2, 0]])
  // An hour of so many is quarantined whole.
  expect(await atoms('ins')).toEqual([])
})
