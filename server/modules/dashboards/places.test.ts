/** Folders and tags of dashboards, and what each person starred and opened. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
const as: Record<string, Send> = {}
beforeAll(async () => {
  f = await fixture()
  for (const name of ['admin', 'analyst', 'multi', 'nobody']) as[name] = sender(f, await f.signIn(name))
}, 60_000)
afterAll(() => f.close())

const send = (who: string, ...rest: Parameters<Send>) => as[who]!(...rest)
const text = (more: object = {}) =>
  JSON.stringify({
    format: 1,
    _id: 'x',
    revision: 0,
    name: 'Doors',
    widgets: {
      note: { type: 'text', options: { markdown: 'Hello' } },
      other: { type: 'text', options: { markdown: 'There' } },
    },
    layout: {
      sections: [
        { id: 'top', widgets: ['note'] },
        { id: 'low', widgets: ['other'] },
      ],
    },
    grids: { large: { note: { x: 0, y: 0, w: 8, h: 4 }, other: { x: 4, y: 0, w: 4, h: 3 } } },
    ...more,
  })
const make = async (who: string, more: object = {}) =>
  (await send(who, 'POST', '/dashboards', { text: text(), ...more })).body as Dashboard
const inList = async (who: string, id: string) =>
  ((await send(who, 'GET', '/dashboards')).body as Dashboard[]).find((one) => one.id === id)
const shared = { audience: { to: 'clients', ids: [] as number[] } }
const code = async (answer: ReturnType<Send>) => {
  const { status, body } = await answer
  return [status, (body as { code?: string } | null)?.code]
}

test('a folder and tags are set by who may edit, and read by everyone it is for', async () => {
  const { id, folder, tags } = await make('analyst', { audience: { ...shared.audience, ids: [f.ids.uno] } })
  expect([folder, tags]).toEqual([null, []])
  const place = { folder: ' Tiendas  norte ', tags: ['Semanal', ' dirección', 'Semanal'] }
  expect(await code(send('multi', 'PUT', `/dashboards/${id}/place`, place))).toEqual([403, 'DASHBOARD_READ_ONLY'])
  expect(await code(send('analyst', 'PUT', '/dashboards/foot-compare/place', place))).toEqual([
    403,
    'DASHBOARD_READ_ONLY',
  ])
  expect((await send('analyst', 'PUT', `/dashboards/${id}/place`, place)).body).toMatchObject({
    id,
    folder: 'Tiendas norte',
    tags: ['Semanal', 'dirección'],
  })
  expect(await inList('multi', id)).toMatchObject({ folder: 'Tiendas norte', tags: ['Semanal', 'dirección'] })
  expect((await send('analyst', 'PUT', `/dashboards/${id}/place`, { folder: '', tags: [] })).body).toMatchObject({
    folder: null,
    tags: [],
  })
  for (const wrong of [
    { folder: 'x'.repeat(81), tags: [] },
    { folder: null, tags: Array.from({ length: 11 }, (_, at) => `t${at}`) },
    { folder: null, tags: ['y'.repeat(41)] },
  ]) {
    expect((await send('analyst', 'PUT', `/dashboards/${id}/place`, wrong)).status).toBe(400)
  }
})

test('a publication keeps the folder and the tags, and the preview follows the document', async () => {
  const { id, preview } = await make('analyst')
  expect(preview).toEqual([
    { type: 'text', x: 0, y: 0, w: 8, h: 4 },
    { type: 'text', x: 4, y: 4, w: 4, h: 3 },
  ])
  await send('analyst', 'PUT', `/dashboards/${id}/place`, { folder: 'Norte', tags: ['a'] })
  const narrow = text({
    grids: { large: { note: { x: 0, y: 0, w: 3, h: 4 } } },
    layout: { sections: [{ id: 'top', widgets: ['note'] }] },
    widgets: { note: { type: 'text', options: { markdown: 'Hello' } } },
  })
  expect((await send('analyst', 'PUT', `/dashboards/${id}`, { revision: 1, text: narrow })).status).toBe(200)
  expect(await inList('analyst', id)).toMatchObject({
    folder: 'Norte',
    tags: ['a'],
    preview: [{ type: 'text', x: 0, y: 0, w: 3, h: 4 }],
  })
})

test('a dashboard of before previews were kept has one in the lists, of its newest revision, and keeps it', async () => {
  const { id } = await make('analyst', { audience: { ...shared.audience, ids: [f.ids.uno] } })
  const narrow = text({
    grids: { large: { note: { x: 0, y: 0, w: 3, h: 4 } } },
    layout: { sections: [{ id: 'top', widgets: ['note'] }] },
    widgets: { note: { type: 'text', options: { markdown: 'Hello' } } },
  })
  await send('analyst', 'PUT', `/dashboards/${id}`, { revision: 1, text: narrow })
  const before = await f.catalog.dashboards.find(SYSTEM_SCOPE, id)
  await f.catalog.dashboards.keepPreviews(SYSTEM_SCOPE, [{ id, revision: 2, preview: [] }])
  expect(await f.catalog.dashboards.find(SYSTEM_SCOPE, id)).toEqual({ ...before, preview: [] })
  const preview = [{ type: 'text', x: 0, y: 0, w: 3, h: 4 }]
  expect(await inList('multi', id)).toMatchObject({ preview })
  expect(await f.catalog.dashboards.find(SYSTEM_SCOPE, id)).toEqual({ ...before, preview })
})

test('stars are each person’s own, also of what ships with the product, and only of what they may open', async () => {
  const { id } = await make('analyst', { audience: { ...shared.audience, ids: [f.ids.uno] } })
  expect((await send('multi', 'PUT', `/dashboards/${id}/star`, { starred: true })).status).toBe(204)
  expect((await send('multi', 'PUT', '/dashboards/foot-compare/star', { starred: true })).status).toBe(204)
  expect([await inList('multi', id), await inList('multi', 'foot-compare')].map((one) => one?.starred)).toEqual([
    true,
    true,
  ])
  expect([await inList('analyst', id), await inList('analyst', 'foot-compare')].map((one) => one?.starred)).toEqual([
    false,
    false,
  ])
  expect((await send('multi', 'PUT', `/dashboards/${id}/star`, { starred: false })).status).toBe(204)
  expect((await inList('multi', id))?.starred).toBe(false)
  expect(await code(send('nobody', 'PUT', '/dashboards/foot-compare/star', { starred: true }))).toEqual([
    404,
    'DASHBOARD_NOT_FOUND',
  ])
  const { id: own } = await make('analyst')
  expect(await code(send('multi', 'PUT', `/dashboards/${own}/star`, { starred: true }))).toEqual([
    404,
    'DASHBOARD_NOT_FOUND',
  ])
})

test('the last twenty opened are remembered, a star is not forgotten with them', async () => {
  const ids: string[] = []
  for (let count = 0; count < 22; count += 1) {
    f.clock.time += 1000
    const { id } = await make('admin')
    ids.push(id)
    if (count === 0) await send('admin', 'PUT', `/dashboards/${id}/star`, { starred: true })
    expect((await send('admin', 'POST', `/dashboards/${id}/opened`)).status).toBe(204)
  }
  const list = (await send('admin', 'GET', '/dashboards')).body as Dashboard[]
  const opened = list
    .filter(({ openedAt }) => openedAt !== null)
    .toSorted((a, b) => (b.openedAt ?? 0) - (a.openedAt ?? 0))
    .map(({ id }) => id)
  expect(opened).toEqual(ids.toReversed().slice(0, 20))
  expect(list.find(({ id }) => id === ids[0])).toMatchObject({ starred: true, openedAt: null })
  await send('admin', 'DELETE', `/dashboards/${ids[0]}`)
  expect(await code(send('admin', 'POST', `/dashboards/${ids[0]}/opened`))).toEqual([404, 'DASHBOARD_NOT_FOUND'])
})
