import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromJson, toRows } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { hourRow } from '../../facts/testing.ts'
import { sender } from '../../testing/send.ts'
import { DAY, fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
let token: string
beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('multi')
})
afterAll(() => f.close())

const DAYS = 'p1Start=2026-11-16&p1End=2026-11-19'
const BOTH = `${DAYS}&p2Start=2026-11-09&p2End=2026-11-12`
/** This one is not over. */
const WHOLE_WEEKS = 'p1Start=2026-11-16&p1End=2026-11-22&p2Start=2026-11-09&p2End=2026-11-15'
const ask = (query: string, path = '/traffic') => f.get(`${path}?client=${f.ids.uno}&${query}`, token)

async function frameOf(query: string, path = '/traffic'): Promise<Frame> {
  const { status, body } = await ask(query, path)
  if (status !== 200 || !isFrameJson(body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  return fromJson(body)
}
const rowsOf = (frame: Frame, ids: readonly string[]): Cell[][] =>
  toRows(frame).map((row) => ids.map((id) => row[frame.columns.findIndex((column) => column.id === id)] ?? null))
const sum = (frame: Frame, id: string) => rowsOf(frame, [id]).reduce((all, [cell]) => all + Number(cell ?? 0), 0)

describe('a question about the traffic is refused', () => {
  test.each([
    ['by=quarterHour', 'REQUEST_INVALID'],
    ['by=local,', 'REQUEST_INVALID'],
    ['by=local;drop', 'REQUEST_INVALID'],
    ['measures=nonsense', 'TRAFFIC_COLUMN_UNKNOWN'],
    ['measures=ins,peopleS', 'TRAFFIC_COLUMN_UNKNOWN'],
    ['measures=sum(ins)', 'REQUEST_INVALID'],
    ['types=Store', 'REQUEST_INVALID'],
    ['groups=x', 'REQUEST_INVALID'],
  ])('with %s', async (query, code) => {
    expect(await ask(`${DAYS}&${query}`)).toMatchObject({ status: 400, body: { code } })
    expect(await ask(`${DAYS}&${query}`, '/traffic/cost')).toMatchObject({ status: 400, body: { code } })
  })

  test('for more than three years, or the wrong way round', async () => {
    expect(await ask('p1Start=2020-01-01&p1End=2026-01-01')).toMatchObject({
      status: 400,
      body: { code: 'TRAFFIC_DAYS_EXCEEDED', message: 'A period of 2193 days was asked for; choose at most 1096.' },
    })
    expect(await ask('p1Start=2026-03-02&p1End=2026-03-01')).toMatchObject({
      status: 400,
      body: { code: 'DATES_INCORRECT' },
    })
  })

  test('for a client, a local or a group out of reach', async () => {
    const single = await f.signIn('analyst')
    for (const path of ['/traffic', '/traffic/cost']) {
      expect(await f.get(`${path}?client=${f.ids.dos}&${DAYS}`, single)).toMatchObject({
        status: 404,
        body: { code: 'CLIENT_NOT_FOUND' },
      })
      expect(await f.get(`${path}?client=${f.ids.uno}&locals=${f.ids.otherGranVia}&${DAYS}`, single)).toMatchObject({
        status: 404,
        body: { code: 'LOCAL_NOT_FOUND' },
      })
    }
  })
})

describe('an answer', () => {
  test('has a row for each combination of its dimensions, and its sums are those of the named call', async () => {
    const named = await frameOf(DAYS, '/compare/metrics/main/extended')
    for (const by of [
      '',
      'local',
      'day',
      'hour',
      'weekday',
      'week,local',
      'month',
      'weekday,hour',
      'type',
      'type,hour',
      'area',
    ]) {
      const frame = await frameOf(
        `${DAYS}&measures=ins,visits,captureRate&by=${by}`.replace('&by=&', '&').replace(/&by=$/, ''),
      )
      expect([
        by,
        frame.columns
          .filter(({ role }) => role === 'dim')
          .map(({ id }) => id)
          .join(),
      ]).toEqual([
        by,
        [
          'period',
          ...(by.split(',').includes('day') ? ['index'] : []),
          ...(by === '' ? [] : by.split(',')),
          ...(by === 'area' ? ['areaName'] : []),
        ].join(),
      ])
      for (const id of ['ins', 'visits', 'fro', 'hours', 'missingHours', 'expected', 'observed'])
        expect([by, id, sum(frame, id)]).toEqual([by, id, sum(named, id)])
    }
  })

  test('is never of more rows than its cost foretold', async () => {
    for (const by of ['local,day,hour', 'weekday,hour', 'type', 'area,week', 'month']) {
      const { body } = await ask(`${BOTH}&by=${by}`, '/traffic/cost')
      const cost = body as { rows: number; fits: boolean }
      expect([by, cost.fits, cost.rows >= (await frameOf(`${BOTH}&by=${by}`)).rows]).toEqual([by, true, true])
    }
  })

  test('says of which stores and days a comparison is, and what of a sum the other period lacks, by any dimension', async () => {
    const day = await frameOf(`${BOTH}&measures=ins`, '/traffic')
    expect(day.basis).toMatchObject({ stores: 'same', asked: 4, compared: 2 })
    // An hour of the reference that this week does not have.
    await f.facts.upsertTraffic([hourRow(DAY - 8, 11, { client: f.ids.uno, local: f.ids.granVia, ins: 7 })], 'test')
    const torn = `${WHOLE_WEEKS}&stores=all`
    const named = await frameOf(torn, '/compare/metrics/main/extended')
    expect(sum(named, 'ins.unpaired')).toBeGreaterThan(0)
    for (const by of ['weekday', 'week', 'month', 'type', 'hour,weekday', 'area']) {
      const frame = await frameOf(`${torn}&measures=ins&by=${by}`)
      expect([by, sum(frame, 'ins.unpaired')]).toEqual([by, sum(named, 'ins.unpaired')])
    }
  })

  test('has estimates beside what was counted, as the named calls do', async () => {
    const named = await frameOf(`${DAYS}&estimates=with`, '/compare/metrics/main/extended')
    for (const by of ['weekday', 'type', 'week', 'area'])
      expect([by, sum(await frameOf(`${DAYS}&estimates=with&by=${by}`), 'ins.estimated')]).toEqual([
        by,
        sum(named, 'ins.estimated'),
      ])
  })

  test('of some types has the locals of these alone, and of none of them nothing', async () => {
    const types = rowsOf(await frameOf(`${DAYS}&by=type`), ['type', 'ins'])
    for (const [type, ins] of types)
      expect([type, sum(await frameOf(`${DAYS}&types=${String(type)}`), 'ins')]).toEqual([type, Number(ins ?? 0)])
    expect((await frameOf(`${DAYS}&types=airport&by=local`)).rows).toBe(0)
    expect((await ask(`${DAYS}&types=airport`, '/traffic/cost')).body).toMatchObject({ rows: 0, hours: 0 })
  })
})

describe('groups of locals', () => {
  let [north, both] = [0, 0]
  beforeAll(async () => {
    const admin = sender(f, await f.signIn('admin'))
    const group = async (name: string, client: number, locals: readonly number[]) => {
      const { status, body } = await admin('POST', '/local-groups', { name, client, kind: 'region', locals })
      if (status !== 201) throw new Error(JSON.stringify(body))
      return (body as { id: number }).id
    }
    const locals = rowsOf(await frameOf(`${DAYS}&by=local`), ['local']).map(([id]) => Number(id))
    north = await group('North', f.ids.uno, [f.ids.granVia])
    both = await group('All of them', f.ids.uno, locals)
    await group('Of another', f.ids.dos, [f.ids.otherGranVia])
  })

  test('are refused where the client has none of that id, also where another client has', async () => {
    for (const id of [9999, both + 1])
      expect(await ask(`${DAYS}&groups=${north},${id}`)).toMatchObject({
        status: 404,
        body: { code: 'LOCAL_GROUP_NOT_FOUND', message: `Group of locals ${id} was not found.` },
      })
  })

  test('are listed to who may see their client, with as many locals as there are', async () => {
    const { body } = await f.get(`/traffic/groups?client=${f.ids.uno}`, token)
    if (!isFrameJson(body)) throw new Error(JSON.stringify(body))
    expect(rowsOf(fromJson(body), ['name', 'kind']).map((row) => row.join())).toEqual([
      'All of them,region',
      'North,region',
    ])
    expect(await f.get(`/traffic/groups?client=${f.ids.dos}`, await f.signIn('analyst'))).toMatchObject({
      status: 404,
      body: { code: 'CLIENT_NOT_FOUND' },
    })
  })

  test('narrow a question to their locals', async () => {
    const ofLocal = await frameOf(`${DAYS}&locals=${f.ids.granVia}`)
    expect(sum(await frameOf(`${DAYS}&groups=${north}`), 'ins')).toBe(sum(ofLocal, 'ins'))
    expect(sum(await frameOf(`${DAYS}&groups=${both},${north}`), 'ins')).toBe(sum(await frameOf(DAYS), 'ins'))
  })

  test('are a dimension: a local of two groups counts in each, and one of none has no group', async () => {
    const [all, one] = [sum(await frameOf(DAYS), 'ins'), sum(await frameOf(`${DAYS}&groups=${north}`), 'ins')]
    const rows = async (query: string) => rowsOf(await frameOf(`${DAYS}&by=group${query}`), ['group', 'ins'])
    expect(await rows('')).toEqual([
      ['All of them', all],
      ['North', one],
    ])
    expect((await rows(`&groups=${north}`)).filter(([group]) => group === 'North')).toEqual([['North', one]])
    const cost = (await ask(`${DAYS}&by=group`, '/traffic/cost')).body as { rows: number }
    expect(cost.rows).toBe(3)
  })
})
