import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SavedView } from '#schemas/generated/entities/saved-view.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'
import { MAX_VIEWS } from './service.ts'

const BOARD = 'foot-compare'
let f: Fixture
const people = new Map<string, Send>()
const as = async (name: string): Promise<Send> => {
  const known = people.get(name) ?? sender(f, await f.signIn(name))
  people.set(name, known)
  return known
}
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())

const draft = (more: object = {}) => ({
  dashboard: BOARD,
  name: 'Last week',
  search: 'client=1&period=lastWeekVsPrevious&end=2026-11-22&full=kpi&kiosk=1',
  isShared: false,
  client: null,
  ...more,
})
async function save(who: string, more: object = {}): Promise<SavedView> {
  const { status, body } = await (await as(who))('POST', '/views', draft(more))
  expect([status, body]).toEqual([201, expect.anything()])
  return body as SavedView
}
async function listOf(who: string, dashboard = BOARD): Promise<SavedView[]> {
  return (await (await as(who))('GET', `/views?dashboard=${dashboard}`)).body as SavedView[]
}
const namesOf = async (who: string, dashboard = BOARD) => (await listOf(who, dashboard)).map(({ name }) => name)
async function refused(who: string, ...request: Parameters<Send>) {
  const { status, body } = await (await as(who))(...request)
  return [status, (body as { code?: string } | null)?.code]
}

describe('a view is refused', () => {
  test('without a name, without a session, and of a dashboard that the account may not open', async () => {
    for (const name of ['  ', 'ab', ' ab '])
      expect((await refused('analyst', 'POST', '/views', draft({ name })))[0]).toBe(400)
    expect((await sender(f)('POST', '/views', draft())).status).toBe(401)
    expect(await refused('nobody', 'POST', '/views', draft())).toEqual([404, 'DASHBOARD_NOT_FOUND'])
    expect(await refused('nobody', 'GET', `/views?dashboard=${BOARD}`)).toEqual([404, 'DASHBOARD_NOT_FOUND'])
    expect(await refused('analyst', 'POST', '/views', draft({ dashboard: 'gone' }))).toEqual([
      404,
      'DASHBOARD_NOT_FOUND',
    ])
  })

  test('where its name is taken by another of the same person and dashboard', async () => {
    await save('multi', { name: 'Twice' })
    expect(await refused('multi', 'POST', '/views', draft({ name: ' Twice ' }))).toEqual([409, 'NAME_TAKEN'])
    await save('analyst', { name: 'Twice' })
  })

  test('to be shared without a client, for a client of others, and by a demo account', async () => {
    const shared = (client: number | null) => draft({ name: 'Shared', isShared: true, client })
    expect(await refused('analyst', 'POST', '/views', shared(null))).toEqual([400, 'SAVED_VIEW_CLIENT_REQUIRED'])
    expect(await refused('analyst', 'POST', '/views', shared(f.ids.dos))).toEqual([404, 'CLIENT_NOT_FOUND'])
    expect(await refused('admin', 'POST', '/views', shared(987_654))).toEqual([404, 'CLIENT_NOT_FOUND'])
    expect(await refused('guest', 'POST', '/views', shared(f.ids.uno))).toEqual([403, 'SAVED_VIEW_SHARE_NOT_ALLOWED'])
  })

  test(`beyond ${MAX_VIEWS} of one person on one dashboard`, async () => {
    for (let at = 0; at < MAX_VIEWS; at++) await save('other', { name: `View ${at}` })
    expect(await refused('other', 'POST', '/views', draft({ name: 'One more' }))).toEqual([
      409,
      'SAVED_VIEW_LIMIT_EXCEEDED',
    ])
    for (const { id } of await listOf('other')) await (await as('other'))('DELETE', `/views/${id}`)
  })
})

describe('a view', () => {
  test('keeps filters by name, without what is of the moment, and a period by its name', async () => {
    const { search, isMine, isShared, ownerName } = await save('analyst', { name: 'Mine' })
    expect({ search, isMine, isShared, ownerName }).toEqual({
      search: 'client=1&period=lastWeekVsPrevious',
      isMine: true,
      isShared: false,
      ownerName: 'analyst@aforo.test',
    })
  })

  test('of one’s own is seen by its writer alone, not even by an administrator', async () => {
    await save('analyst', { name: 'Private' })
    expect(await namesOf('analyst')).toContain('Private')
    for (const who of ['multi', 'admin', 'guest']) expect(await namesOf(who)).not.toContain('Private')
  })

  test('that is shared is seen by those who see the dashboard and may read its client, and by no demo account', async () => {
    const { id } = await save('multi', { name: 'Of one', isShared: true, client: f.ids.uno })
    await save('multi', { name: 'Of two', isShared: true, client: f.ids.dos })
    const seen = async (who: string) => (await namesOf(who)).filter((name) => name.startsWith('Of '))
    expect([await seen('analyst'), await seen('other'), await seen('guest'), await seen('admin')]).toEqual([
      ['Of one'],
      ['Of two'],
      [],
      ['Of one', 'Of two'],
    ])
    expect((await listOf('analyst')).find((one) => one.id === id)).toMatchObject({
      ownerName: null,
      isMine: false,
      mayRemove: false,
    })
  })

  test('is renamed by its writer alone; removed also by who may change the dashboard', async () => {
    const { id } = await save('multi', { name: 'To rename', isShared: true, client: f.ids.uno })
    const { dashboard: _dashboard, ...change } = draft({ name: 'Renamed', isShared: true, client: f.ids.uno })
    expect(await refused('analyst', 'PUT', `/views/${id}`, change)).toEqual([403, 'SAVED_VIEW_READ_ONLY'])
    expect(await refused('other', 'PUT', `/views/${id}`, change)).toEqual([404, 'SAVED_VIEW_NOT_FOUND'])
    expect(await refused('analyst', 'DELETE', `/views/${id}`)).toEqual([403, 'SAVED_VIEW_READ_ONLY'])
    const { status, body } = await (await as('multi'))('PUT', `/views/${id}`, change)
    expect([status, (body as SavedView).name]).toEqual([200, 'Renamed'])
    expect(await refused('admin', 'DELETE', `/views/${id}`)).toEqual([204, undefined])
    expect(await refused('multi', 'DELETE', `/views/${id}`)).toEqual([404, 'SAVED_VIEW_NOT_FOUND'])
  })

  test('is the one that the dashboard opens with for who chose it, until it is another, none, or gone', async () => {
    const { id } = await save('multi', { name: 'Start', isShared: true, client: f.ids.uno })
    const choose = async (who: string, view: number | null, dashboard = BOARD) =>
      refused(who, 'PUT', '/views/default', { dashboard, view })
    expect(await choose('other', id)).toEqual([404, 'SAVED_VIEW_NOT_FOUND'])
    expect(await choose('analyst', id, 'foot-exits')).toEqual([404, 'SAVED_VIEW_NOT_FOUND'])
    expect(await choose('analyst', id)).toEqual([204, undefined])
    const starts = async (who: string) => (await listOf(who)).filter(({ isDefault }) => isDefault).map((one) => one.id)
    expect([await starts('analyst'), await starts('multi')]).toEqual([[id], []])
    await choose('analyst', null)
    expect(await starts('analyst')).toEqual([])
    await choose('analyst', id)
    await (
      await as('multi')
    )('DELETE', `/views/${id}`)
    expect(await starts('analyst')).toEqual([])
  })

  test('goes with its dashboard', async () => {
    const send = await as('analyst')
    const text = JSON.stringify({
      format: 1,
      _id: 'x',
      revision: 0,
      name: 'Own',
      widgets: {},
      layout: { sections: [] },
    })
    const { id } = (await send('POST', '/dashboards', { text })).body as { id: string }
    await save('analyst', { dashboard: id })
    expect(await namesOf('analyst', id)).toEqual(['Last week'])
    expect((await send('DELETE', `/dashboards/${id}`)).status).toBe(204)
    const user = await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'analyst@aforo.test')
    expect(await f.catalog.savedViews.list({ ...SYSTEM_SCOPE, userId: user?.id ?? 0 }, id)).toEqual([])
  })
})
