/**
 * Scheduled reports on real stores: what is refused, what is made as of which day, that it goes once, and that lost
 * rights end it.
 */
import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { fastify } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReportDraft } from '#schemas/generated/api/report-draft.ts'
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import type { Report } from '#schemas/generated/entities/report.ts'
import { registerAccess } from '../../plugins/access.ts'
import { registerErrors } from '../../plugins/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { startMailServer } from '../../testing/mail.ts'
import type { TestMailServer } from '../../testing/mail.ts'
import { createReportTokens } from './report-tokens.ts'

const DAY = 86_400_000
const BOSS = 'boss@aforo.test'
/** One with counts in it. */
const WEEK = { begin: '2026-11-16', end: '2026-11-22' }

let f: Fixture
let server: TestMailServer
let analyst: string
/** The Chromium of these tests: none, or one that writes what it was asked to print. */
let chromium: 'none' | 'prints' | 'hangs' = 'none'
const printed: { path: string; head: readonly string[]; token: boolean }[] = []

beforeAll(async () => {
  server = await startMailServer()
  f = await fixture({
    config: { smtpUrl: server.url, reportDomains: ['partner.test'], readingDays: 0 },
    printer: {
      isThere: () => chromium !== 'none',
      async print({ path, head, ask, signal }) {
        printed.push({ path, head, token: (await ask('/api/me', {})).status === 200 })
        if (chromium === 'hangs')
          await new Promise((_, reject) => {
            signal.addEventListener(
              'abort',
              () => {
                reject(signal.reason as Error)
              },
              { once: true },
            )
          })
        return { bytes: Buffer.from('%PDF-1.4'), pages: 2 }
      },
    },
  })
})
afterAll(async () => {
  await f.close()
  await server.close()
})
beforeEach(async () => {
  f.clock.time = NOW
  chromium = 'prints'
  analyst = await as('analyst')
})

/** A session without the work of a password. */
async function as(name: string): Promise<string> {
  const token = newToken()
  const { id } = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))!
  await f.catalog.sessions.open({
    tokenHash: hashOf(token),
    userId: id,
    at: f.clock.now(),
    address: '10.0.0.1',
    agent: 'reports',
  })
  return token
}

type Call = { status: number; body: Report & ReportRun & Report[] & { code?: string; message?: string } }
async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  token = analyst,
): Promise<Call> {
  const reply = await f.app.inject({
    method,
    url: `/api/reports${path}`,
    headers: { access_token: token },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: reply.body === '' ? (undefined as never) : reply.json() }
}
const mail = (more: object = {}) => ({ to: [BOSS], cc: [], bcc: [], subject: 'Semana', text: '', ...more })
const what = (more: Partial<ReportDraft['what']> = {}): ReportDraft['what'] => ({
  name: 'Comparativa',
  dashboard: 'foot-compare',
  values: {},
  formats: ['csv'],
  lang: 'es',
  timeZone: 'Europe/Madrid',
  mail: mail(),
  ...more,
})
/** Mondays at 08:00 in Madrid. */
const draft = (more: Partial<ReportDraft> = {}): ReportDraft => ({
  what: what(),
  cadence: { every: 'week', weekday: 1, day: 1, hour: 8 },
  enabled: true,
  ...more,
})
const tick = () => f.app.jobs.find(({ name }) => name === 'reports')!.run()
const runsOf = async (report: number) => (await call('GET', `/runs?report=${report}`)).body as unknown as ReportRun[]
/** Past the next Monday 08:00 in Madrid, with a session of that time. */
async function onMonday(weeks = 1): Promise<void> {
  f.clock.time = Date.UTC(2026, 10, 16 + 7 * weeks, 7, 0, 5)
  analyst = await as('analyst')
}

describe('a report is refused', () => {
  test('for a dashboard that its owner may not open, with the words for one that does not exist', async () => {
    for (const dashboard of ['foot-status', 'nowhere'])
      expect((await call('POST', '', draft({ what: what({ dashboard }) }))).body.code).toBe('DASHBOARD_NOT_FOUND')
    expect((await call('POST', '/runs', what(), await as('nobody'))).body.code).toBe('DASHBOARD_NOT_FOUND')
  })

  test('to domains other than its owner’s and those of the server, to no address, to too many, and across lines', async () => {
    const foreign = await call('POST', '', draft({ what: what({ mail: mail({ bcc: ['eve@elsewhere.test'] }) }) }))
    expect([foreign.status, foreign.body.code, foreign.body.message]).toEqual([
      400,
      'REPORT_RECIPIENT_NOT_ALLOWED',
      'eve@elsewhere.test is not an address to which this account may send reports; expected aforo.test, partner.test.',
    ])
    expect(
      (await call('POST', '', draft({ what: what({ mail: mail({ to: ['eve@partner.test.elsewhere.test'] }) }) }))).body
        .code,
    ).toBe('REPORT_RECIPIENT_NOT_ALLOWED')
    expect((await call('POST', '', draft({ what: what({ mail: null }) }))).body.code).toBe('REPORT_RECIPIENTS_INVALID')
    for (const more of [
      { to: ['no address'] },
      { subject: 'a\nBcc: eve@elsewhere.test' },
      { to: Array.from({ length: 30 }, () => BOSS), cc: Array.from({ length: 30 }, () => BOSS) },
    ]) {
      expect((await call('POST', '', draft({ what: what({ mail: mail(more) }) }))).body.code).toBe(
        'REPORT_RECIPIENTS_INVALID',
      )
    }
  })

  test('by a demo account to any other address than its own', async () => {
    const guest = await as('guest')
    expect((await call('POST', '/runs', what(), guest)).body.code).toBe('REPORT_RECIPIENT_NOT_ALLOWED')
    expect((await call('POST', '/runs', what({ mail: mail({ to: ['guest@aforo.test'] }) }), guest)).status).toBe(202)
    await f.app.background.settled()
  })

  test('as PDF where there is no Chromium, while its tables can be scheduled', async () => {
    chromium = 'none'
    expect((await call('GET', '/options')).body).toEqual({
      pdf: false,
      mail: true,
      domains: ['aforo.test', 'partner.test'],
    })
    expect(await call('POST', '', draft({ what: what({ formats: ['pdf', 'csv'] }) }))).toMatchObject({
      status: 409,
      body: { code: 'REPORT_NO_CHROMIUM' },
    })
    const { status, body } = await call('POST', '', draft())
    expect(status).toBe(201)
    await call('DELETE', `/${body.id}`)
  })

  test('in an unknown time zone, as the 21st of one account, and as the third at once', async () => {
    expect((await call('POST', '', draft({ what: what({ timeZone: 'Europe/Nowhere' }) }))).body.code).toBe(
      'REPORT_ZONE_UNKNOWN',
    )
    const { body: off } = await call('POST', '', draft({ enabled: false }))
    expect(
      (await call('PUT', `/${off.id}`, draft({ enabled: false, what: what({ timeZone: 'Europe/Nowhere' }) }))).body
        .code,
    ).toBe('REPORT_ZONE_UNKNOWN')
    await call('DELETE', `/${off.id}`)
    const mine = {
      ...SYSTEM_SCOPE,
      userId: (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'analyst@aforo.test'))!.id,
    }
    for (let n = 0; n < 20; n++) await f.catalog.reports.insert(mine, draft(), NOW + DAY, NOW)
    expect(await call('POST', '', draft())).toMatchObject({ status: 409, body: { code: 'REPORT_LIMIT' } })
    for (const { id } of await f.catalog.reports.list(mine)) await f.catalog.reports.remove(mine, id)
    chromium = 'hangs'
    const held = [
      await call('POST', '/runs', what({ formats: ['pdf'], mail: null })),
      await call('POST', '/runs', what({ mail: null })),
    ]
    expect(await call('POST', '/runs', what({ mail: null }))).toMatchObject({
      status: 429,
      body: { code: 'REPORT_BUSY' },
    })
    while (printed.length === 0)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    for (const { body } of held.toReversed()) expect((await call('DELETE', `/runs/${body.id}`)).status).toBe(204)
    await f.app.background.settled()
    expect((await call('GET', `/runs/${held[0]!.body.id}`)).body.status).toBe('cancelled')
    expect((await call('DELETE', `/runs/${held[0]!.body.id}`)).body.code).toBe('REPORT_RUN_FINISHED')
  })

  test('to everybody but its owner, with its runs and files', async () => {
    const {
      body: { id },
    } = await call('POST', '', draft())
    const {
      body: { id: run },
    } = await call('POST', '/runs', what({ mail: null }))
    await f.app.background.settled()
    const [file] = (await call('GET', `/runs/${run}`)).body.files
    for (const token of [await as('multi'), await as('admin')]) {
      for (const [method, path] of [
        ['GET', `/${id}`],
        ['DELETE', `/${id}`],
        ['POST', `/${id}/send`],
        ['GET', `/runs?report=${id}`],
      ] as const)
        expect((await call(method, path, undefined, token)).body.code).toBe('REPORT_NOT_FOUND')
      for (const [method, path] of [
        ['GET', `/runs/${run}`],
        ['DELETE', `/runs/${run}`],
        ['GET', `/runs/${run}/files/${file!.id}`],
      ] as const)
        expect((await call(method, path, undefined, token)).body.code).toBe('REPORT_RUN_NOT_FOUND')
      expect((await call('GET', '', undefined, token)).body).toEqual([])
    }
    await call('DELETE', `/${id}`)
  })
})

describe('a scheduled report', () => {
  test('goes once on its day, with its tables as of that day, and an entry in the audit log', async () => {
    const { body: report } = await call(
      'POST',
      '',
      draft({
        what: what({ formats: ['pdf', 'csv'], mail: mail({ cc: ['cc@partner.test'], text: 'Buena semana\n\nAna' }) }),
      }),
    )
    expect([report.nextAt, report.last]).toEqual([Date.UTC(2026, 10, 23, 7), null])
    await tick()
    expect(await runsOf(report.id)).toEqual([])
    await onMonday()
    await Promise.all([tick(), tick()])
    await tick()
    const [run, ...others] = await runsOf(report.id)
    expect(others).toEqual([])
    expect(run).toMatchObject({
      kind: 'scheduled',
      asOf: '2026-11-23',
      status: 'sent',
      reason: null,
      pages: 2,
      files: [{ name: 'Comparativa_2026-11-23.pdf' }, { name: 'Comparativa_2026-11-23.zip' }],
    })
    expect((await call('GET', `/${report.id}`)).body).toMatchObject({
      nextAt: Date.UTC(2026, 10, 30, 7),
      last: { run: run!.id, status: 'sent' },
    })
    expect(printed.at(-1)).toEqual({
      path: `/print/${run!.id}`,
      head: ['Comparativa', 'Datos a 23 de noviembre de 2026'],
      token: true,
    })

    const letter = await server.next(BOSS)
    expect([letter.subject, letter.from?.address, letter.cc?.map(({ address }) => address)]).toEqual([
      'Semana: datos a 23 de noviembre de 2026',
      'aforo@aforo.test',
      ['cc@partner.test'],
    ])
    expect(letter.text).toContain('analyst@aforo.test te envía el panel «Comparativa»')
    expect(letter.text).toContain('Buena semana\n\nAna')
    expect(letter.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['Comparativa_2026-11-23.pdf', 'application/pdf'],
      ['Comparativa_2026-11-23.zip', 'application/zip'],
    ])
    const tables = unzipped(Buffer.from(letter.attachments[1]!.content as ArrayBuffer))
    const rows = parse(tables.get('01_Indicadores.csv')!, { bom: true, delimiter: ';' }) as string[][]
    // Two hours of a Wednesday in each week: 200 at Gran Vía and 20 at Sol.
    expect(rows.find(([metric]) => metric === 'Entradas')?.slice(0, 4)).toEqual(['Entradas', '220', 'número', '220'])
    expect(server.taken.filter(({ to }) => to === BOSS)).toHaveLength(1)
    const actions = (await f.catalog.audit.list(SYSTEM_SCOPE, 50))
      .filter(({ target }) => target === `report ${report.id}`)
      .map(({ action }) => action)
    expect(actions).toEqual(['report.create'])
    await call('DELETE', `/${report.id}`)
  })

  test('that was missed for weeks goes once, as of the last day it was due', async () => {
    const periods = {
      option: {
        type: 'default',
        key: 'customPeriods',
        name: 'customPeriods',
        values: { comparing: WEEK, reference: WEEK },
      },
      comparing: { ...WEEK, name: 'custom' },
      reference: { ...WEEK, name: 'customReference' },
    }
    const { body: report } = await call('POST', '', draft({ what: what({ values: { periods } }) }))
    // A run that cannot be queued any more does not block the others.
    const broken = await f.catalog.reports.insert(
      { ...SYSTEM_SCOPE, userId: (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'multi@aforo.test'))!.id },
      draft({ what: what({ timeZone: 'Europe/Nowhere' }) }),
      NOW,
      NOW,
    )
    f.clock.time = Date.UTC(2026, 11, 16, 12)
    analyst = await as('analyst')
    await tick()
    await tick()
    await f.catalog.reports.remove(
      { ...SYSTEM_SCOPE, userId: (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'multi@aforo.test'))!.id },
      broken.id,
    )
    expect((await runsOf(report.id)).map(({ asOf, status }) => [asOf, status])).toEqual([['2026-12-14', 'sent']])
    await server.next(BOSS)
    await call('DELETE', `/${report.id}`)
  })

  test('whose server stopped midway is made again after its lease and mailed once; the third stop ends it', async () => {
    const { body: report } = await call('POST', '', draft())
    await onMonday()
    const stop = async () => f.catalog.reportRuns.take(f.clock.time, f.clock.time + 150_000)
    const due = (await f.catalog.reports.due(f.clock.time, 9)).find(({ id }) => id === report.id)!
    expect([
      await f.catalog.reports.advance(due, f.clock.time + DAY),
      await f.catalog.reports.advance(due, f.clock.time + DAY),
    ]).toEqual([true, false])
    await f.catalog.reportRuns.insert(
      {
        owner: due.owner,
        report: report.id,
        kind: 'scheduled',
        what: due.what,
        dueAt: due.nextAt!,
        asOf: '2026-11-23',
      },
      f.clock.time,
    )
    await expect(
      f.catalog.reportRuns.insert(
        {
          owner: due.owner,
          report: report.id,
          kind: 'scheduled',
          what: due.what,
          dueAt: due.nextAt!,
          asOf: '2026-11-23',
        },
        f.clock.time,
      ),
    ).rejects.toThrow(/UNIQUE|unique/)
    const first = await stop()
    await tick()
    expect((await runsOf(report.id))[0]?.status).toBe('rendering')
    f.clock.time += 150_000
    await tick()
    expect((await runsOf(report.id))[0]?.status).toBe('sent')
    // Who was stopped and comes back has nothing to say any more.
    expect(await f.catalog.reportRuns.end(first!, { status: 'failed', reason: 'timeout' }, f.clock.time)).toBe(false)
    await server.next(BOSS)

    const { body: run } = await call('POST', '/runs', what({ mail: null }), await as('multi'))
    await f.app.background.settled()
    expect(run.status).toBe('queued')
    const again = await f.catalog.reportRuns.insert(
      { owner: due.owner, report: null, kind: 'now', what: due.what, dueAt: f.clock.time, asOf: '2026-11-23' },
      f.clock.time,
    )
    for (let n = 0; n < 3; n++, f.clock.time += 150_000) await stop()
    await tick()
    expect((await call('GET', `/runs/${again}`)).body).toMatchObject({ status: 'failed', reason: 'interrupted' })
    await call('DELETE', `/${report.id}`)
  })

  test('is not sent when its owner lost the dashboard, a client that was chosen, or the account', async () => {
    const multi = await as('multi')
    const user = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'multi@aforo.test'))!
    const { body: report } = await call(
      'POST',
      '',
      draft({ what: what({ values: { client: f.ids.dos }, mail: mail({ to: ['lost@aforo.test'] }) }) }),
      multi,
    )
    const made = async () => {
      const {
        body: { id },
      } = await call('POST', `/${report.id}/send`, undefined, await as('multi'))
      await f.app.background.settled()
      return (await call('GET', `/runs/${id}`, undefined, multi)).body
    }
    expect(await made()).toMatchObject({ status: 'sent' })
    await server.next('lost@aforo.test')
    const [access] = (await f.catalog.userAccess.list(SYSTEM_SCOPE)).filter(
      ({ user: of, client }) => of === user.id && client === f.ids.dos,
    )
    await f.catalog.userAccess.remove(SYSTEM_SCOPE, access!.id)
    expect(await made()).toMatchObject({ status: 'failed', reason: 'filterGone', files: [] })

    await onMonday()
    await f.catalog.users.setEnabled(SYSTEM_SCOPE, user.id, false)
    await tick()
    const runs = await f.catalog.reportRuns.list({ ...SYSTEM_SCOPE, userId: user.id }, { report: report.id, limit: 1 })
    expect(runs).toMatchObject([{ kind: 'scheduled', status: 'failed', reason: 'ownerGone' }])
    const gone = await f.catalog.reportRuns.insert(
      {
        owner: (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'nobody@aforo.test'))!.id,
        report: null,
        kind: 'file',
        what: what({ mail: null }),
        dueAt: NOW,
        asOf: '2026-11-20',
      },
      NOW,
    )
    await tick()
    expect((await call('GET', `/runs/${gone}`, undefined, await as('nobody'))).body).toMatchObject({
      status: 'failed',
      reason: 'dashboardGone',
    })
    expect(server.taken.filter(({ to }) => to === 'lost@aforo.test')).toHaveLength(1)
  })

  test('is not sent to a domain that was allowed when it was scheduled, nor to the 501st recipient of a day', async () => {
    const scope = {
      ...SYSTEM_SCOPE,
      userId: (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'admin@aforo.test'))!.id,
    }
    const queued = (to: string[]) =>
      f.catalog.reportRuns.insert(
        {
          owner: scope.userId,
          report: null,
          kind: 'scheduled',
          what: what({ dashboard: 'foot-status', mail: mail({ to }) }),
          dueAt: NOW,
          asOf: '2026-11-20',
        },
        NOW,
      )
    for (let n = 0; n < 10; n++) {
      await queued(Array.from({ length: 50 }, (_, at) => `r${at}@partner.test`))
      await f.catalog.reportRuns.end((await f.catalog.reportRuns.take(NOW, NOW + 1))!, { status: 'sent' }, NOW)
    }
    const runs = [await queued(['late@former.test']), await queued(['late@partner.test'])]
    await tick()
    expect(await Promise.all(runs.map(async (id) => (await f.catalog.reportRuns.find(scope, id))?.reason))).toEqual([
      'recipientGone',
      'mailsSpent',
    ])
  })

  test('that is switched off is never due, and one whose mail every server refuses has failed', async () => {
    const { body: off } = await call('POST', '', draft({ enabled: false }))
    expect(off.nextAt).toBeNull()
    server.refuse(550)
    const {
      body: { id },
    } = await call('POST', `/${off.id}/send`)
    await f.app.background.settled()
    expect((await call('GET', `/runs/${id}`)).body).toMatchObject({ status: 'failed', reason: 'mailRefused' })
    await onMonday(3)
    await tick()
    expect((await runsOf(off.id)).map(({ kind }) => kind)).toEqual(['now'])
    await call('DELETE', `/${off.id}`)
  })

  test('whose mail the server does not take now is not sent: it says so until the mail has left', async () => {
    const { body: report } = await call('POST', '', draft({ enabled: false }))
    const sentAt = f.clock.time
    const mails = f.app.jobs.find(({ name }) => name === 'mail')!
    const result = async () => (await runsOf(report.id)).map(({ status, reason }) => [status, reason])
    server.refuse(451, 451)
    await call('POST', `/${report.id}/send`)
    await f.app.background.settled()
    expect(await result()).toEqual([['undelivered', 'mailWaits']])
    f.clock.time = sentAt + 20_000
    await mails.run()
    expect(await result()).toEqual([['undelivered', 'mailWaits']])
    f.clock.time = sentAt + 120_000
    await mails.run()
    expect(await result()).toEqual([['sent', null]])
    await call('DELETE', `/${report.id}`)
  })
})

test('a relative period is that of the day of each run, and a making that is opened later asks for the same days', async () => {
  const periods = {
    option: { type: 'default', key: 'lastMonthVsPrevious', name: 'lastMonthVsPrevious' },
    comparing: { begin: '2026-10-01', end: '2026-10-31', name: 'lastMonth' },
    reference: { begin: '2026-09-01', end: '2026-09-30', name: 'monthBefore' },
    notes: [],
  }
  const { body: report } = await call(
    'POST',
    '',
    draft({ what: what({ values: { periods } }), cadence: { every: 'month', weekday: 1, day: 2, hour: 6 } }),
  )
  f.clock.time = Date.UTC(2026, 11, 2, 5, 0, 1)
  analyst = await as('analyst')
  await tick()
  const [run] = await runsOf(report.id)
  expect(run).toMatchObject({
    asOf: '2026-12-02',
    what: {
      values: {
        periods: {
          comparing: { begin: '2026-11-01', end: '2026-11-30' },
          reference: { begin: '2026-10-01', end: '2026-10-30' },
        },
      },
    },
  })
  f.clock.time += 40 * DAY
  expect((await call('GET', `/runs/${run!.id}`, undefined, await as('analyst'))).body.what).toEqual(run!.what)
  // Files are kept for a week; that it was sent stays known.
  await tick()
  expect((await call('GET', `/runs/${run!.id}`, undefined, await as('analyst'))).body.files).toEqual([])
})

test('the token of a run reads with the rights of its owner, changes nothing, and ends with the run', async () => {
  const { id } = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'analyst@aforo.test'))!
  const reportTokens = createReportTokens({ users: f.catalog.users, clock: f.clock })
  const { token, end } = reportTokens.issue(id, 1000)
  const app = fastify()
  registerErrors(app)
  registerAccess(app, {
    sessions: reportTokens,
    resolveDevice: () => null,
    screenShows: async () => false,
    isInMaintenance: async () => false,
  })
  const authz = { subjects: 'user', tenant: 'clients' } as const
  app.get('/read', { config: { authz } }, (request) => Promise.resolve(request.caller?.user.username))
  app.post('/change', { config: { authz } }, () => Promise.resolve('changed'))
  app.get('/admin', { config: { authz: { subjects: 'admin', tenant: 'none' } } }, () => Promise.resolve('seen'))
  const ask = async (method: 'GET' | 'POST', url: string) => {
    const { statusCode, body } = await app.inject({ method, url, headers: { access_token: token } })
    return [statusCode, body.includes('SESSION_READS_ONLY') ? 'SESSION_READS_ONLY' : body]
  }
  expect([await ask('GET', '/read'), await ask('POST', '/change'), (await ask('GET', '/admin'))[0]]).toEqual([
    [200, 'analyst@aforo.test'],
    [403, 'SESSION_READS_ONLY'],
    403,
  ])
  f.clock.time += 1000
  expect((await ask('GET', '/read'))[0]).toBe(401)
  const second = reportTokens.issue(id, 1000)
  expect(await reportTokens.resolve(second.token)).not.toBeNull()
  second.end()
  end()
  expect(await reportTokens.resolve(second.token)).toBeNull()
  await app.close()
})

/** The entries of a zip as texts. */
function unzipped(bytes: Buffer): Map<string, string> {
  const found = new Map<string, string>()
  let at = bytes.readUInt32LE(bytes.length - 6)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [packed, name, extra, comment, start] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ]
    const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    found.set(
      bytes.toString('utf8', at + 46, at + 46 + name),
      inflateRawSync(bytes.subarray(from, from + packed)).toString('utf8'),
    )
    at += 46 + name + extra + comment
  }
  return found
}
