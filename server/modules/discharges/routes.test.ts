import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClientDischarge } from '#schemas/generated/entities/client-discharge.ts'
import { nounFacts } from '../../resource/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

describe('as every noun, of clients', () => {
  nounFacts('discharges')
})

describe.each(['client', 'order', 'installation'])('a discharge of kind %s', (kind) => {
  const path = `/discharges/${kind}`
  let f: Fixture
  let admin: Send
  let made = 0
  beforeAll(async () => {
    f = await fixture()
    admin = sender(f, await f.signIn('admin'))
  })
  afterAll(() => f.close())

  const draft = (more: object = {}) => ({ dischargeId: `${kind}-${(made += 1)}`, date: '2026-11-02', ...more })
  const add = async (more: object = {}) => (await admin('POST', path, draft(more))).body as ClientDischarge
  const act = async (id: number, action: string) => (await admin('POST', `${path}/${id}/${action}`)).status

  test('is refused with an existing id, an invalid day, and data that are no names and plain values', async () => {
    const { dischargeId, id } = await add()
    expect(await admin('POST', path, draft({ dischargeId }))).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN' },
    })
    expect(await admin('POST', path, draft({ date: '2026-02-30' }))).toMatchObject({
      status: 400,
      body: { code: 'DATE_INVALID' },
    })
    for (const data of [[], { oldId: 7 }, { more: {} }])
      expect([data, (await admin('POST', `${path}/${id}`, data)).status]).toEqual([data, 400])
    expect(await admin('POST', `${path}/987654`, {})).toMatchObject({ status: 404, body: { code: 'ENTRY_NOT_FOUND' } })
  })

  test('has raw data that are read and written, with the rest as it was and what was before in the audit log', async () => {
    const entry = await add({ client: f.ids.uno, data: { clientOldId: 'C1', oldId: 'O1' } })
    const data = { clientOldId: 'C2', oldId: null, floor: 3 }
    const after = await admin('POST', `${path}/${entry.id}`, data)
    expect(after).toMatchObject({ status: 200, body: { ...entry, data, updatedAt: NOW + 1 } })
    expect((await admin('GET', `${path}/${entry.id}`)).body).toEqual(after.body)
    const [last] = (await f.catalog.audit.page(SYSTEM_SCOPE, { action: `${kind}Discharge`, limit: 1 })).entries
    expect(last?.details).toEqual({ id: entry.id, data, before: { data: { clientOldId: 'C1', oldId: 'O1' } } })
  })

  test('is in the queue of its status, the one that waits longest first, and archived in none', async () => {
    const queue = async (name: string) =>
      ((await admin('POST', `${path}/${name}`)).body as ClientDischarge[]).map(({ id }) => id)
    const [one, two, three, four] = [await add(), await add(), await add(), await add()]
    for (const { id } of [two, four]) expect(await act(id, 'process')).toBe(200)
    f.clock.time += 1000
    expect(await act(three.id, 'discard')).toBe(200)
    expect(await act(four.id, 'archive')).toBe(200)
    expect((await queue('pending')).at(-1)).toBe(one.id)
    expect(await queue('processed-not-archived')).toEqual([two.id])
    expect(await queue('discarded')).toEqual([three.id])
  })

  test('is worked on by who has it, and by every administrator while it is unassigned', async () => {
    const passwordHash = (await f.catalog.sessions.credentials('admin@aforo.test'))?.passwordHash ?? null
    await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { username: 'bea@aforo.test', role: 'admin', flags: [], clients: [], passwordHash },
      NOW,
    )
    const bea = sender(f, await f.signIn('bea'))
    const [mine, free] = [await add(), await add()]
    expect(await act(mine.id, 'assign')).toBe(200)
    expect(await bea('POST', `${path}/${mine.id}/process`)).toMatchObject({
      status: 403,
      body: { code: 'ENTRY_ACTION_NOT_ALLOWED' },
    })
    expect(await bea('POST', `${path}/${mine.id}/assign`)).toMatchObject({
      status: 409,
      body: { code: 'ENTRY_STATE_CONFLICT', details: { did: 'assign', by: 'admin@aforo.test' } },
    })
    expect((await bea('POST', `${path}/${free.id}/process`)).status).toBe(200)
    expect((await bea('POST', `${path}/${mine.id}/unassign`)).status).toBe(200)
    expect((await bea('POST', `${path}/${mine.id}/process`)).status).toBe(200)
  })

  test('in bulk is processed where it is the caller’s, assigned where it is unassigned, archived where it is done', async () => {
    const [own, free, done] = [await add(), await add(), await add()]
    await act(own.id, 'assign')
    await act(done.id, 'discard')
    const idList = [own.id, free.id, done.id]
    const bulk = async (action: string) =>
      ((await admin('POST', `${path}/${action}/bulk`, { idList })).body as { done: number[] }).done
    expect(await bulk('archive')).toEqual([done.id])
    expect(await bulk('process')).toEqual([own.id])
    expect(await bulk('assign')).toEqual([free.id])
    expect(await bulk('process')).toEqual([free.id])
    expect(await bulk('archive')).toEqual([own.id, free.id])
  })
})
