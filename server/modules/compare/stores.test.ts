import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromJson, toRows } from '#domain/frame-build'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

/** A brand with two stores that count in both periods, one that closed in between and one that opened in between. */
let f: Fixture
let token: string
let client: number
const ids: Record<'whole' | 'torn' | 'gone' | 'fresh', number> = { whole: 0, torn: 0, gone: 0, fresh: 0 }
const [NEW, OLD] = [DAY - 14, DAY - 14 - 364]
const BOTH = 'p1Start=2026-11-06&p1End=2026-11-12&p2Start=2025-11-07&p2End=2025-11-13'

beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('admin')
  client = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Cadena', type: 'basic' })).id
  for (const name of ['whole', 'torn', 'gone', 'fresh'] as const) {
    ids[name] = (
      await f.catalog.locals.insert(SYSTEM_SCOPE, {
        client,
        name,
        code: name,
        type: 'store',
        timeZone: 'Europe/Madrid',
        geo: { lat: null, lng: null },
      })
    ).id
    await f.catalog.openingHours.insertMany(
      SYSTEM_SCOPE,
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: ids[name], weekDay, opening: '10:00', closing: '14:00' })),
    )
  }
  const hours = (
    local: number,
    from: number,
    ins: number,
    without: (day: number, hour: number) => boolean = () => false,
  ) =>
    Array.from({ length: 7 * 4 }, (_, at) => ({ day: from + Math.floor(at / 4), hour: 10 + (at % 4) }))
      .filter(({ day, hour }) => !without(day, hour))
      .map(({ day, hour }) =>
        hourRow(day, hour, { client, local, ins, visits: ins, bounces: 0, instant: day * 86_400 + (hour - 1) * 3600 }),
      )
  const outage = (day: number, hour: number) => day === NEW + 3 && hour === 11
  await f.facts.upsertTraffic(
    [
      ...hours(ids.whole, NEW, 12),
      ...hours(ids.whole, OLD, 10),
      ...hours(ids.torn, NEW, 11, outage),
      ...hours(ids.torn, OLD, 10),
      ...hours(ids.gone, OLD, 100),
      ...hours(ids.fresh, NEW, 1),
    ],
    'test',
  )
  await f.facts.rollForward({ nowMs: NOW, locals: await expectedLocals(f.catalog, { client }) })
})
afterAll(() => f.close())

async function ask(path: string, query: string, of = client) {
  const { status, body } = await f.get(`/compare${path}?client=${of}&${query}`, token)
  if (status !== 200 || !isFrameJson(body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  const frame = fromJson(body)
  return {
    basis: frame.basis,
    rows: toRows(frame).map((row) => Object.fromEntries(frame.columns.map(({ id }, at) => [id, row[at] ?? null]))),
  }
}

describe('a comparison', () => {
  test('is of the stores that both periods have, and says which it leaves out', async () => {
    const { basis, rows } = await ask('/metrics/ins', BOTH)
    expect(basis).toEqual({
      stores: 'same',
      asked: 4,
      compared: 2,
      comparing: 3,
      reference: 3,
      leftOut: [
        { local: ids.gone, reason: 'notComparing' },
        { local: ids.fresh, reason: 'notReference' },
      ],
      days: { paired: 7, comparing: 0, reference: 0, named: [], calendars: 1 },
      over: 55 / 56,
    })
    expect(rows.map(({ period, ins }) => [period, ins])).toEqual([
      ['comparing', 28 * 12 + 27 * 11],
      ['reference', 56 * 10],
    ])
  })

  test('takes an hour that did not come off both sides of a change, and off neither figure', async () => {
    const { rows } = await ask('/metrics/ins', BOTH)
    expect(rows.map((row) => [row['ins.unpaired'], row['hours.unpaired']])).toEqual([
      [0, 1],
      [10, 1],
    ])
    const byDay = await ask('/metrics/main/extended', BOTH)
    expect(
      byDay.rows.filter((row) => row['hours.unpaired'] !== 0).map(({ period, day, local }) => [period, day, local]),
    ).toEqual([
      ['comparing', NEW + 3, ids.torn],
      ['reference', OLD + 3, ids.torn],
    ])
  })

  // The open hours of the store that is gone are expected still, because no closing day was stated.
  test('of all stores holds all of them, and the hours of those that one period has alone', async () => {
    const { basis, rows } = await ask('/metrics/ins', `${BOTH}&stores=all`)
    expect(basis).toMatchObject({ stores: 'all', asked: 4, compared: 2 })
    expect(rows.map(({ ins, incomparableHours }) => [ins, incomparableHours])).toEqual([
      [28 * 12 + 27 * 11 + 28, 56],
      [56 * 10 + 2800, 28],
    ])
  })

  test('of stores of which none is in both periods is of all of them, and says so', async () => {
    const { basis, rows } = await ask('/metrics/ins', `${BOTH}&locals=${ids.gone},${ids.fresh}`)
    expect(basis).toMatchObject({ stores: 'all', why: 'none', asked: 2, compared: 0, comparing: 1, reference: 1 })
    expect(rows.map(({ ins, incomparableHours }) => [ins, incomparableHours])).toEqual([
      [28, 56],
      [2800, 28],
    ])
  })

  test('of a store that fails by what arrived is not judged, and is over the hours that both periods have', async () => {
    const owner = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Una tienda', type: 'basic' })).id
    const local = (
      await f.catalog.locals.insert(SYSTEM_SCOPE, {
        client: owner,
        name: 'half',
        code: 'half',
        type: 'store',
        timeZone: 'Europe/Madrid',
        geo: { lat: null, lng: null },
      })
    ).id
    await f.catalog.openingHours.insertMany(
      SYSTEM_SCOPE,
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local, weekDay, opening: '10:00', closing: '14:00' })),
    )
    const hours = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) =>
        hourRow(from + Math.floor(at / 4), 10 + (at % 4), {
          client: owner,
          local,
          ins: 10,
          visits: 10,
          bounces: 0,
          instant: (from + Math.floor(at / 4)) * 86_400 + (9 + (at % 4)) * 3600,
        }),
      )
    await f.facts.upsertTraffic([...hours(NEW, 14), ...hours(OLD, 28)], 'test')
    await f.facts.rollForward({ nowMs: NOW, locals: await expectedLocals(f.catalog, { client: owner }) })
    const { basis, rows } = await ask('/metrics/ins', BOTH, owner)
    expect(basis).toMatchObject({ stores: 'all', why: 'none', compared: 0, leftOut: [{ local, reason: 'coverage' }] })
    expect(rows.map((row) => [row.ins, row['ins.unpaired'], row.incomparableHours])).toEqual([
      [140, 0, 28],
      [280, 140, 28],
    ])
  })

  test('of a single period is of every store and rests on nothing', async () => {
    const { basis, rows } = await ask('/metrics/ins', 'p1Start=2026-11-06&p1End=2026-11-12')
    expect([basis, rows[0]?.ins]).toEqual([undefined, 28 * 12 + 27 * 11 + 28])
  })
})

test('the table of stores adds up to everything that was counted, and to what a change is taken over', async () => {
  const { rows } = await ask('/stores', BOTH)
  expect(
    rows.map(({ period, local, leftOut, ins, insCompared, insLeftOut }) => [
      period,
      local,
      leftOut,
      ins,
      insCompared,
      insLeftOut,
    ]),
  ).toEqual([
    ['comparing', ids.whole, null, 336, 336, 0],
    ['reference', ids.whole, null, 280, 280, 0],
    ['comparing', ids.torn, null, 297, 297, 0],
    ['reference', ids.torn, null, 280, 270, 10],
    ['comparing', ids.gone, 'notComparing', null, null, null],
    ['reference', ids.gone, 'notComparing', 2800, 0, 2800],
    ['comparing', ids.fresh, 'notReference', 28, 0, 28],
    ['reference', ids.fresh, 'notReference', null, null, null],
  ])
  const total = (column: string, period: string) =>
    rows.filter((row) => row.period === period).reduce((sum, row) => sum + Number(row[column] ?? 0), 0)
  const all = await ask('/metrics/ins', `${BOTH}&stores=all`)
  expect(all.rows.map(({ ins }) => ins)).toEqual([total('ins', 'comparing'), total('ins', 'reference')])
  const same = await ask('/metrics/ins', BOTH)
  expect(same.rows.map((row) => Number(row.ins) - Number(row['ins.unpaired'] ?? 0))).toEqual([
    total('insCompared', 'comparing'),
    total('insCompared', 'reference'),
  ])
})

test('an unknown store choice is refused', async () => {
  expect(await f.get(`/compare/metrics/ins?client=${client}&${BOTH}&stores=some`, token)).toMatchObject({
    status: 400,
    body: { code: 'REQUEST_INVALID' },
  })
})
