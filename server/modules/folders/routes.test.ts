import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { nounFacts } from '../../resource/testing.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

describe('as every noun', () => {
  nounFacts('folders')
})

const DOCUMENT = (name: string, title = 'Note') =>
  JSON.stringify({
    format: 1,
    _id: 'x',
    revision: 0,
    name,
    widgets: { note: { type: 'text', title, options: { markdown: 'Hello' } } },
    layout: { sections: [{ id: 'top', widgets: ['note'] }] },
    grids: { large: { note: { x: 0, y: 0, w: 6, h: 4 } } },
  })

describe('a shared folder', () => {
  let f: Fixture
  let admin: Send
  const people = new Map<string, Send>()
  const as = async (name: string): Promise<Send> => {
    const known = people.get(name) ?? sender(f, await f.signIn(name))
    people.set(name, known)
    return known
  }
  const idOf = async (name: string) =>
    (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))?.id ?? 0

  beforeAll(async () => {
    f = await fixture()
    admin = sender(f, await f.signIn('admin'))
  })
  afterAll(() => f.close())

  let made = 0
  async function folder(rights: object): Promise<{ id: number; name: string; updatedAt: number }> {
    const { status, body } = await admin('POST', '/folders', { name: `Shared ${++made}`, ...rights })
    expect([status, body]).toEqual([201, expect.anything()])
    return body as never
  }
  async function dashboard(of: string, name: string, place: string | null = null): Promise<string> {
    const send = await as(of)
    const { status, body } = await send('POST', '/dashboards', { text: DOCUMENT(name) })
    expect([status, body]).toEqual([201, expect.anything()])
    const { id } = body as unknown as { id: string }
    if (place !== null)
      expect((await send('PUT', `/dashboards/${id}/place`, { folder: place, tags: [] })).status).toBe(200)
    return id
  }
  const sees = async (who: string, id: string) => (await (await as(who))('GET', `/users/dashboards/${id}`)).status
  const changes = async (who: string, id: string) =>
    (await (await as(who))('PUT', `/dashboards/${id}/place`, { folder: null, tags: ['changed'] })).status

  test('is no way to a dashboard for who has no right to it', async () => {
    const { name } = await folder({ editUsers: [await idOf('analyst')] })
    const id = await dashboard('analyst', 'Secret', name)
    expect([await sees('multi', id), await sees('guest', id), await changes('multi', id)]).toEqual([404, 404, 404])
  })

  test('shows its dashboards to an account that may see it, which changes none', async () => {
    const { name } = await folder({ editUsers: [await idOf('analyst')], viewUsers: [await idOf('multi')] })
    const id = await dashboard('analyst', 'Shown', name)
    expect([await sees('multi', id), await changes('multi', id), await sees('other', id)]).toEqual([200, 403, 404])
    const listed = (await (await as('multi'))('GET', '/dashboards')).body as unknown as object[]
    expect(listed).toContainEqual(
      expect.objectContaining({ id, folder: name, inSharedFolder: true, mayEdit: false, ownerName: null }),
    )
  })

  test('gives its rights by groups too, and takes them with the membership', async () => {
    const group = await admin('POST', '/security/group', { name: 'Folder people', description: '', flags: [] })
    const { id: groupId } = group.body as unknown as { id: number }
    const draft = { name: 'Folder people', description: '', flags: [] }
    await admin('PUT', `/security/group/${groupId}`, { ...draft, members: [await idOf('multi')], clients: [] })
    const { name } = await folder({ editUsers: [await idOf('analyst')], editGroups: [groupId] })
    const id = await dashboard('analyst', 'Grouped', name)
    expect([await sees('multi', id), await sees('operator', id)]).toEqual([200, 404])
    await admin('PUT', `/security/group/${groupId}`, { ...draft, members: [], clients: [] })
    expect(await sees('multi', id)).toBe(404)
  })

  test('lets an account with the right change, publish and remove what is in it', async () => {
    const { name } = await folder({ editUsers: [await idOf('analyst'), await idOf('multi')] })
    const id = await dashboard('analyst', 'Ours', name)
    const multi = await as('multi')
    expect(await multi('PUT', `/dashboards/${id}`, { text: DOCUMENT('Theirs'), revision: 1 })).toMatchObject({
      status: 200,
    })
    expect((await multi('DELETE', `/dashboards/${id}`)).status).toBe(204)
  })

  test('takes dashboards of those who may change it, and of no other account; a name means one folder', async () => {
    const { name } = await folder({ viewUsers: [await idOf('analyst')] })
    const id = await dashboard('analyst', 'Mine')
    const analyst = await as('analyst')
    expect(await analyst('PUT', `/dashboards/${id}/place`, { folder: name, tags: [] })).toMatchObject({
      status: 403,
      body: { code: 'DASHBOARD_FOLDER_NOT_ALLOWED' },
    })
    expect(await analyst('POST', '/dashboards/move', { ids: [id], folder: name })).toMatchObject({ status: 403 })
  })

  test('shares nothing that was filed under its name before it was there', async () => {
    const id = await dashboard('analyst', 'Before', 'Before it')
    expect((await admin('POST', '/folders', { name: 'Before it', viewUsers: [await idOf('multi')] })).status).toBe(201)
    expect(await sees('multi', id)).toBe(404)
  })

  test('leaves its dashboards with their owners when it is removed, under its name, and no other user sees them', async () => {
    const { id: folderId, name } = await folder({
      editUsers: [await idOf('analyst')],
      viewUsers: [await idOf('multi')],
    })
    const id = await dashboard('analyst', 'Stays', name)
    expect(await sees('multi', id)).toBe(200)
    expect((await admin('DELETE', `/folders/${folderId}`)).status).toBe(204)
    expect([await sees('multi', id), await sees('analyst', id)]).toEqual([404, 200])
    const listed = (await (await as('analyst'))('GET', '/dashboards')).body as unknown as object[]
    expect(listed).toContainEqual(expect.objectContaining({ id, folder: name, inSharedFolder: false, mayEdit: true }))
  })

  test('is offered to those who have a right to it', async () => {
    const { name } = await folder({ editUsers: [await idOf('other')], viewUsers: [await idOf('multi')] })
    const offered = async (who: string) => (await (await as(who))('GET', '/dashboards/folders')).body
    expect(await offered('other')).toContainEqual({ name, mayEdit: true })
    expect(await offered('multi')).toContainEqual({ name, mayEdit: false })
    expect(await offered('operator')).toEqual([])
    expect(await offered('guest')).toEqual([])
  })

  test('takes many at once, all or none', async () => {
    const { name } = await folder({ editUsers: [await idOf('analyst')] })
    const [one, two] = [await dashboard('analyst', 'One'), await dashboard('analyst', 'Two')]
    const foreign = await dashboard('multi', 'Foreign')
    const analyst = await as('analyst')
    const move = (ids: string[], to: string | null) => analyst('POST', '/dashboards/move', { ids, folder: to })
    const folders = async () => {
      const all = (await analyst('GET', '/dashboards')).body as unknown as { id: string; folder: string | null }[]
      return [one, two].map((id) => all.find((entry) => entry.id === id)?.folder)
    }
    expect((await move([one, foreign], name)).status).toBe(404)
    expect((await move([one, 'foot-compare'], name)).status).toBe(403)
    expect(await folders()).toEqual([null, null])
    expect((await move([one, two], name)).status).toBe(204)
    expect(await folders()).toEqual([name, name])
    expect((await move([one], null)).status).toBe(204)
    expect(await folders()).toEqual([null, name])
  })

  test('knows its groups and accounts', async () => {
    expect(await admin('POST', '/folders', { name: 'Wrong', viewGroups: [987_654] })).toMatchObject({
      status: 404,
      body: { code: 'GROUP_NOT_FOUND' },
    })
    expect(await admin('POST', '/folders', { name: 'Wrong', editUsers: [987_654] })).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    })
  })
})

test('dashboards are found by their content, among those that one may see', async () => {
  const f = await fixture()
  const [analyst, multi] = [sender(f, await f.signIn('analyst')), sender(f, await f.signIn('multi'))]
  const { body } = await analyst('POST', '/dashboards', { text: DOCUMENT('Plain', 'Ménage à trois') })
  const { id } = body as unknown as { id: string }
  const find = async (send: Send, text: string) =>
    (await send('GET', `/dashboards/search?text=${encodeURIComponent(text)}&lang=en`)).body
  expect(await find(analyst, 'menage')).toEqual([{ id, where: ['Ménage à trois'] }])
  expect(await find(multi, 'menage')).toEqual([])
  expect(await find(multi, 'key figures')).toContainEqual({ id: 'foot-compare', where: ['Key figures'] })
  expect((await analyst('GET', '/dashboards/search?text=a')).status).toBe(400)
  await f.close()
})
