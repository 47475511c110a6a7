/** Dashboards, drafts and marks in the store: who sees and changes which, and what of them is kept. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'
import { requireBytes, requireRoom } from './limits.ts'
import type { Audience, NewRevision } from './stored.ts'

const NOW = 1_000_000
let catalog: Catalog
let [ana, eva, uno, dos, group] = [0, 0, 0, 0, 0]
beforeAll(async () => {
  catalog = await memoryCatalog()
  const client = async (name: string) => (await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).id
  const person = async (username: string) =>
    (
      await catalog.users.insert(
        SYSTEM_SCOPE,
        { username, role: 'basic', flags: [], clients: [], passwordHash: 'h' },
        1,
      )
    ).id
  ;[uno, dos] = [await client('Uno'), await client('Dos')]
  ;[ana, eva] = [await person('ana@aforo.test'), await person('eva@aforo.test')]
  group = await catalog.groups.insert(SYSTEM_SCOPE, { name: 'Night', members: [eva] })
})
afterAll(() => catalog.close())
beforeEach(async () => {
  for (const { id } of await catalog.dashboards.list(SYSTEM_SCOPE, 'maker'))
    await catalog.dashboards.remove(SYSTEM_SCOPE, id)
})

const scope = (userId: number, more: Partial<Scope> = {}): Scope => ({
  userId,
  role: 'basic',
  clients: [uno],
  demo: false,
  ...more,
})
const revision = (number: number, more: Partial<NewRevision> = {}): NewRevision => ({
  number,
  text: `text ${number}`,
  note: '',
  at: NOW + number,
  restoredFrom: null,
  basedOnHash: null,
  patch: null,
  ...more,
})
const HEAD = { names: { es: 'Uno' }, descriptions: { es: '' }, flags: ['footCompare'] } as const
const add = (id: string, audience: Audience, { by = scope(ana), number = 1, more = {} as Partial<NewRevision> } = {}) =>
  catalog.dashboards.insert(by, { id, ...HEAD, audience, basedOn: null }, revision(number, more))
const publish = (id: string, number: number, by = scope(ana), more: Partial<NewRevision> = {}) =>
  catalog.dashboards.publish(by, id, { ...HEAD, names: { es: `N${number}` }, preview: [] }, revision(number, more))
const ids = async (by: Scope, reach: 'maker' | 'reader' = 'reader') =>
  (await catalog.dashboards.list(by, reach)).map(({ id }) => id)
const ONLY_ME: Audience = { to: 'onlyMe', ids: [] }

describe('a dashboard is shown', () => {
  beforeEach(async () => {
    await add('own', ONLY_ME)
    await add('draft', { to: 'everyone', ids: [] }, { number: 0 })
    await add('everyone', { to: 'everyone', ids: [] })
    await add('uno', { to: 'clients', ids: [uno] })
    await add('dos', { to: 'clients', ids: [dos] })
    await add('group', { to: 'groups', ids: [group] })
  })

  test('to its owner in any state, as reader once it is published', async () => {
    expect(await ids(scope(ana), 'maker')).toEqual(['draft', 'dos', 'everyone', 'group', 'own', 'uno'])
    expect(await ids(scope(ana))).toEqual(['dos', 'everyone', 'group', 'own', 'uno'])
  })

  test('to others once it is published and meant for them: everyone, their clients, their groups', async () => {
    for (const reach of ['maker', 'reader'] as const) {
      expect(await ids(scope(eva), reach)).toEqual(['everyone', 'group', 'uno'])
      expect(await ids(scope(eva, { clients: [dos] }), reach)).toEqual(['dos', 'everyone', 'group'])
      expect(await ids(scope(eva, { clients: [] }), reach)).toEqual(['everyone', 'group'])
      expect(await ids(scope(987_654), reach)).toEqual(['everyone', 'uno'])
    }
    for (const id of ['own', 'draft', 'dos']) expect(await catalog.dashboards.find(scope(eva), id)).toBe(undefined)
    expect((await catalog.dashboards.find(scope(eva), 'uno'))?.id).toBe('uno')
  })

  test('to a demo account only where it is for everyone or its own', async () => {
    expect(await ids(scope(eva, { demo: true }))).toEqual(['everyone'])
    expect(await ids(scope(ana, { demo: true }), 'maker')).toEqual(['draft', 'dos', 'everyone', 'group', 'own', 'uno'])
  })

  test('to an administrator as maker always, as reader where it is meant for a client of all', async () => {
    const admin = scope(eva, { role: 'admin', clients: 'all' })
    expect(await ids(admin, 'maker')).toEqual(['draft', 'dos', 'everyone', 'group', 'own', 'uno'])
    expect(await ids(admin)).toEqual(['dos', 'everyone', 'group', 'uno'])
    expect((await catalog.dashboards.find(admin, 'draft'))?.id).toBe('draft')
  })

  test('with its texts and revisions to no other account', async () => {
    const { dashboards } = catalog
    const texts = async (by: Scope) => [...(await dashboards.newestTexts(by, ['own', 'uno', 'none']))]
    expect([await texts(scope(eva)), await texts(scope(ana))]).toEqual([
      [['uno', 'text 1']],
      [
        ['own', 'text 1'],
        ['uno', 'text 1'],
      ],
    ])
    expect([await dashboards.revisions(scope(eva), 'own'), await dashboards.revision(scope(eva), 'own', 1)]).toEqual([
      [],
      undefined,
    ])
    expect((await dashboards.revision(scope(eva), 'uno', 1))?.text).toBe('text 1')
  })
})

test('a dashboard is whole: its head, whom it is for, who made it and who changed it last', async () => {
  await add('one', { to: 'clients', ids: [dos, uno] })
  const stored = {
    id: 'one',
    owner: ana,
    ownerName: 'ana@aforo.test',
    ...HEAD,
    audience: { to: 'clients', ids: [uno, dos] },
    revision: 1,
    basedOn: null,
    updatedAt: NOW + 1,
    updatedBy: 'ana@aforo.test',
    folder: null,
    folderId: null,
    edits: true,
    tags: [],
    preview: [],
  }
  expect(await catalog.dashboards.find(scope(ana), 'one')).toEqual(stored)
  const admin = scope(eva, { role: 'admin', clients: 'all' })
  await catalog.dashboards.setAudience(admin, 'one', { to: 'groups', ids: [group] }, NOW + 9)
  await catalog.dashboards.setPlace(scope(ana), 'one', { folder: 'Mine', folderId: null, tags: ['a', 'b'] })
  expect(await catalog.dashboards.find(scope(ana), 'one')).toEqual({
    ...stored,
    audience: { to: 'groups', ids: [group] },
    updatedAt: NOW + 9,
    updatedBy: 'eva@aforo.test',
    folder: 'Mine',
    tags: ['a', 'b'],
  })
})

describe('others', () => {
  test('cannot change a dashboard that they may read', async () => {
    await add('one', { to: 'clients', ids: [uno] })
    const before = await catalog.dashboards.find(SYSTEM_SCOPE, 'one')
    const { dashboards } = catalog
    expect(await publish('one', 2, scope(eva))).toBe(false)
    await dashboards.setAudience(scope(eva), 'one', { to: 'everyone', ids: [] }, NOW)
    await dashboards.setPlace(scope(eva), 'one', { folder: 'x', folderId: null, tags: ['x'] })
    await dashboards.dropRevisions(scope(eva), 'one', 1)
    await dashboards.remove(scope(eva), 'one')
    expect(await dashboards.find(SYSTEM_SCOPE, 'one')).toEqual(before)
    expect((await dashboards.revisions(SYSTEM_SCOPE, 'one')).length).toBe(1)
  })

  test('keep a preview of what they may read, and of nothing else', async () => {
    await add('one', { to: 'clients', ids: [uno] })
    await add('own', ONLY_ME)
    const preview = [{ w: 1 }] as never
    await catalog.dashboards.keepPreviews(scope(eva), [
      { id: 'one', revision: 1, preview },
      { id: 'own', revision: 1, preview },
    ])
    const previews = async () =>
      (await catalog.dashboards.list(scope(ana), 'maker')).map((one) => [one.id, one.preview])
    expect(await previews()).toEqual([
      ['one', preview],
      ['own', []],
    ])
    await catalog.dashboards.keepPreviews(scope(ana), [{ id: 'own', revision: 2, preview }])
    expect((await previews())[1]).toEqual(['own', []])
  })
})

describe('revisions', () => {
  test('follow each other: one that began with an older one is not taken', async () => {
    await add('one', ONLY_ME)
    expect([await publish('one', 3), await publish('one', 2), await publish('one', 2)]).toEqual([false, true, false])
    expect(await catalog.dashboards.find(scope(ana), 'one')).toMatchObject({
      revision: 2,
      names: { es: 'N2' },
      updatedAt: NOW + 2,
    })
    expect(await publish('none', 1)).toBe(false)
  })

  test('are kept with who wrote them and what they come from, the newest first', async () => {
    await add('one', ONLY_ME)
    await publish('one', 2, scope(ana), { note: 'Wider', restoredFrom: 1, basedOnHash: 'h', patch: '[]' })
    const second = { number: 2, note: 'Wider', at: NOW + 2, restoredFrom: 1, author: 'ana@aforo.test' }
    expect(await catalog.dashboards.revisions(scope(ana), 'one')).toEqual([
      second,
      { number: 1, note: '', at: NOW + 1, restoredFrom: null, author: 'ana@aforo.test' },
    ])
    expect(await catalog.dashboards.revision(scope(ana), 'one', 2)).toEqual({
      ...second,
      text: 'text 2',
      basedOnHash: 'h',
      patch: '[]',
    })
    expect(await catalog.dashboards.revision(scope(ana), 'one', 3)).toBe(undefined)
    expect([...(await catalog.dashboards.newestTexts(scope(ana), ['one']))]).toEqual([['one', 'text 2']])
  })

  test('up to a number are dropped, of this dashboard alone', async () => {
    for (const id of ['one', 'two']) await add(id, ONLY_ME)
    await publish('one', 2)
    const left = async (id: string) => (await catalog.dashboards.revisions(scope(ana), id)).map(({ number }) => number)
    await catalog.dashboards.dropRevisions(scope(ana), 'one', -1)
    await catalog.dashboards.dropRevisions(scope(ana), 'one', 0)
    expect(await left('one')).toEqual([2, 1])
    await catalog.dashboards.dropRevisions(scope(ana), 'one', 1)
    expect([await left('one'), await left('two')]).toEqual([[2], [1]])
  })
})

describe('how many there may be', () => {
  const who = { scope: scope(0) } as never
  const room = (audience: Audience, but?: string) =>
    catalog.transaction((repositories) => requireRoom(repositories, who, ana, audience, but))

  test('an account keeps fifty to itself; what it shares is not counted, nor the one that is changed', async () => {
    await add('shared', { to: 'everyone', ids: [] })
    await add('hers', ONLY_ME, { by: scope(eva) })
    for (let n = 0; n < 49; n += 1) await add(`o${n}`, ONLY_ME)
    await room(ONLY_ME)
    await add('o49', ONLY_ME)
    await expect(room(ONLY_ME)).rejects.toMatchObject({
      code: 'DASHBOARD_LIMIT',
      message: 'An account keeps at most 50 dashboards to itself; remove one or share it.',
      details: { most: 50, of: 'own' },
    })
    await room(ONLY_ME, 'o49')
    await room({ to: 'everyone', ids: [] })
    expect(await catalog.dashboards.counts(SYSTEM_SCOPE, { owner: null, clients: [] })).toEqual({
      own: 0,
      maxOfAClient: 0,
    })
  })

  test('a client is shown at most two hundred, of all authors', async () => {
    const counts = (clients: readonly number[], but?: string) =>
      catalog.dashboards.counts(SYSTEM_SCOPE, { owner: ana, clients, ...(but !== undefined && { but }) })
    for (let n = 0; n < 199; n += 1) await add(`c${n}`, { to: 'clients', ids: [uno] })
    await add('both', { to: 'clients', ids: [uno, dos] })
    expect([await counts([dos]), await counts([uno, dos]), await counts([uno], 'both'), await counts([])]).toEqual([
      { own: 0, maxOfAClient: 1 },
      { own: 0, maxOfAClient: 200 },
      { own: 0, maxOfAClient: 199 },
      { own: 0, maxOfAClient: 0 },
    ])
    await expect(room({ to: 'clients', ids: [dos, uno] })).rejects.toMatchObject({
      code: 'DASHBOARD_LIMIT',
      message: 'A client is shown at most 200 dashboards; remove one first.',
      details: { most: 200, of: 'client' },
    })
    await room({ to: 'clients', ids: [uno] }, 'both')
    await room({ to: 'clients', ids: [dos] })
  })

  test('what an account wrote is counted in bytes: revisions, patches, drafts and what is undone of them', async () => {
    const bytes = (user: number) => catalog.dashboards.bytesOf(scope(user))
    expect([await bytes(ana), await catalog.dashboards.bytesOf({ ...scope(ana), userId: null })]).toEqual([0, 0])
    await add('one', ONLY_ME, { more: { text: 'ñ'.repeat(500_000), patch: '[]' } })
    await catalog.dashboardDrafts.keep(scope(ana), 'one', { text: 'ab', baseRevision: 1, at: NOW, undo: 'abc' })
    expect([await bytes(ana), await bytes(eva)]).toEqual([1_000_007, 0])
    const full = (dashboardMb: number) =>
      catalog.transaction((repositories) => requireBytes(repositories, { scope: scope(ana) } as never, { dashboardMb }))
    await full(1.000_007)
    await expect(full(1)).rejects.toMatchObject({
      code: 'DASHBOARD_QUOTA_EXCEEDED',
      message: 'Revisions and drafts of this account take all of their 1 MB. Remove a dashboard or a draft first.',
      details: { megabytes: 1 },
    })
  })
})

test('a draft is one person’s own: kept once, replaced by a later one, read and dropped by that person alone', async () => {
  await add('one', { to: 'everyone', ids: [] })
  const draft = { text: 'a', baseRevision: 1, at: NOW, undo: null }
  const { dashboardDrafts: drafts } = catalog
  await drafts.keep(scope(ana), 'one', draft)
  await drafts.keep(scope(eva), 'one', { ...draft, text: 'hers' })
  await drafts.keep(scope(ana), 'one', { ...draft, text: 'b', baseRevision: 2, undo: 'u' })
  expect(await drafts.find(scope(ana), 'one')).toEqual({ text: 'b', baseRevision: 2, at: NOW, undo: 'u' })
  expect([await drafts.ids(scope(ana)), await drafts.ids(scope(987_654))]).toEqual([new Set(['one']), new Set()])
  await drafts.drop(scope(ana), 'none')
  await drafts.drop(scope(ana), 'one')
  expect([await drafts.find(scope(ana), 'one'), (await drafts.find(scope(eva), 'one'))?.text]).toEqual([
    undefined,
    'hers',
  ])
})

describe('marks', () => {
  const marks = async (user: number) => Object.fromEntries(await catalog.dashboardMarks.all(scope(user)))
  const star = (id: string, at: number | null, user = ana) => catalog.dashboardMarks.star(scope(user), id, at)
  const open = (id: string, at: number, most = 2) => catalog.dashboardMarks.open(scope(ana), id, at, most)
  beforeEach(async () => {
    for (const id of ['a', 'b', 'c']) await catalog.dashboardMarks.forget(SYSTEM_SCOPE, id)
  })

  test('are one person’s own, and gone where nothing is marked any more', async () => {
    await star('a', 5)
    await star('a', 6, eva)
    await star('b', null)
    expect([await marks(ana), await marks(eva)]).toEqual([
      { a: { starredAt: 5, openedAt: null } },
      { a: { starredAt: 6, openedAt: null } },
    ])
    await star('a', null)
    expect([await marks(ana), await marks(eva)]).toEqual([{}, { a: { starredAt: 6, openedAt: null } }])
    await catalog.dashboardMarks.forget(scope(ana), 'a')
    expect(await marks(eva)).toEqual({})
  })

  test('remember the last ones that were opened; a star outlives them', async () => {
    await star('a', 5)
    await open('a', 10)
    await open('b', 11)
    await open('b', 12)
    expect(await marks(ana)).toEqual({ a: { starredAt: 5, openedAt: 10 }, b: { starredAt: null, openedAt: 12 } })
    await open('c', 13)
    expect(await marks(ana)).toEqual({
      a: { starredAt: 5, openedAt: null },
      b: { starredAt: null, openedAt: 12 },
      c: { starredAt: null, openedAt: 13 },
    })
    await open('a', 14)
    expect(Object.keys(await marks(ana))).toEqual(['a', 'c'])
    await star('a', null)
    expect(await marks(ana)).toMatchObject({ a: { starredAt: null, openedAt: 14 } })
  })
})
