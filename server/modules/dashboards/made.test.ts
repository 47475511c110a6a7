/** Dashboards made by people: who may do what, and that no document ever loses anything. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import { formatLayout } from '../../../src/engine/core/document/format.ts'
import { same } from '../../../src/engine/core/document/pointer.ts'
import { saveLayout } from '../../../src/engine/core/graph/load.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { USUAL_QUOTAS } from '../../lib/quotas.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'
import { builtInDashboards } from './built-in.ts'
import type { BuiltIn } from './built-in.ts'
import { readDocument } from './check.ts'
import { headOf } from './head.ts'
import { dashboardService } from './service.ts'
import { stamped } from './stamp.ts'

let f: Fixture
let admin: Send
let analyst: Send
let other: Send
let withoutRights: Send
beforeAll(async () => {
  f = await fixture()
  const as = async (name: string) => sender(f, await f.signIn(name))
  ;[admin, analyst, other, withoutRights] = [
    await as('admin'),
    await as('analyst'),
    await as('other'),
    await as('nobody'),
  ]
})
afterAll(() => f.close())

const page = (name: string, more: Record<string, unknown> = {}) =>
  formatLayout({
    format: 1,
    _id: 'mine',
    revision: 0,
    name,
    widgets: { note: { type: 'text', options: { markdown: 'Hello' } } },
    layout: { sections: [{ id: 'top', widgets: ['note'] }] },
    ...more,
  })
const make = async (send: Send, text: string, more: object = {}) =>
  (await send('POST', '/dashboards', { text, ...more })).body as Dashboard
const read = async (send: Send, id: string) => (await send('GET', `/dashboards/${id}`)).body as DashboardDocument
interface Document {
  name: string
  revision: number
  i18n: Record<string, Record<string, string>>
  widgets: Record<string, { title?: string }>
  layout: { sections: { widgets?: string[] }[] }
}
const code = async (answer: ReturnType<Send>) => {
  const { status, body } = await answer
  return [status, (body as { code?: string }).code]
}

describe('a document is refused', () => {
  test('when it is no document, or is larger than 512 KB', async () => {
    for (const text of ['nothing', '[]', '{"a":1,"a":2}', '{"__proto__":{}}'])
      expect([text, await code(admin('POST', '/dashboards', { text }))]).toEqual([text, [400, 'DASHBOARD_UNREADABLE']])
    expect(await code(admin('POST', '/dashboards', { text: `"${'ñ'.repeat(400_000)}"` }))).toEqual([
      400,
      'DASHBOARD_UNREADABLE',
    ])
    expect(await code(admin('POST', '/dashboards', { text: 'x'.repeat(600_000) }))).toEqual([400, 'REQUEST_INVALID'])
  })

  test('as a publication when something in it is wrong; imported it waits, word for word', async () => {
    const broken = page('Broken', { widgets: { note: { type: 'hologram', options: { depth: 1.5 } } } }).replace(
      '1.5',
      '1.50',
    )
    const { id, published, revision } = await make(analyst, broken)
    expect([published, revision]).toEqual([false, 0])
    expect((await read(analyst, id)).text).toBe(broken.replace('"mine"', `"${id}"`))
    const refused = await analyst('PUT', `/dashboards/${id}`, { revision: 0, text: broken })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'DASHBOARD_INVALID',
        details: {
          count: 1,
          issues: [{ code: 'WIDGET_UNKNOWN_TYPE', pointer: '/widgets/note/type', line: expect.any(Number) }],
        },
      },
    })
    expect(await code(analyst('GET', `/users/dashboards/${id}`))).toEqual([404, 'DASHBOARD_NOT_FOUND'])
    expect(await code(analyst('POST', `/dashboards/${id}/revisions/0/restore`))).toEqual([400, 'DASHBOARD_INVALID'])
  })
})

describe('a dashboard with an author', () => {
  test('is changed by its author and by administrators', async () => {
    const { id } = await make(analyst, page('Private'))
    const calls = (send: Send) => [
      send('GET', `/dashboards/${id}`),
      send('GET', `/users/dashboards/${id}`),
      send('PUT', `/dashboards/${id}`, { revision: 1, text: page('Page x') }),
      send('DELETE', `/dashboards/${id}`),
      send('GET', `/dashboards/${id}/revisions`),
      send('GET', `/dashboards/${id}/draft`),
      send('PUT', `/dashboards/${id}/draft`, { text: '', baseRevision: 1 }),
      send('POST', `/dashboards/${id}/duplicate`, { name: 'Copy' }),
    ]
    for (const call of calls(other)) expect(await code(call)).toEqual([404, 'DASHBOARD_NOT_FOUND'])
    expect(((await other('GET', '/dashboards')).body as Dashboard[]).map((one) => one.id)).not.toContain(id)
    expect((await read(admin, id)).entry).toMatchObject({
      name: 'Private',
      owner: expect.any(Number),
      ownerName: 'analyst@aforo.test',
      mayEdit: true,
    })
    expect(await code(admin('PUT', `/dashboards/${id}`, { revision: 1, text: page('By an administrator') }))).toEqual([
      200,
      undefined,
    ])
  })

  test('is shared with clients by who may open dashboards, with everyone and groups by administrators', async () => {
    const { id } = await make(analyst, page('Shared', { access: 'footCompare' }))
    const share = (send: Send, audience: object) => code(send('PUT', `/dashboards/${id}/audience`, { audience }))
    expect([
      await share(analyst, { to: 'everyone' }),
      await share(analyst, { to: 'groups', ids: [1] }),
      await share(analyst, { to: 'clients' }),
      await share(analyst, { to: 'onlyMe', ids: [1] }),
    ]).toEqual(Array.from({ length: 4 }, () => [400, 'DASHBOARD_AUDIENCE']))
    expect(await share(analyst, { to: 'clients', ids: [f.ids.dos] })).toEqual([404, 'CLIENT_NOT_FOUND'])
    expect(await share(analyst, { to: 'clients', ids: [f.ids.uno] })).toEqual([200, undefined])
    const listed = async (send: Send) =>
      ((await send('GET', '/users/dashboards')).body as { id: string }[]).some((one) => one.id === id)
    const multi = sender(f, await f.signIn('multi'))
    const guest = sender(f, await f.signIn('guest'))
    expect([await listed(multi), await listed(other), await listed(withoutRights), await listed(guest)]).toEqual([
      true,
      false,
      false,
      false,
    ])
    // Who reads it learns neither whose it is nor whom else it is for, and changes nothing.
    expect((await read(multi, id)).entry).toMatchObject({
      ownerName: null,
      updatedBy: null,
      audience: { to: 'clients', ids: [] },
      mayEdit: false,
    })
    expect([
      await code(multi('PUT', `/dashboards/${id}`, { revision: 1, text: page('Page x') })),
      await code(multi('GET', `/dashboards/${id}/revisions`)),
    ]).toEqual([
      [403, 'DASHBOARD_READ_ONLY'],
      [403, 'DASHBOARD_READ_ONLY'],
    ])
    expect(await share(admin, { to: 'everyone' })).toEqual([200, undefined])
    expect([await listed(other), await listed(withoutRights)]).toEqual([true, false])
    // Without a flag that opens a dashboard, a user cannot share one.
    const own = await make(withoutRights, page('Own'))
    expect(
      await code(
        withoutRights('PUT', `/dashboards/${own.id}/audience`, { audience: { to: 'clients', ids: [f.ids.uno] } }),
      ),
    ).toEqual([400, 'DASHBOARD_AUDIENCE'])
  })

  test('is found in the lists of a group as long as one is in it', async () => {
    const me = await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'nobody@aforo.test')
    const group = await f.catalog.groups.insert(SYSTEM_SCOPE, { name: 'Watchers', members: [me?.id ?? 0] })
    const { id } = await make(admin, page('For a group'), { audience: { to: 'groups', ids: [group] } })
    expect([
      await code(withoutRights('GET', `/users/dashboards/${id}`)),
      await code(analyst('GET', `/users/dashboards/${id}`)),
    ]).toEqual([
      [200, undefined],
      [404, 'DASHBOARD_NOT_FOUND'],
    ])
    await f.catalog.groups.remove(SYSTEM_SCOPE, group)
    expect(await code(withoutRights('GET', `/users/dashboards/${id}`))).toEqual([404, 'DASHBOARD_NOT_FOUND'])
  })

  test('is one of at most fifty that an account keeps to itself', async () => {
    const token = await f.signIn('operator')
    const send = sender(f, token)
    for (let at = 0; at < 50; at += 1) expect((await make(send, page(`${at}`))).id).toMatch(/^[a-z][a-z0-9]{11}$/)
    expect(await send('POST', '/dashboards', { text: page('one more') })).toMatchObject({
      status: 409,
      body: { code: 'DASHBOARD_LIMIT', details: { most: 50, of: 'own' } },
    })
  })
})

describe('history', () => {
  test('grows with every publication and restore, and another’s revision is a conflict that carries all three documents', async () => {
    const { id } = await make(analyst, page('One'), { note: 'first' })
    const put = (send: Send, revision: number, name: string) =>
      send('PUT', `/dashboards/${id}`, { revision, text: page(name), note: name })
    expect((await put(analyst, 1, 'Two')).body).toMatchObject({
      revision: 2,
      entry: { name: 'Two', revision: 2 },
      text: expect.stringContaining('"revision": 2'),
    })
    expect((await put(admin, 1, 'Three')).body).toMatchObject({
      code: 'DASHBOARD_CONFLICT',
      details: { revision: 2, text: expect.stringContaining('"Two"'), base: expect.stringContaining('"One"') },
    })
    expect(await code(admin('POST', `/dashboards/${id}/revisions/9/restore`))).toEqual([
      404,
      'DASHBOARD_REVISION_NOT_FOUND',
    ])
    expect((await admin('POST', `/dashboards/${id}/revisions/1/restore`)).body).toMatchObject({
      revision: 3,
      entry: { name: 'One' },
    })
    expect((await analyst('GET', `/dashboards/${id}/revisions`)).body).toMatchObject([
      { number: 3, author: 'admin@aforo.test', restoredFrom: 1 },
      { number: 2, note: 'Two' },
      { number: 1, note: 'first', author: 'analyst@aforo.test' },
    ])
    expect((await analyst('GET', `/dashboards/${id}/revisions/2`)).body).toEqual({
      number: 2,
      text: page('Two').replace('"mine"', `"${id}"`).replace('"revision": 0', '"revision": 2'),
    })
    await analyst('DELETE', `/dashboards/${id}`)
    expect(await code(admin('GET', `/dashboards/${id}`))).toEqual([404, 'DASHBOARD_NOT_FOUND'])
  })

  test('of two who publish the same revision at once, one gets a conflict', async () => {
    const { id } = await make(admin, page('Race'))
    const answers = await Promise.all(
      ['First', 'Second'].map((name) => code(admin('PUT', `/dashboards/${id}`, { revision: 1, text: page(name) }))),
    )
    expect(answers.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [200, undefined],
      [409, 'DASHBOARD_CONFLICT'],
    ])
  })
})

test('a check knows the dashboards that its caller knows: a link to any other leads nowhere', async () => {
  const { id } = await make(admin, page('Private'))
  const found = async (send: Send, dashboard: string) => {
    const note = { type: 'text', options: { markdown: 'Hello' }, title: 'On', links: { title: { dashboard } } }
    const { body } = await send('POST', '/dashboards/check', { text: page('Linked', { widgets: { note } }) })
    return (body as { issues: { code: string }[] }).issues.flatMap((one) =>
      one.code.startsWith('LINK_') ? [one.code] : [],
    )
  }
  expect(await found(admin, 'foot-compare')).toEqual([])
  expect(await found(admin, 'foot-compar')).toEqual(['LINK_DASHBOARD_UNKNOWN'])
  expect([await found(admin, id), await found(other, id)]).toEqual([[], ['LINK_DASHBOARD_UNKNOWN']])
})

describe('a draft', () => {
  test('is one’s own, need not be a document, survives the session and goes with its publication', async () => {
    const { id } = await make(admin, page('Drafted'), { audience: { to: 'everyone' } })
    const draft = { text: '{ "half', baseRevision: 1, undo: '[1]' }
    expect(await code(admin('GET', `/dashboards/${id}/draft`))).toEqual([404, 'DASHBOARD_DRAFT_NOT_FOUND'])
    expect((await admin('PUT', `/dashboards/${id}/draft`, draft)).body).toEqual({ ...draft, at: NOW })
    expect((await read(admin, id)).entry.draft).toBe(true)
    const again = sender(f, await f.signIn('admin'))
    expect((await again('GET', `/dashboards/${id}/draft`)).body).toEqual({ ...draft, at: NOW })
    expect(await code(analyst('GET', `/dashboards/${id}/draft`))).toEqual([403, 'DASHBOARD_READ_ONLY'])
    await admin('PUT', `/dashboards/${id}`, { revision: 1, text: page('Published') })
    expect(await code(admin('GET', `/dashboards/${id}/draft`))).toEqual([404, 'DASHBOARD_DRAFT_NOT_FOUND'])
  })

  test('that was kept elsewhere since is not replaced, and is by one who has seen it', async () => {
    const { id } = await make(admin, page('Twice'), { audience: { to: 'everyone' } })
    const put = (text: string, after?: number | null) =>
      admin('PUT', `/dashboards/${id}/draft`, { text, baseRevision: 1, ...(after !== undefined && { after }) })
    const first = (await put('first', null)).body as { at: number }
    expect(await code(put('second', null))).toEqual([409, 'DASHBOARD_DRAFT_CONFLICT'])
    const second = (await put('second', first.at)).body as { at: number }
    // Within one millisecond, and still another time.
    expect(second.at).toBe(first.at + 1)
    const refused = (await put('third', first.at)).body
    expect(refused).toMatchObject({ details: { at: second.at, text: 'second', baseRevision: 1 } })
    expect((await admin('GET', `/dashboards/${id}/draft`)).body).toMatchObject({ text: 'second' })
    expect((await put('third', second.at)).status).toBe(200)
    // One who does not say what it follows replaces, as programs always did; where it was dropped nothing is replaced.
    expect((await put('fourth')).status).toBe(200)
    await admin('DELETE', `/dashboards/${id}/draft`)
    expect((await put('fifth', second.at)).status).toBe(200)
  })

  test('that was kept elsewhere since stays when the one before is published or dropped, and with an older revision restored', async () => {
    const { id } = await make(admin, page('Two devices'))
    const keep = async (text: string, after: number | null) =>
      ((await admin('PUT', `/dashboards/${id}/draft`, { text, baseRevision: 1, after })).body as { at: number }).at
    const kept = async () => ((await admin('GET', `/dashboards/${id}/draft`)).body as { text?: string }).text
    const first = await keep('first', null)
    const second = await keep('second', first)
    const publish = (revision: number, after: number | null) =>
      admin('PUT', `/dashboards/${id}`, { revision, text: page('Of the first'), after })
    expect([(await publish(1, first)).status, await kept()]).toEqual([200, 'second'])
    expect([(await publish(2, null)).status, await kept()]).toEqual([200, 'second'])
    expect((await admin('DELETE', `/dashboards/${id}/draft?after=${first}`)).status).toBe(204)
    expect(await kept()).toBe('second')
    expect((await admin('POST', `/dashboards/${id}/revisions/1/restore`)).status).toBe(200)
    expect(await kept()).toBe('second')
    expect(await code(admin('DELETE', `/dashboards/${id}/draft?after=x`))).toEqual([400, 'REQUEST_INVALID'])
    expect([(await publish(4, second)).status, await kept()]).toEqual([200, undefined])
  })

  test('is dropped by its own writer', async () => {
    const { id } = await make(admin, page('Dropped'), { audience: { to: 'everyone' } })
    await admin('PUT', `/dashboards/${id}/draft`, { text: 'x', baseRevision: 1 })
    expect(await code(analyst('DELETE', `/dashboards/${id}/draft`))).toEqual([403, 'DASHBOARD_READ_ONLY'])
    expect((await read(admin, id)).entry.draft).toBe(true)
    expect((await admin('DELETE', `/dashboards/${id}/draft`)).status).toBe(204)
    expect((await read(admin, id)).entry.draft).toBe(false)
  })
})

describe('a built-in dashboard', () => {
  test('is not changed, and is copied and customised by who may open it', async () => {
    for (const call of [
      admin('PUT', '/dashboards/foot-compare', { revision: 1, text: page('Page x') }),
      admin('DELETE', '/dashboards/foot-compare'),
      admin('PUT', '/dashboards/foot-compare/draft', { text: '', baseRevision: 1 }),
    ])
      expect(await code(call)).toEqual([403, 'DASHBOARD_READ_ONLY'])
    expect(await code(withoutRights('POST', '/dashboards/foot-compare/duplicate', { name: 'Copy' }))).toEqual([
      404,
      'DASHBOARD_NOT_FOUND',
    ])
    const copy = (await analyst('POST', '/dashboards/foot-compare/duplicate', { name: ' Ours ', follow: true }))
      .body as Dashboard
    expect(copy).toMatchObject({
      name: 'Ours',
      basedOn: 'foot-compare',
      published: true,
      audience: { to: 'onlyMe', ids: [] },
      flags: ['footCompare'],
    })
    expect(await code(analyst('POST', `/dashboards/${copy.id}/duplicate`, { name: 'Copy', follow: true }))).toEqual([
      403,
      'DASHBOARD_READ_ONLY',
    ])
  })

  test('that a later version changes takes what was customised along, and says what no longer fits', async () => {
    const [compare] = builtInDashboards().filter(({ id }) => id === 'foot-compare')
    const who = {
      scope: {
        ...SYSTEM_SCOPE,
        userId: (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'admin@aforo.test'))?.id ?? 0,
      },
      account: { roles: ['admin'], properties: {} },
      user: { properties: { lang: 'es', demo: false } },
    } as unknown as Parameters<ReturnType<typeof dashboardService>['list']>[0]
    const at = (document: Record<string, unknown>, hash: string): BuiltIn => ({
      ...compare!,
      document,
      hash,
      text: formatLayout(document),
    })
    const service = (one: BuiltIn) =>
      dashboardService({
        catalog: f.catalog,
        builtIn: () => [one],
        clock: f.clock,
        quotas: USUAL_QUOTAS,
        linkHosts: [],
      })
    const first = structuredClone(compare!.document) as unknown as Document
    const [kept, dropped] = Object.keys(first.widgets)
    const { id } = await service(compare!).duplicate(who, 'foot-compare', { name: 'Followed', follow: true })
    const mine = JSON.parse((await service(compare!).find(who, id)).text) as Document
    mine.widgets[kept!]!.title = 'My own title'
    mine.widgets[dropped!]!.title = 'Will not fit'
    await service(compare!).publish(who, id, {
      revision: 1,
      text: formatLayout(mine as unknown as Record<string, unknown>),
    })

    const next = structuredClone(first)
    delete next.widgets[dropped!]
    for (const section of next.layout.sections)
      section.widgets = section.widgets?.filter((one) => one !== dropped) ?? []
    next.i18n.es!.fresh = 'Nuevo'
    const later = service(at(next as unknown as Record<string, unknown>, 'later'))
    const { text, unfit } = await later.find(who, id)
    const today = JSON.parse(text) as Document
    expect([
      today.name,
      today.widgets[kept!]?.title,
      today.i18n.es?.fresh,
      Object.hasOwn(today.widgets, dropped!),
      today.revision,
    ]).toEqual(['Followed', 'My own title', 'Nuevo', false, 2])
    expect(unfit).toMatchObject([{ path: `/widgets/${dropped}/title`, after: '"Will not fit"' }])
    expect((await later.revision(who, id, 2)).text).toContain('Will not fit')
  })
})

/** Bytes that no author would write and no upgrade may lose. */
const wild = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    '<img src=x onerror=1>',
    'x'.repeat(2000),
    '💥',
    -0,
    1e-7,
    2 ** 53,
    '\uD83D',
    { 'a/b~c': [] },
    { type: 'kpi-table', v: 99 },
    { type: 'kpi-table', options: { unknown: [1, { deep: null }] } },
    [],
  ),
)
/** A night has time for 20,000. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 500)
const ids = fc.constantFrom('note', 'kpi', 'hasOwnProperty', 'toString', 'w1', 'w2', 'a-b')

test(
  'hostile documents are imported, read, saved, published and read again without losing a byte of what is in quarantine',
  async () => {
    const { dashboards } = f.catalog
    const service = dashboardService({
      catalog: f.catalog,
      builtIn: () => [],
      clock: f.clock,
      quotas: USUAL_QUOTAS,
      linkHosts: [],
    })
    const userId = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'admin@aforo.test'))?.id ?? 0
    const who = {
      scope: { ...SYSTEM_SCOPE, userId },
      account: { roles: ['admin'], properties: {} },
      user: { properties: { lang: 'es', demo: false } },
    } as unknown as Parameters<typeof service.list>[0]
    let quarantined = 0
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(ids, wild, { minKeys: 1, maxKeys: 5, noNullPrototype: true }),
        fc.constantFrom(undefined, 2),
        async (widgets, indent) => {
          if (/"(__proto__|constructor|prototype)"/.test(JSON.stringify(widgets))) return
          const document = {
            format: 1,
            _id: 'x',
            revision: 0,
            name: 'Wild',
            widgets: { ...widgets, fine: { type: 'text', options: { markdown: 'Fine' } } },
            layout: { sections: [{ id: 'top', widgets: ['fine', ...Object.keys(widgets)] }] },
          }
          const text = JSON.stringify(document, null, indent)
          const { id, published } = await service.create(who, { text, audience: { to: 'everyone' } })
          expect((await service.find(who, id)).text).toBe(stamped(text, { _id: id, revision: published ? 1 : 0 }))
          expect(published).toBe((await readDocument(text, [])).publishable)
          // As after an upgrade that no longer knows what was right when it was published.
          const upgraded = `${id}x`
          await dashboards.insert(
            who.scope,
            { ...headOf(document), id: upgraded, audience: { to: 'onlyMe', ids: [] }, basedOn: null },
            {
              number: 1,
              text: stamped(text, { _id: upgraded, revision: 1 }),
              note: '',
              at: NOW,
              restoredFrom: null,
              basedOnHash: null,
              patch: null,
            },
          )
          // Something else is changed in the text: every byte besides stays.
          await service.publish(who, upgraded, {
            revision: 1,
            text: stamped((await service.find(who, upgraded)).text, { name: 'Renamed' }),
          })
          expect((await service.find(who, upgraded)).text).toBe(
            stamped(text, { _id: upgraded, revision: 2, name: 'Renamed' }),
          )
          // And on the canvas: the one canonical form, with every value as it was.
          const opened = await readDocument((await service.find(who, upgraded)).text, [])
          const { text: after } = await service.publish(who, upgraded, {
            revision: 2,
            text: saveLayout({ ...opened, document: { ...opened.document, name: 'Again' } }),
          })
          const again = await readDocument(after, [])
          const sent = JSON.parse(text) as { widgets: Record<string, unknown> }
          expect(same(again.document?.widgets, sent.widgets)).toBe(true)
          for (const widget of again.model.widgets.values())
            if (widget.kind === 'quarantined') {
              quarantined += 1
              expect(same(widget.raw, sent.widgets[widget.id])).toBe(true)
            }
          await dashboards.remove(who.scope, id)
          await dashboards.remove(who.scope, upgraded)
        },
      ),
      { numRuns: RUNS },
    )
    expect(quarantined).toBeGreaterThan(RUNS / 2)
  },
  Math.max(60_000, RUNS * 50),
)
