import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AlertFigure } from '#domain/alert-rules'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import type { Scope } from '../../lib/scope.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { NewAlert } from './repo.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const NO_FIGURE = { name: null, watch: null, owner: null, restReason: null, mute: null }
const FIGURE = { value: 61, unit: 'minutes', device: 'Door' } as unknown as AlertFigure

let catalog: Catalog
/** One client with two locals and another with one. */
let [uno, dos, one, two, other] = [0, 0, 0, 0, 0]
let [rule, foreign] = [0, 0]
const scopeOf = (...clients: number[]): Scope => ({ userId: 1, role: 'basic', clients, demo: false })

beforeAll(async () => {
  catalog = await memoryCatalog()
  const client = async (name: string) => (await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).id
  ;[uno, dos] = [await client('Uno'), await client('Dos')]
  const local = async (owner: number, code: string) =>
    (
      await catalog.locals.insert(SYSTEM_SCOPE, {
        client: owner,
        name: code,
        code,
        type: 'store',
        timeZone: 'Europe/Madrid',
      })
    ).id
  ;[one, two, other] = [await local(uno, 'U1'), await local(uno, 'U2'), await local(dos, 'D1')]
})
afterAll(() => catalog.close())
const coverage = (client: number) =>
  ({ client, kind: 'coverage', settings: { percent: 90 }, recipients: null, coolDownH: 24, enabled: true }) as const
beforeEach(async () => {
  for (const { id } of await catalog.alertRules.list(SYSTEM_SCOPE)) {
    await catalog.alerts.switchOff(SYSTEM_SCOPE, { rule: id }, NOW)
    await catalog.alertRules.remove(SYSTEM_SCOPE, id)
  }
  for (const local of [one, two, other]) await catalog.alerts.switchOff(SYSTEM_SCOPE, { local }, NOW)
  rule = (await catalog.alertRules.insert(SYSTEM_SCOPE, coverage(uno), NOW)).id
  foreign = (await catalog.alertRules.insert(SYSTEM_SCOPE, coverage(dos), NOW)).id
})

const open = async (more: Partial<NewAlert> = {}, at = NOW) => {
  const whole = { client: uno, local: one, rule, kind: 'coverage', subject: '', figure: FIGURE, ...more } as const
  expect(await catalog.alerts.insert(SYSTEM_SCOPE, whole, at)).toEqual(expect.any(Number))
  return Math.max(...(await catalog.alerts.open(SYSTEM_SCOPE)).map(({ id }) => id))
}
const stateOf = async (id: number) => {
  const found = (await catalog.alerts.list(SYSTEM_SCOPE)).find((alert) => alert.id === id)
  return [found?.state, found?.closedBecause, found?.closedAt]
}

describe('an alert', () => {
  test('is open once for the same rule, local and subject, and again after it was closed', async () => {
    const id = await open()
    expect((await catalog.alerts.list(SYSTEM_SCOPE)).find((alert) => alert.id === id)).toEqual({
      id,
      client: uno,
      local: one,
      rule,
      kind: 'coverage',
      subject: '',
      state: 'open',
      openedAt: NOW,
      closedAt: null,
      closedBecause: null,
      mailedAt: null,
      acknowledged: null,
      snoozed: null,
      muted: false,
      figure: FIGURE,
    })
    const same = { client: uno, local: one, rule, kind: 'coverage', subject: '', figure: FIGURE } as const
    expect(await catalog.alerts.insert(SYSTEM_SCOPE, same, NOW)).toBe(null)
    await open({ subject: 'footscan:1' })
    await catalog.alerts.close(SYSTEM_SCOPE, [id], 'solved', NOW)
    await open()
  })

  test('is closed once, by who may read its client', async () => {
    const [id, theirs] = [await open(), await open({ client: dos, local: other, rule: foreign })]
    await catalog.alerts.close(scopeOf(dos), [id, theirs], 'solved', NOW + 1)
    await catalog.alerts.close(SYSTEM_SCOPE, [theirs], 'switchedOff', NOW + 2)
    await catalog.alerts.close(SYSTEM_SCOPE, [], 'solved', NOW + 3)
    expect([await stateOf(id), await stateOf(theirs)]).toEqual([
      ['open', null, null],
      ['closed', 'solved', NOW + 1],
    ])
  })

  test('of a local or of a rule that is watched no more is switched off, and no other', async () => {
    const [a, b, c] = [
      await open(),
      await open({ local: two }),
      await open({ client: dos, local: other, rule: foreign }),
    ]
    await catalog.alerts.switchOff(scopeOf(dos), { local: one }, NOW + 1)
    await catalog.alerts.switchOff(SYSTEM_SCOPE, { local: two }, NOW + 2)
    await catalog.alerts.switchOff(SYSTEM_SCOPE, { rule: foreign }, NOW + 3)
    await catalog.alerts.switchOff(SYSTEM_SCOPE, { rule: foreign }, NOW + 4)
    expect([await stateOf(a), await stateOf(b), await stateOf(c)]).toEqual([
      ['open', null, null],
      ['closed', 'switchedOff', NOW + 2],
      ['closed', 'switchedOff', NOW + 3],
    ])
  })
})

test('alerts are listed open ones first, then the newest, by what is asked, within the own clients', async () => {
  const from = NOW + 1_000_000
  const old = await open({}, from)
  await catalog.alerts.close(SYSTEM_SCOPE, [old], 'solved', from)
  const young = await open({}, from + 20)
  await catalog.alerts.close(SYSTEM_SCOPE, [young], 'solved', from + 20)
  const still = await open({ local: two }, from + 10)
  const down = await open({ kind: 'deviceDown', subject: 'footscan:1' }, from + 5)
  const theirs = await open({ client: dos, local: other, rule: foreign }, from + 1)
  const ids = async (wanted: object, scope: Scope = SYSTEM_SCOPE) =>
    (await catalog.alerts.list(scope, { from, ...wanted })).map(({ id }) => id)
  expect(await ids({})).toEqual([still, down, theirs, young, old])
  expect(await ids({ client: dos })).toEqual([theirs])
  expect(await ids({ local: two })).toEqual([still])
  expect(await ids({ kind: 'deviceDown' })).toEqual([down])
  expect(await ids({ state: 'closed' })).toEqual([young, old])
  expect(await ids({ state: 'open' })).toEqual([still, down, theirs])
  // The first instant is in it, the last is not.
  expect(await ids({ from: from + 1, to: from + 20 })).toEqual([still, down, theirs])
  expect(await ids({}, scopeOf(dos))).toEqual([theirs])
  expect([await catalog.alerts.openByLocal(SYSTEM_SCOPE), await catalog.alerts.openByLocal(scopeOf(uno))]).toEqual([
    new Map([
      [one, 1],
      [two, 1],
      [other, 1],
    ]),
    new Map([
      [one, 1],
      [two, 1],
    ]),
  ])
})

test('an alert is notified once when it opens and once when it is solved', async () => {
  const [a, b] = [await open(), await open({ local: two })]
  const unnotifiedIds = async () => (await catalog.alerts.unnotified(SYSTEM_SCOPE, NOW)).map(({ id }) => id)
  const solvedIds = async () => (await catalog.alerts.solvedUnnotified(SYSTEM_SCOPE, NOW)).map(({ id }) => id)
  expect(await unnotifiedIds()).toEqual([a, b])
  await catalog.alerts.markNotified(SYSTEM_SCOPE, [], 'opened', NOW)
  await catalog.alerts.markNotified(SYSTEM_SCOPE, [a], 'opened', NOW + 1)
  expect([await unnotifiedIds(), await solvedIds()]).toEqual([[b], []])
  // An alert without a first mail needs no second one, nor does one that was switched off.
  await catalog.alerts.close(SYSTEM_SCOPE, [a, b], 'solved', NOW + 2)
  expect([await unnotifiedIds(), await solvedIds()]).toEqual([[], [a]])
  await catalog.alerts.markNotified(SYSTEM_SCOPE, [a], 'solved', NOW + 3)
  expect(await solvedIds()).toEqual([])
  const off = await open()
  await catalog.alerts.markNotified(SYSTEM_SCOPE, [off], 'opened', NOW + 4)
  await catalog.alerts.close(SYSTEM_SCOPE, [off], 'switchedOff', NOW + 5)
  expect(await solvedIds()).toEqual([])
})

test('the time of the last notification is per rule, local and subject', async () => {
  const last = (more: object = {}) =>
    catalog.alerts.lastNotified(SYSTEM_SCOPE, { rule, local: one, subject: '', ...more })
  expect(await last()).toBe(null)
  for (const [at, more] of [
    [NOW + 7, {}],
    [NOW + 3, {}],
    [NOW + 90, { subject: 'footscan:1' }],
    [NOW + 91, { local: two }],
  ] as const) {
    const id = await open(more)
    await catalog.alerts.markNotified(SYSTEM_SCOPE, [id], 'opened', at)
    await catalog.alerts.close(SYSTEM_SCOPE, [id], 'solved', NOW)
  }
  expect([await last(), await last({ subject: 'footscan:1' }), await last({ local: two })]).toEqual([
    NOW + 7,
    NOW + 90,
    NOW + 91,
  ])
  expect([await last({ rule: foreign }), await last({ rule: null })]).toEqual([null, null])
})

describe('a rule', () => {
  test('is stored for a client of the caller, and changed and removed by who may read it', async () => {
    const { alertRules } = catalog
    await expect(alertRules.insert(scopeOf(dos), coverage(uno), NOW)).rejects.toMatchObject({
      code: 'CLIENT_NOT_FOUND',
    })
    const whole = { ...coverage(uno), recipients: [3, 4], enabled: false, coolDownH: 2 }
    const made = await alertRules.insert(scopeOf(uno), whole, NOW)
    expect(made).toEqual({ ...whole, ...NO_FIGURE, id: made.id, createdAt: NOW, updatedAt: NOW })
    expect(await alertRules.replace(scopeOf(dos), made.id, coverage(uno), NOW + 1)).toBe(undefined)
    expect(await alertRules.replace(SYSTEM_SCOPE, made.id, coverage(dos), NOW + 1)).toBe(undefined)
    expect(await alertRules.replace(scopeOf(uno), made.id, coverage(uno), NOW + 1)).toEqual({
      ...coverage(uno),
      ...NO_FIGURE,
      id: made.id,
      createdAt: NOW,
      updatedAt: NOW + 1,
    })
    await alertRules.remove(scopeOf(dos), made.id)
    expect((await alertRules.some(SYSTEM_SCOPE, [made.id, foreign, 987_654])).map(({ id }) => id)).toEqual([
      made.id,
      foreign,
    ])
    await alertRules.remove(scopeOf(uno), made.id)
    expect([await alertRules.some(SYSTEM_SCOPE, [made.id]), await alertRules.some(scopeOf(uno), [foreign])]).toEqual([
      [],
      [],
    ])
  })

  test('is listed by client and age, within the own clients', async () => {
    const { alertRules } = catalog
    const third = (await alertRules.insert(SYSTEM_SCOPE, coverage(uno), NOW)).id
    const ids = async (scope: Scope, query = {}) => (await alertRules.list(scope, query)).map(({ id }) => id)
    expect(await ids(SYSTEM_SCOPE)).toEqual([rule, third, foreign])
    expect([await ids(SYSTEM_SCOPE, { client: dos }), await ids(scopeOf(uno))]).toEqual([[foreign], [rule, third]])
  })

  test('is asked at the locals that are switched on, by who may see them', async () => {
    const { alertRules } = catalog
    const on = async (scope: Scope, query = {}) => (await alertRules.switchedOn(scope, query)).map(({ local }) => local)
    for (const local of [two, one, other]) await alertRules.setSwitch(SYSTEM_SCOPE, local, true, NOW)
    expect(await alertRules.switchedOn(scopeOf(uno))).toEqual([
      { local: one, client: uno },
      { local: two, client: uno },
    ])
    await alertRules.setSwitch(scopeOf(uno), one, false, NOW)
    await expect(alertRules.setSwitch(scopeOf(uno), other, false, NOW)).rejects.toMatchObject({
      code: 'LOCAL_NOT_FOUND',
    })
    expect([await on(SYSTEM_SCOPE), await on(SYSTEM_SCOPE, { client: dos })]).toEqual([[two, other], [other]])
  })
})
