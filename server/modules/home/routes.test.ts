import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Home } from '#schemas/generated/entities/home.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { DAY, fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { hashPassword } from '../session/password-hash.ts'

let f: Fixture
/** Two counted hours of a day at a local. */
const hours = (client: number, local: number, day: number, visits: number) =>
  [10, 11].map((hour) => ({
    client,
    local,
    area: 1,
    day,
    hour,
    fold: 0 as const,
    instant: day * 86_400 + (hour - 1) * 3600,
    far: null,
    fro: null,
    ins: visits / 2,
    outs: null,
    sales: null,
    units: null,
    bounces: 0,
    visits: visits / 2,
    tickets: null,
    insTimeS: null,
    visitTimeS: null,
    insInRange0: null,
    insInRange1: null,
    insInRange2: null,
    insInRange3: null,
    identifiedVisits: null,
    localRepRange0: null,
    localRepRange1: null,
    localRepRange2: null,
    localRepRange3: null,
    clientRepRange0: null,
    clientRepRange1: null,
    clientRepRange2: null,
    clientRepRange3: null,
  }))
const home = async (who: string) => (await f.get('/home', await f.signIn(who))).body as Home

beforeAll(async () => {
  f = await fixture()
  const { uno, dos, granVia, outlet, otherGranVia } = f.ids
  const { id: opened } = await f.catalog.locals.insert(SYSTEM_SCOPE, {
    client: uno,
    name: 'Nueva',
    code: 'U5',
    type: 'store',
    timeZone: 'Europe/Madrid',
  })
  const passwordHash = await hashPassword(PASSWORD)
  const add = (name: string, flags: readonly ('canAlerts' | 'footStatus' | 'wiTrace')[]) =>
    f.catalog.users.insert(
      SYSTEM_SCOPE,
      { username: `${name}@aforo.test`, passwordHash, role: 'basic', clients: [uno], flags },
      NOW,
    )
  await add('watcher', ['canAlerts'])
  await add('fitter', ['footStatus'])
  await add('office', ['wiTrace'])
  await f.facts.upsertTraffic(
    [
      // Yesterday and its weekday last year: at Gran Vía both, at Nueva only this year, at the outlet, which Compare
      // does not offer, both.
      ...hours(uno, granVia, DAY - 1, 600),
      ...hours(uno, granVia, DAY - 365, 500),
      ...hours(uno, opened, DAY - 1, 80),
      ...hours(uno, outlet, DAY - 1, 9000),
      ...hours(uno, outlet, DAY - 365, 9000),
      ...hours(dos, otherGranVia, DAY - 1, 7000),
      ...hours(dos, otherGranVia, DAY - 365, 7000),
      ...Array.from({ length: 10 }, (_, week) => hours(uno, granVia, DAY - 8 - week * 7, 200 + (week % 3) * 2)).flat(),
    ],
    'test',
  )
  await f.catalog.openingHours.insertMany(
    SYSTEM_SCOPE,
    [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: granVia, weekDay, opening: '10:00', closing: '11:59' })),
  )
  f.clock.time = (DAY - 1) * 86_400_000 + 22 * 3_600_000
  await f.facts.rollForward({
    nowMs: f.clock.now(),
    locals: await expectedLocals(f.catalog, { client: uno }),
    fromDay: DAY - 80,
  })
  f.clock.time = NOW
  await f.catalog.holidays.insertMany(SYSTEM_SCOPE, [
    { local: granVia, day: '2026-11-19', name: 'Fiesta mayor', closed: false },
  ])
  await f.catalog.campaigns.insert(SYSTEM_SCOPE, {
    client: uno,
    name: 'Black Friday',
    begin: '2026-11-19',
    end: '2026-11-27',
  })
}, 60_000)
afterAll(() => f.close())

test('yesterday and the week are compared over the same stores only, those that Compare offers, and it says how many', async () => {
  const { figures } = await home('analyst')
  expect(figures).toHaveLength(1)
  expect(figures?.[0]).toMatchObject({
    client: f.ids.uno,
    name: 'Moda Uno',
    yesterday: {
      begin: '2026-11-19',
      end: '2026-11-19',
      referenceBegin: '2025-11-20',
      referenceEnd: '2025-11-20',
      stores: 3,
      compared: 1,
      visits: 600,
      reference: 500,
      change: 20,
      over: 1,
    },
    // Of the other days of the week last year has none: they are in the figure, and in no change.
    week: {
      begin: '2026-11-16',
      end: '2026-11-19',
      referenceBegin: '2025-11-17',
      compared: 1,
      visits: 800,
      reference: 500,
      change: 20,
    },
  })
})

test('a store beyond its normal variation is named with the holiday, and with campaigns of the compared days', async () => {
  const [uno] = (await home('analyst')).figures ?? []
  expect(uno?.movers).toEqual([
    { local: f.ids.granVia, name: 'Gran Vía', day: '2026-11-19', visits: 600, expected: 202, holiday: 'Fiesta mayor' },
  ])
  expect(uno?.holidays).toEqual([{ day: '2026-11-19', name: 'Fiesta mayor', stores: 1, closed: 0 }])
  expect(uno?.campaigns).toEqual([{ name: 'Black Friday', begin: '2026-11-19', end: '2026-11-27', isReference: false }])
})

test('each part is there for accounts with its right, and hidden from all others', async () => {
  const parts = async (who: string) => {
    const { figures, alerts, devices } = await home(who)
    return [figures !== null, alerts !== null, devices !== null]
  }
  expect(await parts('analyst')).toEqual([true, false, false])
  expect(await parts('watcher')).toEqual([false, true, false])
  expect(await parts('fitter')).toEqual([false, false, true])
  expect(await parts('office')).toEqual([false, false, false])
  expect(await parts('admin')).toEqual([true, true, true])
})

test('other clients’ stores are in no figures, alerts or devices of the reader', async () => {
  const rule = await f.catalog.alertRules.insert(
    SYSTEM_SCOPE,
    { client: f.ids.dos, kind: 'coverage', settings: { percent: 90 }, recipients: null, coolDownH: 24, enabled: true },
    NOW,
  )
  const figure = {
    value: 10,
    unit: 'percent' as const,
    expected: 90,
    low: null,
    high: null,
    n: null,
    coverage: 0.1,
    state: 'partial' as const,
    definition: 'alert.coverage@1',
    asOf: NOW,
    day: '2026-11-19',
    device: null,
    reason: null,
  }
  for (const [client, local] of [[f.ids.dos, f.ids.otherGranVia]] as const)
    await f.catalog.alerts.insert(
      { userId: null, role: 'admin', clients: 'all', demo: false },
      { client, local, rule: rule.id, kind: 'coverage', subject: '', figure },
      NOW,
    )
  expect((await home('watcher')).alerts).toEqual({ open: 0, newest: [] })
  expect((await home('admin')).alerts).toMatchObject({
    open: 1,
    newest: [{ localName: expect.stringContaining('Gran Vía') as string, alert: { local: f.ids.otherGranVia } }],
  })
  const { devices } = await home('fitter')
  expect(devices?.longest.every(({ footscan }) => footscan.client === f.ids.uno)).toBe(true)
  expect((await home('nowhere')).figures).toEqual([])
})

test('a demo account reads made-up names', async () => {
  const text = JSON.stringify(await home('guest'))
  expect(text).not.toMatch(/Moda|Gran Vía|Black Friday/)
})

test('what a data module that is off would count is in no figure of the day', async () => {
  const admin = await f.signIn('admin')
  const save = (traffic: boolean) =>
    f.app.inject({
      method: 'PUT',
      url: `/api/modules/client/${f.ids.uno}/config`,
      payload: { modules: { traffic } },
      headers: { access_token: admin },
    })
  expect((await save(false)).statusCode).toBe(200)
  expect((await home('analyst')).figures?.[0]).toMatchObject({
    yesterday: { visits: null, reference: null, change: null },
    week: { visits: null, change: null },
    movers: [],
  })
  await save(true)
  expect((await home('analyst')).figures?.[0]?.yesterday).toMatchObject({ visits: 600, change: 20 })
})
