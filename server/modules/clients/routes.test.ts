import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClientRecord } from '#schemas/generated/entities/client-record.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { nounFacts } from '../../resource/testing.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

describe('as every noun', () => {
  nounFacts('clients')
})

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

describe('a client is refused', () => {
  const before = async () => (await admin('GET', `/management/clients/${f.ids.uno}`)).body as ClientRecord

  test('with a name that another has, one of two letters, and a type that there is not', async () => {
    const was = await before()
    for (const [method, to] of [
      ['POST', '/clients'],
      ['PUT', `/clients/${f.ids.uno}`],
    ] as const) {
      expect(await admin(method, to, { name: 'Moda Dos' })).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } })
      for (const body of [{ name: 'Mo' }, { name: 'Moda Uno', type: 'shop' }, { name: 'Moda Uno', externalId: '' }])
        expect([body, (await admin(method, to, body)).status]).toEqual([body, 400])
    }
    expect(await before()).toEqual(was)
  })

  test('to everyone but administrators who read real names', async () => {
    for (const [method, to, body] of [
      ['GET', '/management/clients', undefined],
      ['GET', `/management/clients/${f.ids.uno}`, undefined],
      ['GET', `/management/clients/${f.ids.uno}/date`, undefined],
      ['POST', '/clients', { name: 'Third' }],
      ['PUT', `/clients/${f.ids.uno}`, { name: 'Third' }],
      ['DELETE', `/clients/${f.ids.uno}`, undefined],
      ['GET', `/management/clients/process/user/1`, undefined],
      ['POST', `/management/clients/process/user/1`, undefined],
    ] as const)
      expect([to, (await analyst(method, to, body)).status]).toEqual([to, 403])
  })

  test('to be removed while a footscan of it is switched on', async () => {
    expect(await admin('DELETE', `/clients/${f.ids.uno}`)).toMatchObject({
      status: 409,
      body: { code: 'PLACE_IN_USE' },
    })
    expect((await before()).id).toBe(f.ids.uno)
  })
})

test('a change of a client leaves what it does not say', async () => {
  const more = { type: 'automotive', externalId: 'SAP-7', ciscoSpaces: true, multiClient: true } as const
  const { id } = (await admin('POST', '/clients', { name: 'Autos Levante', ...more })).body as ClientRecord
  const changed = await admin('PUT', `/clients/${id}`, { name: 'Autos Poniente' })
  expect(changed).toMatchObject({ status: 200, body: { id, name: 'Autos Poniente', ...more } })
  expect((await admin('GET', `/clients/${id}`)).body).toEqual({
    id,
    name: 'Autos Poniente',
    type: 'automotive',
    externalId: 'SAP-7',
    oldId: null,
  })
})

test('a form that was opened before another rename, or before another old id, gets a conflict', async () => {
  const { id, updatedAt } = (await admin('POST', '/clients', { name: 'Opened twice' })).body as ClientRecord
  f.clock.time += 1000
  await admin('PUT', `/management/places/client/${id}/name`, { name: 'Renamed' })
  const late = { status: 409, body: { code: 'ENTRY_CHANGED', details: { by: 'admin@aforo.test' } } }
  expect(await admin('PUT', `/clients/${id}`, { name: 'Late', updatedAt })).toMatchObject(late)
  const now = (await admin('GET', `/management/clients/${id}`)).body as ClientRecord
  f.clock.time += 1000
  await admin('PUT', `/management/clients/${id}/oldId`, { oldId: '8' })
  expect(await admin('PUT', `/clients/${id}`, { name: 'Late', updatedAt: now.updatedAt })).toMatchObject(late)
})

test('a client says since when it is there and of which days it has data', async () => {
  const { id, createdAt } = (await admin('POST', '/clients', { name: 'Without data' })).body as ClientRecord
  expect((await admin('GET', `/management/clients/${id}/date`)).body).toEqual({
    data: { createdAt, updatedAt: createdAt, firstDay: null, lastDay: null },
  })
  expect((await admin('GET', `/management/clients/${f.ids.uno}/date`)).body).toEqual({
    data: { createdAt: null, updatedAt: expect.anything(), firstDay: expect.any(String), lastDay: expect.any(String) },
  })
  expect(await admin('GET', '/management/clients/987654/date')).toMatchObject({
    status: 404,
    body: { code: 'CLIENT_NOT_FOUND' },
  })
})

test('a user of a client sees its login message, unless the account has one of its own', async () => {
  const messageOf = async (send: Send) => {
    const { properties } = (await send('GET', '/me')).body as { properties: Record<string, unknown> }
    return properties.useLoginMessage === true ? properties.loginMessage : null
  }
  const say = (useLoginMessage: boolean) =>
    admin('PUT', `/clients/${f.ids.uno}`, { name: 'Moda Uno', loginMessage: 'Inventory on Monday.', useLoginMessage })
  await say(false)
  expect(await messageOf(analyst)).toBeNull()
  await say(true)
  expect([await messageOf(analyst), await messageOf(admin)]).toEqual(['Inventory on Monday.', null])
  await say(false)
})

test('accounts of a client with external login do not sign in with a password, nor through a group; administrators do', async () => {
  const { id } = (await admin('POST', '/clients', { name: 'Own provider' })).body as ClientRecord
  const groupOf = async () => {
    const { id: user } = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'guest@aforo.test'))!
    await f.catalog.groups.insert(SYSTEM_SCOPE, { name: 'Own provider', members: [user], clients: [id] })
  }
  const opens = async (username: string) => typeof (await f.signIn(username)) === 'string'
  await groupOf()
  expect(await opens('guest')).toBe(true)
  await admin('PUT', `/clients/${id}`, { name: 'Own provider', externalLogin: true })
  expect([await opens('guest'), await opens('analyst'), await opens('admin')]).toEqual([false, true, true])
  await admin('PUT', `/clients/${id}`, { name: 'Own provider', externalLogin: false })
  expect(await opens('guest')).toBe(true)
})

describe('process per user', () => {
  const MAC = '02:AA:BB:CC:DD:01'
  let installer: number
  beforeAll(async () => {
    const account = { username: 'installer@aforo.test', role: 'admin', macs: [MAC] }
    installer = ((await admin('POST', '/users', account)).body as { id: number }).id
  })
  const discharge = async (dischargeId: string, data: object) =>
    (
      (await admin('POST', '/discharges/client', { dischargeId, date: '2026-11-02', client: null, data })).body as {
        id: number
      }
    ).id
  const assignedTo = async (id: number) =>
    ((await admin('GET', `/discharges/client/${id}`)).body as { assignedTo: number | null }).assignedTo
  const process = (user: number) => admin('POST', `/management/clients/process/user/${user}`)
  const preview = (user: number) => admin('GET', `/management/clients/process/user/${user}`)

  test('is refused for an unknown account and for one that is no administrator', async () => {
    for (const user of [987_654, (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'analyst@aforo.test'))?.id ?? 0])
      for (const ask of [preview, process])
        expect([user, await ask(user)]).toMatchObject([user, { status: 404, body: { code: 'USER_NOT_FOUND' } }])
  })

  test('assigns pending discharges of that person’s devices in any notation, and reports those that others have', async () => {
    const mine = await discharge('D-mine', { device: '02-aa-bb-cc-dd-01' })
    const other = await discharge('D-other', { device: '02:AA:BB:CC:DD:02' })
    const taken = await discharge('D-taken', { phone: MAC })
    await admin('POST', `/discharges/client/${taken}/assign`)
    const closed = await discharge('D-closed', { phone: MAC })
    await admin('POST', `/discharges/client/${closed}/discard`)
    const expected = {
      status: 200,
      body: { done: [mine], left: [{ id: taken, state: 'pending', action: 'assign', by: 'admin@aforo.test' }] },
    }
    // Asked first, it says the same and assigns nothing.
    expect(await preview(installer)).toMatchObject(expected)
    expect(await assignedTo(mine)).toBeNull()
    expect(await process(installer)).toMatchObject(expected)
    expect([await assignedTo(mine), await assignedTo(other), await assignedTo(closed)]).toEqual([installer, null, null])
    expect((await process(installer)).body).toMatchObject({ done: [] })
    expect(
      (await f.catalog.audit.page(SYSTEM_SCOPE, { action: 'clientDischarge.assign', limit: 1 })).entries[0],
    ).toMatchObject({
      target: 'D-mine',
      details: { id: mine, assignedTo: installer, before: { assignedTo: null } },
    })
  })
})
