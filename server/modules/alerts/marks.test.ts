/** Acknowledging, snoozing and muting: who was first, what is sent afterwards, and what stays in the history. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'
import { hashPassword } from '../session/password-hash.ts'
import { alertNotices } from './notices.ts'
import type { NoticeParts } from './notices.ts'

const HOUR = 3_600_000
const [ANA, BEA, DEMO] = ['ana@aforo.test', 'bea@aforo.test', 'demo@aforo.test']
let f: Fixture
let as: Record<string, Send> = {}
let rule = 0
/** Kind of each mail and what it is about. */
const mails: string[] = []
let notify: () => Promise<string[]>

beforeAll(async () => {
  f = await fixture()
  const passwordHash = await hashPassword(PASSWORD)
  for (const username of [ANA, BEA, DEMO])
    await f.catalog.users.insert(
      SYSTEM_SCOPE,
      {
        username,
        role: 'basic',
        flags: ['canAlerts'],
        clients: [f.ids.uno],
        passwordHash,
        ...(username === DEMO && { properties: { demo: true } }),
      },
      NOW,
    )
  as = Object.fromEntries(
    await Promise.all([ANA, BEA, DEMO].map(async (name) => [name, sender(f, await f.signIn(name))] as const)),
  )
  const notices = alertNotices({
    catalog: f.catalog,
    clients: { find: async () => ({ name: 'Moda Uno' }) },
    locals: { ofClient: async () => [] },
    mail: {
      send: async ({ to, kind, values }: { to: string; kind: string; values: { count: number } }) => {
        if (to === ANA) mails.push(`${kind} ${values.count}`)
      },
    },
    clock: f.clock,
    publicUrl: 'https://aforo.test',
  } as unknown as NoticeParts)
  notify = async () => {
    await notices.sendAll()
    return mails.splice(0)
  }
}, 60_000)
afterAll(() => f.close())
beforeEach(async () => {
  f.clock.time = NOW
  for (const { id } of await f.catalog.alertRules.list(SYSTEM_SCOPE)) {
    await f.catalog.alerts.switchOff(SYSTEM_SCOPE, { rule: id }, NOW)
    await f.catalog.alertRules.remove(SYSTEM_SCOPE, id)
  }
  const coverage = { client: f.ids.uno, kind: 'coverage', settings: { percent: 90 } } as const
  rule = (
    await f.catalog.alertRules.insert(
      SYSTEM_SCOPE,
      { ...coverage, recipients: null, coolDownH: 24, enabled: true },
      NOW,
    )
  ).id
})

const FIGURE = {
  value: 80,
  unit: 'percent',
  expected: 90,
  low: null,
  high: null,
  n: null,
  coverage: null,
  state: 'final',
  definition: 'alert.coverage@1',
  asOf: NOW,
  day: null,
  device: null,
  reason: null,
} as const

/** An open alert; each has a subject of its own. */
async function opened(subject = 'a', isMuted = false): Promise<number> {
  const of = { client: f.ids.uno, local: f.ids.granVia, rule, kind: 'coverage', subject, figure: FIGURE } as const
  await f.catalog.alerts.insert(SYSTEM_SCOPE, of, f.clock.now(), isMuted)
  return (await f.catalog.alerts.open(SYSTEM_SCOPE)).find((alert) => alert.subject === subject)!.id
}
const solve = (id: number) => f.catalog.alerts.close(SYSTEM_SCOPE, [id], 'solved', f.clock.now())
const post = (who: string, path: string, body: object) => as[who]!('POST', `/alerts/${path}`, body)
const one = async (id: number) => ((await as[ANA]!('GET', '/alerts')).body as Alert[]).find((alert) => alert.id === id)!

describe('of two people the later one learns who was first, and when', () => {
  test('to acknowledge', async () => {
    const id = await opened()
    f.clock.time += 1000
    expect(await post(BEA, `${id}/acknowledge`, { note: '  Voy \n yo ' })).toMatchObject({
      status: 200,
      body: { acknowledged: { by: BEA, at: NOW + 1000, note: 'Voy yo', until: null } },
    })
    f.clock.time += 1000
    expect(await post(ANA, `${id}/acknowledge`, {})).toMatchObject({
      status: 409,
      body: { code: 'ALERT_ACKNOWLEDGE_CONFLICT', details: { by: BEA, at: NOW + 1000 } },
    })
    expect(await post(ANA, `${id}/snooze`, { span: 'hour', seen: null })).toMatchObject({
      status: 409,
      body: { code: 'ALERT_SNOOZE_CONFLICT', details: { by: BEA, at: NOW + 1000 } },
    })
    expect((await as[DEMO]!('GET', '/alerts')).body).toMatchObject([{ acknowledged: { by: null } }])
  })

  test('to snooze, and to mute', async () => {
    const id = await opened()
    expect((await post(BEA, `${id}/snooze`, { span: 'hour', seen: null })).status).toBe(200)
    expect(await post(ANA, `${id}/snooze`, { span: 'week', seen: null })).toMatchObject({
      status: 409,
      body: { code: 'ALERT_SNOOZE_CONFLICT', details: { by: BEA, at: NOW, until: NOW + HOUR } },
    })
    // Nor is one that was put off otherwise than its maker saw.
    expect((await post(ANA, `${id}/snooze`, { span: 'week', seen: NOW + 2 * HOUR })).status).toBe(409)
    expect(await post(ANA, `${id}/snooze`, { seen: NOW + HOUR })).toMatchObject({ body: { snoozed: null } })
    expect(
      (await post(BEA, `rules/${rule}/mute`, { until: NOW + HOUR, reason: 'Obras', seen: null })).body,
    ).toMatchObject({ mute: { by: BEA, at: NOW, note: 'Obras', until: NOW + HOUR } })
    expect(await post(ANA, `rules/${rule}/mute`, { until: NOW + 2 * HOUR, seen: null })).toMatchObject({
      status: 409,
      body: { code: 'ALERT_MUTE_CONFLICT', details: { by: BEA, at: NOW, until: NOW + HOUR } },
    })
    expect((await post(ANA, `rules/${rule}/mute`, { until: NOW + 2 * HOUR, seen: NOW })).status).toBe(409)
    expect(
      (await f.catalog.audit.list(SYSTEM_SCOPE, 3)).map(({ action, target, details }) => [action, target, details]),
    ).toEqual([
      ['alertRule.mute', `alert rule ${rule}`, { until: NOW + HOUR, reason: 'Obras' }],
      ['alert.snooze', `alert ${id}`, { until: null }],
      ['alert.snooze', `alert ${id}`, { until: NOW + HOUR }],
    ])
    // A mute that has ended is none.
    f.clock.time += HOUR
    expect((await post(ANA, `rules/${rule}/mute`, { until: NOW + 2 * HOUR, seen: null })).status).toBe(200)
  })
})

test('what is closed is neither acknowledged nor snoozed, and nothing is put off into the past or for years', async () => {
  const id = await opened()
  for (const until of [NOW, NOW + 367 * 24 * HOUR]) {
    expect(await post(ANA, `${id}/snooze`, { until, seen: null })).toMatchObject({
      status: 400,
      body: { code: 'ALERT_UNTIL_INVALID' },
    })
    expect((await post(ANA, `rules/${rule}/mute`, { until, seen: null })).status).toBe(400)
  }
  expect((await post(ANA, `${id}/snooze`, { span: 'hour', seen: null })).status).toBe(200)
  await solve(id)
  for (const [what, body] of [
    ['acknowledge', {}],
    ['snooze', { span: 'hour', seen: null }],
  ] as const)
    expect(await post(ANA, `${id}/${what}`, body)).toMatchObject({
      status: 409,
      body: { code: 'ALERT_CLOSED_CONFLICT' },
    })
  expect((await post(ANA, '987654/acknowledge', {})).status).toBe(404)
  expect((await post(ANA, 'rules/987654/mute', { until: null, seen: null })).status).toBe(404)
})

test('many are acknowledged at once: those that were stay with who was first, and one that is not there stops all', async () => {
  const [a, b] = [await opened('a'), await opened('b')]
  expect((await post(ANA, 'acknowledge', { ids: [a, 987_654] })).status).toBe(404)
  expect((await one(a)).acknowledged).toBe(null)
  await post(BEA, `${a}/acknowledge`, {})
  expect((await post(ANA, 'acknowledge', { ids: [b, a], note: 'Todas' })).body).toMatchObject([
    { id: b, acknowledged: { by: ANA, note: 'Todas' } },
    { id: a, acknowledged: { by: BEA, note: null } },
  ])
  const actions = (await f.catalog.audit.list(SYSTEM_SCOPE, 2)).map(({ action, target }) => [action, target])
  expect(actions).toEqual([
    ['alert.acknowledge', `alert ${b}`],
    ['alert.acknowledge', `alert ${a}`],
  ])
})

test('the repository changes no alert of another client', async () => {
  const id = await opened()
  const other = { userId: 1, role: 'basic', clients: [f.ids.dos], demo: false } as const
  const until = { until: NOW + HOUR, seen: null }
  const { acknowledge, snooze, mute } = f.catalog.alertMarks
  expect(await acknowledge(other, [id], null, NOW)).toEqual([])
  expect(await snooze(other, id, until, NOW)).toBe(false)
  expect(await mute(other, rule, { ...until, reason: null }, NOW)).toBe(false)
  expect(await one(id)).toMatchObject({ acknowledged: null, snoozed: null })
})

test('a span counts from now: one hour, four hours, a week', async () => {
  const id = await opened()
  let seen: number | null = null
  for (const [span, hours] of [
    ['hour', 1],
    ['fourHours', 4],
    ['week', 168],
  ] as const) {
    const { body } = await post(ANA, `${id}/snooze`, { span, seen })
    expect(body).toMatchObject({ snoozed: { until: NOW + hours * HOUR } })
    seen = NOW + hours * HOUR
  }
})

test('of a figure of no local tomorrow is where its rule counts days', async () => {
  const watch = { dashboard: 'd', widget: 'w', column: 'ins', rows: 'sum', row: null, below: 1, above: null } as const
  const names = {
    title: 'w',
    label: 'ins',
    rowLabel: null,
    format: 'count',
    search: '',
    lang: 'es',
    values: {},
  } as const
  const { id } = await f.catalog.alertRules.insert(
    SYSTEM_SCOPE,
    {
      client: f.ids.uno,
      kind: 'figure',
      settings: {},
      recipients: null,
      coolDownH: 24,
      enabled: true,
      watch: { ...watch, ...names, timeZone: 'Asia/Tokyo' },
    },
    NOW,
  )
  const alert = { client: f.ids.uno, local: null, rule: id, kind: 'figure', subject: '', figure: FIGURE } as const
  const made = await f.catalog.alerts.insert(SYSTEM_SCOPE, alert, NOW)
  // 21:00 in Tokyo.
  expect((await post(ANA, `${made}/snooze`, { span: 'tomorrow', seen: null })).body).toMatchObject({
    snoozed: { until: Date.UTC(2026, 10, 21, 0) },
  })
})

describe('mails', () => {
  test('of a snoozed alert wait, and it is notified again if it is still open then; of an acknowledged one none follows', async () => {
    const id = await opened()
    expect(await notify()).toEqual(['alertsOpened 1'])
    await post(ANA, `${id}/snooze`, { span: 'hour', seen: null })
    f.clock.time += HOUR - 1
    expect(await notify()).toEqual([])
    f.clock.time += 1
    expect(await notify()).toEqual(['alertsOpened 1'])
    expect([await notify(), (await one(id)).snoozed]).toEqual([[], null])
    await post(ANA, `${id}/snooze`, { span: 'hour', seen: null })
    await post(BEA, `${id}/acknowledge`, {})
    // An acknowledgement ends the wait: the solution is notified at once.
    expect((await one(id)).snoozed).toBe(null)
    expect(await notify()).toEqual([])
    await solve(id)
    expect(await notify()).toEqual(['alertsSolved 1'])
  })

  test('of one that was snoozed before its mail wait as well, and its solution is notified afterwards', async () => {
    const id = await opened()
    await post(ANA, `${id}/snooze`, { span: 'hour', seen: null })
    expect(await notify()).toEqual([])
    f.clock.time += HOUR
    expect(await notify()).toEqual(['alertsOpened 1'])
    await post(ANA, `${id}/snooze`, { span: 'hour', seen: null })
    await solve(id)
    expect(await notify()).toEqual([])
    f.clock.time += HOUR
    expect(await notify()).toEqual(['alertsSolved 1'])
  })

  test('of one that was acknowledged before its mail there are none', async () => {
    const id = await opened()
    await post(BEA, `${id}/acknowledge`, {})
    expect(await notify()).toEqual([])
    await solve(id)
    expect(await notify()).toEqual([])
  })

  test('of one whose snooze ends while its rule is muted wait for the end of the mute', async () => {
    const id = await opened()
    expect(await notify()).toEqual(['alertsOpened 1'])
    await post(ANA, `${id}/snooze`, { span: 'hour', seen: null })
    await post(ANA, `rules/${rule}/mute`, { until: NOW + 1.5 * HOUR, seen: null })
    f.clock.time += HOUR
    expect(await notify()).toEqual([])
    f.clock.time += HOUR / 2
    expect(await notify()).toEqual(['alertsOpened 1'])
  })

  test('of a muted rule wait until the mute ends; alerts solved meanwhile are in the history only', async () => {
    const notified = await opened('told')
    expect(await notify()).toEqual(['alertsOpened 1'])
    await post(ANA, `rules/${rule}/mute`, { until: NOW + HOUR, reason: 'Obras', seen: null })
    const muted = await opened('muted', true)
    expect(await notify()).toEqual([])
    await solve(notified)
    expect(await notify()).toEqual([])
    expect([(await one(notified)).muted, (await one(muted)).muted]).toEqual([true, true])
    // That of another subject is not held back by the cool-down.
    f.clock.time += HOUR
    expect(await notify()).toEqual(['alertsOpened 1'])
    await solve(muted)
    expect(await notify()).toEqual(['alertsSolved 1'])
    const [rules] = (await as[ANA]!('GET', '/alerts/rules')).body as AlertRule[]
    expect(rules?.mute).toBe(null)
  })
})

test('tomorrow is nine in the morning of the next day where the local is', async () => {
  const id = await opened()
  // 23:30 in Madrid, when the sessions of the others have ended.
  f.clock.time = Date.UTC(2026, 10, 20, 22, 30)
  const later = sender(f, await f.signIn(ANA))
  expect((await later('POST', `/alerts/${id}/snooze`, { span: 'tomorrow', seen: null })).body).toMatchObject({
    snoozed: { until: Date.UTC(2026, 10, 21, 8), by: ANA },
  })
})
