import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Group } from '#schemas/generated/entities/group.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
let admin: Send
beforeAll(async () => {
  f = await fixture()
  admin = sender(f, await f.signIn('admin'))
})
afterAll(() => f.close())

const idOf = async (name: string) => (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))?.id ?? 0
const create = async (draft: object) => (await admin('POST', '/security/group', draft)).body as Group

describe('a group is not written', () => {
  test('with a short name, a role, an unknown flag or an id', async () => {
    for (const draft of [
      {},
      { name: 'ab' },
      { name: ' ab  ' },
      { name: '   ' },
      { name: 'Team', role: 'admin' },
      { name: 'Team', flags: ['admin'] },
      { name: 'Team', id: 3 },
      { name: 'Te\0am' },
      { name: 'Team', description: '\0' },
      { name: 'Team', members: ['1'] },
    ]) {
      expect([draft, await admin('POST', '/security/group', draft)]).toMatchObject([
        draft,
        { status: 400, body: { code: 'REQUEST_INVALID' } },
      ])
    }
  })

  test('with unknown members or clients: none of it is stored', async () => {
    const member = await idOf('nobody')
    expect(await admin('POST', '/security/group', { name: 'Half', members: [member, 987_654] })).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    })
    expect(
      await admin('POST', '/security/group', { name: 'Half', members: [member], clients: [987_654] }),
    ).toMatchObject({ status: 404, body: { code: 'CLIENT_NOT_FOUND' } })
    expect(await admin('POST', '/security/group', { name: 'Half', flags: ['wiTraceBuildingMap'] })).toMatchObject({
      status: 400,
      body: { code: 'FLAG_NEEDS' },
    })
    expect((await admin('GET', '/security/group')).body).toEqual([])
  })

  test('under a name that is taken, or when it is not there', async () => {
    await create({ name: 'Taken' })
    expect(await admin('POST', '/security/group', { name: 'Taken' })).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN' },
    })
    for (const [method, payload] of [
      ['GET', undefined],
      ['PUT', { name: 'Other' }],
      ['DELETE', undefined],
    ] as const) {
      expect(await admin(method, '/security/group/987654', payload)).toMatchObject({
        status: 404,
        body: { code: 'GROUP_NOT_FOUND', details: { group: 987_654 } },
      })
    }
  })
})

test('groups come by name, whole, and by their ids', async () => {
  const zeta = await create({ name: 'Zeta', description: 'last' })
  const alfa = await create({ name: 'Alfa', flags: ['footStatus', 'footCompare'], clients: [f.ids.dos, f.ids.uno] })
  expect(alfa).toEqual({
    id: expect.any(Number),
    name: 'Alfa',
    description: '',
    members: [],
    flags: ['footCompare', 'footStatus'],
    clients: [f.ids.uno, f.ids.dos],
  })
  const { body } = await admin('GET', '/security/group')
  expect((body as Group[]).map(({ name }) => name)).toEqual(['Alfa', 'Taken', 'Zeta'])
  expect((await admin('POST', '/security/group/list', { ids: [zeta.id, 987_654, alfa.id] })).body).toEqual([alfa, zeta])
})

describe('a member', () => {
  test('has the flags and clients of the group besides its own, from the next request on, and no longer than it is one', async () => {
    const [id, token] = [await idOf('nobody'), await f.signIn('nobody')]
    const compare = (client: number) =>
      f.get(`/compare/metrics/ins?client=${client}&p1Start=2026-11-16&p1End=2026-11-19`, token)
    expect([(await compare(f.ids.uno)).status, (await compare(f.ids.dos)).status]).toEqual([403, 403])

    const group = await create({ name: 'Comparers', members: [id], flags: ['footCompare'], clients: [f.ids.dos] })
    expect([
      (await compare(f.ids.uno)).status,
      (await compare(f.ids.dos)).status,
      (await compare(f.ids.museum)).status,
    ]).toEqual([200, 200, 404])
    expect((await f.get('/me', token)).body).toMatchObject({
      role: 'basic',
      properties: { footCompare: true, footStatus: false },
    })

    const own = (await admin('GET', `/users/${id}`)).body
    expect(own).toMatchObject({ flags: [], clients: [f.ids.uno], groups: [group.id] })

    await admin('PUT', `/security/group/${group.id}`, { name: 'Comparers', members: [id], flags: ['footCompare'] })
    expect([(await compare(f.ids.uno)).status, (await compare(f.ids.dos)).status]).toEqual([200, 404])
    await admin('DELETE', `/security/group/${group.id}`)
    expect((await compare(f.ids.uno)).status).toBe(403)
    expect((await admin('GET', `/users/${id}`)).body).toMatchObject({ groups: [] })
  })

  test('may hold a flag that needs one of the group', async () => {
    const { id } = await create({ name: 'Dealers', flags: ['hasAutomotive'] })
    expect(
      await admin('POST', '/users', { username: 'dealer', flags: ['hasAutomotiveForecast'], groups: [id] }),
    ).toMatchObject({ status: 201, body: { groups: [id], flags: ['hasAutomotiveForecast'] } })
  })
})

test('every change of rights is in the log with what came and what went', async () => {
  const [guest, other] = [await idOf('guest'), await idOf('other')]
  const { id } = await create({ name: 'Logged', members: [guest], flags: ['footCompare'] })
  await admin('PUT', `/security/group/${id}`, {
    name: 'Logged',
    members: [other],
    flags: ['footCompare', 'canAlerts'],
    clients: [f.ids.uno],
  })
  await admin('PUT', `/security/group/${id}`, {
    name: 'Logged',
    members: [other],
    flags: ['canAlerts', 'footCompare'],
    clients: [f.ids.uno],
  })
  await admin('DELETE', `/security/group/${id}`)
  const [removed, changed, created] = await f.catalog.audit.list(SYSTEM_SCOPE, 3)
  expect(created).toMatchObject({
    at: NOW,
    action: 'group.create',
    target: 'Logged',
    details: { flags: ['footCompare'], clients: [], members: [guest] },
  })
  expect(changed).toMatchObject({
    action: 'group.change',
    target: 'Logged',
    details: { flagsGiven: ['canAlerts'], clientsGiven: [f.ids.uno], membersGiven: [other], membersTaken: [guest] },
  })
  expect(removed).toMatchObject({
    action: 'group.remove',
    target: 'Logged',
    details: { flags: ['canAlerts', 'footCompare'], members: [other] },
  })
})

test('groups are sorted by name in the order of the reader’s language, on every catalog', async () => {
  for (const name of ['Zulú', 'ábaco', 'Ñandú', 'nube', 'Grupo 10', 'Grupo 9', 'Chrám', 'cibule'])
    await admin('POST', '/security/group', { name })
  const wanted = ['ábaco', 'Chrám', 'cibule', 'Grupo 9', 'Grupo 10', 'nube', 'Ñandú', 'Zulú']
  const inOrder = async () =>
    ((await admin('GET', '/security/group')).body as { name: string }[]).flatMap(({ name }) =>
      wanted.includes(name) ? [name] : [],
    )
  expect(await inOrder()).toEqual(wanted)
  const { groups } = f.catalog
  const names = async (lang: 'cs' | 'es') =>
    (await groups.list({ ...SYSTEM_SCOPE, lang })).flatMap(({ name }) => (wanted.includes(name) ? [name] : []))
  expect(await names('cs')).toEqual(['ábaco', 'cibule', 'Grupo 9', 'Grupo 10', 'Chrám', 'Ñandú', 'nube', 'Zulú'])
})
