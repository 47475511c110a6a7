import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayNumber, isoDay } from '#domain/days'
import { fromJson, toRows } from '#domain/frame-build'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

/**
 * Two springs of a brand with a store that keeps Easter, one that does not, and one that opened in between; an hour of
 * the first is lost.
 */
let f: Fixture
let token: string
let client: number
const ids: Record<'easter' | 'plain' | 'fresh', number> = { easter: 0, plain: 0, fresh: 0 }
const [FROM, OLD, DAYS] = [dayNumber('2026-03-02'), dayNumber('2025-03-03'), 63]
const BOTH = 'p1Start=2026-03-02&p1End=2026-05-03&p2Start=2025-03-03&p2End=2025-05-04'
const lost = (local: number, day: number, hour: number) =>
  local === ids.easter && day === dayNumber('2026-03-10') && hour === 11
/** People of an hour: every hour has a number of its own, so that no two sums are alike by chance. */
const people = (local: number, day: number, hour: number) =>
  ((local * 7919 + day * 104_729 + hour * 1_299_709) % 97) + 3

beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('admin')
  client = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Cadena', type: 'basic' })).id
  for (const name of ['easter', 'plain', 'fresh'] as const) {
    ids[name] = (
      await f.catalog.locals.insert(SYSTEM_SCOPE, {
        client,
        name,
        code: name,
        type: 'store',
        timeZone: 'UTC',
        geo: { lat: null, lng: null },
      })
    ).id
    await f.catalog.openingHours.insertMany(
      SYSTEM_SCOPE,
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: ids[name], weekDay, opening: '10:00', closing: '12:59' })),
    )
  }
  await f.catalog.holidays.insertMany(
    SYSTEM_SCOPE,
    [
      ['2025-04-18', 'Viernes Santo'],
      ['2026-04-03', 'Viernes Santo'],
      ['2025-05-01', 'Primero de mayo'],
      ['2026-05-01', 'Primero de mayo'],
    ].map(([day, name]) => ({ local: ids.easter, day: day!, name: name!, closed: false })),
  )
  const hours = (local: number, from: number) =>
    Array.from({ length: DAYS * 3 }, (_, at) => ({ day: from + Math.floor(at / 3), hour: 10 + (at % 3) }))
      .filter(({ day, hour }) => !lost(local, day, hour))
      .map(({ day, hour }) => {
        const ins = people(local, day, hour)
        return hourRow(day, hour, { client, local, ins, visits: ins, bounces: 0, instant: day * 86_400 + hour * 3600 })
      })
  await f.facts.upsertTraffic(
    [
      ...hours(ids.easter, FROM),
      ...hours(ids.easter, OLD),
      ...hours(ids.plain, FROM),
      ...hours(ids.plain, OLD),
      ...hours(ids.fresh, FROM),
    ],
    'test',
  )
  await f.facts.rollForward({ nowMs: NOW, locals: await expectedLocals(f.catalog, { client }) })
}, 60_000)
afterAll(() => f.close())

async function ask(path: string, query: string) {
  const { status, body } = await f.get(`/compare${path}?client=${client}&${query}`, token)
  if (status !== 200 || !isFrameJson(body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  const frame = fromJson(body)
  return {
    basis: frame.basis,
    rows: toRows(frame).map((row) => Object.fromEntries(frame.columns.map(({ id }, at) => [id, row[at] ?? null]))),
  }
}
const total = (rows: readonly Record<string, unknown>[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0)
const written = (day: unknown) => (typeof day === 'number' ? isoDay(day) : null)

describe('the table of days', () => {
  test('lays Easter on Easter for the store that keeps it, and weekday on weekday for the others', async () => {
    const { rows, basis } = await ask('/days', BOTH)
    const of = (day: string) =>
      rows
        .filter((row) => row.day === dayNumber(day))
        .map(({ referenceDay, pairedBy, name, locals }) => [written(referenceDay), pairedBy, name, locals])
    expect(of('2026-04-03')).toEqual([
      ['2025-04-04', 'weekday', '', 2],
      ['2025-04-18', 'event', 'easter', 1],
    ])
    expect(of('2026-05-01')).toEqual([
      ['2025-05-01', 'holiday', 'Primero de mayo', 1],
      ['2025-05-02', 'weekday', '', 2],
    ])
    expect(of('2026-04-17')).toEqual([
      ['2025-04-18', 'weekday', '', 2],
      [null, 'taken', '', 1],
    ])
    expect(basis?.days).toEqual({ paired: 63, comparing: 0, reference: 0, named: [], calendars: 2 })
  })

  test('adds up to everything that was counted, and to what a change is taken over, to the unit', async () => {
    const { rows } = await ask('/days', BOTH)
    const [all, same, stores] = [
      await ask('/metrics/ins', `${BOTH}&stores=all`),
      await ask('/metrics/ins', BOTH),
      await ask('/stores', BOTH),
    ]
    expect([total(rows, 'ins'), total(rows, 'insReference')]).toEqual(all.rows.map(({ ins }) => ins))
    expect([
      total(rows, 'insCompared') + total(rows, 'insLeftOut'),
      total(rows, 'insReferenceCompared') + total(rows, 'insReferenceLeftOut'),
    ]).toEqual(all.rows.map(({ ins }) => ins))
    expect([total(rows, 'insCompared'), total(rows, 'insReferenceCompared')]).toEqual(
      same.rows.map((row) => Number(row.ins) - Number(row['ins.unpaired'])),
    )
    expect([total(rows, 'insCompared'), total(rows, 'insReferenceCompared')]).toEqual(
      ['comparing', 'reference'].map((period) =>
        total(
          stores.rows.filter((row) => row.period === period),
          'insCompared',
        ),
      ),
    )
  })

  test('is over the same days as a change worked out by hand', async () => {
    // Store that keeps Easter: Holy Week on Holy Week, what it takes from the weekdays is in no change; the other: 364
    // days.
    const pair = (local: number, day: number): number | null => {
      if (local !== ids.easter) return day - 364
      if (day >= dayNumber('2026-03-29') && day <= dayNumber('2026-04-06')) return day - 350
      if (day === dayNumber('2026-05-01')) return dayNumber('2025-05-01')
      const other = day - 364
      return (other >= dayNumber('2025-04-13') && other <= dayNumber('2025-04-21')) || other === dayNumber('2025-05-01')
        ? null
        : other
    }
    const sums = [0, 0]
    for (const local of [ids.easter, ids.plain]) {
      for (let day = FROM; day < FROM + DAYS; day += 1) {
        const other = pair(local, day)
        for (const hour of [10, 11, 12]) {
          if (other === null || lost(local, day, hour)) continue
          sums[0]! += people(local, day, hour)
          sums[1]! += people(local, other, hour)
        }
      }
    }
    const { rows } = await ask('/metrics/ins', BOTH)
    expect(rows.map((row) => Number(row.ins) - Number(row['ins.unpaired']))).toEqual(sums)
  })

  test('of a single period has no row', async () => {
    expect((await ask('/days', 'p1Start=2026-03-02&p1End=2026-03-08')).rows).toEqual([])
  })

  test('is refused to who may not see the client, as every comparison is', async () => {
    expect((await f.get(`/compare/days?client=${client}&${BOTH}`, await f.signIn('analyst'))).status).toBe(404)
  })
})
