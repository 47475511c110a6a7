import { sumAtoms } from '#domain/metrics/atoms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromJson, toRows } from '#domain/frame-build'
import type { Atoms } from '#domain/metrics/index'
import { changeBetween, derive, estimateIn, filledShare, metricOf } from '#domain/metrics/index'
import { SETTINGS } from '#domain/metrics/settings'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

/**
 * Two stores that are open for four hours of every day, with 20 people in each, over ten weeks. Of the last week two
 * hours of one day and one of another did not come at one of them, and a whole day at the other; of the week before it
 * one hour.
 */
let f: Fixture
let token: string
let client: number
const ids = { shop: 0, mall: 0 }
const NEW = DAY - 14
const WEEK = 'p1Start=2026-11-06&p1End=2026-11-12'
const BOTH = `${WEEK}&p2Start=2026-10-30&p2End=2026-11-05`
const FIRST = NEW - 9 * 7
/** Poisson of 20, rounded up: all weeks were the same. */
const DEV = 5 * SETTINGS.estimateSpread.value
const STREET = 7

beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('admin')
  client = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Cadena', type: 'basic' })).id
  for (const name of ['shop', 'mall'] as const) {
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
  const gap: Record<'shop' | 'mall', (day: number, hour: number) => boolean> = {
    shop: (day, hour) =>
      (day === NEW + 3 && hour >= 12) || (day === NEW + 5 && hour === 11) || (day === NEW - 5 && hour === 10),
    mall: (day) => day === NEW + 2,
  }
  const hours = (name: 'shop' | 'mall') =>
    Array.from({ length: 10 * 7 * 4 }, (_, at) => ({ day: FIRST + Math.floor(at / 4), hour: 10 + (at % 4) }))
      .filter(({ day, hour }) => !gap[name](day, hour))
      .map(({ day, hour }) =>
        hourRow(day, hour, {
          client,
          local: ids[name],
          ins: 20,
          visits: 15,
          bounces: 5,
          instant: day * 86_400 + (hour - 1) * 3600,
        }),
      )
  await f.facts.upsertTraffic([...hours('shop'), ...hours('mall')], 'test')
  await f.facts.rollForward({ nowMs: NOW, locals: await expectedLocals(f.catalog, { client }) })
})
afterAll(() => f.close())

async function frameOf(path: string, query: string) {
  const { status, body } = await f.get(`/compare${path}?client=${client}&${query}`, token)
  if (status !== 200 || !isFrameJson(body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  return fromJson(body)
}
async function ask(path: string, query: string) {
  const frame = await frameOf(path, query)
  return toRows(frame).map((row) =>
    Object.fromEntries(frame.columns.map(({ id }, at) => [id, row[at] ?? null])),
  ) as Record<string, number | string | null>[]
}
const atomsOf = (rows: Record<string, unknown>[], period: string) => rows.find((row) => row.period === period) as Atoms

test('a choice that is not known is refused', async () => {
  const { status, body } = await f.get(`/compare/metrics/ins?client=${client}&${WEEK}&estimates=maybe`, token)
  expect([status, (body as { code: string }).code]).toEqual([400, 'REQUEST_INVALID'])
})

describe('figures with estimates', () => {
  test('keep every measure as it was counted, and have the estimate beside it', async () => {
    const [counted] = await ask('/metrics/ins', WEEK)
    const [row] = await ask('/metrics/ins', `${WEEK}&estimates=with`)
    expect(counted).toMatchObject({ ins: (2 * 28 - 7) * 20 })
    expect(counted).not.toHaveProperty('ins.estimated')
    expect(row).toEqual({
      ...counted,
      'ins.estimated': 7 * 20,
      'ins.variance': (2 * DEV) ** 2 + DEV ** 2 + (4 * DEV) ** 2,
    })
    expect(derive('ins', row as Atoms)).toBe(2 * 28 * 20)
    expect(derive('bounceRate', row as Atoms), 'a ratio is as counted').toBe(derive('bounceRate', counted as Atoms))
  })

  test('say the same by any group: counted and estimated add up to the unit, and so does the variance of days and locals', async () => {
    const [whole] = await ask('/metrics/ins', `${WEEK}&estimates=with`)
    for (const path of ['/metrics/main/extended', '/capconv/all', '/metrics/exits']) {
      const rows = await ask(path, `${WEEK}&estimates=with`)
      const sum = sumAtoms(rows.map(({ period: _p, ...row }) => row as Atoms))
      expect([path, sum.ins, sum['ins.estimated'], sum['ins.variance']]).toEqual([
        path,
        whole!.ins,
        whole!['ins.estimated'],
        whole!['ins.variance'],
      ])
    }
  })

  test('by the hour have the variance of each hour, and apart from it what hours of one day share', async () => {
    const rows = await ask('/metrics/main/hour', `${WEEK}&estimates=with`)
    const v = DEV ** 2
    expect(rows.map((row) => [row.hour, row['ins.estimated'], row['ins.variance'], row['ins.covariance']])).toEqual([
      // The day of the mall is in all four; the two hours of the shop share one error.
      [10, 20, v, 3 * v],
      [11, 40, 2 * v, 3 * v],
      [12, 40, 2 * v, 3 * v + v],
      [13, 40, 2 * v, 3 * v + v],
    ])
    const [whole] = await ask('/metrics/ins', `${WEEK}&estimates=with`)
    expect(rows.reduce((sum, row) => sum + Number(row['ins.variance']) + Number(row['ins.covariance']), 0)).toBe(
      whole!['ins.variance'],
    )
  })

  test('are the same answer to the letter where nothing is missing', async () => {
    const quiet = 'p1Start=2026-10-12&p1End=2026-10-18&p2Start=2026-10-05&p2End=2026-10-11'
    expect(await ask('/metrics/main/extended', `${quiet}&estimates=with`)).toEqual(
      await ask('/metrics/main/extended', quiet),
    )
  })

  test('have an interval that grows with the gap', async () => {
    const width = async (days: string) => {
      const [row] = await ask('/metrics/ins', `${days}&estimates=with&locals=${ids.shop}`)
      const estimate = estimateIn(row as Atoms, 'ins')
      return estimate === null ? 0 : estimate.high - estimate.low
    }
    const widths = [
      await width('p1Start=2026-11-06&p1End=2026-11-08'),
      await width('p1Start=2026-11-06&p1End=2026-11-09'),
      await width('p1Start=2026-11-06&p1End=2026-11-12'),
    ]
    expect(widths[0]).toBe(0)
    expect(widths[1]).toBeGreaterThan(0)
    expect(widths[2]).toBeGreaterThan(widths[1]!)
  })

  test('are compared over what both periods have counted or estimated, of the same stores', async () => {
    const [counted, filled] = [await ask('/metrics/ins', BOTH), await ask('/metrics/ins', `${BOTH}&estimates=with`)]
    const [now, before] = [atomsOf(filled, 'comparing'), atomsOf(filled, 'reference')]
    expect([derive('ins', now), derive('ins', before)]).toEqual([28 * 40, 28 * 40])
    expect(changeBetween(metricOf('ins'), now, before)).toMatchObject({ kind: 'percent', value: 0, noise: true })
    expect(filledShare(now, before)).toBe(1)
    const change = changeBetween(metricOf('bounceRate'), now, before)
    expect(change).toEqual(
      changeBetween(metricOf('bounceRate'), atomsOf(counted, 'comparing'), atomsOf(counted, 'reference')),
    )
  })
})

test('hours without an estimate are in neither, and in no change', async () => {
  const owner = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Nueva', type: 'basic' })).id
  const local = (
    await f.catalog.locals.insert(SYSTEM_SCOPE, {
      client: owner,
      name: 'new',
      code: 'new',
      type: 'store',
      timeZone: 'Europe/Madrid',
      geo: { lat: null, lng: null },
    })
  ).id
  await f.catalog.openingHours.insertMany(
    SYSTEM_SCOPE,
    [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local, weekDay, opening: '10:00', closing: '14:00' })),
  )
  // Nothing is usual at ten: the counter never said anything of that hour. At one an hour of one day did not come.
  const rows = Array.from({ length: 14 * 4 }, (_, at) => ({ day: NEW - 7 + Math.floor(at / 4), hour: 10 + (at % 4) }))
    .filter(({ day, hour }) => hour !== 10 && !(day === NEW + 1 && hour === 13))
    .map(({ day, hour }) =>
      hourRow(day, hour, {
        client: owner,
        local,
        ins: 20,
        visits: 15,
        bounces: 5,
        instant: day * 86_400 + (hour - 1) * 3600,
      }),
    )
  await f.facts.upsertTraffic(rows, 'test')
  await f.facts.rollForward({ nowMs: NOW, locals: await expectedLocals(f.catalog, { client: owner }) })
  const { body } = await f.get(`/compare/metrics/ins?client=${owner}&${WEEK}&estimates=with`, token)
  if (!isFrameJson(body)) throw new Error('no frame')
  const frame = fromJson(body)
  const row = Object.fromEntries(frame.columns.map(({ id }, at) => [id, toRows(frame)[0]![at]]))
  expect(row).toMatchObject({ missingHours: 8, 'ins.unestimated': 7, 'ins.estimated': 20 })
})

test('what is usual at a counter of passers-by is no estimate of entries', async () => {
  const owner = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Calle', type: 'basic' })).id
  const local = (
    await f.catalog.locals.insert(SYSTEM_SCOPE, {
      client: owner,
      name: 'street',
      code: 'street',
      type: 'store',
      timeZone: 'Europe/Madrid',
      geo: { lat: null, lng: null },
    })
  ).id
  await f.catalog.openingHours.insertMany(
    SYSTEM_SCOPE,
    [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local, weekDay, opening: '10:00', closing: '14:00' })),
  )
  const rows = Array.from({ length: 28 * 4 }, (_, at) => ({
    day: NEW - 21 + Math.floor(at / 4),
    hour: 10 + (at % 4),
  })).flatMap(({ day, hour }) => [
    hourRow(day, hour, {
      client: owner,
      local,
      ins: 20,
      visits: 15,
      bounces: 5,
      instant: day * 86_400 + (hour - 1) * 3600,
    }),
    ...(day === NEW + 1 && hour === 13
      ? []
      : [
          hourRow(day, hour, {
            client: owner,
            local,
            area: STREET,
            fro: 900,
            instant: day * 86_400 + (hour - 1) * 3600,
          }),
        ]),
  ])
  await f.facts.upsertTraffic(rows, 'test')
  await f.facts.rollForward({
    nowMs: NOW,
    locals: (await expectedLocals(f.catalog, { client: owner })).map((one) => ({ ...one, areas: [0, STREET] })),
  })
  const { body } = await f.get(`/compare/metrics/ins?client=${owner}&${WEEK}&estimates=with`, token)
  if (!isFrameJson(body)) throw new Error('no frame')
  const frame = fromJson(body)
  const row = Object.fromEntries(frame.columns.map(({ id }, at) => [id, toRows(frame)[0]![at]]))
  expect(row).toMatchObject({ ins: 28 * 20, estimatedIns: 900 })
  expect(row).not.toHaveProperty('ins.estimated')
})
