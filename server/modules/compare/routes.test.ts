import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeArrow } from '#domain/frame-arrow'
import { fromJson, toRows } from '#domain/frame-build'
import type { Cell } from '#domain/frame'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { ARROW } from '../../lib/frame-answer.ts'
import type { Scope } from '../../lib/scope.ts'
import { DAY, fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { COMPARE_CALLS } from './calls.ts'

let f: Fixture
let token: string
beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('multi')
})
afterAll(() => f.close())

const BOTH = 'p1Start=2026-11-16&p1End=2026-11-19&p2Start=2026-11-09&p2End=2026-11-12'
const ask = (path: string, query: string, headers = {}) => f.get(`/compare${path}?${query}`, token, headers)

/** The rows of an answer as objects of the columns named. */
async function rows(path: string, query: string, columns: readonly string[]): Promise<Record<string, Cell>[]> {
  const { status, body } = await ask(path, query)
  if (status !== 200 || !isFrameJson(body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  const frame = fromJson(body)
  return toRows(frame).map((row) =>
    Object.fromEntries(frame.columns.flatMap(({ id }, at) => (columns.includes(id) ? [[id, row[at] ?? null]] : []))),
  )
}

describe('a comparison is refused', () => {
  test('without a client or a first period', async () => {
    for (const query of [
      '',
      'client=1',
      'client=1&p1Start=2026-11-16',
      'p1Start=2026-11-16&p1End=2026-11-19',
      `client=1&${BOTH.replace('&p2End=2026-11-12', '')}`,
    ]) {
      expect(await ask('/metrics/ins', query)).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } })
    }
  })

  test('with invalid ids or unknown keys', async () => {
    for (const query of [
      'client=0',
      'client=-1',
      'client=1.5',
      'client=x',
      'client=1&client=2',
      'client=99999999999',
      'client=1&locals=',
      'client=1&locals=1,',
      'client=1&locals=1,x',
      'client=1&versus=x',
      'client=1&__proto__=1',
    ]) {
      expect([query, await ask('/metrics/ins', `${query}&${BOTH}`)]).toMatchObject([
        query,
        { status: 400, body: { code: 'REQUEST_INVALID' } },
      ])
    }
  })

  test('with invalid dates, or in the wrong order', async () => {
    for (const [from, to, code] of [
      ['2026-02-30', '2026-03-01', 'DATE_INVALID'],
      ['2026-13-01', '2026-13-02', 'DATE_INVALID'],
      ['2026-1-1', '2026-01-02', 'REQUEST_INVALID'],
      ['2026-03-02', '2026-03-01', 'DATES_INCORRECT'],
    ]) {
      expect(await ask('/metrics/ins', `client=${f.ids.uno}&p1Start=${from}&p1End=${to}`)).toMatchObject({
        status: 400,
        body: { code },
      })
    }
  })

  test('for holidays of a client or a local that is out of reach', async () => {
    const single = await f.signIn('analyst')
    const of = (query: string) => f.get(`/compare/holidays?${query}&${BOTH}`, single)
    expect(await of(`client=${f.ids.dos}`)).toMatchObject({ status: 404, body: { code: 'CLIENT_NOT_FOUND' } })
    expect(await of(`client=${f.ids.uno}&locals=${f.ids.otherGranVia}`)).toMatchObject({
      status: 404,
      body: { code: 'LOCAL_NOT_FOUND' },
    })
    expect(await ask('/holidays', `client=${f.ids.uno}&p1Start=2026-03-02&p1End=2026-03-01`)).toMatchObject({
      status: 400,
      body: { code: 'DATES_INCORRECT' },
    })
  })

  test('for more than 31 days of hours', async () => {
    expect(await ask('/metrics/main/time', `local=${f.ids.granVia}&begin=2026-01-01&end=2026-02-01`)).toMatchObject({
      status: 400,
      body: {
        code: 'DOWNLOAD_RANGE_TOO_LONG',
        message: '2026-01-01 to 2026-02-01 is 32 days; choose at most 31.',
        details: { days: 32, most: 31 },
      },
    })
    expect((await ask('/metrics/main/time', `local=${f.ids.granVia}&begin=2026-01-01&end=2026-01-31`)).status).toBe(200)
  })
})

describe('each call', () => {
  test.each(COMPARE_CALLS.map((call) => [call.path, call] as const))(
    '%s groups and carries what it says, in JSON and in Arrow alike',
    async (path, { by, measures }) => {
      const query = `client=${f.ids.uno}&${BOTH}`
      const json = await ask(path, query)
      expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
      if (!isFrameJson(json.body)) throw new Error('not a frame')
      expect(json.body.columns.map(({ id }) => id)).toEqual([...by, ...measures])
      expect(json.body.rows).toBeGreaterThan(0)
      expect(json.body.asOf).toBe((DAY - 2) * 86_400_000 + 10 * 3_600_000)

      const arrow = await ask(path, query, { accept: `${ARROW}, application/json;q=0.5` })
      expect([arrow.headers['content-type'], arrow.headers['x-as-of'], arrow.headers.vary]).toEqual([
        ARROW,
        String(json.body.asOf),
        'accept',
      ])
      const frame = decodeArrow(new Uint8Array(arrow.raw))
      expect(frame.columns).toEqual(json.body.columns)
      expect(toRows(frame)).toEqual(toRows(fromJson(json.body)))
    },
  )

  test('sums both periods of all locals, or of those that were asked for', async () => {
    const columns = ['period', 'ins']
    expect(await rows('/metrics/ins', `client=${f.ids.uno}&${BOTH}`, columns)).toEqual([
      { period: 'comparing', ins: 220 },
      { period: 'reference', ins: 220 },
    ])
    expect(
      await rows('/metrics/ins', `client=${f.ids.uno}&locals=${f.ids.granVia},${f.ids.granVia}&${BOTH}`, columns),
    ).toEqual([
      { period: 'comparing', ins: 200 },
      { period: 'reference', ins: 200 },
    ])
    expect(await rows('/metrics/ins', `client=${f.ids.dos}&${BOTH}`, columns)).toEqual([
      { period: 'comparing', ins: 40 },
      { period: 'reference', ins: 40 },
    ])
    expect(await rows('/metrics/ins', `client=${f.ids.uno}&p1Start=2026-11-16&p1End=2026-11-19`, columns)).toEqual([
      { period: 'comparing', ins: 220 },
    ])
  })

  test('of shown locals takes those that the page lists for the caller, and no other', async () => {
    const all: Scope = { userId: null, role: 'admin', clients: 'all', demo: false }
    const venue = await f.catalog.locals.find(all, f.ids.closed)
    if (venue === undefined) throw new Error('no venue')
    const insOf = async (user: string) => {
      const { body } = await f.get(
        `/compare/metrics/ins?client=${f.ids.uno}&locals=shown&p1Start=2026-11-16&p1End=2026-11-19`,
        await f.signIn(user),
      )
      return isFrameJson(body) ? body.data[1]?.[0] : body
    }
    const seen: unknown[] = []
    for (const change of [
      {},
      { additionalInformation: { hideFootCompare: true } },
      { paramStatus: 'installed' as const },
    ]) {
      await f.catalog.locals.replace(all, venue.id, { ...venue, ...change })
      seen.push([await insOf('multi'), await insOf('admin')])
    }
    await f.catalog.locals.replace(all, venue.id, venue)
    // A local without data is hidden from everyone but administrators.
    expect(seen).toEqual([
      [220, 220],
      [200, 200],
      [200, 220],
    ])
    expect(await ask('/metrics/ins', `client=${f.ids.museum}&locals=shown&${BOTH}`)).toMatchObject({
      status: 404,
      body: { code: 'CLIENT_NOT_FOUND' },
    })
    expect(await ask('/metrics/ins', `client=${f.ids.uno}&locals=shown,1&${BOTH}`)).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_INVALID' },
    })
  })

  test('counts conversion only over hours with tickets, and keeps a missing count apart from zero', async () => {
    const sums = await rows(
      '/capconv/all',
      `client=${f.ids.uno}&locals=${f.ids.granVia}&p1Start=2026-11-16&p1End=2026-11-19`,
      ['local', 'visits', 'tickets', 'visitsWithTickets', 'insWithTickets'],
    )
    expect(sums).toEqual([
      { local: f.ids.granVia, visits: 200, tickets: 10, visitsWithTickets: 100, insWithTickets: 100 },
    ])
    const hours = await rows('/metrics/main/hour', `client=${f.ids.uno}&p1Start=2026-11-16&p1End=2026-11-19`, [
      'hour',
      'visits',
      'tickets',
    ])
    expect(hours).toEqual([
      { hour: 10, visits: 110, tickets: null },
      { hour: 11, visits: 110, tickets: 11 },
    ])
  })

  test('names the holidays of both periods, with how many of the locals keep them and how many close', async () => {
    const all: Scope = { userId: null, role: 'admin', clients: 'all', demo: false }
    const [{ granVia, closed, otherGranVia }, name] = [f.ids, 'Almudena']
    await f.catalog.holidays.insertMany(all, [
      { local: granVia, day: '2026-11-09', name, closed: true },
      { local: closed, day: '2026-11-09', name, closed: false },
      { local: granVia, day: '2026-11-17', name: 'Inventario', closed: true },
      { local: otherGranVia, day: '2026-11-17', name: 'Dos', closed: true },
      { local: granVia, day: '2026-11-14', name: 'Between the periods', closed: true },
    ])
    const columns = ['day', 'name', 'locals', 'closedLocals', 'chosenLocals']
    const [ninth, seventeenth] = [DAY - 11, DAY - 3]
    expect(await rows('/holidays', `client=${f.ids.uno}&locals=${granVia},${closed}&${BOTH}`, columns)).toEqual([
      { day: ninth, name, locals: 2, closedLocals: 1, chosenLocals: 2 },
      { day: seventeenth, name: 'Inventario', locals: 1, closedLocals: 1, chosenLocals: 2 },
    ])
    // A local that was not chosen is not counted, and without a reference only the first period is asked for.
    expect(await rows('/holidays', `client=${f.ids.uno}&locals=${closed}&${BOTH}`, columns)).toEqual([
      { day: ninth, name, locals: 1, closedLocals: 0, chosenLocals: 1 },
    ])
    expect(
      await rows('/holidays', `client=${f.ids.uno}&locals=${granVia}&p1Start=2026-11-16&p1End=2026-11-19`, columns),
    ).toHaveLength(1)
    // The demo shows that it is a holiday, and not what its owner called it.
    const { body } = await f.get(
      `/compare/holidays?client=${f.ids.uno}&locals=${granVia}&p1Start=2026-11-16&p1End=2026-11-19`,
      await f.signIn('guest'),
    )
    expect(body).toMatchObject({ rows: 1 })
    expect(JSON.stringify(body)).not.toContain('Inventario')
  })

  test('of a client without locals or counts is an empty table, not everybody’s', async () => {
    const admin = await f.signIn('admin')
    const { id: empty } = await f.catalog.clients.insert(
      { userId: null, role: 'admin', clients: 'all', demo: false },
      { name: 'Empty', type: 'basic' },
    )
    for (const client of [empty, f.ids.museum]) {
      const { body } = await f.get(`/compare/metrics/repetitions/local?client=${client}&${BOTH}`, admin)
      expect(body).toMatchObject({ rows: 0, asOf: null })
    }
  })
})

describe('the hourly rows', () => {
  test('are the documented columns, with stays as means and in local hours', async () => {
    const { body } = await ask('/metrics/main/time', `local=${f.ids.granVia}&begin=2026-11-16&end=2026-11-19`)
    if (!isFrameJson(body)) throw new Error('not a frame')
    expect(body.columns.map(({ id }) => id)).toEqual([
      'client',
      'local',
      'name',
      'exeDate',
      'day',
      'hour',
      'fold',
      'state',
      'far',
      'fro',
      'ins',
      'bounces',
      'visits',
      'tickets',
      'insTimeS',
      'visitTimeS',
      'insInRange0',
      'insInRange1',
      'insInRange2',
      'insInRange3',
      'localRepRange0',
      'localRepRange1',
      'localRepRange2',
      'localRepRange3',
      'clientRepRange0',
      'clientRepRange1',
      'clientRepRange2',
      'clientRepRange3',
    ])
    // The caller sees two brands with a Gran Vía each.
    const first = [
      f.ids.uno,
      f.ids.granVia,
      'Gran Vía (Moda Uno)',
      DAY,
      DAY - 2,
      10,
      0,
      'final',
      800,
      400,
      100,
      0,
      100,
      null,
      60,
      60,
      100,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
    ]
    expect(toRows(fromJson(body))).toEqual([first, first.with(5, 11).with(13, 10)])
  })
})

test('any list of locals, own or foreign, gives an answer or a refusal and never another client’s people', async () => {
  const single = await f.signIn('analyst')
  const own = [f.ids.granVia, f.ids.closed, f.ids.installed, f.ids.outlet]
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 }),
      async (requested) => {
        const { status, body } = await f.get(
          `/compare/metrics/ins?client=${f.ids.uno}&p1Start=2026-11-16&p1End=2026-11-19&locals=${requested.join(',')}`,
          single,
        )
        if (requested.some((id) => !own.includes(id))) {
          expect(status).toBe(404)
          return
        }
        if (!isFrameJson(body)) throw new Error('not a frame')
        const ins = (requested.includes(f.ids.granVia) ? 200 : 0) + (requested.includes(f.ids.closed) ? 20 : 0)
        expect(body.data[1]?.[0] ?? 0).toBe(ins)
      },
    ),
    { numRuns: 60 },
  )
})
