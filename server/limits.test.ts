/**
 * Every limit that is counted in the catalog, asked thirty times at once, on both dialects: as many are taken as there
 * is room for. The last test holds that none is missing.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ACCESS_FLAGS } from '#domain/access'
import { MAX_WEBHOOKS } from '#domain/webhooks'
import type { ReportDraft } from '#schemas/generated/api/report-draft.ts'
import { formatLayout } from '../src/engine/core/document/format.ts'
import { MAX_FIGURE_RULES } from './modules/alerts/figure-rules.ts'
import { MAX_ANNOTATIONS } from './modules/annotations/service.ts'
import { MAX_API_TOKENS } from './modules/api-tokens/service.ts'
import { ReaderError } from './modules/imports/reading/reader.ts'
import type { Reader } from './modules/imports/reading/reader.ts'
import { importForm } from './modules/imports/testing.ts'
import { builtInDashboards } from './modules/dashboards/built-in.ts'
import { readDocument } from './modules/dashboards/check.ts'
import { headOf } from './modules/dashboards/head.ts'
import { MAX_PASSKEYS } from './modules/second-factors/passkey-service.ts'
import { MAX_VIEWS } from './modules/views/service.ts'
import { ERRORS } from './lib/errors.ts'
import { USUAL_QUOTAS } from './lib/quotas.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import type { Scope } from './lib/scope.ts'
import { hashOf, newToken } from './lib/secrets.ts'
import { softwareAuthenticator } from './testing/authenticator.ts'
import { CONFIG, fixture, NOW } from './testing/fixture.ts'
import type { Fixture } from './testing/fixture.ts'
import { startMailServer } from './testing/mail.ts'
import type { TestMailServer } from './testing/mail.ts'
import { testDialects } from './testing/postgres.ts'
import { sender } from './testing/send.ts'
import type { Send, Sent } from './testing/send.ts'

const AT_ONCE = 30
const DAY = 86_400_000
const { dialects, stop } = await testDialects()
afterAll(stop)

const page = (markdown: string) =>
  formatLayout({
    format: 1,
    _id: 'mine',
    revision: 0,
    name: 'Page',
    widgets: { note: { type: 'text', options: { markdown } } },
    layout: { sections: [{ id: 'top', widgets: ['note'] }] },
  })
const TEXT = page('Hello')
/** Of an account that writes a few large pages; the hundreds of small ones here take less. */
const DASHBOARD_MB = 1
const LARGE = page('x'.repeat(18_000))
const HOOKS = 'http://127.0.0.1:9'
const HEAD = headOf((await readDocument(TEXT, [])).document)
const REVISION = { number: 1, text: TEXT, note: '', at: NOW, restoredFrom: null, basedOnHash: null, patch: null }

const letter = (recipients: number) => ({
  to: Array.from({ length: recipients }, (_, n) => `p${n}@aforo.test`),
  cc: [],
  bcc: [],
  subject: 'Week',
  text: '',
})
const what = (more: Partial<ReportDraft['what']> = {}): ReportDraft['what'] => ({
  name: 'Comparison',
  dashboard: 'foot-compare',
  values: {},
  formats: ['csv'],
  lang: 'en',
  timeZone: 'Europe/Madrid',
  mail: null,
  ...more,
})
const draft: ReportDraft = {
  what: what({ mail: letter(1) }),
  cadence: { every: 'week', weekday: 1, day: 1, hour: 8 },
  enabled: true,
}

describe.each(dialects)('thirty requests at once on $name', ({ url }) => {
  let f: Fixture
  let mails: TestMailServer
  let me: { send: Send; scope: Scope }
  let letGo = () => {}
  let goOn = Promise.resolve()

  beforeAll(async () => {
    mails = await startMailServer()
    const stopped = () => new ReaderError('stopped', 'Cancelled.')
    const reader: Reader = {
      read: (_job, { signal }) =>
        new Promise((_, reject) => {
          if (signal.aborted) reject(stopped())
          signal.addEventListener('abort', () => {
            reject(stopped())
          })
        }),
    }
    f = await fixture({
      catalogUrl: await url(),
      reader,
      config: {
        smtpUrl: mails.url,
        quotas: { ...USUAL_QUOTAS, uploads: 1000, dashboardMb: DASHBOARD_MB },
        webhooks: { hosts: null, origins: [HOOKS], ports: [443] },
      },
      // Nothing that is being made ends before it was counted.
      printer: {
        isThere: () => true,
        print: async () => {
          await goOn
          return { bytes: Buffer.from('%PDF-1.4'), pages: 1 }
        },
      },
    })
  })
  afterAll(async () => {
    await f.close()
    await mails.close()
  })
  afterEach(() => {
    letGo()
    vi.restoreAllMocks()
  })

  async function signInNewUser(): Promise<void> {
    goOn = new Promise((resolve) => {
      letGo = resolve
    })
    const token = newToken()
    const { id } = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      {
        username: `${token.slice(0, 12).toLowerCase()}@aforo.test`,
        passwordHash: 'x',
        role: 'basic',
        clients: [f.ids.uno, f.ids.dos],
        flags: ACCESS_FLAGS,
      },
      NOW,
    )
    await f.catalog.sessions.open({
      tokenHash: hashOf(token),
      userId: id,
      at: NOW,
      address: '10.0.0.1',
      agent: 'limits',
    })
    me = { send: sender(f, token), scope: { userId: id, role: 'basic', clients: [f.ids.uno, f.ids.dos], demo: false } }
  }

  const dashboard = (id: string, audience: { to: 'onlyMe' | 'everyone' | 'clients'; ids: number[] }) =>
    f.catalog.transaction(({ dashboards }) =>
      dashboards.insert(me.scope, { ...HEAD, id, audience, basedOn: null }, REVISION),
    )
  const idOf = (n: number) => `d${me.scope.userId}x${n}`
  async function times(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
    for (let n = 0; n < count; n++) await work(n)
  }

  const publish = (n: number) => me.send('PUT', `/dashboards/${idOf(n)}`, { revision: 1, text: LARGE })
  /** Leaves room for three large pages. */
  async function nearlyFull(): Promise<void> {
    await times(AT_ONCE + 1, (n) => dashboard(idOf(n), { to: 'onlyMe', ids: [] }))
    const room = DASHBOARD_MB * 1e6 - (await f.catalog.dashboards.bytesOf(me.scope)) - Math.round(3.5 * LARGE.length)
    const text = 'd'.repeat(room)
    await f.catalog.dashboardDrafts.keep(me.scope, idOf(AT_ONCE), { text, baseRevision: 1, at: NOW, undo: null })
  }

  const figureRule = (n: number) => ({
    client: f.ids.uno,
    kind: 'figure',
    name: `Rule ${n}`,
    watch: {
      dashboard: 'foot-compare',
      widget: 'benchmark',
      column: 'ins',
      rows: 'any',
      row: null,
      below: 100,
      above: null,
      values: { client: f.ids.uno },
      search: `client=${f.ids.uno}`,
      lang: 'es',
      timeZone: 'Europe/Madrid',
    },
  })
  const publicLink = (periods: 'rolling' | 'snapshot') => ({
    name: 'For the board',
    dashboard: 'foot-compare',
    clients: [f.ids.uno],
    locals: null,
    values: {},
    periods,
    timeZone: 'Europe/Madrid',
    lang: 'en',
    endsAt: NOW + DAY,
    origins: [],
  })
  /** Each begun in a browser of its own. */
  let keys: readonly { cookie: string; response: object }[] = []
  let entry = 0

  interface Limit {
    readonly of: string
    /** How many of the thirty are taken. */
    readonly taken: number
    readonly refusal: readonly [status: number, code: string]
    /** Fills all but so many places. */
    readonly before?: () => Promise<void>
    readonly ask: (n: number) => Promise<Sent>
  }

  const LIMITS: readonly Limit[] = [
    {
      of: 'reports that wait',
      taken: 2,
      refusal: [429, 'REPORT_BUSY'],
      ask: () => me.send('POST', '/reports/runs', what({ formats: ['pdf'] })),
    },
    {
      of: 'recipients of a day',
      taken: 1,
      refusal: [429, 'REPORT_QUOTA_EXCEEDED'],
      async before() {
        for (let n = 0; n < 9; n++) {
          const id = await f.catalog.reportRuns.insert(
            {
              owner: me.scope.userId!,
              report: null,
              kind: 'now',
              what: what({ mail: letter(50) }),
              dueAt: NOW,
              asOf: '2026-11-20',
            },
            NOW - DAY / 2,
          )
          await f.catalog.reportRuns.cancel(me.scope, id, NOW)
        }
      },
      ask: () => me.send('POST', '/reports/runs', what({ formats: ['pdf'], mail: letter(30) })),
    },
    {
      of: 'scheduled reports',
      taken: 20,
      refusal: [409, 'REPORT_LIMIT'],
      ask: () => me.send('POST', '/reports', draft),
    },
    {
      of: 'exports that are not finished',
      taken: 2,
      refusal: [429, 'EXPORT_BUSY'],
      async before() {
        const { snapshot } = f.facts.exports
        vi.spyOn(f.facts.exports, 'snapshot').mockImplementation(async (of, signal, work) => {
          await goOn
          return snapshot(of, signal, work)
        })
      },
      ask: () =>
        me.send('POST', '/exports', {
          clients: [f.ids.uno],
          begin: '2026-11-11',
          end: '2026-11-18',
          grain: 'hour',
          format: 'csv',
        }),
    },
    {
      of: 'screens',
      taken: 3,
      refusal: [409, 'SCREEN_LIMIT'],
      async before() {
        for (let n = 0; n < 47; n++)
          await f.catalog.screens.insert(
            me.scope,
            {
              client: f.ids.uno,
              name: 'Hall',
              dashboards: ['foot-compare'],
              search: '',
              seconds: 30,
              lang: 'es',
              tokenHash: newToken(),
            },
            NOW,
          )
      },
      ask: () =>
        me.send('POST', '/screens', {
          name: 'Hall',
          client: f.ids.uno,
          dashboards: ['foot-compare'],
          search: '',
          seconds: 30,
          lang: 'es',
        }),
    },
    {
      of: 'own dashboards',
      taken: 4,
      refusal: [409, 'DASHBOARD_LIMIT'],
      async before() {
        for (let n = 0; n < 46; n++) await dashboard(idOf(n), { to: 'onlyMe', ids: [] })
      },
      ask: () => me.send('POST', '/dashboards', { text: TEXT }),
    },
    {
      of: 'dashboards of a client',
      taken: 5,
      refusal: [409, 'DASHBOARD_LIMIT'],
      async before() {
        for (let n = 0; n < 195; n++) await dashboard(idOf(n), { to: 'clients', ids: [f.ids.dos] })
      },
      ask: (n) =>
        me.send('POST', '/dashboards', {
          text: TEXT,
          audience: { to: 'clients', ids: n % 2 === 0 ? [f.ids.dos] : [f.ids.dos, f.ids.uno] },
        }),
    },
    {
      of: 'dashboards kept again by their owner',
      taken: 2,
      refusal: [409, 'DASHBOARD_LIMIT'],
      async before() {
        for (let n = 0; n < 48; n++) await dashboard(idOf(n), { to: 'onlyMe', ids: [] })
        for (let n = 0; n < AT_ONCE; n++) await dashboard(idOf(100 + n), { to: 'clients', ids: [f.ids.uno] })
      },
      ask: (n) => me.send('PUT', `/dashboards/${idOf(100 + n)}/audience`, { audience: { to: 'onlyMe' } }),
    },
    {
      of: 'favourites',
      taken: 3,
      refusal: [409, 'DASHBOARD_LIMIT'],
      async before() {
        for (let n = 0; n < AT_ONCE; n++) await dashboard(idOf(n), { to: 'clients', ids: [f.ids.uno] })
        for (let n = 0; n < 97; n++) await f.catalog.dashboardMarks.star(me.scope, `other${n}`, NOW)
      },
      ask: (n) => me.send('PUT', `/dashboards/${idOf(n)}/star`, { starred: true }),
    },
    {
      of: 'imports that wait to be read',
      taken: 20,
      refusal: [429, 'IMPORT_BUSY'],
      ask: (n) => {
        const { payload, headers } = importForm([[`${n}.csv`, 'ts,sensor,ins\n2025-09-07T10:00,a,4\n']], {
          client: f.ids.uno,
        })
        return me.send('POST', '/imports', payload, headers)
      },
    },
    {
      of: 'MB of dashboards, published',
      taken: 3,
      refusal: [409, 'DASHBOARD_QUOTA_EXCEEDED'],
      before: nearlyFull,
      ask: publish,
    },
    {
      of: 'MB of dashboards, published, made and kept as drafts',
      taken: 3,
      refusal: [409, 'DASHBOARD_QUOTA_EXCEEDED'],
      before: nearlyFull,
      ask: (n) =>
        n % 3 === 0
          ? publish(n)
          : n % 3 === 1
            ? me.send('PUT', `/dashboards/${idOf(n)}/draft`, { text: LARGE, baseRevision: 1 })
            : me.send('POST', '/dashboards', { text: LARGE, audience: { to: 'clients', ids: [f.ids.uno] } }),
    },
    {
      of: 'views of a dashboard',
      taken: 4,
      refusal: [409, 'SAVED_VIEW_LIMIT_EXCEEDED'],
      async before() {
        const view = { search: '', isShared: false, client: null, updatedAt: NOW }
        await times(MAX_VIEWS - 4, (n) =>
          f.catalog.savedViews.insert(me.scope, 'foot-compare', { ...view, name: `Before ${n}` }),
        )
      },
      ask: (n) =>
        me.send('POST', '/views', {
          dashboard: 'foot-compare',
          name: `View ${n}`,
          search: '',
          isShared: false,
          client: null,
        }),
    },
    {
      of: 'annotations of a client',
      taken: 5,
      refusal: [409, 'ANNOTATION_LIMIT_EXCEEDED'],
      async before() {
        const content = {
          client: f.ids.uno,
          begin: '2026-11-02',
          end: '2026-11-04',
          text: 'Road works',
          updatedAt: NOW,
        }
        await times(MAX_ANNOTATIONS - 5, () => f.catalog.annotations.insert(me.scope, 'foot-compare', content))
      },
      ask: () =>
        me.send('POST', '/annotations', {
          dashboard: 'foot-compare',
          client: f.ids.uno,
          begin: '2026-11-02',
          end: '2026-11-04',
          text: 'Road works',
        }),
    },
    {
      of: 'API tokens',
      taken: 2,
      refusal: [409, 'API_TOKEN_LIMIT_EXCEEDED'],
      before: () =>
        times(MAX_API_TOKENS - 2, () =>
          f.catalog.apiTokens.insert(me.scope, {
            name: 'Build server',
            access: 'read',
            tokenHash: newToken(),
            createdAt: NOW,
            endsAt: NOW + DAY,
          }),
        ),
      ask: (n) => me.send('POST', '/auth/api-tokens', { name: `Build server ${n}`, access: 'read' }),
    },
    {
      of: 'webhooks of a client',
      taken: MAX_WEBHOOKS,
      refusal: [409, 'WEBHOOK_LIMIT_EXCEEDED'],
      ask: (n) =>
        me.send('POST', '/webhooks', {
          client: f.ids.uno,
          name: `Switchboard ${n}`,
          address: `${HOOKS}/in`,
          events: ['alert.opened'],
        }),
    },
    {
      of: 'public links',
      taken: 3,
      refusal: [409, 'PUBLIC_LINK_LIMIT_EXCEEDED'],
      before: () => times(47, () => me.send('POST', '/public-links', publicLink('rolling'))),
      ask: () => me.send('POST', '/public-links', publicLink('rolling')),
    },
    {
      of: 'snapshots',
      taken: 10,
      refusal: [409, 'PUBLIC_LINK_LIMIT_EXCEEDED'],
      ask: () => me.send('POST', '/public-links', publicLink('snapshot')),
    },
    {
      of: 'rules about figures',
      taken: 2,
      refusal: [409, 'ALERT_FIGURE_LIMIT_EXCEEDED'],
      async before() {
        const { body } = await me.send('POST', '/alerts/rules', figureRule(0))
        const [stored] = await f.catalog.alertRules.some(SYSTEM_SCOPE, [(body as { id: number }).id])
        await times(MAX_FIGURE_RULES - 3, () => f.catalog.alertRules.insert(SYSTEM_SCOPE, stored!, NOW))
      },
      ask: (n) => me.send('POST', '/alerts/rules', figureRule(n)),
    },
    {
      of: 'passkeys',
      taken: 2,
      refusal: [409, 'PASSKEY_LIMIT_EXCEEDED'],
      async before() {
        const { hostname, origin } = new URL(CONFIG.publicUrl)
        await times(MAX_PASSKEYS - 2, (n) =>
          f.catalog.passkeys.insert({
            userId: me.scope.userId!,
            credentialId: newToken(),
            publicKey: 'x',
            counter: 0,
            transports: [],
            name: `Key ${n}`,
            at: NOW,
          }),
        )
        const begun = await Promise.all(
          Array.from({ length: AT_ONCE }, () => me.send('POST', '/auth/user/passkeys/options')),
        )
        keys = begun.map(({ body, headers }) => ({
          cookie: String([headers['set-cookie']].flat()[0]).split(';')[0]!,
          response: softwareAuthenticator(origin, hostname).create(body as { challenge: string; user: { id: string } }),
        }))
      },
      ask: (n) =>
        me.send(
          'POST',
          '/auth/user/passkeys',
          { name: `Key ${n}`, response: keys[n]!.response },
          { cookie: keys[n]!.cookie },
        ),
    },
    {
      of: 'messages of an entry',
      taken: 2,
      refusal: [409, 'ENTRY_COMMENTS_EXCEEDED'],
      async before() {
        const admin = sender(f, await f.signIn('admin'))
        me = { ...me, send: admin }
        const { body } = await admin('POST', '/interventions', { type: 'Visit', description: 'The door sticks' })
        entry = (body as { id: number }).id
        await times(198, (n) => admin('POST', `/interventions/${entry}/comment`, { message: `Message ${n}` }))
      },
      ask: (n) => me.send('POST', `/interventions/${entry}/comment`, { message: `At once ${n}` }),
    },
  ]

  test('leave no limit of the catalog out', () => {
    const limits = Object.keys(ERRORS).filter((code) =>
      /_(LIMIT|LIMIT_EXCEEDED|QUOTA_EXCEEDED|COMMENTS_EXCEEDED)$/.test(code),
    )
    // Exports are made one after the other: two that wait do not take the same space.
    const other = ['EXPORT_QUOTA_EXCEEDED']
    const covered = new Set(LIMITS.map(({ refusal: [, code] }) => code))
    expect(limits.filter((code) => !covered.has(code))).toEqual(other)
  })

  test.each(LIMITS)(
    'take $taken where there is room for so many $of',
    async ({ taken, refusal, before, ask }) => {
      await signInNewUser()
      await before?.()
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => ask(n)))
      const refused = answers
        .filter(({ status }) => status >= 400)
        .map(({ status, body }) => [status, (body as { code?: string }).code])
      expect([answers.length - refused.length, refused]).toEqual([
        taken,
        Array<readonly [number, string]>(AT_ONCE - taken).fill(refusal),
      ])
    },
    60_000,
  )

  test('remember the last twenty that were opened', async () => {
    await signInNewUser()
    const ids = builtInDashboards().map(({ id }) => id)
    for (let n = 0; n < AT_ONCE; n++) await dashboard(idOf(n), { to: 'clients', ids: [f.ids.uno] })
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => me.send('POST', `/dashboards/${idOf(n)}/opened`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(
      [...(await f.catalog.dashboardMarks.all(me.scope))].filter(
        ([id, { openedAt }]) => openedAt !== null && !ids.includes(id),
      ),
    ).toHaveLength(20)
  })

  test('leave one set of opening hours, and one saved format of a name', async () => {
    await signInNewUser()
    const shifts = (n: number) => [
      { area: null, week_day: 1, local: f.ids.granVia, opening: `0${n % 10}:00:00`, closing: '21:00:00' },
    ]
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => me.send('PUT', `/opening-hours/local/${f.ids.granVia}`, shifts(n))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await f.catalog.openingHours.list(SYSTEM_SCOPE, { local: f.ids.granVia })).toHaveLength(1)
    const saved = await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        me.send('POST', '/import-presets', { name: 'Ours', client: f.ids.uno, settings: {} }),
      ),
    )
    expect(new Set(saved.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await f.catalog.importPresets.list(SYSTEM_SCOPE)).filter(({ name }) => name === 'Ours')).toHaveLength(1)
  })
})
