/**
 * Rules about a figure, asked over a real dashboard on real stores: what they say, when they rest, who may make one.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { counts, fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'
import { hashPassword } from '../session/password-hash.ts'
import { MAX_FIGURE_RULES } from './figure-rules.ts'

const MINUTE = 60_000
let f: Fixture
let [ana, bea, blind]: Send[] = []
const people = { ana: 0, bea: 0, blind: 0, demo: 0 }

beforeAll(async () => {
  f = await fixture()
  const passwordHash = await hashPassword(PASSWORD)
  const add = async (name: keyof typeof people, flags: readonly ('canAlerts' | 'footCompare')[]) => {
    const { id } = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      {
        username: `${name}@aforo.test`,
        role: 'basic',
        flags,
        clients: [f.ids.uno, f.ids.dos],
        passwordHash,
        properties: { demo: name === 'demo' },
      },
      NOW,
    )
    people[name] = id
    return sender(f, await f.signIn(name))
  }
  ana = await add('ana', ['canAlerts', 'footCompare'])
  bea = await add('bea', ['canAlerts', 'footCompare'])
  blind = await add('blind', ['canAlerts'])
  await add('demo', ['canAlerts'])
}, 60_000)
afterAll(() => f.close())
beforeEach(async () => {
  for (const { id } of await f.catalog.alertRules.list(SYSTEM_SCOPE)) {
    await f.catalog.alerts.switchOff(SYSTEM_SCOPE, { rule: id }, NOW)
    await f.catalog.alertRules.remove(SYSTEM_SCOPE, id)
  }
})

/** Entries of each store of a brand in Compare: Gran Vía 200, Sol 20 this week. */
const watch = (more: object = {}) => ({
  dashboard: 'foot-compare',
  widget: 'benchmark',
  column: 'ins',
  rows: 'any',
  row: null,
  below: 100,
  above: null,
  values: { client: f.ids.uno },
  search: `client=${f.ids.uno}&token=x`,
  lang: 'es',
  timeZone: 'Europe/Madrid',
  ...more,
})
const draft = (more: object = {}, about: object = {}) => ({
  client: f.ids.uno,
  kind: 'figure',
  name: 'Pocas entradas',
  watch: watch(about),
  ...more,
})
const make = async (about: object = {}, more: object = {}) => {
  const { status, body } = await ana!('POST', '/alerts/rules', draft(more, about))
  expect([status, (body as { code?: string }).code]).toEqual([201, undefined])
  return body as AlertRule
}
const look = async () => {
  f.clock.time += 15 * MINUTE
  await f.app.jobs.find(({ name }) => name === 'figureAlerts')!.run()
}
const history = async () => (await ana!('GET', '/alerts')).body as Alert[]
const open = async () =>
  (await history()).filter(({ state }) => state === 'open').map(({ local, figure }) => [local, figure.value])
const ruleNow = async (id: number) => (await ana!('GET', `/alerts/rules/${id}`)).body as AlertRule

describe('a rule about a figure is not made', () => {
  test('without a name, a figure or limits, of another kind, or in an unknown zone', async () => {
    const refused = async (what: object) => (await ana!('POST', '/alerts/rules', what)).body as { code: string }
    for (const [what, setting] of [
      [draft({ name: null }), 'name'],
      [draft({ watch: null }), 'watch'],
      [draft({}, { below: null }), 'limits'],
      [draft({}, { below: 5, above: 4 }), 'limits'],
      [draft({}, { rows: 'one' }), 'row'],
      [draft({}, { timeZone: 'Madrid' }), 'timeZone'],
      [{ ...draft(), kind: 'coverage' }, 'kind'],
    ] as const)
      expect(await refused(what)).toMatchObject({ code: 'ALERT_FIGURE_INVALID', details: { setting } })
    expect((await ana!('POST', '/alerts/rules', draft({ name: 'ab' }))).status).toBe(400)
  })

  test('about what is not there, of a sum of shares, or of a client that the page does not show', async () => {
    const refused = async (about: object, more: object = {}) =>
      (await ana!('POST', '/alerts/rules', draft(more, about))).body as { code: string }
    expect(await refused({ widget: 'nothing' })).toMatchObject({ code: 'ALERT_FIGURE_NOT_FOUND' })
    expect(await refused({ column: 'weather' })).toMatchObject({
      code: 'ALERT_FIGURE_NOT_FOUND',
      details: { what: 'column', value: 'weather' },
    })
    expect(await refused({ rows: 'one', row: '["Luna"]' })).toMatchObject({ details: { what: 'row' } })
    expect(await refused({ values: { client: 987_654 } })).toMatchObject({ details: { what: 'filter' } })
    expect(await refused({ column: 'captureRate', rows: 'sum' })).toMatchObject({
      code: 'ALERT_FIGURE_SUM_NOT_ALLOWED',
    })
    expect(await refused({}, { client: f.ids.dos })).toMatchObject({ code: 'ALERT_FIGURE_CLIENT_REQUIRED' })
  })

  test('on a dashboard that its maker may not open', async () => {
    expect(await blind!('POST', '/alerts/rules', draft())).toMatchObject({
      status: 404,
      body: { code: 'DASHBOARD_NOT_FOUND' },
    })
  })

  test('by an account that has twenty of them, nor taken over by one', async () => {
    const rule = await make()
    const [stored] = await f.catalog.alertRules.some(SYSTEM_SCOPE, [rule.id])
    for (let made = 1; made < MAX_FIGURE_RULES; made += 1) await f.catalog.alertRules.insert(SYSTEM_SCOPE, stored!, NOW)
    expect(await ana!('POST', '/alerts/rules', draft())).toMatchObject({
      status: 409,
      body: { code: 'ALERT_FIGURE_LIMIT_EXCEEDED', details: { most: MAX_FIGURE_RULES } },
    })
    expect((await ana!('PUT', `/alerts/rules/${rule.id}`, draft({ name: 'Otro nombre' }))).status).toBe(200)
    const { id } = await f.catalog.alertRules.insert(SYSTEM_SCOPE, { ...stored!, owner: people.bea }, NOW)
    expect(await ana!('PUT', `/alerts/rules/${id}`, draft())).toMatchObject({
      status: 409,
      body: { code: 'ALERT_FIGURE_LIMIT_EXCEEDED' },
    })
    expect((await ruleNow(id)).owner).toBe('bea@aforo.test')
  })
})

test('there is no back-test of a figure', async () => {
  expect(await ana!('POST', '/alerts/rules/back-test', { client: f.ids.uno, kind: 'figure' })).toMatchObject({
    status: 400,
    body: { code: 'ALERT_BACK_TEST_NOT_ALLOWED' },
  })
})

test('who changes what is watched becomes its owner; a name, limits and people leave it with who made it', async () => {
  const { id } = await make()
  const change = async (who: Send, what: object) => {
    expect((await who('PUT', `/alerts/rules/${id}`, { client: f.ids.uno, kind: 'figure', ...what })).status).toBe(200)
    return (await ruleNow(id)).owner
  }
  expect(await change(bea!, { name: 'De Bea' })).toBe('ana@aforo.test')
  expect((await ruleNow(id)).watch).toMatchObject({ column: 'ins', below: 100 })
  expect(await change(bea!, { watch: watch({ column: 'visits' }) })).toBe('bea@aforo.test')
  expect(await ruleNow(id)).toMatchObject({ name: 'De Bea', watch: { column: 'visits' } })
})

test('each row outside the limits opens an alert at its own store, once, and closes it when it is back', async () => {
  const rule = await make()
  expect(rule).toMatchObject({
    name: 'Pocas entradas',
    owner: 'ana@aforo.test',
    restReason: null,
    watch: {
      title: expect.stringMatching(/\S/) as string,
      label: 'Entradas',
      format: 'count',
      search: `client=${f.ids.uno}`,
    },
  })
  await look()
  await look()
  expect(await open()).toEqual([[f.ids.closed, 20]])
  expect((await history())[0]).toMatchObject({
    rule: rule.id,
    kind: 'figure',
    figure: { low: 100, high: null, state: 'final', day: '2026-11-20', widget: { rule: 'Pocas entradas', row: 'Sol' } },
  })
  await f.facts.upsertTraffic(counts(f.ids.uno, f.ids.closed, 80), 'test')
  await look()
  expect(await open()).toEqual([])
  expect((await history())[0]).toMatchObject({ closedBecause: 'solved' })
  await f.facts.upsertTraffic(counts(f.ids.uno, f.ids.closed, 10), 'test')
})

test('every row, their sum, or one of them is one alert of no store but its own; a total is no row', async () => {
  await make({ rows: 'every', below: 201 })
  await make({ rows: 'every', below: 100 })
  await make({ rows: 'sum', below: null, above: 219 })
  await make({ rows: 'sum', below: null, above: 220 })
  await make({ rows: 'one', row: '["Total"]', below: null, above: 219 })
  await look()
  expect((await open()).map(([local, value]) => `${local} ${value}`).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'null 200',
    'null 220',
    'null 220',
  ])
})

test('a change between different sets of stores is never an alert, that of a store that is in both is', async () => {
  const { id: local } = await f.catalog.locals.insert(SYSTEM_SCOPE, {
    client: f.ids.uno,
    name: 'Nueva',
    code: 'U9',
    type: 'store',
    timeZone: 'Europe/Madrid',
  })
  const before = counts(f.ids.uno, local, 500)
  await f.facts.upsertTraffic(
    before.filter(({ day }) => day === Math.max(...before.map((row) => row.day))),
    'test',
  )
  const change = { column: 'ins.change', below: -1, above: 1, values: { client: f.ids.uno, compared: 'all' } }
  await make({ ...change, rows: 'one', row: '["Total"]' })
  // Its rows are of several units, so its column of changes has the format of a number.
  await make({ ...change, widget: 'kpi', column: 'change', rows: 'one', row: '["Entradas"]' })
  await look()
  expect(await open()).toEqual([])
  await make({ ...change, rows: 'one', row: '["Sol"]', below: 1 })
  await look()
  expect(await open()).toEqual([[f.ids.closed, 0]])
  // Of the same stores it is one, and says of how many: its mail is read without the page.
  await make({ ...change, values: { client: f.ids.uno }, rows: 'one', row: '["Total"]', below: 1000, above: null })
  await look()
  const same = (await history()).find(({ figure }) => figure.widget?.row === 'Total')
  expect(same?.figure.widget?.stores).toEqual({ compared: 2, asked: 3 })
})

test('a rule is asked every fifteen minutes, and at the next round after it was changed', async () => {
  const rule = await make({ below: 1 })
  const run = f.app.jobs.find(({ name }) => name === 'figureAlerts')!.run
  await look()
  expect((await ana!('PUT', `/alerts/rules/${rule.id}`, draft())).status).toBe(200)
  await run()
  expect(await open()).toEqual([[f.ids.closed, 20]])
  await f.facts.upsertTraffic(counts(f.ids.uno, f.ids.closed, 80), 'test')
  f.clock.time += 15 * MINUTE - 1
  await run()
  expect(await open()).toHaveLength(1)
  f.clock.time += 1
  await run()
  expect(await open()).toEqual([])
  await f.facts.upsertTraffic(counts(f.ids.uno, f.ids.closed, 10), 'test')
})

test('an account that has to choose a new password owns no figures', async () => {
  const [stored] = await f.catalog.alertRules.some(SYSTEM_SCOPE, [(await make()).id])
  const owner = await f.catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'eva@aforo.test',
      role: 'basic',
      flags: ['canAlerts', 'footCompare'],
      clients: [f.ids.uno],
      passwordHash: null,
      passwordExpired: true,
    },
    NOW,
  )
  const { id } = await f.catalog.alertRules.insert(SYSTEM_SCOPE, { ...stored!, owner: owner.id }, NOW)
  await look()
  expect((await ruleNow(id)).restReason).toBe('ownerGone')
})

test('a query is cancelled after thirty seconds: the rule does not rest, and the log names it', async () => {
  const [slow, other] = [await make(), await make()]
  const limit = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementationOnce(() => AbortSignal.abort(new DOMException('It took too long.', 'TimeoutError')))
  try {
    await look()
    expect(limit.mock.calls.filter(([ms]) => ms === 30_000)).toHaveLength(2)
  } finally {
    limit.mockRestore()
  }
  expect([
    (await history()).filter(({ state }) => state === 'open').map(({ rule }) => rule),
    (await ruleNow(slow.id)).restReason,
  ]).toEqual([[other.id], null])
  const said = f.log.filter((line) => line.includes('a rule about a figure could not be asked'))
  expect(said.map((line) => (JSON.parse(line) as { rule: number }).rule)).toEqual([slow.id])
})

test('while the data module of a figure is off no alert opens or is solved, and then it is evaluated again', async () => {
  const rules = [await make(), await make({ column: 'conversionRate', below: 1 })]
  await look()
  expect(await open()).toContainEqual([f.ids.closed, 20])
  const before = await open()
  const off = async (modules: object) => {
    const map = (await f.catalog.modules.ofClient(SYSTEM_SCOPE, f.ids.uno))!
    await f.catalog.modules.saveClient(SYSTEM_SCOPE, f.ids.uno, { ...map, ...modules })
    await look()
    return [await open(), await Promise.all(rules.map(async ({ id }) => (await ruleNow(id)).restReason))]
  }
  expect(await off({ tickets: false })).toEqual([before, [null, null]])
  expect(await off({ traffic: false })).toEqual([before, [null, null]])
  expect(await off({ tickets: true, traffic: true })).toEqual([before, [null, null]])
})

test('the switch of a store is for what is asked of stores: a figure is watched without it', async () => {
  await make()
  await look()
  const alerts = () => f.app.jobs.find(({ name }) => name === 'alerts')!.run()
  const turn = (state: string) => ana!('PUT', `/locals/${f.ids.closed}/alerts/${f.ids.closed}`, { state })
  await alerts()
  expect(await open()).toEqual([[f.ids.closed, 20]])
  // The first one to be switched on brings its client the usual rules, though there is one about a figure.
  expect((await turn('activate')).status).toBe(200)
  expect(await f.catalog.alertRules.list(SYSTEM_SCOPE, { client: f.ids.uno })).toHaveLength(6)
  expect((await turn('deactivate')).status).toBe(200)
  await alerts()
  expect(await open()).toContainEqual([f.ids.closed, 20])
})

test('an open alert about another figure is solved, other limits leave it, and a new question has no reason to rest', async () => {
  const { id } = await make()
  await look()
  const change = async (about: object) => {
    expect((await ana!('PUT', `/alerts/rules/${id}`, draft({}, about))).status).toBe(200)
    return (await open()).length
  }
  expect(await change({ below: 90 })).toBe(1)
  await f.catalog.alertRules.setRest(SYSTEM_SCOPE, id, 'columnGone')
  expect(await change({ column: 'visits' })).toBe(0)
  expect(await ruleNow(id)).toMatchObject({ restReason: null })
  expect((await history())[0]).toMatchObject({ closedBecause: 'switchedOff' })
})

test('a demo account reads no member of a row', async () => {
  await make()
  await look()
  const row = async (who: Send) => ((await who('GET', '/alerts')).body as Alert[])[0]?.figure.widget?.row
  expect([await row(ana!), await row(sender(f, await f.signIn('demo')))]).toEqual(['Sol', ''])
})

test('it rests with its reason, without an alert, when what it asks is gone, and asks again when it is back', async () => {
  const rule = await make()
  const stored = (await f.catalog.alertRules.some(SYSTEM_SCOPE, [rule.id]))[0]!
  const rests = async (about: object) => {
    await f.catalog.alertRules.replace(
      SYSTEM_SCOPE,
      rule.id,
      { ...stored, watch: { ...stored.watch!, ...about } },
      f.clock.now(),
    )
    await look()
    return (await ruleNow(rule.id)).restReason
  }
  await look()
  expect(await open()).toHaveLength(1)
  expect(await rests({ dashboard: 'gone' })).toBe('dashboardGone')
  expect([await open(), (await history())[0]?.closedBecause]).toEqual([[], 'switchedOff'])
  expect(await rests({ widget: 'gone' })).toBe('widgetGone')
  expect(await rests({ column: 'gone' })).toBe('columnGone')
  expect(await rests({ values: { client: 987_654 } })).toBe('filterGone')
  expect(await rests({ values: { client: f.ids.dos } })).toBe('filterGone')
  expect(await open()).toEqual([])
  expect(await rests({})).toBe(null)
  expect(await open()).toHaveLength(1)
  await f.catalog.users.setEnabled(SYSTEM_SCOPE, people.ana, false)
  await look()
  const [last] = await f.catalog.alertRules.some(SYSTEM_SCOPE, [rule.id])
  expect([last?.restReason, (await f.catalog.alerts.open(SYSTEM_SCOPE)).length]).toEqual(['ownerGone', 0])
  await f.catalog.users.setEnabled(SYSTEM_SCOPE, people.ana, true)
})
