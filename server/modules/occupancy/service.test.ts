import { afterEach, expect, test } from 'vitest'
import { cellOf, columnIndex } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import type { Reading } from '../ingest/reading.ts'
import { MACS, message, minute, NOW, testIngest, type TestIngest } from '../ingest/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { clientService } from '../clients/service.ts'
import { localService } from '../locals/service.ts'
import { storeMinutes } from '../../facts/duckdb/store-minutes.testing.ts'
import { levelService } from './levels.ts'
import { occupancyService } from './service.ts'

let bench: TestIngest
afterEach(() => bench.close())

const MINUTE = 60_000
const rowsOf = (frame: Frame, ...ids: string[]) =>
  Array.from({ length: frame.rows }, (_, row) => ids.map((id) => cellOf(frame, columnIndex(frame, id), row)))
const FIELDS = ['people', 'raw', 'ins', 'outs', 'why', 'doors', 'silentDoors', 'capacity', 'inferred']

async function open() {
  bench = await testIngest()
  const { catalog, facts, clock, client, local } = bench
  const clients = clientService({ clients: catalog.clients })
  const read: string[] = []
  const countingFacts: typeof facts = {
    ...facts,
    read: (sql, params) => {
      read.push(sql)
      return facts.read(sql, params)
    },
  }
  let ticks = 0
  const own = { isStopped: false }
  const occupancy = occupancyService({
    facts: countingFacts,
    catalog,
    locals: localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients }),
    clock,
    tick: () => (own.isStopped ? ticks : ++ticks),
  })
  const now = async () => rowsOf((await occupancy.now(SYSTEM_SCOPE, { client })).frame, ...FIELDS)
  return { catalog, facts, clock, client, local, occupancy, now, read, own }
}
/** Minutes counted by one door until now, the newest last, sent as one message. */
const counted = async (mac: string, ...pairs: readonly (readonly [number, number | null])[]) => {
  await bench.send([
    message(
      mac,
      pairs.map(([ins, outs], at) => minute(NOW - (pairs.length - at) * MINUTE, ins, outs)),
    ),
  ])
  await bench.ingest.applied()
}

test('people inside are in less out over all doors since the reset; passers-by are not among them', async () => {
  const { catalog, client, local, occupancy, now } = await open()
  await expect(occupancy.now(SYSTEM_SCOPE, { client, locals: `${local},987654` })).rejects.toMatchObject({
    code: 'LOCAL_NOT_FOUND',
  })
  expect(await now()).toEqual([[null, null, null, null, 'silent', 2, 2, null, false]])

  await counted(MACS[0], [5, 1], [4, 2])
  // The day before the reset at four in the morning.
  await bench.send([
    message(MACS[0], [minute(NOW - 10 * 3_600_000, 50, 0)]),
    message(MACS[2], [minute(NOW - MINUTE, 70, 60)]),
  ])
  await bench.ingest.applied()
  expect(await now()).toEqual([[6, 6, 9, 3, null, 2, 1, null, false]])

  await counted(MACS[1], [1, 4], [0, 4])
  await catalog.locals.saveSettings(SYSTEM_SCOPE, local, { capacity: 40 })
  expect(await now()).toEqual([[0, -1, 10, 11, null, 2, 0, 40, false]])

  const { frame, asOf } = await occupancy.minutes(SYSTEM_SCOPE, { client, locals: String(local) })
  expect(asOf).toBe(NOW)
  expect(rowsOf(frame, 'minute', 'people', 'ins', 'outs').slice(-3)).toEqual([
    [NOW / 1000 - 180, null, null, null],
    [NOW / 1000 - 120, 1, 6, 5],
    [NOW / 1000 - 60, 0, 4, 6],
  ])
})

test('the hours of the traffic have the same entries and exits: their balance since the reset is who is inside before the drift', async () => {
  const { facts, client, now } = await open()
  await counted(MACS[0], [5, 1], [4, 2])
  await counted(MACS[1], [1, 4], [0, 3])
  // On the street, in and out are both passers-by.
  await counted(MACS[2], [70, 60])
  const day = Math.floor(NOW / 86_400_000)
  const sums = await facts.query({
    table: 'traffic',
    measures: ['ins', 'outs', 'insWithOuts', 'outsWithIns'],
    by: ['client'],
    where: { client: [client] },
    periods: [{ name: 'only', from: day, to: day }],
  })
  const [[people, raw, ins, outs] = []] = await now()
  expect({ people, raw, ins, outs }).toEqual({ people: 0, raw: 0, ins: 10, outs: 10 })
  expect(rowsOf(sums, 'ins', 'outs', 'insWithOuts', 'outsWithIns')).toEqual([[10, 10, 10, 10]])
})

test('occupancy is unknown from doors that count one way, and silent doors are counted', async () => {
  const { clock, now } = await open()
  await counted(MACS[0], [5, null])
  expect(await now()).toEqual([[null, null, 5, null, 'oneWay', 2, 1, null, false]])
  await counted(MACS[1], [0, 2])
  clock.time = NOW + 11 * MINUTE
  expect(await now()).toEqual([[3, 3, 5, 2, null, 2, 2, null, false]])
})

test('after days of the same weekday the usual drift is taken off, and a capacity that was not set is inferred', async () => {
  const { now } = await open()
  const week = 7 * 86_400_000
  for (let back = 1; back <= 5; back += 1)
    await bench.send([message(MACS[0], [minute(NOW - back * week, 100, 90)])], NOW - back * week + MINUTE)
  await counted(MACS[0], [100, 60])
  const [[people, raw, , , , , , capacity, inferred] = []] = await now()
  expect([people, raw, capacity, inferred]).toEqual([30, 40, 12, true])
})

test('many screens that ask at the same time are one reading, also of the past when they show other locals', async () => {
  const { client, local, occupancy, now, read, own } = await open()
  await counted(MACS[0], [5, 1])
  own.isStopped = true
  await now()
  const once = read.length
  await Promise.all([now(), occupancy.now(SYSTEM_SCOPE, { client, locals: String(local) }), now()])
  expect(read.length).toBe(once)
  own.isStopped = false
  await now()
  expect(read.slice(once).filter((sql) => sql.includes('quantile'))).toEqual([])
})

const level = (line: string, at: number, people: number): Reading => ({ kind: 'occupancy', line, at, people })
const said = async (mac: string, ...readings: readonly Reading[]) => {
  await bench.send([message(mac, readings)])
  await bench.ingest.applied()
}
const SAID = ['people', 'source', 'why', 'raw', 'ins']

test('a camera that says how many are inside is believed while it is fresh, then the doors; with neither it is not known', async () => {
  const { client, clock, occupancy } = await open()
  const now = async () => rowsOf((await occupancy.now(SYSTEM_SCOPE, { client })).frame, ...SAID)
  await said(
    MACS[0],
    level('hall', NOW - 3 * MINUTE, 20),
    level('hall', NOW - MINUTE, 24),
    level('gallery', NOW - 2 * MINUTE, 3),
  )
  expect(await now()).toEqual([[27, 'zones', null, null, null]])
  expect((await occupancy.now(SYSTEM_SCOPE, { client })).asOf).toBe(NOW - 2 * MINUTE)
  // Who passes in the street is not inside.
  await said(MACS[2], level('street', NOW, 90))
  expect(await now()).toEqual([[27, 'zones', null, null, null]])
  // One zone of two has gone silent: a part of the sum is no sum.
  clock.time = NOW + 11 * MINUTE
  await said(MACS[0], level('hall', NOW + 11 * MINUTE, 30))
  expect(await now()).toEqual([[null, null, 'silent', null, null]])
  await said(MACS[1], minute(NOW + 9 * MINUTE, 8, 2))
  expect(await now()).toEqual([[6, 'doors', null, 6, 8]])
})

test('doors that live and have never counted do not say 0 people', async () => {
  const { client, occupancy } = await open()
  const now = async () => rowsOf((await occupancy.now(SYSTEM_SCOPE, { client })).frame, ...SAID)
  await said(MACS[0], { kind: 'heartbeat', at: NOW, flags: [] })
  expect(await now()).toEqual([[null, null, 'silent', null, null]])
})

test('doors that counted on days before and live today, without a passage yet, say 0 people', async () => {
  const { client, occupancy } = await open()
  await bench.send([message(MACS[0], [minute(NOW - 26 * 60 * MINUTE, 9, 9)])], NOW - 26 * 60 * MINUTE)
  await said(MACS[0], { kind: 'heartbeat', at: NOW, flags: [] })
  expect(rowsOf((await occupancy.now(SYSTEM_SCOPE, { client })).frame, ...SAID)).toEqual([[0, 'doors', null, 0, 0]])
})

test('the last hour of a camera is what its zones said together, filled over ten minutes at most', async () => {
  const { client, occupancy } = await open()
  const at = (minutes: number) => NOW - minutes * MINUTE
  await said(
    MACS[0],
    level('hall', at(40), 8),
    level('hall', at(20), 10),
    level('hall', at(16), 14),
    level('hall', at(2), 5),
    level('hall', at(1), 6),
    level('gallery', at(20), 1),
    level('gallery', at(14), 1),
    level('gallery', at(2), 2),
  )
  const { frame } = await occupancy.minutes(SYSTEM_SCOPE, { client })
  const people = rowsOf(frame, 'people').map(([one]) => one)
  expect(people.slice(-21)).toEqual([
    null,
    11,
    12,
    13,
    14,
    15,
    ...Array.from({ length: 12 }, () => null),
    null,
    7,
    null,
  ])
})

test('past days are reported by quarter or hour: from files, else from devices, with what is known of each slot', async () => {
  const { catalog, client, local } = await open()
  await catalog.locals.saveSettings(SYSTEM_SCOPE, local, { capacity: 40 })
  const levels = levelService({
    occupancy: bench.facts.occupancy,
    catalog,
    locals: localService({
      locals: catalog.locals,
      areas: catalog.areas,
      footscans: catalog.footscans,
      clients: clientService({ clients: catalog.clients }),
    }),
  })
  const ask = async (more: object = {}) =>
    rowsOf(
      (await levels.levels(SYSTEM_SCOPE, { client, begin: '2026-11-20', end: '2026-11-20', by: 'quarter', ...more }))
        .frame,
      'local',
      'slot',
      'least',
      'mean',
      'most',
      'known',
      'capacity',
      'presence',
    )
  await expect(ask({ end: '2026-12-21' })).rejects.toMatchObject({ code: 'DOWNLOAD_RANGE_TOO_LONG' })
  await expect(ask({ end: '2026-11-19' })).rejects.toMatchObject({ code: 'DATES_INCORRECT' })
  await expect(ask({ locals: '987654' })).rejects.toMatchObject({ code: 'LOCAL_NOT_FOUND' })
  expect(await ask()).toEqual([])
  // Eleven in Madrid is ten in UTC.
  const eleven = Date.UTC(2026, 10, 20, 10)
  await said(
    MACS[0],
    level('hall', eleven, 10),
    level('hall', eleven + 10 * MINUTE, 20),
    level('gallery', eleven + 5 * MINUTE, 1),
    level('gallery', eleven + 8 * MINUTE, 4),
  )
  const found = (await ask()).filter(([, , , , , known]) => known !== 0)
  expect(found).toEqual([[local, 660, 16, 19, 22, 4, 40, false]])
  expect((await ask({ by: 'hour' })).filter(([, , , , , known]) => known !== 0)).toEqual([
    [local, 660, 16, 19, 22, 4, 40, false],
  ])
  expect(await ask()).toHaveLength(96)
  // The minutes of a file replace those of devices on its day.
  await bench.facts.write((connection) =>
    storeMinutes(
      connection,
      [0, 1].map((at) => ({ client, local, area: 1, instant: eleven / 1000 + at * 60, people: at })),
      { presence: true, source: 'a.csv', nowMs: NOW },
    ),
  )
  expect((await ask()).filter(([, , , , , known]) => known !== 0)).toEqual([[local, 660, 0, 0.5, 1, 2, null, true]])
})

test('minutes are known from the first sign of life on, and hold what passed in them', async () => {
  const { client, occupancy } = await open()
  const at = (minutes: number) => NOW - minutes * MINUTE
  const event = (when: number, ins: number, out: number): Reading => ({
    kind: 'event',
    line: '',
    at: when,
    in: ins,
    out,
    sequence: 0,
  })
  await said(MACS[0], event(at(70), 5, 1))
  await said(MACS[0], { kind: 'heartbeat', at: at(30), flags: [] })
  await said(MACS[0], event(at(10) + 10_000, 3, 0), event(at(5) + 20_000, 0, 2))
  await said(MACS[0], { kind: 'heartbeat', at: at(1), flags: [] })
  const { frame } = await occupancy.minutes(SYSTEM_SCOPE, { client })
  const found = rowsOf(frame, 'minute', 'people', 'ins', 'outs')
  const row = (minutes: number) => found.find(([minute]) => minute === at(minutes) / 1000)?.slice(1)
  expect(found).toHaveLength(60)
  const passed = [60, 45, 29, 11, 10, 9, 6, 5, 4, 2].map(row)
  expect(passed).toEqual([
    [null, null, null],
    [null, null, null],
    [4, 0, 0],
    [4, 0, 0],
    [7, 3, 0],
    [7, 0, 0],
    [7, 0, 0],
    [5, 0, 2],
    [5, 0, 0],
    [5, 0, 0],
  ])
})

test('a reading that failed is tried again with the next question', async () => {
  const { facts, catalog, clock, client } = await open()
  let fails = true
  const occupancy = occupancyService({
    facts: {
      ...facts,
      occupancy: {
        ...facts.occupancy,
        past: (...args) => (fails ? Promise.reject(new Error('disk')) : facts.occupancy.past(...args)),
      },
    },
    catalog,
    locals: localService({
      locals: catalog.locals,
      areas: catalog.areas,
      footscans: catalog.footscans,
      clients: clientService({ clients: catalog.clients }),
    }),
    clock,
  })
  await expect(occupancy.now(SYSTEM_SCOPE, { client })).rejects.toThrow('disk')
  fails = false
  expect((await occupancy.now(SYSTEM_SCOPE, { client })).frame.rows).toBe(1)
})
