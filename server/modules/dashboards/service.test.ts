/** Dashboards on a real catalog: what each person is shown, what is noted, and what an account may keep. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccessFlag } from '#domain/access'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { builtInDashboards } from './built-in.ts'
import type { BuiltIn } from './built-in.ts'
import { dashboardService } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let now = NOW
let catalog: Catalog
let service: ReturnType<typeof dashboardService>
let builtIn: BuiltIn[]
let uno: number
let dos: number

type Who = Parameters<ReturnType<typeof dashboardService>['list']>[0]
type Given = { role?: 'admin' | 'basic'; clients?: readonly number[]; flags?: readonly AccessFlag[]; lang?: string }
let made = 0
async function person({ role = 'basic', clients = [], flags = [], lang = 'en', ...more }: Given & { demo?: boolean }) {
  made += 1
  const username = `person-${made}@aforo.test`
  const { id } = await catalog.users.insert(
    SYSTEM_SCOPE,
    { username, passwordHash: null, role, clients: [...clients], flags: [...flags] },
    NOW,
  )
  const who = {
    scope: { userId: id, role, clients: role === 'admin' ? 'all' : clients, demo: more.demo ?? false },
    account: { roles: [role], properties: Object.fromEntries(flags.map((flag) => [flag, true])) },
    user: { id, properties: { lang, demo: more.demo ?? false } },
  } as unknown as Who
  return { ...who, id, username }
}

const layout = (name: string, more: object = {}) => ({
  format: 1,
  _id: 'x',
  revision: 0,
  name,
  widgets: { note: { type: 'text', options: { markdown: 'Hello' } } },
  layout: { sections: [{ id: 'top', widgets: ['note'] }] },
  ...more,
})
const page = (name: string, more: object = {}) => JSON.stringify(layout(name, more), null, 2)
const BROKEN = { widgets: { note: { type: 'hologram' } } }
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; details?: object }) => [error.code, error.details],
  )
const lastAudit = async () => {
  const [entry] = await catalog.audit.list(SYSTEM_SCOPE, 1)
  return { action: entry?.action, target: entry?.target, details: entry?.details, at: entry?.at }
}
const withQuotas = (quotas: { revisions: number; dashboardMb: number }, own = builtIn) =>
  dashboardService({
    catalog,
    builtIn: () => own,
    clock: { now: () => now, steady: () => now } as never,
    quotas,
    linkHosts: [],
  })

beforeAll(async () => {
  catalog = await memoryCatalog()
  const client = async (name: string) => (await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).id
  ;[uno, dos] = [await client('Uno'), await client('Dos')]
  const folder = mkdtempSync(join(tmpdir(), 'aforo-dashboards-'))
  const i18n = { en: { title: 'Doors 10', about: 'All doors.' }, es: { title: 'Puertas 10', about: 'Las puertas.' } }
  for (const [file, document] of [
    ['a', { ...layout('t:title', { i18n, access: 'footCompare' }), _id: 'shipped', description: 't:about' }],
    ['b', { ...layout('Campaigns', { access: 'campaignManager' }), _id: 'named-only' }],
    ['c', { ...layout('Open'), _id: 'open' }],
  ] as const)
    writeFileSync(join(folder, `${file}.json`), JSON.stringify(document))
  builtIn = builtInDashboards(folder)
  rmSync(folder, { recursive: true })
  service = withQuotas({ revisions: 3, dashboardMb: 1 })
})
afterAll(() => catalog.close())
beforeEach(() => {
  now = NOW
})

describe('what is shown', () => {
  test('its maker and administrators know all of a dashboard, who reads it what it is', async () => {
    const ana = await person({ clients: [uno], flags: ['footCompare'] })
    const bob = await person({ clients: [uno], flags: ['footCompare'], lang: 'es' })
    const admin = await person({ role: 'admin' })
    const { id } = await service.create(ana, {
      text: page('t:title', {
        access: ['footCompare'],
        description: 'What it is for.',
        i18n: { en: { title: 'Mine' }, es: { title: 'Mío' } },
      }),
      audience: { to: 'clients', ids: [uno] },
    })
    const entry = {
      id,
      name: 'Mine',
      description: 'What it is for.',
      flags: ['footCompare'],
      owner: ana.id,
      audience: { to: 'clients', ids: [uno] },
      ownerName: ana.username,
      revision: 1,
      published: true,
      builtIn: false,
      provisioned: false,
      basedOn: null,
      updatedAt: NOW,
      updatedBy: ana.username,
      draft: false,
      mayEdit: true,
      folder: null,
      inSharedFolder: false,
      tags: [],
      preview: [{ type: 'text', x: 0, y: 0, w: 6, h: 6 }],
      starred: false,
      openedAt: null,
    }
    const shown = async (who: Who) => (await service.list(who)).find((one) => one.id === id)
    expect(await shown(ana)).toEqual(entry)
    expect(await shown(admin)).toEqual(entry)
    expect(await shown(bob)).toEqual({
      ...entry,
      name: 'Mío',
      audience: { to: 'clients', ids: [] },
      ownerName: null,
      updatedBy: null,
      mayEdit: false,
    })
    now = NOW + 1000
    await service.drafts.keep(ana, id, { text: 'half', baseRevision: 1 })
    await service.star(bob, id, { starred: true })
    await service.opened(bob, id)
    expect(await shown(ana)).toEqual({ ...entry, draft: true })
    expect(await shown(bob)).toMatchObject({ draft: false, starred: true, openedAt: NOW + 1000 })
    await service.star(bob, 'shipped', { starred: true })
    expect((await service.list(bob)).find((one) => one.id === 'shipped')).toEqual({
      ...entry,
      id: 'shipped',
      name: 'Puertas 10',
      description: 'Las puertas.',
      owner: null,
      audience: { to: 'everyone', ids: [] },
      ownerName: null,
      updatedAt: null,
      updatedBy: null,
      builtIn: true,
      provisioned: false,
      mayEdit: false,
      starred: true,
    })
    expect((await service.find(bob, 'shipped')).entry).toMatchObject({ id: 'shipped', starred: true, revision: 1 })
  })

  test('lists are by name as a reader orders it, numbers as numbers, what ships first among what may be opened', async () => {
    const ana = await person({ clients: [uno], flags: ['footCompare'] })
    const ids: Record<string, string> = {}
    for (const name of ['Doors 9', 'álbum', 'Zebra', 'Doors 9'])
      ids[name] = (await service.create(ana, { text: page(name) })).id
    const waiting = (await service.create(ana, { text: page('Broken', BROKEN) })).id
    const own = (await service.list(ana)).filter(({ owner, builtIn: ships }) => ships || owner === ana.id)
    expect(own.map(({ name }) => name)).toEqual(['álbum', 'Broken', 'Doors 9', 'Doors 9', 'Doors 10', 'Open', 'Zebra'])
    const twins = own.filter(({ name }) => name === 'Doors 9').map(({ id }) => id)
    expect(twins).toEqual(twins.toSorted())
    expect(own.find(({ id }) => id === waiting)).toMatchObject({ published: false, revision: 0 })
    const readable = (await service.readable(ana)).filter(
      ({ id }) => builtIn.some((one) => one.id === id) || own.some((one) => one.id === id),
    )
    expect(readable.map(({ name, flag }) => [name, flag])).toEqual([
      ['Doors 10', 'footCompare'],
      ['Open', null],
      ['álbum', null],
      ['Doors 9', null],
      ['Doors 9', null],
      ['Zebra', null],
    ])
    expect(await code(service.view(ana, waiting))).toEqual(['DASHBOARD_NOT_FOUND', undefined])
    expect(await service.view(ana, ids.Zebra!)).toMatchObject({ entry: { id: ids.Zebra, name: 'Zebra', flag: null } })
  })

  test('a flag that is given by name only opens a dashboard to no other account, and its maker changes it still', async () => {
    const admin = await person({ role: 'admin' })
    const named = await person({ role: 'admin', flags: ['campaignManager'] })
    for (const work of [
      service.view(admin, 'named-only'),
      service.find(admin, 'named-only'),
      service.publish(admin, 'named-only', { revision: 1, text: page('Another') }),
      service.remove(admin, 'named-only'),
      service.star(admin, 'named-only', { starred: true }),
      service.opened(admin, 'named-only'),
    ])
      expect(await code(work)).toEqual(['DASHBOARD_NOT_FOUND', undefined])
    expect(await service.view(named, 'named-only')).toEqual({
      entry: { id: 'named-only', name: 'Campaigns', flag: 'campaignManager' },
      text: builtIn.find(({ id }) => id === 'named-only')?.text,
    })
    expect(await code(service.remove(named, 'named-only'))).toEqual(['DASHBOARD_READ_ONLY', undefined])
    const { id } = await service.create(admin, { text: page('Own', { access: 'campaignManager' }) })
    expect(await code(service.view(admin, id))).toEqual(['DASHBOARD_NOT_FOUND', undefined])
    expect((await service.find(admin, id)).entry.mayEdit).toBe(true)
    expect((await service.readable(admin)).map((one) => one.id)).not.toContain(id)
    expect((await service.readable(named)).map((one) => one.id)).not.toContain(id)
    const basic = await person({ clients: [uno], flags: ['footCompare'] })
    await service.setAudience(admin, id, { to: 'everyone' })
    expect([
      (await service.readable(named)).some((one) => one.id === id),
      (await service.list(basic)).some((one) => one.id === id),
      await code(service.find(basic, id)),
    ]).toEqual([true, false, ['DASHBOARD_NOT_FOUND', undefined]])
  })

  test('a demo account is shown what is for everyone, and nothing that colleagues wrote for a client', async () => {
    const ana = await person({ role: 'admin' })
    const guest = await person({ clients: [uno], flags: ['footCompare'], demo: true })
    const forClient = (await service.create(ana, { text: page('Client'), audience: { to: 'clients', ids: [uno] } })).id
    const forAll = (await service.create(ana, { text: page('Everyone'), audience: { to: 'everyone' } })).id
    const own = (await service.create(guest, { text: page('Group') })).id
    expect(
      (await service.list(guest)).flatMap(({ id }) => ([forClient, forAll, own].includes(id) ? [id] : [])),
    ).toEqual([forAll, own])
  })

  test('people of no client are shown what is for everyone and for their groups', async () => {
    const admin = await person({ role: 'admin' })
    const ana = await person({ flags: ['footCompare'] })
    const group = await catalog.groups.insert(SYSTEM_SCOPE, { name: `Group ${made}`, members: [ana.id], clients: [] })
    const forGroup = (await service.create(admin, { text: page('Group'), audience: { to: 'groups', ids: [group] } })).id
    const forClient = (await service.create(admin, { text: page('Client'), audience: { to: 'clients', ids: [dos] } }))
      .id
    const mine = (await service.readable(ana)).map(({ id }) => id)
    expect([mine.includes(forGroup), mine.includes(forClient)]).toEqual([true, false])
    expect((await service.find(admin, forGroup)).entry.audience).toEqual({ to: 'groups', ids: [group] })
    // As a reader an administrator has in the list what is meant for clients, and of groups those it is in.
    const other = await person({ role: 'admin' })
    const read = (await service.readable(other)).map(({ id }) => id)
    expect([read.includes(forGroup), read.includes(forClient)]).toEqual([false, true])
  })
})

describe('what is noted', () => {
  test('each change by its action, with what was changed', async () => {
    const ana = await person({ role: 'admin', flags: ['footCompare'], lang: 'es' })
    const { id } = await service.create(ana, { text: page('Notes') })
    const target = `dashboard ${id}`
    expect(await lastAudit()).toEqual({
      action: 'dashboard.create',
      target,
      details: { audience: { to: 'onlyMe', ids: [] }, published: true },
      at: NOW,
    })
    now = NOW + 5
    await service.publish(ana, id, { revision: 1, text: page('Notes 2') })
    expect(await lastAudit()).toEqual({ action: 'dashboard.publish', target, details: { revision: 2 }, at: NOW + 5 })
    const audience = { to: 'clients', ids: [uno, dos] } as const
    await service.publish(ana, id, { revision: 2, text: page('Notes 3'), audience: { to: 'clients', ids: [dos, uno] } })
    expect((await lastAudit()).details).toEqual({ revision: 3, audience })
    await service.restore(ana, id, 2)
    expect(await lastAudit()).toMatchObject({
      action: 'dashboard.restore',
      target,
      details: { revision: 4, restoredFrom: 2 },
    })
    expect((await service.find(ana, id)).entry).toMatchObject({ name: 'Notes 2', revision: 4, audience })
    await service.setAudience(ana, id, { to: 'everyone' })
    expect(await lastAudit()).toMatchObject({
      action: 'dashboard.share',
      target,
      details: { audience: { to: 'everyone', ids: [] } },
    })
    await service.setPlace(ana, id, { folder: 'North', tags: ['', ' a  b '] })
    expect(await lastAudit()).toMatchObject({
      action: 'dashboard.place',
      target,
      details: { folder: 'North', tags: ['a b'] },
    })
    const copy = await service.duplicate(ana, id, { name: ' Copy ' })
    expect(await lastAudit()).toMatchObject({ action: 'dashboard.create', details: { published: true, from: id } })
    expect(copy).toMatchObject({ name: 'Copy', basedOn: null, audience: { to: 'onlyMe', ids: [] }, folder: null })
    await service.remove(ana, id)
    expect(await lastAudit()).toMatchObject({
      action: 'dashboard.remove',
      target,
      details: { name: 'Notes 2', revision: 4 },
    })
  })

  test('what was opened last is kept, stars beside it, and what is neither leaves the store', async () => {
    const { scope } = await person({ role: 'admin' })
    const { dashboardMarks: marks } = catalog
    await marks.star(scope, 'b', NOW)
    for (const [at, id] of ['a', 'b', 'c', 'd'].entries()) await marks.open(scope, id, NOW + at, 2)
    expect([...(await marks.all(scope))].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['b', { starredAt: NOW, openedAt: null }],
      ['c', { starredAt: null, openedAt: NOW + 2 }],
      ['d', { starredAt: null, openedAt: NOW + 3 }],
    ])
    await marks.star(scope, 'b', null)
    await marks.star(scope, 'c', null)
    expect([...(await marks.all(scope)).keys()].toSorted()).toEqual(['c', 'd'])
  })

  test('marks of everybody go with a dashboard', async () => {
    const ana = await person({ role: 'admin' })
    const { id } = await service.create(ana, { text: page('Marked') })
    await service.star(ana, id, { starred: true })
    expect((await catalog.dashboardMarks.all(ana.scope)).get(id)).toEqual({ starredAt: NOW, openedAt: null })
    await service.remove(ana, id)
    expect((await catalog.dashboardMarks.all(ana.scope)).size).toBe(0)
  })
})

describe('a publication', () => {
  test('of what is wrong is refused, but for parts that were published so word for word', async () => {
    const ana = await person({ role: 'admin' })
    const { id } = await service.create(ana, { text: page('Wait', BROKEN), note: 'imported' })
    expect(await service.revisions(ana, id)).toEqual([
      { number: 0, note: 'imported', at: NOW, restoredFrom: null, author: ana.username },
    ])
    // Revision 0 was never published: none of its errors are excused.
    expect((await code(service.publish(ana, id, { revision: 0, text: page('Wait', BROKEN) })))[0]).toBe(
      'DASHBOARD_INVALID',
    )
    expect((await code(service.restore(ana, id, 0)))[0]).toBe('DASHBOARD_INVALID')
    await service.publish(ana, id, { revision: 0, text: page('Fine'), note: 'fixed' })
    expect((await service.revisions(ana, id)).map(({ number, note }) => [number, note])).toEqual([
      [1, 'fixed'],
      [0, 'imported'],
    ])
    expect((await code(service.publish(ana, id, { revision: 1, text: page('Worse', BROKEN) })))[0]).toBe(
      'DASHBOARD_INVALID',
    )
    expect((await service.revision(ana, id, 1)).number).toBe(1)
    expect(await code(service.revision(ana, id, 7))).toEqual(['DASHBOARD_REVISION_NOT_FOUND', { revision: 7 }])
  })

  test('can be held back when a dashboard is made', async () => {
    const ana = await person({ role: 'admin' })
    const { id, published } = await service.create(ana, { text: page('Later'), publish: false })
    expect([published, (await lastAudit()).details]).toEqual([
      false,
      { audience: { to: 'onlyMe', ids: [] }, published: false },
    ])
    await service.restore(ana, id, 0)
    expect((await service.find(ana, id)).revision).toBe(1)
  })

  test('on another revision than the newest carries the newest text and the one that it began with', async () => {
    const ana = await person({ role: 'admin' })
    const { id } = await service.create(ana, { text: page('One') })
    await service.publish(ana, id, { revision: 1, text: page('Two') })
    const { text } = await service.find(ana, id)
    const first = (await service.revision(ana, id, 1)).text
    expect(await code(service.publish(ana, id, { revision: 1, text: page('Three') }))).toEqual([
      'DASHBOARD_CONFLICT',
      { revision: 2, text, base: first },
    ])
    const both = await Promise.all(
      ['Left', 'Right'].map((name) => code(service.publish(ana, id, { revision: 2, text: page(name) }))),
    )
    expect(both.map((one) => one[0])).toEqual(['d', 'DASHBOARD_CONFLICT'])
    const newest = (await service.find(ana, id)).text
    await expect(service.publish(ana, id, { revision: 1, text: page('Four') })).rejects.toThrow(
      'Revision 3 was published meanwhile; this one began with revision 1. Merge the two.',
    )
    // One that is gone, or never was, is the newest.
    expect(await code(service.publish(ana, id, { revision: 9, text: page('Three') }))).toEqual([
      'DASHBOARD_CONFLICT',
      { revision: 3, text: newest, base: newest },
    ])
  })

  test('of a copy that follows a built-in one keeps what was changed, and its word when the built-in one is as it was', async () => {
    const ana = await person({ role: 'admin', flags: ['footCompare'] })
    const { id } = await service.duplicate(ana, 'open', { name: 'Follows', follow: true })
    expect((await service.find(ana, id)).entry.basedOn).toBe('open')
    const stored = await catalog.dashboards.revision(ana.scope, id, 1)
    const base = builtIn.find((one) => one.id === 'open')!
    expect([stored?.basedOnHash, JSON.parse(stored?.patch ?? '')]).toEqual([
      base.hash,
      [expect.objectContaining({ path: '/name', before: 'Open', after: 'Follows' })],
    ])
    expect((await service.find(ana, id)).text).toBe(stored?.text)
    const other: BuiltIn = { ...base, hash: 'other', document: { ...base.document, description: 'New' } }
    const later = withQuotas({ revisions: 3, dashboardMb: 1 }, [other])
    for (const { text } of [await later.find(ana, id), await later.view(ana, id)])
      expect(JSON.parse(text)).toMatchObject({ _id: id, revision: 1, name: 'Follows', description: 'New' })
    const gone = withQuotas({ revisions: 3, dashboardMb: 1 }, [])
    expect(await gone.find(ana, id)).toMatchObject({ text: stored?.text, unfit: [] })
    const plain = await service.duplicate(ana, 'open', { name: 'Copy' })
    expect(await catalog.dashboards.revision(ana.scope, plain.id, 1)).toMatchObject({ basedOnHash: null, patch: null })
    // Without a finding: a copy with a name of its own has no words of the old one.
    const { text } = await service.find(ana, (await service.duplicate(ana, 'shipped', { name: 'Mine' })).id)
    expect((await service.check(ana, text)).issues.filter(({ code: found }) => found === 'LINT_TEXT_UNUSED')).toEqual(
      [],
    )
  })
})

describe('an account keeps', () => {
  const fill = async (who: Who, many: number, audience: { to: 'onlyMe' | 'clients'; ids: number[] }) => {
    for (let at = 0; at < many; at += 1)
      await catalog.dashboards.insert(
        who.scope,
        { names: {}, descriptions: {}, flags: [], id: `f${(made += 1)}`, audience, basedOn: null },
        { number: 1, text: '{}', note: '', at: NOW, restoredFrom: null, basedOnHash: null, patch: null },
      )
  }
  const OWN = ['DASHBOARD_LIMIT', { most: 50, of: 'own' }]

  test('fifty dashboards to itself, and more that are shared; the fiftieth is changed still', async () => {
    const ana = await person({ clients: [uno], flags: ['footCompare'] })
    await fill(ana, 49, { to: 'onlyMe', ids: [] })
    const last = await service.create(ana, { text: page('Fiftieth') })
    expect(await code(service.create(ana, { text: page('More') }))).toEqual(OWN)
    expect(await code(service.duplicate(ana, last.id, { name: 'More' }))).toEqual(OWN)
    const shared = await service.create(ana, { text: page('More'), audience: { to: 'clients', ids: [uno] } })
    expect(await code(service.setAudience(ana, shared.id, { to: 'onlyMe' }))).toEqual(OWN)
    const onlyMe = { to: 'onlyMe' } as const
    expect(
      await code(service.publish(ana, shared.id, { revision: 1, text: page('Another'), audience: onlyMe })),
    ).toEqual(OWN)
    expect((await service.find(ana, shared.id)).revision).toBe(1)
    await service.publish(ana, last.id, { revision: 1, text: page('Fiftieth again'), audience: onlyMe })
    expect((await service.setAudience(ana, last.id, onlyMe)).audience.to).toBe('onlyMe')
    const other = await person({ clients: [uno], flags: ['footCompare'] })
    expect((await service.create(other, { text: page('Own') })).revision).toBe(1)
  })

  test('a client is shown two hundred', async () => {
    const [of, room] = [
      (await catalog.clients.insert(SYSTEM_SCOPE, { name: `Full ${made}`, type: 'basic' })).id,
      (await catalog.clients.insert(SYSTEM_SCOPE, { name: `Room ${made}`, type: 'basic' })).id,
    ]
    const admin = await person({ role: 'admin' })
    await fill(admin, 199, { to: 'clients', ids: [of] })
    const last = await service.create(admin, { text: page('Last'), audience: { to: 'clients', ids: [of] } })
    const full = ['DASHBOARD_LIMIT', { most: 200, of: 'client' }]
    const audience = { to: 'clients', ids: [room, of] } as const
    expect(
      await code(service.create(admin, { text: page('More'), audience: { ...audience, ids: [...audience.ids] } })),
    ).toEqual(full)
    // Those that are shown already stay, also where one more client is shown them.
    expect((await service.setAudience(admin, last.id, { to: 'clients', ids: [of, room] })).audience.ids).toEqual([
      of,
      room,
    ])
    expect(await service.create(admin, { text: page('More'), audience: { to: 'clients', ids: [room] } })).toMatchObject(
      {
        revision: 1,
      },
    )
  })

  test('a hundred favourites', async () => {
    const admin = await person({ role: 'admin' })
    for (let at = 0; at < 100; at += 1) await catalog.dashboardMarks.star(admin.scope, `s${at}`, NOW)
    await catalog.dashboardMarks.open(admin.scope, 'opened', NOW, 20)
    expect(await code(service.star(admin, 'open', { starred: true }))).toEqual([
      'DASHBOARD_LIMIT',
      { most: 100, of: 'stars' },
    ])
    expect(await code(service.star(admin, 'open', { starred: false }))).toBe('done')
    await catalog.dashboardMarks.star(admin.scope, 's0', null)
    expect(await code(service.star(admin, 'open', { starred: true }))).toBe('done')
  })

  test('as many revisions as its server says, and a megabyte of them and of drafts', async () => {
    const ana = await person({ role: 'admin' })
    const { id } = await service.create(ana, { text: page('Page 1') })
    for (const revision of [1, 2, 3]) await service.publish(ana, id, { revision, text: page(`Page ${revision + 1}`) })
    expect((await service.revisions(ana, id)).map(({ number }) => number)).toEqual([4, 3, 2])
    const before = await catalog.dashboards.bytesOf(ana.scope)
    await service.drafts.keep(ana, id, { text: 'ñ'.repeat(100), baseRevision: 4, undo: 'u'.repeat(50) })
    expect(await catalog.dashboards.bytesOf(ana.scope)).toBe(before + 250)
    const keep = (bytes: number, undo: string) =>
      code(service.drafts.keep(ana, id, { text: 'd'.repeat(bytes), baseRevision: 4, undo }))
    const room = 1_000_000 - before
    expect(await keep(room, '')).toBe('done')
    expect(await keep(room, 'u')).toEqual(['DASHBOARD_QUOTA_EXCEEDED', { megabytes: 1 }])
    expect((await service.drafts.find(ana, id)).undo).toBe('')
    expect((await code(service.create(ana, { text: page('More') })))[0]).toBe('DASHBOARD_QUOTA_EXCEEDED')
    await service.drafts.drop(ana, id)
    expect(await code(service.drafts.find(ana, id))).toEqual(['DASHBOARD_DRAFT_NOT_FOUND', undefined])
    // A patch counts as its text does.
    const { id: copy } = await service.duplicate(ana, 'open', { name: 'Follows', follow: true })
    const { text, patch } = (await catalog.dashboards.revision(ana.scope, copy, 1))!
    expect(await catalog.dashboards.bytesOf(ana.scope)).toBe(before + text.length + patch!.length)
    expect(await catalog.dashboards.bytesOf({ ...ana.scope, userId: null })).toBe(0)
  })

  test('a draft without half characters', async () => {
    const ana = await person({ role: 'admin' })
    const { id } = await service.create(ana, { text: page('1') })
    const draft = { text: 'a\uFFFD', baseRevision: 1, at: NOW, undo: 'b\uFFFD' }
    expect(await service.drafts.keep(ana, id, { text: 'a\uD83D', baseRevision: 1, undo: 'b\uD83D' })).toEqual(draft)
    expect(await service.drafts.find(ana, id)).toEqual(draft)
    expect((await service.drafts.keep(ana, id, { text: '', baseRevision: 1 })).undo).toBeNull()
  })
})

test('the store itself refuses a change of what is another person’s', async () => {
  const [ana, bob] = [await person({ clients: [uno] }), await person({ clients: [uno] })]
  const { id } = await service.create(ana, { text: page('Mine') })
  const { dashboards } = catalog
  const head = { names: { '': 'Theirs' }, descriptions: {}, flags: [], preview: [] }
  const revision = { number: 2, text: '{}', note: '', at: NOW, restoredFrom: null, basedOnHash: null, patch: null }
  expect(await dashboards.publish(bob.scope, id, head, revision)).toBe(false)
  await dashboards.setAudience(bob.scope, id, { to: 'everyone', ids: [] }, NOW)
  await dashboards.setPlace(bob.scope, id, { folder: 'Theirs', folderId: null, tags: [] })
  await dashboards.dropRevisions(bob.scope, id, 1)
  await dashboards.remove(bob.scope, id)
  expect(await dashboards.find(bob.scope, id)).toBeUndefined()
  expect(await dashboards.revisions(bob.scope, id)).toEqual([])
  expect((await dashboards.newestTexts(bob.scope, [id])).size).toBe(0)
  expect(await service.find(ana, id)).toMatchObject({
    revision: 1,
    entry: { name: 'Mine', folder: null, audience: { to: 'onlyMe' } },
  })
  expect(await dashboards.publish(ana.scope, id, head, { ...revision, number: 3 })).toBe(false)
  expect(await dashboards.publish(ana.scope, id, head, revision)).toBe(true)
})
