import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpeningHourRow } from '#schemas/generated/api/opening-hour-row.ts'
import { HOUR_STATE } from '../../facts/hour-state.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
const as: Record<string, Send> = {}
beforeAll(async () => {
  f = await fixture()
  for (const name of ['admin', 'analyst', 'guest']) as[name] = sender(f, await f.signIn(name))
  await f.catalog.openingHours.insertMany(SYSTEM_SCOPE, [
    { local: f.ids.gallery, weekDay: 1, opening: '09:00', closing: '18:00' },
  ])
}, 60_000)
afterAll(() => f.close())

const ask = (who: string, ...rest: Parameters<Send>) => as[who]!(...rest)
const row = (opening: string, closing: string, part: Partial<OpeningHourRow> = {}) => ({
  area: null,
  week_day: 1,
  local: f.ids.granVia,
  opening,
  closing,
  ...part,
})
const hours = async () => (await ask('admin', 'GET', `/opening-hours/client/${f.ids.uno}`)).body as OpeningHourRow[]

describe('opening hours are not changed', () => {
  test('without scheduleManager, for another client or local, or in an invalid form', async () => {
    for (const [path, body] of [
      [`/opening-hours/client/${f.ids.uno}`, []],
      [`/opening-hours/local/${f.ids.granVia}`, []],
      [`/opening-hours/local/${f.ids.granVia}/area`, { area: f.ids.door, local: f.ids.granVia, ohs: [] }],
    ] as const) {
      expect(await ask('analyst', 'PUT', path, body)).toMatchObject({
        status: 403,
        body: { code: 'FLAG_REQUIRED', details: { flags: ['scheduleManager'] } },
      })
    }
    for (const wrong of [
      row('10:00', '25:00'),
      row('9:00', '18:00'),
      row('10:00', '18:00', { week_day: 8 }),
      { ...row('10:00', '18:00'), id: 4 },
      { week_day: 1, opening: '10:00', closing: '11:00' },
    ]) {
      expect([wrong, await ask('admin', 'PUT', `/opening-hours/client/${f.ids.uno}`, [wrong])]).toMatchObject([
        wrong,
        { status: 400, body: { code: 'REQUEST_INVALID' } },
      ])
    }
    expect(
      await ask('admin', 'PUT', `/opening-hours/client/${f.ids.uno}`, [
        row('10:00', '18:00'),
        row('10:00', '18:00', { local: f.ids.gallery }),
      ]),
    ).toMatchObject({ status: 404, body: { code: 'LOCAL_NOT_FOUND', details: { local: f.ids.gallery } } })
    expect(
      await ask('admin', 'PUT', `/opening-hours/local/${f.ids.outlet}`, [
        row('10:00', '18:00', { local: f.ids.outlet, area: f.ids.door }),
      ]),
    ).toMatchObject({ status: 404, body: { code: 'AREA_NOT_FOUND' } })
    expect(
      await ask('admin', 'PUT', `/opening-hours/local/${f.ids.granVia}/area`, {
        area: f.ids.door,
        local: f.ids.outlet,
        ohs: [],
      }),
    ).toMatchObject({ status: 404, body: { code: 'LOCAL_NOT_FOUND' } })
    expect(
      await ask('admin', 'PUT', `/opening-hours/local/${f.ids.granVia}/area`, {
        area: f.ids.door,
        local: f.ids.granVia,
        ohs: [row('10:00', '11:00', { area: f.ids.door + 1 })],
      }),
    ).toMatchObject({ status: 404, body: { code: 'AREA_NOT_FOUND' } })
    expect(await hours()).toEqual([])
  })

  test('when two shifts overlap: the message names area, day and both, and none of the list is stored', async () => {
    const list = [
      row('10:00', '14:00', { week_day: 2, local: f.ids.outlet }),
      row('10:00', '14:00', { area: f.ids.door }),
      row('13:00:00', '20:00:00', { area: f.ids.door }),
    ]
    expect(await ask('admin', 'PUT', `/opening-hours/client/${f.ids.uno}`, list)).toMatchObject({
      status: 409,
      body: {
        code: 'OPENING_HOURS_OVERLAP',
        message:
          `The shifts 10:00–14:00 and 13:00–20:00 of area ${f.ids.door} on Monday overlap; shifts of one day ` +
          'must follow each other.',
        details: { local: f.ids.granVia, area: f.ids.door, weekDay: 1, first: '10:00–14:00', second: '13:00–20:00' },
      },
    })
    expect(
      await ask('admin', 'PUT', `/opening-hours/local/${f.ids.granVia}`, [
        row('22:00', '02:00', { week_day: 7 }),
        row('01:00', '09:00'),
      ]),
    ).toMatchObject({
      status: 409,
      body: { code: 'OPENING_HOURS_OVERLAP', details: { weekDay: 1, first: '00:00–02:00' } },
    })
    expect(await ask('admin', 'PUT', `/opening-hours/local/${f.ids.granVia}`, [row('10:00', '10:00')])).toMatchObject({
      status: 400,
      body: { code: 'OPENING_HOURS_EMPTY' },
    })
    expect(await hours()).toEqual([])
  })
})

test('a client gets its whole week at once: what passes midnight is two rows, and 00:00 is the end of the day', async () => {
  const list = [
    row('22:00', '02:00', { week_day: 7 }),
    row('18:00', '00:00', { week_day: 3, local: f.ids.outlet }),
    { week_day: 2, local: f.ids.granVia, opening: '10:00', closing: '21:00' },
  ]
  const saved = await ask('admin', 'PUT', `/opening-hours/client/${f.ids.uno}`, list)
  const stored = [
    row('00:00:00', '02:00:00'),
    row('10:00:00', '21:00:00', { week_day: 2 }),
    row('22:00:00', '23:59:00', { week_day: 7 }),
    row('18:00:00', '23:59:00', { week_day: 3, local: f.ids.outlet }),
  ]
  expect(saved).toMatchObject({ status: 200, body: stored })
  expect((await ask('analyst', 'GET', `/opening-hours/client/${f.ids.uno}`)).body).toEqual(stored)
  // An answer is a valid request.
  expect((await ask('admin', 'PUT', `/opening-hours/client/${f.ids.uno}`, stored)).body).toEqual(stored)
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
    at: NOW,
    action: 'openingHours.change',
    target: `client ${f.ids.uno}`,
    details: { client: f.ids.uno, locals: 4, shifts: 4 },
  })
})

test('a local and an area are replaced alone, and other clients keep theirs', async () => {
  await ask('admin', 'PUT', `/opening-hours/client/${f.ids.uno}`, [
    row('10:00', '20:00'),
    row('11:00', '12:00', { area: f.ids.door }),
    row('10:00', '20:00', { local: f.ids.outlet }),
  ])
  expect(
    (
      await ask('admin', 'PUT', `/opening-hours/local/${f.ids.granVia}/area`, {
        area: f.ids.door,
        local: f.ids.granVia,
        ohs: [{ week_day: 1, opening: '12:00', closing: '13:00' }],
      })
    ).body,
  ).toEqual([row('10:00:00', '20:00:00'), row('12:00:00', '13:00:00', { area: f.ids.door })])
  expect((await ask('admin', 'PUT', `/opening-hours/local/${f.ids.granVia}`, [])).body).toEqual([])
  expect(await hours()).toEqual([row('10:00:00', '20:00:00', { local: f.ids.outlet })])
  expect((await ask('admin', 'GET', `/opening-hours/client/${f.ids.museum}`)).body).toEqual([
    { area: null, week_day: 1, local: f.ids.gallery, opening: '09:00:00', closing: '18:00:00' },
  ])
})

test('areas are reported with their local, and a demo user reads no real name', async () => {
  expect((await ask('analyst', 'GET', `/areas/client/${f.ids.uno}`)).body).toEqual([
    { local: f.ids.granVia, area: f.ids.door, name: 'Puerta' },
  ])
  expect((await ask('guest', 'GET', `/areas/client/${f.ids.uno}`)).body).toEqual([
    { local: f.ids.granVia, area: f.ids.door, name: 'Demo Area 1' },
  ])
  expect(await ask('analyst', 'GET', `/areas/client/${f.ids.museum}`)).toMatchObject({
    status: 404,
    body: { code: 'CLIENT_NOT_FOUND' },
  })
})

test('after a change the days from now on are expected anew, and a past day stays as it was', async () => {
  const own = await fixture()
  const admin = sender(own, await own.signIn('admin'))
  const path = `/opening-hours/local/${own.ids.granVia}`
  const week = [1, 2, 3, 4, 5, 6, 7].map((week_day) => ({
    area: null,
    week_day,
    local: own.ids.granVia,
    opening: '10:00',
    closing: '12:00',
  }))
  const statesOf = async (day: number) => {
    const frame = await own.facts.traffic({ client: [own.ids.uno] }, own.ids.granVia, day, day)
    const of = (name: string) => {
      const data = frame.data[frame.columns.findIndex(({ id }) => id === name)]
      return data?.kind === 'numbers' ? [...data.values] : []
    }
    const states = of('state')
    return of('hour').map((hour, at) => [hour, states[at]])
  }
  await admin('PUT', path, week)
  await own.app.background.settled()
  const { settling, closed, missing } = HOUR_STATE
  const old = await statesOf(DAY - 9)
  // It is one o'clock in Madrid, and nothing has come yet today.
  expect(await statesOf(DAY)).toEqual([
    [10, missing],
    [11, settling],
  ])
  await admin(
    'PUT',
    path,
    week.map((one) => (one.week_day === 5 ? { ...one, opening: '11:00', closing: '13:00' } : one)),
  )
  await own.app.background.settled()
  expect(await statesOf(DAY)).toEqual([
    [10, closed],
    [11, settling],
    [12, settling],
  ])
  expect(await statesOf(DAY - 9)).toEqual(old)
  await own.close()
})
