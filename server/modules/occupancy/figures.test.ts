import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dayNumber } from '#domain/days'
import { cellOf, columnIndex } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { changeBetween, derive, metricOf, pairedShare, type Atoms } from '#domain/metrics/index'
import { isBasisColumn } from '#domain/metrics/paired'
import { courseOf } from '#domain/occupancy-levels'
import { together } from '#domain/occupancy-course'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import { storeMinutes } from '../../facts/duckdb/store-minutes.testing.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { hoursOfDay } from '../../facts/zone.ts'
import { type Scope, SYSTEM_SCOPE } from '../../lib/scope.ts'
import { clientService } from '../clients/service.ts'
import { localService } from '../locals/service.ts'
import { occupancyFigures, type OccupancyFigures } from './figures.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const ZONE = 'Europe/Copenhagen'
const MINUTE = 60_000

let catalog: Catalog
let facts: SqlFactStore
let figures: OccupancyFigures
let client = 0
beforeEach(async () => {
  catalog = await memoryCatalog()
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  const clients = clientService({ clients: catalog.clients })
  const locals = localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients })
  figures = occupancyFigures({
    occupancy: facts.occupancy,
    catalog,
    clients,
    locals,
    clock: { now: () => NOW } as never,
  })
  client = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Campus', type: 'office' })).id
})
afterEach(async () => {
  await facts.close()
  await catalog.close()
})

async function room(name: string, capacity: number | null, timeZone = ZONE): Promise<number> {
  const { id } = await catalog.locals.insert(SYSTEM_SCOPE, { client, name, code: name, type: 'office', timeZone })
  if (capacity !== null) await catalog.locals.saveSettings(SYSTEM_SCOPE, id, { capacity })
  return id
}
/** Instant (s) of a time of the clock in Copenhagen, in winter. */
const at = (text: string) => Date.parse(`${text}+01:00`) / 1000
const say = (
  local: number,
  levels: readonly (readonly [instant: number, people: number])[],
  { area = local, presence = false } = {},
) =>
  facts.write((connection) =>
    storeMinutes(
      connection,
      levels.map(([instant, people]) => ({ client, local, area, instant, people })),
      { presence, source: 'a.csv', nowMs: NOW },
    ),
  )
const every = (begin: number, ...people: readonly number[]) => people.map((one, m) => [begin + m * 60, one] as const)
const full = (begin: number, people: number, minutes: number) =>
  every(begin, ...Array.from({ length: minutes }, () => people))

const rowsOf = (frame: Frame, ...ids: string[]) =>
  Array.from({ length: frame.rows }, (_, row) => ids.map((id) => cellOf(frame, columnIndex(frame, id), row)))
const day = (begin: string, end = begin) => ({ client, p1Start: begin, p1End: end })
const hour = async (query: object, of: number, ...ids: string[]) =>
  rowsOf((await figures.hours(SYSTEM_SCOPE, { ...day('2017-01-10'), ...query })).frame, 'hour', ...ids)
    .find(([h]) => h === of)
    ?.slice(1)

test('the clients with minutes are shown only to those who may see them', async () => {
  const listed = async (scope: Scope) => rowsOf((await figures.clients(scope)).frame, 'id', 'name')
  const { id: other } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Other', type: 'office' })
  expect(await listed(SYSTEM_SCOPE)).toEqual([])
  await say(await room('a', 10), [[at('2017-01-10T09:00'), 1]])
  expect([await listed(SYSTEM_SCOPE), await listed({ ...SYSTEM_SCOPE, clients: [other] })]).toEqual([
    [[client, 'Campus']],
    [],
  ])
})

test('what may not be seen, a period turned round and one that is too long are refused; a client without minutes has no rows', async () => {
  const local = await room('a', 10)
  await expect(figures.hours(SYSTEM_SCOPE, { ...day('2017-01-10'), client: 99 })).rejects.toMatchObject({
    code: 'CLIENT_NOT_FOUND',
  })
  await expect(figures.rooms(SYSTEM_SCOPE, { ...day('2017-01-10'), locals: '987654' })).rejects.toMatchObject({
    code: 'LOCAL_NOT_FOUND',
  })
  await expect(figures.locals(SYSTEM_SCOPE, { client: 99 })).rejects.toMatchObject({ code: 'CLIENT_NOT_FOUND' })
  await expect(figures.hours(SYSTEM_SCOPE, day('2017-01-10', '2017-01-09'))).rejects.toMatchObject({
    code: 'DATES_INCORRECT',
  })
  await expect(figures.hours(SYSTEM_SCOPE, day('2017-01-01', '2018-01-02'))).rejects.toMatchObject({
    code: 'DOWNLOAD_RANGE_TOO_LONG',
  })
  expect([
    (await figures.hours(SYSTEM_SCOPE, day('2017-01-10'))).frame.rows,
    (await figures.rooms(SYSTEM_SCOPE, day('2017-01-10'))).frame.rows,
  ]).toEqual([0, 0])
  await say(local, full(at('2017-01-10T09:00'), 1, 1))
  expect(
    rowsOf((await figures.locals(SYSTEM_SCOPE, { client })).frame, 'local', 'name', 'presence', 'begin', 'end'),
  ).toEqual([[local, 'a', false, dayNumber('2017-01-10'), dayNumber('2017-01-10')]])
})

test('too many rooms over too many days are refused before they are read', async () => {
  for (let n = 0; n < 56; n += 1) await say(await room(`r${n}`, null), full(at('2017-01-10T09:00'), 1, 1))
  const year = { ...day('2017-01-01', '2017-12-31'), p2Start: '2016-01-01', p2End: '2016-12-31' }
  await expect(figures.hours(SYSTEM_SCOPE, year)).rejects.toMatchObject({
    code: 'DOWNLOAD_RANGE_TOO_LONG',
    details: { days: 731, most: 714 },
  })
  expect((await figures.hours(SYSTEM_SCOPE, day('2017-01-10'))).frame.rows).toBeGreaterThan(0)
})

test('the peak of a building is the most at one time, not the sum of the peaks of its rooms', async () => {
  // metrics.md 5.7.
  const [a, b, c] = [await room('a', 4), await room('b', 6), await room('c', 6)]
  const nine = at('2017-01-10T09:00')
  await say(a, every(nine, 1, 2, 4, 0, 0))
  await say(b, every(nine, 0, 0, 0, 6, 2))
  await say(c, every(nine, 2, 5, 6, 6, 2))
  expect(await hour({}, 9, 'peak', 'peopleS', 'measuredS', 'capacityS', 'overloadS', 'unknownS')).toEqual([
    12,
    36 * 60,
    300,
    16 * 300,
    0,
    0,
  ])
  const rooms = (await figures.rooms(SYSTEM_SCOPE, day('2017-01-10'))).frame
  expect(rowsOf(rooms, 'local', 'peak', 'seats', 'usedS', 'peakHour')).toEqual([
    [a, 4, 4, 180, 9],
    [b, 6, 6, 120, 9],
    [c, 6, 6, 300, 9],
  ])
})

test('a minute that one room does not know is not known of the building, and neither is a long gap', async () => {
  const [a, b] = [await room('a', 10), await room('b', 10)]
  const nine = at('2017-01-10T09:00')
  await say(a, full(nine, 2, 120))
  await say(b, [...full(nine, 3, 30), ...full(nine + 41 * 60, 3, 79)])
  expect(await hour({}, 9, 'measuredS', 'peopleS', 'unknownS', 'roomS', 'expected', 'observed')).toEqual([
    49 * 60,
    49 * 5 * 60,
    11 * 60,
    109 * 60,
    7200,
    109 * 60,
  ])
  expect(await hour({}, 10, 'measuredS', 'unknownS', 'missingHours')).toEqual([3600, 0, 0])
  // Ten minutes at most are filled.
  await say(b, [[nine + 35 * 60, 5]])
  expect(await hour({}, 9, 'measuredS', 'unknownS', 'peak')).toEqual([3600, 0, 7])
})

test('ranges part at 0, 40, 80 and 100 % of the capacity; without a capacity there are none', async () => {
  const [a, b] = [await room('a', 10), await room('b', null)]
  const nine = at('2017-01-10T09:00')
  const levels = every(nine, 0, 1, 3, 4, 7, 8, 10, 11, 30)
  await say(a, levels)
  await say(b, levels)
  const columns = ['emptyS', 'underuseS', 'correctS', 'heavyS', 'overloadS', 'saturatedS', 'ratedS'] as const
  const rooms = rowsOf((await figures.rooms(SYSTEM_SCOPE, day('2017-01-10'))).frame, ...columns)
  expect(rooms).toEqual([
    [60, 120, 120, 120, 120, 240, 540],
    [null, null, null, null, null, null, null],
  ])
  // A building of which a room has no capacity has none.
  expect(await hour({}, 9, 'capacityS', ...columns)).toEqual(Array.from({ length: 8 }, () => null))
  expect(await hour({ locals: String(a) }, 9, 'capacityS', 'overloadS')).toEqual([5400, 120])
})

test('presence is time in use and never people', async () => {
  const [a, office] = [await room('a', 10), await room('office', 4)]
  const nine = at('2017-01-10T09:00')
  await say(a, full(nine, 2, 60))
  await say(office, [...full(nine, 1, 15), ...full(nine + 900, 0, 45)], { presence: true })
  expect(await hour({}, 9, 'peopleS', 'peak', 'measuredS', 'usedS', 'roomS')).toEqual([7200, 2, 3600, 4500, 7200])
  expect(
    await hour({ locals: String(office) }, 9, 'peopleS', 'peak', 'measuredS', 'unknownS', 'usedS', 'roomS'),
  ).toEqual([null, null, null, 0, 900, 3600])
  expect(
    rowsOf((await figures.rooms(SYSTEM_SCOPE, day('2017-01-10'))).frame, 'local', 'presence', 'peak', 'seats', 'usedS'),
  ).toEqual([
    [a, false, 2, 10, 3600],
    [office, true, null, null, 900],
  ])
})

test('data within opening hours count; closed days and the time before the first data are not expected', async () => {
  const a = await room('a', 10)
  await catalog.openingHours.insertMany(
    SYSTEM_SCOPE,
    [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: a, area: null, weekDay, opening: '09:00', closing: '10:59' })),
  )
  await say(a, full(at('2017-01-10T08:00'), 3, 90))
  await say(a, full(at('2017-01-12T08:00'), 3, 180))
  await catalog.holidays.insertMany(SYSTEM_SCOPE, [
    { local: a, day: '2017-01-11', closed: true, name: 'Closed' } as never,
  ])
  const found = rowsOf(
    (await figures.hours(SYSTEM_SCOPE, day('2017-01-09', '2017-01-13'))).frame,
    'day',
    'hour',
    'measuredS',
    'unknownS',
    'missingHours',
  )
  const on = (date: string, ...rest: unknown[]) => [dayNumber(date), ...rest]
  expect(found).toEqual([
    on('2017-01-10', 9, 1800, 1800, 0),
    on('2017-01-10', 10, null, 3600, 1),
    on('2017-01-12', 9, 3600, 0, 0),
    on('2017-01-12', 10, 3600, 0, 0),
  ])
})

test('clocks that change make no gap: an hour that is skipped is not expected, one that comes twice has two hours', async () => {
  const a = await room('a', 10)
  const [spring, autumn] = [Date.UTC(2017, 2, 25, 23) / 1000, Date.UTC(2017, 9, 28, 22) / 1000]
  await say(a, full(spring, 1, 23 * 60))
  await say(a, full(autumn, 1, 25 * 60))
  const of = async (date: string) =>
    rowsOf((await figures.hours(SYSTEM_SCOPE, day(date))).frame, 'hour', 'measuredS', 'unknownS')
  const hours = (odd: Readonly<Record<number, number>>) =>
    Array.from({ length: 24 }, (_, h) => [h, odd[h] ?? 3600, 0] as const).filter(([, s]) => s > 0)
  expect(await of('2017-03-26')).toEqual(hours({ 2: 0 }))
  expect(await of('2017-10-29')).toEqual(hours({ 2: 7200 }))
})

test('two periods lie on each other by the days since their begin', async () => {
  const a = await room('a', 10)
  await say(a, full(at('2017-01-10T00:00'), 3, 1440 * 2))
  const { frame } = await figures.hours(SYSTEM_SCOPE, {
    ...day('2017-01-11'),
    p2Start: '2017-01-10',
    p2End: '2017-01-10',
  })
  expect(rowsOf(frame, 'period', 'index', 'day', 'hour', 'measuredS').filter(([, , , h]) => h === 5)).toEqual([
    ['comparing', 0, dayNumber('2017-01-11'), 5, 3600],
    ['reference', 0, dayNumber('2017-01-10'), 5, 3600],
  ])
})

describe('a room of which one period alone is known', () => {
  const pair = () => ({ ...day('2017-01-11'), p2Start: '2017-01-10', p2End: '2017-01-10' })
  const at9 = (frame: Frame, ...ids: string[]) =>
    rowsOf(frame, 'period', 'hour', ...ids).flatMap(([period, h, ...rest]) => (h === 9 ? [[period, ...rest]] : []))
  let [a, b] = [0, 0]
  beforeEach(async () => {
    ;[a, b] = [await room('a', 10), await room('b', 10)]
    await say(a, full(at('2017-01-10T00:00'), 3, 1440 * 2))
    await say(b, full(at('2017-01-11T00:00'), 7, 1440))
  })

  test('is not in a comparison, which says so and why; without a reference it is there', async () => {
    const [hours, rooms] = [await figures.hours(SYSTEM_SCOPE, pair()), await figures.rooms(SYSTEM_SCOPE, pair())]
    expect(at9(hours.frame, 'peopleS')).toEqual([
      ['comparing', 3 * 3600],
      ['reference', 3 * 3600],
    ])
    expect(rowsOf(rooms.frame, 'period', 'local')).toEqual([
      ['comparing', a],
      ['reference', a],
    ])
    for (const { frame } of [hours, rooms])
      expect(frame.basis).toMatchObject({
        places: 'rooms',
        stores: 'same',
        asked: 2,
        compared: 1,
        comparing: 2,
        reference: 1,
        leftOut: [{ local: b, reason: 'notReference' }],
      })
    const alone = await figures.hours(SYSTEM_SCOPE, day('2017-01-11'))
    expect([alone.frame.basis, at9(alone.frame, 'peopleS')]).toEqual([undefined, [['comparing', 10 * 3600]]])
  })

  test('is in the figures of all rooms, whose differences are not judged; so where none can be compared', async () => {
    const all = { ...pair(), stores: 'all' as const }
    const { frame } = await figures.hours(SYSTEM_SCOPE, all)
    expect(at9(frame, 'peopleS', 'incomparableHours')).toEqual([
      ['comparing', 10 * 3600, 1],
      ['reference', 3 * 3600, 1],
    ])
    expect(frame.basis).toMatchObject({ stores: 'all', asked: 2, compared: 1 })
    const rooms = (await figures.rooms(SYSTEM_SCOPE, all)).frame
    expect(rowsOf(rooms, 'period', 'local', 'incomparableHours')).toEqual([
      ['comparing', a, 0],
      ['comparing', b, 24],
      ['reference', a, 0],
    ])
    const none = (await figures.hours(SYSTEM_SCOPE, { ...pair(), locals: String(b) })).frame
    expect([none.basis?.why, at9(none, 'incomparableHours')]).toEqual(['none', [['comparing', 1]]])
  })
})

describe('a change is taken over the hours that both periods know whole', () => {
  /** Of each period the sums of some rows, as a widget adds them up. */
  function atomsOf(frame: Frame, isMine: (local: number) => boolean = () => true): Record<string, Atoms> {
    const sums: Record<string, Record<string, number | null>> = { comparing: {}, reference: {} }
    const [period, local] = [columnIndex(frame, 'period'), columnIndex(frame, 'local')]
    for (let row = 0; row < frame.rows; row += 1) {
      if (local >= 0 && !isMine(Number(cellOf(frame, local, row)))) continue
      const sum = sums[String(cellOf(frame, period, row))]!
      for (const [at, { id, role }] of frame.columns.entries()) {
        const cell = role === 'measure' ? cellOf(frame, at, row) : null
        if (cell !== null) sum[id] = (sum[id] ?? 0) + Number(cell)
      }
    }
    return sums
  }
  const changeOfMetric = (id: string, frame: Frame, isMine?: (local: number) => boolean) => {
    const { comparing, reference } = atomsOf(frame, isMine)
    return changeBetween(metricOf(id), comparing!, reference!).value
  }
  const pair = () => ({ ...day('2017-01-11'), p2Start: '2017-01-10', p2End: '2017-01-10' })

  test('an outage in the busiest hour of a day is no fall', async () => {
    const a = await room('a', 10)
    const [monday, tuesday] = [at('2017-01-10T00:00'), at('2017-01-11T00:00')]
    const course = (begin: number, without = -1) =>
      Array.from({ length: 24 }, (_, h) => h).flatMap((h) =>
        h === without ? [] : full(begin + h * 3600, h === 12 ? 20 : 2, 60),
      )
    await say(a, [...course(monday), ...course(tuesday, 12)])
    for (const { frame } of [await figures.hours(SYSTEM_SCOPE, pair()), await figures.rooms(SYSTEM_SCOPE, pair())]) {
      const { comparing, reference } = atomsOf(frame)
      // The means are of all minutes that came: 2 people against 2.75.
      expect([derive(metricOf('meanInside'), comparing!), derive(metricOf('meanInside'), reference!)]).toEqual([
        2, 2.75,
      ])
      for (const id of ['meanInside', 'utilisation']) expect(changeOfMetric(id, frame)).toBe(0)
      expect(pairedShare(comparing!, reference!)).toBeCloseTo(23 / 24, 9)
      expect(frame.basis?.over).toBeCloseTo(23 / 24, 9)
    }
    const rooms = (await figures.rooms(SYSTEM_SCOPE, pair())).frame
    // The most of the hours that both have.
    expect(rowsOf(rooms, 'period', 'peak', 'peak.unpaired')).toEqual([
      ['comparing', 2, 0],
      ['reference', 20, 18],
    ])
  })

  test('where both know all of it nothing else is asked or said', async () => {
    const a = await room('a', 10)
    await say(a, full(at('2017-01-10T00:00'), 3, 1440 * 2))
    for (const { frame } of [await figures.hours(SYSTEM_SCOPE, pair()), await figures.rooms(SYSTEM_SCOPE, pair())]) {
      expect(frame.basis?.over).toBe(1)
      expect(frame.columns.filter(isBasisColumn)).toEqual([])
    }
  })

  test('an hour of which a tenth is not known is whole, one that lacks more is not', async () => {
    const a = await room('a', 10)
    // Its file begins in it.
    await say(a, full(at('2017-01-10T00:07'), 3, 2 * 1440 - 7))
    const shareOfHours = async () => (await figures.hours(SYSTEM_SCOPE, pair())).frame.basis?.over
    expect(await shareOfHours()).toBeCloseTo(23 / 24, 9)
    expect(rowsOf((await figures.rooms(SYSTEM_SCOPE, pair())).frame, 'period', 'measuredS.unpaired')).toEqual([
      ['comparing', 3600],
      ['reference', 53 * 60],
    ])
    await say(a, full(at('2017-01-10T00:06'), 3, 1))
    expect(await shareOfHours()).toBe(1)
  })

  test('a week lies on the week before by its weekdays, and what lies beyond is in no change', async () => {
    const a = await room('a', 10)
    // Twenty people on Mondays, two else; a week from Wednesday on against one from Monday on.
    const begin = at('2017-01-02T00:00')
    await say(
      a,
      Array.from({ length: 20 }, (_, d) => d).flatMap((d) => full(begin + d * 86_400, d % 7 === 0 ? 20 : 2, 1440)),
    )
    const { frame } = await figures.hours(SYSTEM_SCOPE, {
      ...day('2017-01-11', '2017-01-17'),
      p2Start: '2017-01-02',
      p2End: '2017-01-08',
    })
    expect(frame.basis?.over).toBeCloseTo(5 / 7, 9)
    expect(changeOfMetric('meanInside', frame)).toBe(0)
  })

  test('hours that neither period knows are no gap of either', async () => {
    const a = await room('a', 10)
    for (const date of ['2017-01-10', '2017-01-11']) await say(a, full(at(`${date}T08:00`), 3, 600))
    const { frame } = await figures.hours(SYSTEM_SCOPE, pair())
    expect(frame.basis?.over).toBe(1)
    await catalog.openingHours.insertMany(
      SYSTEM_SCOPE,
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: a, area: null, weekDay, opening: '07:00', closing: '17:59' })),
    )
    const open = (await figures.hours(SYSTEM_SCOPE, pair())).frame
    expect([open.basis?.compared, open.basis?.over, open.columns.filter(isBasisColumn)]).toEqual([1, 1, []])
  })

  test('a room of one period alone stays whole beside one that has a gap', async () => {
    const [a, b] = [await room('a', 10), await room('b', 10)]
    await say(a, [...full(at('2017-01-10T00:00'), 3, 1440), ...full(at('2017-01-11T01:00'), 3, 1380)])
    await say(b, full(at('2017-01-11T00:00'), 7, 1440))
    const { frame } = await figures.rooms(SYSTEM_SCOPE, { ...pair(), stores: 'all' })
    expect(rowsOf(frame, 'period', 'local', 'measuredS.unpaired', 'incomparableHours')).toEqual([
      ['comparing', a, 0, 0],
      ['comparing', b, 0, 24],
      ['reference', a, 3600, 0],
    ])
  })

  test('with any hours missing, twice as many people everywhere are twice as many', async () => {
    const rooms = [await room('a', 10), await room('b', 20), await room('c', 5)]
    const begin = at('2017-01-09T00:00')
    const HOURS = 48
    const hours = fc.array(fc.boolean(), { minLength: 2 * HOURS, maxLength: 2 * HOURS })
    const people = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: HOURS, maxLength: HOURS })
    await fc.assert(
      fc.asyncProperty(fc.tuple(hours, hours, hours), fc.tuple(people, people, people), async (known, level) => {
        const isKnown = (of: number, hour: number) => known[of]![hour]!
        fc.pre(rooms.every((_, of) => [0, HOURS].every((from) => known[of]!.slice(from, from + HOURS).some(Boolean))))
        await facts.write((connection) => connection.run('DELETE FROM occupancy_minute'))
        for (const [of, local] of rooms.entries())
          await say(
            local,
            Array.from({ length: 2 * HOURS }, (_, hour) => hour).flatMap((hour) =>
              isKnown(of, hour)
                ? full(begin + hour * 3600, level[of]![hour % HOURS]! * (hour < HOURS ? 1 : 2), 60)
                : [],
            ),
          )
        const query = {
          ...day('2017-01-11', '2017-01-12'),
          p2Start: '2017-01-09',
          p2End: '2017-01-10',
          stores: 'all' as const,
        }
        const both = (of: number, hour: number) => isKnown(of, hour) && isKnown(of, hour + HOURS)
        const all = Array.from({ length: HOURS }, (_, hour) => hour)
        const expected = (ofs: readonly number[]) => {
          const common = ofs.flatMap((of) => all.filter((hour) => both(of, hour)).map((hour) => level[of]![hour]!))
          if (common.length === 0) return null
          return common.some((value) => value > 0) ? 100 : 0
        }
        const building = changeOfMetric('meanInside', (await figures.hours(SYSTEM_SCOPE, query)).frame)
        if (building === null) expect(expected([0, 1, 2])).toBe(null)
        else expect(building).toBeCloseTo(expected([0, 1, 2])!, 6)
        const { frame } = await figures.rooms(SYSTEM_SCOPE, query)
        for (const [of, local] of rooms.entries()) {
          const change = changeOfMetric('meanInside', frame, (mine) => mine === local)
          if (change === null) expect(expected([of])).toBe(null)
          else expect(change).toBeCloseTo(expected([of])!, 6)
        }
      }),
      { numRuns: 15 },
    )
  }, 60_000)
})

test('the store works out what the rules of the domain do: gaps, zones, rooms', async () => {
  const level = fc.tuple(fc.integer({ min: 0, max: 239 }), fc.integer({ min: 0, max: 12 }))
  const zone = fc.uniqueArray(level, { minLength: 1, maxLength: 120, selector: ([minute]) => minute })
  const begin = at('2017-01-10T00:00')
  const [a, b] = [await room('a', 7), await room('b', 9)]
  await fc.assert(
    fc.asyncProperty(fc.tuple(zone, zone, zone), async ([one, two, three]) => {
      await facts.write((connection) => connection.run('DELETE FROM occupancy_minute'))
      const said = [one, two, three].map((levels) =>
        levels.map(([minute, people]) => [begin + minute * 60, people] as const),
      )
      await say(a, said[0]!, { area: 1 })
      await say(a, said[1]!, { area: 2 })
      await say(b, said[2]!, { area: 3 })
      const end = hoursOfDay(ZONE, dayNumber('2017-01-10')).at(-1)!.instant + 3600
      const courses = said.map((levels) =>
        courseOf(
          levels.map(([instant, people]) => ({ at: instant * 1000, people })),
          begin * 1000,
          end * 1000,
        ),
      )
      const roomA = together(courses.slice(0, 2))
      const all = together([roomA, courses[2]!])
      const sum = (course: readonly (number | null)[]) =>
        course.reduce<number>((total, value) => total + (value ?? 0), 0)
      const known = (course: readonly (number | null)[]) => course.filter((value) => value !== null)
      const rows = rowsOf((await figures.hours(SYSTEM_SCOPE, day('2017-01-10'))).frame, 'peopleS', 'measuredS', 'peak')
      const total = (column: number) => rows.reduce((s, row) => s + Number(row[column] ?? 0), 0)
      expect(total(0)).toBeCloseTo(60 * sum(all), 6)
      expect(total(1)).toBe(60 * known(all).length)
      expect(Math.max(-1, ...rows.map((row) => Number(row[2] ?? -1)))).toBeCloseTo(Math.max(-1, ...known(all)), 9)
      const found = new Map(
        rowsOf((await figures.rooms(SYSTEM_SCOPE, day('2017-01-10'))).frame, 'local', 'peopleS', 'overloadS').map(
          ([local, ...rest]) => [local, rest],
        ),
      )
      expect(Number(found.get(a)?.[0] ?? 0)).toBeCloseTo(60 * sum(roomA), 6)
      expect(Number(found.get(a)?.[1] ?? 0)).toBe(60 * known(roomA).filter((people) => people > 7 + 1e-9).length)
    }),
    { numRuns: 25 },
  )
}, 60_000)

test('what devices say counts to the minute of its word; on days that a file knows the file counts', async () => {
  const a = await room('a', 10)
  const ten = at('2017-01-10T10:00') * 1000
  const words = [
    [ten + 5000, 4],
    [ten + 4.5 * MINUTE, 8],
    [ten + 30 * MINUTE, 2],
    [ten + 30.5 * MINUTE, 3],
  ] as const
  await facts.write(async (connection) => {
    const columns = (await (await connection.run('DESCRIBE occupancy')).getRows()).map(([name]) => String(name))
    for (const [instant, people] of words) {
      const value: Record<string, string> = {
        client: String(client),
        local: String(a),
        area: '1',
        device: '5',
        line: "'hall'",
        at: String(instant),
        said: String(instant),
        people: String(people),
      }
      await connection.run(
        `INSERT INTO occupancy (${columns.map((name) => `"${name}"`).join(', ')}) VALUES ` +
          `(${columns.map((name) => value[name] ?? '0').join(', ')})`,
      )
    }
  })
  const course = courseOf(
    words.map(([instant, people]) => ({ at: instant, people })),
    ten,
    ten + 3_600_000,
  )
  const known = course.filter((value) => value !== null)
  const [measured, people, peak] = (await hour({}, 10, 'measuredS', 'peopleS', 'peak'))!
  expect([measured, peak]).toEqual([60 * known.length, Math.max(...known)])
  expect(Number(people)).toBeCloseTo(60 * known.reduce((sum, value) => sum + value, 0), 6)
  await say(a, full(at('2017-01-10T11:00'), 1, 60))
  expect([await hour({}, 10, 'measuredS'), await hour({}, 11, 'measuredS', 'peak')]).toEqual([[null], [3600, 1]])
})

const PEOPLE = ['peopleS', 'measuredS', 'peak']
const OF_CAPACITY = ['capacityS', 'ratedS', 'saturatedS', 'emptyS', 'underuseS', 'correctS', 'heavyS', 'overloadS']

test('figures that no chosen room can have are muted: of people under presence, of seats without any', async () => {
  const nine = at('2017-01-10T09:00')
  const [hall, desk] = [await room('hall', null), await room('desk', 4)]
  await say(hall, full(nine, 2, 5))
  await say(desk, full(nine, 1, 5), { presence: true })
  const muted = async (locals: readonly number[]) => {
    const query = { ...day('2017-01-10'), locals: locals.join(',') }
    const of = ({ columns }: Frame) => columns.flatMap(({ id, muted: isMuted }) => (isMuted === true ? [id] : []))
    return [await figures.hours(SYSTEM_SCOPE, query), await figures.rooms(SYSTEM_SCOPE, query)].map(({ frame }) =>
      of(frame),
    )
  }
  const columns = async (of: 'hours' | 'rooms') =>
    (await figures[of](SYSTEM_SCOPE, day('2017-01-10'))).frame.columns.map(({ id }) => id)
  const among = (ids: readonly string[], all: readonly string[]) => ids.filter((id) => all.includes(id))
  const [hours, rooms] = [await columns('hours'), await columns('rooms')]
  const seats = [...OF_CAPACITY, 'seats']
  // Seats count for rooms that count people only.
  expect((await muted([desk])).map((ids) => ids.toSorted())).toEqual(
    [hours, rooms].map((all) => among([...PEOPLE, ...seats], all).toSorted()),
  )
  expect((await muted([hall, desk])).map((ids) => ids.toSorted())).toEqual(
    [hours, rooms].map((all) => among(seats, all).toSorted()),
  )
  await catalog.locals.saveSettings(SYSTEM_SCOPE, hall, { capacity: 9 })
  expect(await muted([hall, desk])).toEqual([[], []])
})

test('figures are as of the last minute of the files, or of now where devices go on', async () => {
  const local = await room('a', 10)
  const nine = at('2017-01-10T09:00')
  await say(local, full(nine, 2, 5))
  const asOf = async () => (await figures.hours(SYSTEM_SCOPE, day('2017-01-10'))).asOf
  expect(await asOf()).toBe((nine + 300) * 1000)
  const said = nine * 1000
  await facts.write((connection) =>
    connection.run(
      `INSERT INTO occupancy SELECT ${client}, ${local}, 1, 5, * FROM (SELECT 'hall', ${said}, ${said}, 4, 0, 60, 0)`,
    ),
  )
  expect(await asOf()).toBe(NOW)
})

test('the data of rooms are in the days of their own time zones', async () => {
  // 23:30 on the ninth in London is half past midnight on the tenth in Copenhagen.
  const [here, there] = [await room('a', null), await room('b', null, 'Europe/London')]
  const instant = Date.parse('2017-01-09T23:30Z') / 1000
  await say(here, full(instant, 1, 60), { presence: true })
  await say(there, full(instant, 1, 60))
  const [ninth, tenth] = [dayNumber('2017-01-09'), dayNumber('2017-01-10')]
  expect(
    rowsOf((await figures.locals(SYSTEM_SCOPE, { client })).frame, 'local', 'name', 'presence', 'begin', 'end'),
  ).toEqual([
    [here, 'a', true, tenth, tenth],
    [there, 'b', false, ninth, tenth],
  ])
})

test('a year is not too long, a day more is', async () => {
  const ask = (end: string) => figures.hours(SYSTEM_SCOPE, day('2016-01-01', end))
  expect((await ask('2016-12-31')).frame.rows).toBe(0)
  await expect(ask('2017-01-01')).rejects.toMatchObject({
    code: 'DOWNLOAD_RANGE_TOO_LONG',
    message: '2016-01-01 to 2017-01-01 is 367 days; choose at most 366.',
    details: { days: 367, most: 366 },
  })
})

describe('a room without opening hours that is recorded by day only', () => {
  const pair = () => ({ ...day('2017-01-17', '2017-01-23'), p2Start: '2017-01-10', p2End: '2017-01-16' })
  /** Ten hours from Monday to Friday, from Tuesday on. */
  const weekOf = (date: string) => [0, 1, 2, 3, 6].flatMap((days) => full(at(`${date}T08:00`) + days * 86_400, 2, 600))
  const basis = async (query: object = pair()) => {
    const { frame } = await figures.hours(SYSTEM_SCOPE, { client, ...query } as never)
    return frame.basis
  }

  test('is compared over the hours of the week in which it is known, and the answer says of how many rooms that is', async () => {
    const [a, b] = [await room('a', 10), await room('b', 10)]
    for (const local of [a, b]) await say(local, [...weekOf('2017-01-10'), ...weekOf('2017-01-17')])
    await say(b, full(at('2017-01-10T00:00'), 3, 1440 * 14))
    expect(await basis()).toMatchObject({ stores: 'same', asked: 2, compared: 2, leftOut: [], withoutHours: 1 })
    // One day of another weekday: the same times of day.
    const days = { ...day('2017-01-19'), p2Start: '2017-01-11', p2End: '2017-01-11', locals: String(a) }
    expect(await basis(days)).toMatchObject({ stores: 'same', compared: 1, withoutHours: 1 })
  })

  test('is left out for its coverage where the other period knows other hours, or a day of it did not come', async () => {
    const [a, b] = [await room('a', 10), await room('b', 10)]
    await say(a, [...weekOf('2017-01-10'), ...full(at('2017-01-17T00:00'), 2, 1440 * 7)])
    await say(b, [...weekOf('2017-01-10'), ...weekOf('2017-01-17').slice(0, 600 * 4)])
    expect((await basis())?.leftOut.map(({ local, reason }) => [local, reason])).toEqual([
      [a, 'coverage'],
      [b, 'coverage'],
    ])
    expect((await basis())?.withoutHours).toBeUndefined()
  })

  test('with opening hours it is to be known in all of them', async () => {
    const a = await room('a', 10)
    await catalog.openingHours.insertMany(
      SYSTEM_SCOPE,
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: a, area: null, weekDay, opening: '00:00', closing: '23:59' })),
    )
    await say(a, [...weekOf('2017-01-10'), ...weekOf('2017-01-17')])
    expect((await basis())?.leftOut).toMatchObject([{ local: a, reason: 'coverage' }])
  })
})
