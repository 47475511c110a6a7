import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReportDraft } from '#schemas/generated/api/report-draft.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Caller } from '../../lib/caller.ts'
import { accountOf, scopeOf } from '../../lib/user.ts'
import { reportService } from './service.ts'

const DAY = 86_400_000
/** A Friday; eleven at night in Madrid, and Saturday already in Tokyo. */
const NOW = Date.UTC(2026, 10, 20, 22)

let catalog: Catalog
let ana: Caller
let people = 0
const server = { chromium: true, mail: true, domains: null as readonly string[] | null, time: NOW }
const job = {
  woken: 0,
  cancelled: [] as number[],
  wake: () => {
    job.woken += 1
  },
  cancel: (run: number) => {
    job.cancelled.push(run)
  },
}
const open = () =>
  reportService({
    catalog,
    dashboards: {
      view: async (_who, id) => {
        if (id !== 'foot-compare') throw new AppError('DASHBOARD_NOT_FOUND', `There is no dashboard ${id}.`)
        return { entry: { id, name: 'Comparativa', flag: null }, text: '{}' }
      },
    },
    mail: { leaves: server.mail },
    printer: { isThere: () => server.chromium },
    job,
    reportDomains: server.domains,
    clock: { now: () => server.time },
  })
async function person(): Promise<Caller> {
  people += 1
  const draft = {
    passwordHash: null,
    role: 'basic',
    flags: [],
    clients: [],
    username: `p${people}@aforo.test`,
  } as const
  const user = await catalog.users.insert(SYSTEM_SCOPE, draft, NOW)
  return { user, scope: scopeOf(user), account: accountOf(user), tokenHash: '', since: NOW, isConfirmed: false }
}

beforeAll(async () => {
  catalog = await memoryCatalog()
})
afterAll(() => catalog.close())
beforeEach(async () => {
  Object.assign(server, { chromium: true, mail: true, domains: null, time: NOW })
  Object.assign(job, { woken: 0, cancelled: [] })
  // Runs that other tests left waiting.
  const { reportRuns: runs } = catalog
  for (let left = await runs.take(NOW, NOW); left !== undefined; left = await runs.take(NOW, NOW))
    await runs.end(left, { status: 'failed' }, NOW)
  ana = await person()
})

const letter = { to: ['bea@partner.test'], cc: ['cc@x.test'], bcc: ['bcc@x.test'], subject: 'Semana', text: 'Secret' }
const what = (more: Partial<ReportDraft['what']> = {}): ReportDraft['what'] => ({
  name: 'Comparativa',
  dashboard: 'foot-compare',
  values: {},
  formats: ['pdf', 'csv'],
  lang: 'es',
  timeZone: 'Europe/Madrid',
  mail: letter,
  ...more,
})
/** Mondays at eight. */
const draft = (more: Partial<ReportDraft> = {}): ReportDraft => ({
  what: what(),
  cadence: { every: 'week', weekday: 1, day: 1, hour: 8 },
  enabled: true,
  ...more,
})
const NEXT = Date.UTC(2026, 10, 23, 7)
const audited = async (most = 1) => (await catalog.audit.list(SYSTEM_SCOPE, most)).map(({ at: _at, ...entry }) => entry)
const recipients = ['bea@partner.test', 'cc@x.test', 'bcc@x.test']

describe('nothing is made or scheduled', () => {
  test('of an unknown dashboard, in an unknown zone, and as PDF without a Chromium', async () => {
    const reports = open()
    for (const ask of [
      (draftWhat: ReportDraft['what']) => reports.make(ana, draftWhat),
      (draftWhat: ReportDraft['what']) => reports.create(ana, draft({ what: draftWhat })),
    ]) {
      await expect(ask(what({ dashboard: 'nowhere' }))).rejects.toMatchObject({ code: 'DASHBOARD_NOT_FOUND' })
      await expect(ask(what({ timeZone: 'Europe/Nowhere' }))).rejects.toMatchObject({
        code: 'REPORT_ZONE_UNKNOWN',
        message: 'There is no time zone Europe/Nowhere; expected a name such as Europe/Madrid.',
        details: { zone: 'Europe/Nowhere' },
      })
      server.chromium = false
      await expect(ask(what())).rejects.toMatchObject({ code: 'REPORT_NO_CHROMIUM' })
      server.chromium = true
    }
    expect([await reports.list(ana), await reports.runs.list(ana, {}), job.woken]).toEqual([[], [], 0])
  })

  test('to be mailed by a server that sends none; what is only made needs no mail', async () => {
    server.mail = false
    const reports = open()
    await expect(reports.make(ana, what())).rejects.toMatchObject({ code: 'REPORT_NO_MAIL' })
    await expect(reports.create(ana, draft())).rejects.toMatchObject({ code: 'REPORT_NO_MAIL' })
    expect(await reports.make(ana, what({ mail: null }))).toMatchObject({ kind: 'file', status: 'queued' })
  })

  test('to recipients that a mail cannot have, or that this account may not write to', async () => {
    server.domains = ['partner.test']
    const reports = open()
    await expect(reports.make(ana, what({ mail: { ...letter, to: [] } }))).rejects.toMatchObject({
      code: 'REPORT_RECIPIENTS_INVALID',
      details: { code: 'noRecipient' },
    })
    await expect(reports.make(ana, what())).rejects.toMatchObject({
      code: 'REPORT_RECIPIENT_NOT_ALLOWED',
      message: 'cc@x.test is not an address to which this account may send reports; expected aforo.test, partner.test.',
      details: { address: 'cc@x.test', expected: 'aforo.test, partner.test' },
    })
    await expect(reports.create(ana, draft({ what: what({ mail: null }) }))).rejects.toMatchObject({
      code: 'REPORT_RECIPIENTS_INVALID',
      details: { code: 'noRecipient' },
    })
    // A demo account writes to itself alone.
    const { user } = ana
    const guest = { ...ana, user: { ...user, properties: { ...user.properties, demo: true } } }
    await expect(reports.make(guest, what())).rejects.toMatchObject({
      details: { address: 'bea@partner.test', expected: user.username },
    })
  })

  test('as the third that waits, or for the 501st recipient within a day', async () => {
    const reports = open()
    const owner = ana.user.id
    const queue = async (to: number, at: number) => {
      const mail = { ...letter, to: Array.from({ length: to }, (_, n) => `r${n}@x.test`), cc: [], bcc: [] }
      const run = { owner, report: null, kind: 'now', what: what({ mail }), dueAt: at, asOf: '2026-11-20' } as const
      await catalog.reportRuns.insert(run, at)
      const taken = (await catalog.reportRuns.take(at, at + 1))!
      await catalog.reportRuns.end(taken, { status: 'sent' }, at)
    }
    await queue(50, NOW - DAY)
    for (let n = 0; n < 9; n += 1) await queue(50, NOW - DAY + 1)
    await queue(47, NOW)
    // 497 and the three of this one.
    const { id } = await reports.make(ana, what())
    await expect(reports.make(ana, what({ mail: { ...letter, cc: [], bcc: [] } }))).rejects.toMatchObject({
      code: 'REPORT_QUOTA_EXCEEDED',
      details: { recipients: 501, most: 500 },
    })
    await reports.make(ana, what({ mail: null }))
    await expect(reports.make(ana, what({ mail: null }))).rejects.toMatchObject({
      code: 'REPORT_BUSY',
      details: { waiting: 2, most: 2 },
    })
    await reports.runs.cancel(ana, id)
    expect(await reports.make(ana, what({ mail: null }))).toMatchObject({ status: 'queued' })
  })

  test('of a report or a run that is another account’s', async () => {
    const reports = open()
    const [{ id }, run] = [await reports.create(ana, draft()), await reports.make(ana, what({ mail: null }))]
    const bea = await person()
    for (const ask of [
      () => reports.find(bea, id),
      () => reports.replace(bea, id, draft()),
      () => reports.remove(bea, id),
      () => reports.send(bea, id),
      () => reports.runs.list(bea, { report: id }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'REPORT_NOT_FOUND', details: { report: id } })
    for (const ask of [
      () => reports.runs.find(bea, run.id),
      () => reports.runs.cancel(bea, run.id),
      () => reports.runs.file(bea, run.id, 1),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'REPORT_RUN_NOT_FOUND', details: { run: run.id } })
    expect([await reports.list(bea), await reports.runs.list(bea, {}), job.cancelled]).toEqual([[], [], []])
  })
})

test('an account learns what this server can make, and to whom it may send', async () => {
  expect(await open().options(ana)).toEqual({ pdf: true, mail: true, domains: null })
  Object.assign(server, { chromium: false, mail: false, domains: ['partner.test'] })
  expect(await open().options(ana)).toEqual({ pdf: false, mail: false, domains: ['aforo.test', 'partner.test'] })
})

test('a scheduled report is due by its own zone, and is in the log without what is written in it', async () => {
  const made = await open().create(ana, draft())
  expect(made).toEqual({
    ...draft(),
    id: expect.any(Number),
    nextAt: NEXT,
    createdAt: NOW,
    updatedAt: NOW,
    last: null,
  })
  expect(await audited()).toEqual([
    {
      user: ana.user.id,
      action: 'report.create',
      target: `report ${made.id}`,
      details: {
        dashboard: 'foot-compare',
        formats: ['pdf', 'csv'],
        recipients,
        cadence: draft().cadence,
        enabled: true,
      },
    },
  ])
})

test('a changed report is due anew; one that is switched off need not be possible, but has a zone', async () => {
  const reports = open()
  const { id } = await reports.create(ana, draft())
  server.time = NOW + 5
  const daily = { every: 'day', weekday: 1, day: 1, hour: 9 } as const
  expect(await reports.replace(ana, id, draft({ cadence: daily }))).toMatchObject({
    nextAt: Date.UTC(2026, 10, 21, 8),
    createdAt: NOW,
    updatedAt: NOW + 5,
    last: null,
  })
  expect(await audited()).toMatchObject([
    { action: 'report.change', target: `report ${id}`, details: { recipients, cadence: daily, enabled: true } },
  ])
  const gone = what({ dashboard: 'nowhere' })
  await expect(reports.replace(ana, id, draft({ what: gone }))).rejects.toMatchObject({ code: 'DASHBOARD_NOT_FOUND' })
  expect(await reports.replace(ana, id, draft({ what: gone, enabled: false }))).toMatchObject({
    enabled: false,
    nextAt: null,
  })
  for (const [more, code] of [
    [{ timeZone: 'Europe/Nowhere' }, 'REPORT_ZONE_UNKNOWN'],
    [{ mail: null }, 'REPORT_RECIPIENTS_INVALID'],
  ] as const)
    await expect(reports.replace(ana, id, draft({ what: what(more), enabled: false }))).rejects.toMatchObject({ code })
})

test('a report that is removed is gone, and so is the history of its runs', async () => {
  const reports = open()
  const { id } = await reports.create(ana, draft())
  const run = await reports.send(ana, id)
  await reports.remove(ana, id)
  expect(await audited()).toMatchObject([
    { action: 'report.remove', target: `report ${id}`, details: { dashboard: 'foot-compare', recipients } },
  ])
  await expect(reports.find(ana, id)).rejects.toMatchObject({ code: 'REPORT_NOT_FOUND' })
  await expect(reports.runs.find(ana, run.id)).rejects.toMatchObject({ code: 'REPORT_RUN_NOT_FOUND' })
})

const RELATIVE = {
  option: { type: 'default', key: 'lastMonthVsPrevious', name: 'lastMonthVsPrevious' },
  comparing: { begin: '2020-01-01', end: '2020-01-31', name: 'lastMonth' },
  reference: { begin: '2019-12-01', end: '2019-12-31', name: 'monthBefore' },
  notes: [],
}

test('a report that is sent now is as of today in its zone, with the periods of today', async () => {
  const reports = open()
  const { id } = await reports.create(
    ana,
    draft({ what: what({ timeZone: 'Asia/Tokyo', values: { periods: RELATIVE, client: 7 } }) }),
  )
  const run = await reports.send(ana, id)
  expect(run).toMatchObject({
    report: id,
    kind: 'now',
    asOf: '2026-11-21',
    what: {
      values: { client: 7, periods: { comparing: { begin: '2026-10-01', end: '2026-10-31' } } },
    },
  })
  expect(job.woken).toBe(1)
  expect(await audited()).toMatchObject([{ action: 'report.send', target: `report ${id}`, details: { recipients } }])
  const last = { run: run.id, status: 'queued', reason: null, at: NOW }
  expect([(await reports.find(ana, id)).last, (await reports.list(ana))[0]?.last]).toEqual([last, last])
  expect((await reports.replace(ana, id, draft())).last).toEqual(last)
})

test('a report that is made once has exactly the filters that were given', async () => {
  const reports = open()
  const wanted = what({ mail: null, values: { periods: RELATIVE } })
  const run = await reports.make(ana, wanted)
  expect(run).toMatchObject({ report: null, kind: 'file', asOf: '2026-11-20', what: wanted })
  expect(await audited()).toMatchObject([
    { action: 'report.make', target: `report run ${run.id}`, details: { recipients: [] } },
  ])
})

test('a run that is cancelled ends at once, is in the log, and is not cancelled twice', async () => {
  const reports = open()
  const { id } = await reports.make(ana, what())
  await reports.runs.cancel(ana, id)
  expect([job.cancelled, await audited()]).toMatchObject([
    [id],
    [{ action: 'report.cancel', target: `report run ${id}`, details: { recipients } }],
  ])
  await expect(reports.runs.cancel(ana, id)).rejects.toMatchObject({
    code: 'REPORT_RUN_FINISHED',
    details: { run: id },
  })
  expect([job.cancelled, (await reports.runs.find(ana, id)).status]).toEqual([[id], 'cancelled'])
})

test('an account has at most twenty scheduled reports, listed oldest first', async () => {
  const reports = open()
  const ids: number[] = []
  for (let n = 0; n < 20; n += 1) ids.push((await reports.create(ana, draft())).id)
  await expect(reports.create(ana, draft())).rejects.toMatchObject({ code: 'REPORT_LIMIT', details: { most: 20 } })
  expect((await reports.list(ana)).map(({ id }) => id)).toEqual(ids)
})
