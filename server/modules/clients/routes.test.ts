import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#schemas/generated/entities/client.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
let admin: Send
let analyst: Send
let path: string
beforeAll(async () => {
  f = await fixture()
  ;[admin, analyst] = [sender(f, await f.signIn('admin')), sender(f, await f.signIn('analyst'))]
  path = `/management/clients/${f.ids.uno}/oldId`
})
afterAll(() => f.close())

const oldIdOf = async (send: Send, id: number) => ((await send('GET', `/clients/${id}`)).body as Client).oldId

describe('the old id of a client is refused', () => {
  test('from anyone but an administrator, and of a client that is not there', async () => {
    expect((await analyst('PUT', path, { oldId: '12' })).status).toBe(403)
    const missing = { status: 404, body: { code: 'CLIENT_NOT_FOUND' } }
    expect(await admin('PUT', '/management/clients/987654/oldId', { oldId: '12' })).toMatchObject(missing)
    expect([
      await oldIdOf(admin, f.ids.uno),
      (await f.catalog.audit.list(SYSTEM_SCOPE, 9)).some(({ action }) => action === 'client.oldId'),
    ]).toEqual([null, false])
  })

  test('when it is empty, blank, too long, no text, missing, or sent with something else', async () => {
    for (const body of [
      { oldId: '' },
      { oldId: '  ' },
      { oldId: 'x'.repeat(101) },
      { oldId: 12 },
      {},
      { oldId: '1', name: 'Other' },
    ]) {
      expect([body, (await admin('PUT', path, body)).status]).toEqual([body, 400])
    }
  })
})

test('an administrator writes the old id and takes it away; it is in the audit log, and other clients keep theirs', async () => {
  const saved = await admin('PUT', path, { oldId: '0042-ñ' })
  expect(saved).toMatchObject({ status: 200, body: { id: f.ids.uno, name: 'Moda Uno', oldId: '0042-ñ' } })
  expect([await oldIdOf(analyst, f.ids.uno), await oldIdOf(admin, f.ids.dos)]).toEqual(['0042-ñ', null])
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
    at: NOW,
    action: 'client.oldId',
    target: `client ${f.ids.uno}`,
    details: { oldId: [null, '0042-ñ'] },
  })
  const guest = sender(f, await f.signIn('guest'))
  expect(await oldIdOf(guest, f.ids.uno)).toBeNull()
  expect((await admin('PUT', path, { oldId: null })).body).toMatchObject({ oldId: null })
})
