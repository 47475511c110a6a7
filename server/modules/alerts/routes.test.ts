import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AlertBackTest } from '#schemas/generated/entities/alert-back-test.ts'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { LocalAlert } from '#schemas/generated/entities/local-alert.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { hashPassword } from '../session/password-hash.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
const as: Record<string, Send> = {}
const people: Record<string, number> = {}
beforeAll(async () => {
  f = await fixture()
  const passwordHash = await hashPassword(PASSWORD)
  const add = async (name: string, clients: number[], more: object = {}) => {
    const { id } = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { username: `${name}@aforo.test`, role: 'basic', flags: ['canAlerts'], clients, passwordHash, ...more },
      NOW,
    )
    people[name] = id
    as[name] = sender(f, await f.signIn(name))
  }
  await add('watcher', [f.ids.uno])
  await add('stranger', [f.ids.dos])
  await add('tourist', [f.ids.uno], { properties: { demo: true } })
  for (const name of ['analyst', 'admin']) as[name] = sender(f, await f.signIn(name))
}, 60_000)
afterAll(() => f.close())

const ask = (who: string, ...rest: Parameters<Send>) => as[who]!(...rest)
const switchTo = (who: string, local: number, state: string, alertId = local) =>
  ask(who, 'PUT', `/locals/${local}/alerts/${alertId}`, { state })

/** A footscan that is down for an hour. */
const FIGURE = {
  value: 61,
  unit: 'minutes',
  expected: 60,
  low: null,
  high: null,
  n: null,
  coverage: null,
  state: 'partial',
  definition: 'alert.deviceDown@1',
  asOf: NOW,
  day: null,
  device: 'Puerta Uno',
  reason: 'offline',
} as const

describe('alerts of a local are not switched', () => {
  test('without canAlerts, at a local of others, by the switch of another local, or to what is no state', async () => {
    expect(await switchTo('analyst', f.ids.granVia, 'activate')).toMatchObject({
      status: 403,
      body: { code: 'FLAG_REQUIRED', details: { flags: ['canAlerts'] } },
    })
    expect(await switchTo('stranger', f.ids.granVia, 'activate')).toMatchObject({
      status: 404,
      body: { code: 'LOCAL_NOT_FOUND' },
    })
    expect(await switchTo('watcher', f.ids.granVia, 'activate', f.ids.outlet)).toMatchObject({
      status: 404,
      body: { code: 'ALERT_NOT_FOUND', details: { local: f.ids.granVia, alert: f.ids.outlet } },
    })
    for (const state of ['on', '', null])
      expect((await ask('watcher', 'PUT', `/locals/${f.ids.granVia}/alerts/${f.ids.granVia}`, { state })).status).toBe(
        400,
      )
    expect((await ask('watcher', 'GET', '/alerts/rules')).body).toEqual([])
  })
})

test('a local is switched on and off; the answer is the resulting state, and the first one brings the default rules of its client', async () => {
  const list = async () => (await ask('watcher', 'GET', '/locals/alerts')).body as LocalAlert[]
  expect(await list()).toEqual([
    {
      id: f.ids.granVia,
      name: 'Gran Vía',
      code: 'U1',
      client: f.ids.uno,
      alertId: f.ids.granVia,
      state: 'deactivate',
      enabled: false,
      open: 0,
    },
    {
      id: f.ids.closed,
      name: 'Sol',
      code: 'U2',
      client: f.ids.uno,
      alertId: f.ids.closed,
      state: 'deactivate',
      enabled: false,
      open: 0,
    },
    {
      id: f.ids.outlet,
      name: 'Outlet',
      code: 'U4',
      client: f.ids.uno,
      alertId: f.ids.outlet,
      state: 'deactivate',
      enabled: false,
      open: 0,
    },
  ])
  expect(await switchTo('watcher', f.ids.granVia, 'activate')).toMatchObject({
    status: 200,
    body: { id: f.ids.granVia, local: f.ids.granVia, state: 'activate', enabled: true },
  })
  expect((await list()).map(({ enabled }) => enabled)).toEqual([true, false, false])
  expect((await ask('watcher', 'GET', `/locals/${f.ids.granVia}/alerts`)).body).toEqual([
    { id: f.ids.granVia, local: f.ids.granVia, state: 'activate', enabled: true },
  ])
  const rules = (await ask('watcher', 'GET', `/alerts/rules?client=${f.ids.uno}`)).body as AlertRule[]
  expect(rules.map(({ kind, settings }) => [kind, settings])).toEqual([
    ['deviceDown', { minutes: 60 }],
    ['totalOutOfBand', { days: 2, band: 99 }],
    ['coverage', { percent: 90 }],
    ['ticketsMissing', { by: '10:00' }],
    ['conversionOutOfBand', { band: 99 }],
  ])
  await switchTo('watcher', f.ids.outlet, 'activate')
  expect((await ask('watcher', 'GET', '/alerts/rules')).body).toHaveLength(5)
  expect(await switchTo('watcher', f.ids.granVia, 'deactivate')).toMatchObject({
    body: { state: 'deactivate', enabled: false },
  })
  const [last] = await f.catalog.audit.list(SYSTEM_SCOPE, 1)
  expect(last).toMatchObject({ action: 'alerts.deactivate', target: `local ${f.ids.granVia}`, user: people.watcher })
})

describe('a rule is not stored', () => {
  test('for a client of another tenant, with an invalid setting, or for a recipient without access', async () => {
    const add = (draft: object) =>
      ask('watcher', 'POST', '/alerts/rules', { client: f.ids.uno, kind: 'coverage', ...draft })
    expect(await add({ client: f.ids.dos })).toMatchObject({ status: 404, body: { code: 'CLIENT_NOT_FOUND' } })
    expect(await add({ settings: { percent: 130 } })).toMatchObject({
      status: 400,
      body: { code: 'ALERT_SETTINGS_INVALID', details: { setting: 'percent', expected: '1–100' } },
    })
    expect(await add({ settings: { minutes: 10 } })).toMatchObject({
      status: 400,
      body: { code: 'ALERT_SETTINGS_INVALID', details: { setting: 'minutes' } },
    })
    for (const name of ['stranger', 'nobody']) {
      const id = people[name] ?? (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))?.id ?? 0
      expect(await add({ recipients: [id] })).toMatchObject({
        status: 400,
        body: { code: 'ALERT_RECIPIENT_UNSUITABLE', details: { user: id } },
      })
    }
    for (const draft of [{ kind: 'weather' }, { coolDownH: -1 }, { id: 3 }, { settings: { percent: [90] } }])
      expect((await add(draft)).status).toBe(400)
  })
})

test('a rule is added, changed and removed, and never moves to another client', async () => {
  const { body, status } = await ask('watcher', 'POST', '/alerts/rules', {
    client: f.ids.uno,
    kind: 'occupancyLimit',
    settings: { capacity: 120 },
    recipients: [people.watcher],
    coolDownH: 12,
  })
  const rule = body as AlertRule
  expect([status, rule]).toEqual([
    201,
    {
      id: expect.any(Number),
      client: f.ids.uno,
      kind: 'occupancyLimit',
      settings: { capacity: 120, percent: 100, minutes: 2, hysteresis: 3 },
      recipients: [people.watcher],
      coolDownH: 12,
      enabled: true,
      createdAt: NOW,
      updatedAt: NOW,
      resting: null,
      name: null,
      watch: null,
      owner: null,
      restReason: null,
      mute: null,
    },
  ])
  const path = `/alerts/rules/${rule.id}`
  expect(await ask('stranger', 'GET', path)).toMatchObject({ status: 404, body: { code: 'ALERT_RULE_NOT_FOUND' } })
  expect(await ask('admin', 'PUT', path, { client: f.ids.dos, kind: 'occupancyLimit' })).toMatchObject({
    status: 404,
    body: { code: 'ALERT_RULE_NOT_FOUND' },
  })
  expect(
    await ask('watcher', 'PUT', path, {
      client: f.ids.uno,
      kind: 'occupancyLimit',
      settings: { capacity: 80 },
      enabled: false,
    }),
  ).toMatchObject({
    status: 200,
    body: { settings: { capacity: 80 }, recipients: null, coolDownH: 24, enabled: false },
  })
  expect((await ask('watcher', 'DELETE', path)).status).toBe(204)
  expect((await ask('watcher', 'GET', path)).status).toBe(404)
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 3)).map(({ action }) => action)).toEqual([
    'alertRule.remove',
    'alertRule.change',
    'alertRule.create',
  ])
})

test('those who may be notified are the accounts with canAlerts that may read the client; a demo user sees no other account', async () => {
  expect((await ask('watcher', 'GET', `/alerts/recipients?client=${f.ids.uno}`)).body).toEqual([
    { id: people.tourist, username: 'tourist@aforo.test' },
    { id: people.watcher, username: 'watcher@aforo.test' },
  ])
  expect((await ask('tourist', 'GET', `/alerts/recipients?client=${f.ids.uno}`)).body).toEqual([
    { id: people.tourist, username: 'tourist@aforo.test' },
  ])
  expect((await ask('watcher', 'GET', `/alerts/recipients?client=${f.ids.dos}`)).status).toBe(404)
})

test('a back-test says how often, where and when; before anything was counted it says never', async () => {
  const { body, status } = await ask('watcher', 'POST', '/alerts/rules/back-test', {
    client: f.ids.uno,
    kind: 'coverage',
  })
  expect([status, body as AlertBackTest]).toEqual([200, { days: 90, locals: 1, times: 0, byLocal: [], byDay: [] }])
  expect(
    await ask('watcher', 'POST', '/alerts/rules/back-test', { client: f.ids.dos, kind: 'coverage' }),
  ).toMatchObject({ status: 404, body: { code: 'CLIENT_NOT_FOUND' } })
})

test('the history is of the caller’s clients, and a demo user reads no name of a device', async () => {
  const [rule] = await f.catalog.alertRules.list(SYSTEM_SCOPE, { client: f.ids.uno })
  await f.catalog.alerts.insert(
    SYSTEM_SCOPE,
    {
      client: f.ids.uno,
      local: f.ids.outlet,
      rule: rule?.id ?? 0,
      kind: 'deviceDown',
      subject: 'footscan:1',
      figure: FIGURE,
    },
    NOW - 1000,
  )
  expect((await ask('watcher', 'GET', '/alerts')).body).toEqual([
    {
      id: expect.any(Number),
      client: f.ids.uno,
      local: f.ids.outlet,
      rule: rule?.id,
      kind: 'deviceDown',
      state: 'open',
      openedAt: NOW - 1000,
      closedAt: null,
      closedBecause: null,
      mailedAt: null,
      acknowledged: null,
      snoozed: null,
      muted: false,
      figure: FIGURE,
    },
  ])
  expect((await ask('tourist', 'GET', '/alerts')).body).toMatchObject([{ figure: { device: 'Demo Footscan 1' } }])
  expect((await ask('stranger', 'GET', '/alerts')).body).toEqual([])
  expect((await ask('watcher', 'GET', '/alerts?state=closed')).body).toEqual([])
  expect((await ask('watcher', 'GET', '/alerts?begin=2026-11-20&end=2026-11-20')).body).toHaveLength(1)
  expect((await ask('watcher', 'GET', '/alerts?end=2026-11-19')).body).toEqual([])
  expect((await ask('watcher', 'GET', '/alerts?begin=2026-02-31')).status).toBe(400)
  expect((await ask('watcher', 'GET', `/alerts?client=${f.ids.dos}`)).status).toBe(404)
  // A user who switched a local off gets no more mail about it.
  await switchTo('watcher', f.ids.outlet, 'deactivate')
  expect((await ask('watcher', 'GET', '/alerts')).body).toMatchObject([
    { state: 'closed', closedAt: NOW, closedBecause: 'switchedOff' },
  ])
})

test('a rule’s open alert is solved when its kind changes, and stays under other settings', async () => {
  const made = await ask('watcher', 'POST', '/alerts/rules', { client: f.ids.uno, kind: 'coverage' })
  const { id } = made.body as AlertRule
  await f.catalog.alerts.insert(
    SYSTEM_SCOPE,
    { client: f.ids.uno, local: f.ids.closed, rule: id, kind: 'coverage', subject: '', figure: FIGURE },
    NOW,
  )
  const change = async (draft: object) => {
    expect((await ask('watcher', 'PUT', `/alerts/rules/${id}`, { client: f.ids.uno, ...draft })).status).toBe(200)
    const [alert] = await f.catalog.alerts.list(SYSTEM_SCOPE, { local: f.ids.closed })
    return [alert?.state, alert?.closedBecause]
  }
  expect(await change({ kind: 'coverage', settings: { percent: 80 } })).toEqual(['open', null])
  expect(await change({ kind: 'deviceDown' })).toEqual(['closed', 'switchedOff'])
  expect((await ask('watcher', 'POST', '/alerts/rules/list', { ids: [id, 987_654] })).body).toMatchObject([
    { id, kind: 'deviceDown', resting: null },
  ])
  await ask('watcher', 'DELETE', `/alerts/rules/${id}`)
})

test('the history of one client, or of one local, holds no alert of another', async () => {
  const rule = await f.catalog.alertRules.insert(
    SYSTEM_SCOPE,
    { client: f.ids.dos, kind: 'coverage', settings: {}, recipients: null, coolDownH: 24, enabled: true },
    NOW,
  )
  const { alerts } = f.catalog
  const of = { client: f.ids.dos, local: f.ids.otherGranVia, rule: rule.id, kind: 'coverage', subject: '' } as const
  await alerts.insert(SYSTEM_SCOPE, { ...of, figure: FIGURE }, NOW)
  const clients = async (query: string) => {
    const found = (await ask('admin', 'GET', `/alerts?${query}`)).body as { client: number }[]
    return [...new Set(found.map(({ client }) => client))]
  }
  expect(await clients(`client=${f.ids.dos}`)).toEqual([f.ids.dos])
  expect(await clients(`client=${f.ids.uno}`)).toEqual([f.ids.uno])
  expect(await clients(`local=${f.ids.otherGranVia}`)).toEqual([f.ids.dos])
  expect((await clients('')).length).toBe(2)
})
