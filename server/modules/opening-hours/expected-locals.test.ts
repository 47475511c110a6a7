/** Which hours of which locals are expected, by what the catalog says of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayNumber } from '#domain/days'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { openWeek } from '../../facts/expected.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { backgroundWork } from '../../lib/background.ts'
import { expectedLocals, expectedPlaces } from './expected-locals.ts'
import { reevaluate } from './reevaluate.ts'

let catalog: Catalog
let [uno, dos] = [0, 0]
const ids: Record<string, number> = {}
const areas: Record<string, number> = {}
const local = async (client: number, code: string, more: object = {}) => {
  const content = { client, name: code, code, type: 'store', timeZone: 'Europe/Madrid', ...more } as const
  ids[code] = (await catalog.locals.insert(SYSTEM_SCOPE, content)).id
}
const area = async (code: string, of: string) => {
  areas[code] = (await catalog.areas.insert(SYSTEM_SCOPE, { local: ids[of]!, name: code })).id
}
const footscan = (of: string, mac: string, enabled = true) =>
  catalog.fleet.insert(
    SYSTEM_SCOPE,
    { area: areas[of]!, mac, name: '', kind: 'aforo', externalId: null, reversed: false, reportS: 300, enabled },
    1,
  )
beforeAll(async () => {
  catalog = await memoryCatalog()
  const client = async (name: string) => (await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).id
  ;[uno, dos] = [await client('Uno'), await client('Dos')]
  await local(uno, 'whole', { openedOn: '2026-01-05', closedOn: '2026-12-24' })
  await local(uno, 'areas')
  await local(uno, 'doors', { timeZone: 'Pacific/Auckland' })
  await local(uno, 'off', { enabled: false })
  await local(uno, 'closed', { paramStatus: 'closed' })
  await local(dos, 'other')
  for (const name of ['a1', 'a2']) await area(name, 'areas')
  for (const name of ['d1', 'd2', 'd3']) await area(name, 'doors')
  await footscan('a1', '00:00:00:00:00:01', false)
  await footscan('d2', '00:00:00:00:00:02')
  await footscan('d3', '00:00:00:00:00:03', false)
  await catalog.openingHours.insertMany(SYSTEM_SCOPE, [
    { local: ids.whole!, weekDay: 1, opening: '10:00', closing: '20:00' },
    { local: ids.areas!, area: areas.a1!, weekDay: 2, opening: '09:00', closing: '12:00' },
    { local: ids.areas!, area: areas.a2!, weekDay: 2, opening: '14:00', closing: '18:00' },
    { local: ids.doors!, weekDay: 3, opening: '10:00', closing: '11:00' },
    { local: ids.doors!, area: areas.d1!, weekDay: 4, opening: '10:00', closing: '11:00' },
  ])
  await catalog.holidays.insertMany(SYSTEM_SCOPE, [
    { local: ids.whole!, day: '2026-12-25', name: 'x', closed: true },
    { local: ids.whole!, day: '2026-12-06', name: 'x', closed: false },
  ])
})
afterAll(() => catalog.close())

describe('a local is expected to report', () => {
  const of = async (code: string, client?: number) =>
    (await expectedLocals(catalog, client === undefined ? {} : { client })).find((one) => one.local === ids[code])

  test('while it is switched on and works; of one client when that is asked', async () => {
    const expected = async (client?: number) =>
      (await expectedLocals(catalog, client === undefined ? {} : { client })).map((one) => one.local)
    expect(await expected()).toEqual([ids.whole, ids.areas, ids.doors, ids.other])
    expect([await expected(uno), await expected(dos)]).toEqual([[ids.whole, ids.areas, ids.doors], [ids.other]])
  })

  test('as a whole where it has no areas; by all its areas where no footscan works; else by those that have one', async () => {
    expect([(await of('whole'))?.areas, (await of('areas'))?.areas, (await of('doors'))?.areas]).toEqual([
      [0],
      [areas.a1, areas.a2],
      [areas.d2],
    ])
  })

  test('in its own hours; where it has hours only area by area, in all of those', async () => {
    const shift = (weekDay: number, opening: string, closing: string) => ({ weekDay, opening, closing })
    const week = (...shifts: object[]) => openWeek(shifts as never)
    expect((await of('doors'))?.week).toEqual(week(shift(3, '10:00', '11:00')))
    expect((await of('areas'))?.week).toEqual(week(shift(2, '09:00', '12:00'), shift(2, '14:00', '18:00')))
    expect((await of('other'))?.week).toEqual(week())
  })

  test('from its opening to its closing, but on holidays, and on those that are open', async () => {
    expect(await of('whole')).toMatchObject({
      client: uno,
      timeZone: 'Europe/Madrid',
      type: 'store',
      openedDay: dayNumber('2026-01-05'),
      closedDay: dayNumber('2026-12-24'),
      holidays: new Map([
        [dayNumber('2026-12-25'), true],
        [dayNumber('2026-12-06'), false],
      ]),
    })
    expect(await of('doors')).toMatchObject({ openedDay: null, closedDay: null, holidays: new Map() })
  })
})

test('the place of a local is the first area in which it counts', async () => {
  expect(await expectedPlaces(catalog, uno)).toEqual([
    { local: ids.whole, area: 0, timeZone: 'Europe/Madrid' },
    { local: ids.areas, area: areas.a1, timeZone: 'Europe/Madrid' },
    { local: ids.doors, area: areas.d2, timeZone: 'Pacific/Auckland' },
  ])
})

test('after a change what is expected follows from the earliest today of the locals of its client', async () => {
  // 23:30 of the 20th in Madrid, and the 21st already in Auckland.
  const now = Date.UTC(2026, 10, 20, 22, 30)
  const calls: { nowMs: number; fromDay?: number; locals: readonly { local: number }[] }[] = []
  const background = backgroundWork({ error: () => undefined })
  const facts = {
    rollForward: async (what: (typeof calls)[number]) => {
      calls.push(what)
      return []
    },
  } as never
  const again = reevaluate({ catalog, facts, background, clock: { now: () => now } })
  again(uno)
  again(987_654)
  await background.settled()
  expect(calls.map(({ nowMs, fromDay, locals }) => [nowMs, fromDay, locals.map((one) => one.local)])).toEqual([
    [now, dayNumber('2026-11-20'), [ids.whole, ids.areas, ids.doors]],
  ])
})
