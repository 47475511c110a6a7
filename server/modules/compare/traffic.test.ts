import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TrafficKind } from '#domain/traffic-kinds'
import { fromJson, toRows } from '#domain/frame-build'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { factsOfMainKind, trafficKinds } from '../../traffic-kinds.ts'
import { dayFacts } from '../alerts/facts.ts'

/** A city whose street counts pedestrians, bicycles and cars, and a path on which only bicycles are counted. */
let f: Fixture
let token: string
const city = { client: 0, local: 0 }
const path = { client: 0, local: 0 }
const [NEW, OLD] = [DAY - 14, DAY - 21]
const BOTH = 'p1Start=2026-11-06&p1End=2026-11-12&p2Start=2026-10-30&p2End=2026-11-05'
const A_WEEK = 7 * 2

beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('admin')
  const place = async (name: string, kinds: readonly TrafficKind[], of: { client: number; local: number }) => {
    of.client = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'neighbourhood' })).id
    of.local = (
      await f.catalog.locals.insert(SYSTEM_SCOPE, {
        client: of.client,
        name,
        code: name,
        type: 'neighbourhood',
        timeZone: 'UTC',
        geo: { lat: null, lng: null },
        openedOn: '2025-01-01',
      })
    ).id
    await f.catalog.openingHours.insertMany(
      SYSTEM_SCOPE,
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: of.local, weekDay, opening: '10:00', closing: '12:00' })),
    )
    for (const traffic of kinds) {
      const { id: area } = await f.catalog.areas.insert(SYSTEM_SCOPE, { local: of.local, name: traffic, traffic })
      const ins = { people: 100, bicycle: 10, car: 1, other: 0 }[traffic]
      const hours = Array.from({ length: 28 }, (_, at) =>
        hourRow(OLD + Math.floor(at / 2), 10 + (at % 2), { ...of, area, ins }),
      )
      // A bicycle counter that failed for an hour, which does not affect the pedestrians.
      await f.facts.upsertTraffic(
        hours.filter(({ day, hour }) => !(traffic === 'bicycle' && day === NEW + 1 && hour === 10)),
        'test',
      )
    }
  }
  await place('Ciudad', ['people', 'bicycle', 'car'], city)
  await place('Vía verde', ['bicycle'], path)
  await f.facts.rollForward({ nowMs: NOW, locals: await expectedLocals(f.catalog), fromDay: OLD })
})
afterAll(() => f.close())

const get = (call: string, of: { client: number }, query = '') =>
  f.get(`/compare${call}?client=${of.client}&${BOTH}${query}`, token)
async function ask(call: string, of: { client: number }, query = '') {
  const { status, body } = await get(call, of, query)
  if (status !== 200 || !isFrameJson(body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  const frame = fromJson(body)
  return {
    traffic: frame.traffic,
    ins: toRows(frame).map((row) => row[1]),
    unpaired: frame.columns.some(({ id }) => id === 'ins.unpaired'),
  }
}

describe('a client that counts several kinds of traffic', () => {
  const of = ['people', 'bicycle', 'car']
  test('is refused for a kind that does not exist', async () => {
    expect((await get('/metrics/ins', city, '&traffic=scooter')).status).toBe(400)
  })
  test('is asked about its people, and no kind is added unless all are asked for', async () => {
    expect(await ask('/metrics/ins', city)).toEqual({
      traffic: { shown: 'people', of },
      ins: [A_WEEK * 100, A_WEEK * 100],
      unpaired: false,
    })
    expect(await ask('/metrics/ins', city, '&traffic=people')).toMatchObject({ ins: [A_WEEK * 100, A_WEEK * 100] })
    expect(await ask('/metrics/ins', city, '&traffic=bicycle')).toEqual({
      traffic: { shown: 'bicycle', of },
      ins: [(A_WEEK - 1) * 10, A_WEEK * 10],
      unpaired: true,
    })
    expect(await ask('/metrics/ins', city, '&traffic=car')).toMatchObject({ ins: [A_WEEK, A_WEEK] })
    expect(await ask('/metrics/ins', city, '&traffic=all')).toMatchObject({
      traffic: { shown: 'all', of },
      ins: [A_WEEK * 111 - 10, A_WEEK * 111],
    })
    expect(await ask('/metrics/ins', city, '&traffic=other')).toMatchObject({
      traffic: { shown: 'other', of },
      ins: [],
    })
  })
  test('the table of days is of the same kind as the figures, and adds up to them', async () => {
    const sum = async (query: string, call: string, columns: readonly string[]) => {
      const { body } = await get(call, city, query)
      if (!isFrameJson(body)) throw new Error(JSON.stringify(body))
      const frame = fromJson(body)
      const rows = toRows(frame)
      const at = columns.map((column) => frame.columns.findIndex(({ id }) => id === column))
      return at.map((place) => rows.reduce((all, row) => all + Number(row[place] ?? 0), 0))
    }
    for (const kind of ['people', 'bicycle', 'car', 'all']) {
      const { ins } = await ask('/metrics/ins', city, `&traffic=${kind}&stores=all`)
      expect([kind, await sum(`&traffic=${kind}`, '/days', ['ins', 'insReference'])]).toEqual([kind, ins])
    }
  })

  test('has hours and stores of one kind too', async () => {
    const { body } = await get('/metrics/main/hour', city, '&traffic=car')
    expect(toRows(fromJson(body as never)).map(([period, hour, ins]) => [period, hour, ins])).toEqual(
      ['comparing', 'reference'].flatMap((period) => [
        [period, 10, 7],
        [period, 11, 7],
      ]),
    )
    const stores = fromJson((await get('/stores', city, '&traffic=bicycle')).body as never)
    const at = (id: string) => stores.columns.findIndex((column) => column.id === id)
    expect(toRows(stores).map((row) => [row[at('period')], row[at('ins')], row[at('unpairedHours')]])).toEqual([
      ['comparing', (A_WEEK - 1) * 10, 1],
      ['reference', A_WEEK * 10, 1],
    ])
  })
  test('is one kind for alerts, home and downloads, which show no kinds', async () => {
    const facts = factsOfMainKind(f.facts, trafficKinds(f.catalog))
    const days = await dayFacts(facts, city.client, [city.local], NEW, NEW)
    expect(days.get(city.local)?.get(NEW)?.ins).toBe(200)
    const rows = await facts.traffic({ client: [city.client] }, city.local, NEW, NEW)
    expect([rows.rows, (await f.facts.traffic({ client: [city.client] }, city.local, NEW, NEW)).rows]).toEqual([2, 6])
    // A query that names areas gets them.
    expect(
      toRows(
        await facts.query({
          table: 'traffic',
          measures: ['ins'],
          by: ['day'],
          where: { client: [city.client], notArea: [] },
          periods: [{ name: 'only', from: NEW, to: NEW }],
        }),
      ),
    ).toEqual([[NEW, 222]])
  })
})

test('a client that counts bicycles only shows bicycles and says so; its people are 0', async () => {
  expect(await ask('/metrics/ins', path)).toEqual({
    traffic: { shown: 'bicycle', of: ['bicycle'] },
    ins: [(A_WEEK - 1) * 10, A_WEEK * 10],
    unpaired: true,
  })
  expect(await ask('/metrics/ins', path, '&traffic=people')).toMatchObject({
    traffic: { shown: 'people', of: ['bicycle'] },
    ins: [],
  })
})

test('a client that counts people has no kinds', async () => {
  const uno = { client: f.ids.uno }
  expect((await ask('/metrics/ins', uno)).traffic).toBeUndefined()
  expect(await ask('/metrics/ins', uno, '&traffic=car')).toMatchObject({
    traffic: { shown: 'car', of: ['people'] },
    ins: [],
  })
})
