/** Scheduled reports of all people: who manages them, how they change, and who may have one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportDraft } from '#schemas/generated/api/report-draft.ts'
import type { ManagedReportRun } from '#schemas/generated/entities/managed-report-run.ts'
import type { ManagedReport } from '#schemas/generated/entities/managed-report.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { startMailServer } from '../../testing/mail.ts'
import type { TestMailServer } from '../../testing/mail.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

const PATH = '/management/reports'
let f: Fixture
let server: TestMailServer
let admin: Send
let analyst: Send
const idOf = async (name: string) => (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))!.id
const scopeOf = async (name: string) => ({ ...SYSTEM_SCOPE, userId: await idOf(name) })
const signIn = async () => {
  admin = sender(f, await f.signIn('admin'))
  analyst = sender(f, await f.signIn('analyst'))
}
beforeAll(async () => {
  server = await startMailServer()
  f = await fixture({ config: { smtpUrl: server.url } })
  await signIn()
})
afterAll(async () => {
  await f.close()
  await server.close()
})

const draft = (values: Record<string, unknown> = {}): ReportDraft => ({
  what: {
    name: 'Comparativa',
    dashboard: 'foot-compare',
    values,
    formats: ['csv'],
    lang: 'es',
    timeZone: 'Europe/Madrid',
    mail: { to: ['boss@aforo.test'], cc: [], bcc: ['board@aforo.test'], subject: 'Semana', text: 'Secret words' },
  },
  cadence: { every: 'week', weekday: 1, day: 1, hour: 8 },
  enabled: true,
})
const schedule = async (values?: Record<string, unknown>): Promise<number> =>
  ((await analyst('POST', '/reports', draft(values))).body as { id: number }).id
const managed = async (id: number) =>
  ((await admin('GET', PATH)).body as ManagedReport[]).find((report) => report.id === id)
const tick = () => f.app.jobs.find(({ name }) => name === 'reports')!.run()
const lastAudit = async () => (await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]

describe('scheduled reports of others are refused', () => {
  test('to everyone but an administrator who reads real names', async () => {
    const id = await schedule()
    for (const [method, path, body] of [
      ['GET', PATH],
      ['GET', `${PATH}/${id}/runs`],
      ['POST', `${PATH}/${id}/pause`],
      ['POST', `${PATH}/${id}/resume`],
      ['POST', `${PATH}/${id}/hand-over`, { user: 1 }],
      ['POST', `${PATH}/${id}/send`],
    ] as const)
      expect([path, (await analyst(method, path, body)).status]).toEqual([path, 403])
  })

  test('for an unknown report or user', async () => {
    const id = await schedule()
    const none = { status: 404, body: { code: 'REPORT_NOT_FOUND' } }
    expect(await admin('GET', `${PATH}/987654/runs`)).toMatchObject(none)
    for (const action of ['pause', 'resume', 'send'])
      expect(await admin('POST', `${PATH}/987654/${action}`)).toMatchObject(none)
    expect(await admin('POST', `${PATH}/987654/hand-over`, { user: 1 })).toMatchObject(none)
    expect(await admin('POST', `${PATH}/${id}/hand-over`, { user: 987_654 })).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    })
    for (const body of [{}, { user: 0 }, { user: '1' }, { user: 1, more: 1 }])
      expect((await admin('POST', `${PATH}/${id}/hand-over`, body)).status).toBe(400)
  })
})

test('the list says whose each is, to whom it goes and when, and not what its mail says', async () => {
  const id = await schedule()
  expect(await managed(id)).toEqual({
    id,
    owner: { id: await idOf('analyst'), username: 'analyst@aforo.test', enabled: true },
    name: 'Comparativa',
    dashboard: 'foot-compare',
    formats: ['csv'],
    recipients: ['boss@aforo.test', 'board@aforo.test'],
    cadence: draft().cadence,
    timeZone: 'Europe/Madrid',
    enabled: true,
    nextAt: Date.UTC(2026, 10, 23, 7),
    last: null,
    failures: 0,
  })
  expect((await admin('GET', PATH)).text).not.toContain('Secret words')
})

test('a paused report is not sent; what it missed is not sent when it is resumed', async () => {
  const id = await schedule()
  expect((await admin('POST', `${PATH}/${id}/pause`)).body).toMatchObject({ enabled: false, nextAt: null })
  expect(await lastAudit()).toMatchObject({
    action: 'report.pause',
    target: `report ${id}`,
    user: await idOf('admin'),
    details: { owner: await idOf('analyst') },
  })
  expect((await admin('POST', `${PATH}/${id}/pause`)).status).toBe(200)
  f.clock.time = Date.UTC(2026, 10, 23, 7, 0, 5)
  await tick()
  await signIn()
  expect((await admin('GET', `${PATH}/${id}/runs`)).body).toEqual([])
  expect((await admin('POST', `${PATH}/${id}/resume`)).body).toMatchObject({
    enabled: true,
    nextAt: Date.UTC(2026, 10, 30, 7),
  })
  await tick()
  expect((await admin('GET', `${PATH}/${id}/runs`)).body).toEqual([])
  f.clock.time = NOW
  await signIn()
})

describe('a report is handed over', () => {
  test('never to a user who does not see its content or is disabled, with the reason', async () => {
    const id = await schedule({ client: f.ids.uno })
    const reasonFor = async (name: string) => {
      const { status, body } = await admin('POST', `${PATH}/${id}/hand-over`, { user: await idOf(name) })
      const { code, details } = body as { code?: string; details?: { reason: string } }
      return [name, status, code, details?.reason]
    }
    for (const [name, reason] of [
      ['nobody', 'dashboardGone'],
      ['other', 'filterGone'],
      ['disabled', 'ownerGone'],
      ['guest', 'recipientGone'],
    ] as const)
      expect(await reasonFor(name)).toEqual([name, 409, 'REPORT_OWNER_NOT_ALLOWED', reason])
    expect((await managed(id))?.owner.username).toBe('analyst@aforo.test')
  })

  test('to who sees it: it is theirs, with their rights, and no longer its former owner’s', async () => {
    const id = await schedule({ client: f.ids.uno })
    const multi = await idOf('multi')
    expect((await admin('POST', `${PATH}/${id}/hand-over`, { user: multi })).body).toMatchObject({
      owner: { id: multi, username: 'multi@aforo.test' },
    })
    expect(await lastAudit()).toMatchObject({
      action: 'report.handOver',
      details: { owner: await idOf('analyst'), user: multi },
    })
    expect(await analyst('GET', `/reports/${id}`)).toMatchObject({ status: 404 })
    expect(await f.catalog.reports.find(await scopeOf('multi'), id)).toMatchObject({ id, owner: multi })
  })

  test('never to a user at the limit of reports', async () => {
    const id = await schedule()
    const multi = await scopeOf('multi')
    while ((await f.catalog.reports.count(multi)) < 20) await f.catalog.reports.insert(multi, draft(), NOW + 1e9, NOW)
    expect(await admin('POST', `${PATH}/${id}/hand-over`, { user: multi.userId })).toMatchObject({
      status: 409,
      body: { code: 'REPORT_OWNER_NOT_ALLOWED', details: { reason: 'limit' } },
    })
  })
})

test('it is sent again for its owner, on the word of the administrator, who is on record', async () => {
  const id = await schedule({ client: f.ids.uno })
  const before = server.taken.length
  expect(await admin('POST', `${PATH}/${id}/send`)).toMatchObject({ status: 202, body: { id } })
  expect(await lastAudit()).toMatchObject({ action: 'report.send', user: await idOf('admin') })
  await expect.poll(() => server.taken.length, { timeout: 20_000 }).toBeGreaterThan(before)
  const [run] = (await admin('GET', `${PATH}/${id}/runs`)).body as ManagedReportRun[]
  expect(run).toMatchObject({ kind: 'now', status: 'sent', reason: null, asOf: '2026-11-20' })
  expect((await f.catalog.reportRuns.list(await scopeOf('analyst'), { report: id, limit: 1 })).length).toBe(1)
})

test('what failed is counted with its reason, and for thirty days', async () => {
  const id = await schedule({ client: f.ids.uno })
  const owner = await idOf('analyst')
  const { what } = draft()
  for (const [at, reason] of [
    [NOW - 31 * 86_400_000, 'timeout'],
    [NOW - 86_400_000, 'dashboardGone'],
  ] as const) {
    await f.catalog.reportRuns.insert({ owner, report: id, kind: 'scheduled', what, dueAt: at, asOf: '2026-11-19' }, at)
    const taken = (await f.catalog.reportRuns.take(at, at + 1))!
    await f.catalog.reportRuns.end(taken, { status: 'failed', reason }, at)
  }
  expect(await managed(id)).toMatchObject({ failures: 1, last: { status: 'failed', reason: 'dashboardGone' } })
  expect((await admin('GET', `${PATH}/${id}/runs`)).body).toMatchObject([
    { reason: 'dashboardGone' },
    { reason: 'timeout' },
  ])
})
