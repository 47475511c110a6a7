/** Rounds over rules about figures, with figures set here: which rules are evaluated when, and what is stored. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FigureTable } from '#domain/figure-rule'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { figureRuleWatch } from './figure-watch.ts'
import type { FigureRuleWatch, FigureWatchParts } from './figure-watch.ts'

type Found = Awaited<ReturnType<FigureWatchParts['figures']['read']>>

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000
const clock = { time: NOW, now: () => clock.time, steady: () => clock.time }
let catalog: Catalog
let client = 0
let owner = 0
let leaving: AbortController
let watch: FigureRuleWatch
/** Dashboards in the order in which they were asked, and rules that could not be. */
const [evaluated, failed]: [string[], number[]] = [[], []]
let answer: (dashboard: string) => Found

/** Rows by their name, with their values. */
const table = (rows: Record<string, number>): FigureTable => ({
  columns: [{ id: 'ins', label: 'Entradas', format: 'count', isAdditive: true }],
  isOfMeasures: false,
  rows: Object.entries(rows).map(([label, value]) => ({
    key: `["${label}"]`,
    label,
    local: null,
    coverage: 1,
    isSum: false,
    cells: { ins: { value, state: 'final' } },
  })),
})
const found = (rows: Record<string, number> | null, more: Partial<Exclude<Found, { reason: string }>> = {}): Found => ({
  title: 'Entradas',
  client,
  table: rows === null ? null : table(rows),
  asOf: NOW,
  muted: false,
  ...more,
})

beforeEach(async () => {
  clock.time = NOW
  evaluated.length = 0
  failed.length = 0
  leaving = new AbortController()
  answer = () => found({ Sol: 20, Luna: 200 })
  catalog = await memoryCatalog()
  client = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })).id
  const account = {
    username: 'ana@aforo.test',
    role: 'basic',
    flags: [],
    clients: [client],
    passwordHash: null,
  } as const
  owner = (await catalog.users.insert(SYSTEM_SCOPE, account, NOW)).id
  watch = figureRuleWatch({
    catalog,
    figures: {
      read: async ({ dashboard }, cancelled) => {
        evaluated.push(dashboard)
        if (cancelled !== leaving.signal) throw new Error('the round ends without its question')
        return answer(dashboard)
      },
    },
    clock,
    leaving: leaving.signal,
    onFailure: (rule) => {
      failed.push(rule)
    },
  })
})
afterEach(() => catalog.close())

const rule = async (dashboard: string, more: object = {}) =>
  (
    await catalog.alertRules.insert(
      SYSTEM_SCOPE,
      {
        client,
        kind: 'figure',
        settings: {},
        recipients: null,
        coolDownH: 24,
        enabled: true,
        name: 'Pocas entradas',
        owner,
        watch: {
          dashboard,
          widget: 'w',
          column: 'ins',
          rows: 'any',
          row: null,
          below: 100,
          above: null,
          values: {},
          search: '',
          lang: 'es',
          timeZone: 'Europe/Madrid',
          title: 'w',
          label: 'ins',
          format: 'count',
          rowLabel: null,
        },
        ...more,
      },
      NOW,
    )
  ).id
const again = async () => {
  clock.time += 15 * MINUTE
  await watch.look()
}
const open = async () => (await catalog.alerts.open(SYSTEM_SCOPE)).map(({ subject }) => subject)
const reason = async (id: number) => (await catalog.alertRules.some(SYSTEM_SCOPE, [id]))[0]?.restReason
const last = async () => (await catalog.alerts.list(SYSTEM_SCOPE, { state: 'closed' }))[0]

test('a round ends after five minutes, and those that wait the longest are the first of the next one', async () => {
  for (const name of ['a', 'b', 'c']) await rule(name)
  await rule('off', { enabled: false })
  answer = () => {
    clock.time += 3 * MINUTE
    return found({})
  }
  await watch.look()
  expect(evaluated.splice(0)).toEqual(['a', 'b'])
  clock.time = NOW + 18 * MINUTE
  await watch.look()
  expect(evaluated.splice(0)).toEqual(['c', 'a'])
  // Asked six minutes after a, b is not due again before it.
  await watch.look()
  expect(evaluated.splice(0)).toEqual(['b'])
})

test('a server that stops evaluates no further rule, and reports no failure of the one that it stopped', async () => {
  for (const name of ['a', 'b']) await rule(name)
  answer = () => {
    leaving.abort()
    throw leaving.signal.reason as Error
  }
  await watch.look()
  expect([evaluated, failed]).toEqual([['a'], []])
})

test('a rule that cannot be evaluated is reported and leaves its open alerts, and the others are evaluated', async () => {
  const first = await rule('a')
  await rule('b')
  await watch.look()
  expect(await open()).toEqual(['["Sol"]', '["Sol"]'])
  answer = (dashboard) => {
    if (dashboard === 'a') throw new DOMException('30 s are over', 'TimeoutError')
    return found({ Sol: 100 })
  }
  await again()
  expect([failed, await open(), await reason(first)]).toEqual([[first], ['["Sol"]'], null])
  expect((await catalog.alerts.open(SYSTEM_SCOPE))[0]?.rule).toBe(first)
})

test('figures that are not there now, or of a module that is off, or of no row, change nothing', async () => {
  const id = await rule('a')
  await watch.look()
  const off = { ...table({}), columns: [] }
  for (const now of [found(null), found(null, { muted: true }), found({}, { table: off, muted: true }), found({})]) {
    answer = () => now
    await again()
    expect([await open(), await reason(id)]).toEqual([['["Sol"]'], null])
  }
})

test('a row that left the table is watched no more; what was asked of another rule stays', async () => {
  await rule('a')
  await rule('b')
  await watch.look()
  answer = (dashboard) => found(dashboard === 'a' ? { Luna: 200 } : { Sol: 20 })
  await again()
  expect([await open(), (await last())?.closedBecause]).toEqual([['["Sol"]'], 'switchedOff'])
})

test.each<[string, (id: number) => unknown]>([
  ['ownerGone', () => catalog.accounts.remove(SYSTEM_SCOPE, owner)],
  ['ownerGone', () => (answer = () => ({ reason: 'ownerGone' }))],
  ['dashboardGone', () => (answer = () => ({ reason: 'dashboardGone' }))],
  ['widgetGone', () => (answer = () => ({ reason: 'widgetGone' }))],
  ['filterGone', () => (answer = () => ({ reason: 'filterGone' }))],
  ['filterGone', () => (answer = () => found({ Sol: 20 }, { client: client + 1 }))],
  ['filterGone', () => (answer = () => found({ Sol: 20 }, { client: null }))],
  ['columnGone', () => (answer = () => found({}, { table: { ...table({}), columns: [] } }))],
])('without its data a rule rests as %s, its open alert is solved, and it is evaluated again', async (why, gone) => {
  const id = await rule('a')
  await watch.look()
  await gone(id)
  await again()
  expect([await reason(id), await open(), (await last())?.closedBecause]).toEqual([why, [], 'switchedOff'])
  if ((await catalog.alertRules.some(SYSTEM_SCOPE, [id]))[0]?.owner === null) return
  answer = () => found({ Sol: 20 })
  await again()
  expect([await reason(id), await open()]).toEqual([null, ['["Sol"]']])
})

test('what opens while its rule is muted is marked so, and after it no more', async () => {
  const id = await rule('a')
  const until = NOW + 15 * MINUTE
  await catalog.alertMarks.mute(SYSTEM_SCOPE, id, { until, seen: null, reason: null }, NOW)
  await watch.look()
  answer = () => found({ Sol: 20, Luna: 20 })
  await again()
  expect((await catalog.alerts.open(SYSTEM_SCOPE)).map(({ subject, muted }) => [subject, muted])).toEqual([
    ['["Sol"]', true],
    ['["Luna"]', false],
  ])
})
