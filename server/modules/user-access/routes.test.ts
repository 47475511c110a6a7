import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserAccess } from '#schemas/generated/entities/user-access.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
let admin: Send
let reader: number
let adminId: number
beforeAll(async () => {
  f = await fixture()
  admin = sender(f, await f.signIn('admin'))
  reader = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'nobody@aforo.test'))?.id ?? 0
  adminId = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'admin@aforo.test'))?.id ?? 0
})
afterAll(() => f.close())

const PATH = '/security/user_access'

describe('an access is not written', () => {
  test('without both ends, with more, or to what is not there', async () => {
    for (const draft of [
      {},
      { user: reader },
      { user: reader, client: '1' },
      { user: reader, client: f.ids.dos, createdBy: 1 },
      { user: reader, client: f.ids.dos, id: 5 },
    ])
      expect([draft, (await admin('POST', PATH, draft)).status]).toEqual([draft, 400])
    expect(await admin('POST', PATH, { user: 987_654, client: f.ids.dos })).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    })
    expect(await admin('POST', PATH, { user: reader, client: 987_654 })).toMatchObject({
      status: 404,
      body: { code: 'CLIENT_NOT_FOUND' },
    })
  })

  test('twice', async () => {
    expect(await admin('POST', PATH, { user: reader, client: f.ids.uno })).toMatchObject({
      status: 409,
      body: { code: 'ACCESS_TAKEN', message: `User ${reader} may read client ${f.ids.uno} already.` },
    })
  })

  test('when it is not there', async () => {
    for (const [method, payload] of [
      ['GET', undefined],
      ['PUT', { user: reader, client: f.ids.museum }],
      ['DELETE', undefined],
    ] as const) {
      expect(await admin(method, `${PATH}/987654`, payload)).toMatchObject({
        status: 404,
        body: { code: 'ACCESS_NOT_FOUND' },
      })
    }
  })
})

test('an access opens one client to one user with the next request, and closes it again', async () => {
  const token = await f.signIn('nobody')
  const sees = async (client: number) => (await f.get(`/locals?client=${client}`, token)).status
  expect(await sees(f.ids.dos)).toBe(404)
  const made = await admin('POST', PATH, { user: reader, client: f.ids.dos })
  expect(made).toMatchObject({
    status: 201,
    body: { id: expect.any(Number), user: reader, client: f.ids.dos, createdAt: NOW, createdBy: adminId },
  })
  const { id } = made.body as UserAccess
  expect([await sees(f.ids.dos), await sees(f.ids.museum)]).toEqual([200, 404])
  expect((await admin('PUT', `${PATH}/${id}`, { user: reader, client: f.ids.museum })).body).toMatchObject({
    id,
    client: f.ids.museum,
  })
  expect([await sees(f.ids.dos), await sees(f.ids.museum)]).toEqual([404, 200])
  expect((await admin('GET', `/users/${reader}`)).body).toMatchObject({ clients: [f.ids.uno, f.ids.museum] })
  expect((await admin('DELETE', `${PATH}/${id}`)).status).toBe(204)
  expect(await sees(f.ids.museum)).toBe(404)
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 3)).map(({ action, target }) => [action, target])).toEqual([
    ['access.remove', `user ${reader} client ${f.ids.museum}`],
    ['access.change', `user ${reader} client ${f.ids.museum}`],
    ['access.create', `user ${reader} client ${f.ids.dos}`],
  ])
})

test('accesses are listed by user, by client, and by their ids', async () => {
  const { body } = await admin('GET', PATH)
  const all = body as UserAccess[]
  expect((await admin('GET', `${PATH}?user=${reader}`)).body).toEqual(all.filter(({ user }) => user === reader))
  expect((await admin('GET', `${PATH}?client=${f.ids.dos}`)).body).toEqual(
    all.filter(({ client }) => client === f.ids.dos),
  )
  const [first, second] = all as [UserAccess, UserAccess]
  expect((await admin('POST', `${PATH}/list`, { ids: [second.id, first.id, 987_654] })).body).toEqual([first, second])
})
