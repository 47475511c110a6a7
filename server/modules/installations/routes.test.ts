import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/days'
import type { InstallationStage } from '#schemas/generated/entities/installation-stage.ts'
import type { InstallationWay } from '#schemas/generated/entities/installation-way.ts'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import type { LocalOrder } from '#schemas/generated/entities/local-order.ts'
import type { Order } from '#schemas/generated/entities/order.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import { nounFacts } from '../../resource/testing.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'
import { installationWays } from './way.ts'

describe('as every noun', () => {
  nounFacts('installations')
})

const PATH = '/management/installations'
const MISSING = 987_654
let f: Fixture
let admin: Send
let made = 0
beforeAll(async () => {
  f = await fixture()
  admin = sender(f, await f.signIn('admin'))
})
afterAll(() => f.close())

/** Days after the first one; sessions do not last that long. */
const later = async (days: number) => {
  f.clock.time = NOW + days * DAY_MS
  admin = sender(f, await f.signIn('admin'))
}
const draft = (more: object = {}) => ({ name: 'Acceso norte', client: f.ids.uno, local: f.ids.granVia, ...more })
const add = async (more: object = {}) => (await admin('POST', PATH, draft(more))).body as Installation
const act = async (id: number, ...actions: readonly string[]) => {
  for (const action of actions) {
    const { status, body } = await admin('POST', `${PATH}/${id}/${action}`)
    expect([action, status, body]).toMatchObject([action, 200, {}])
  }
}
const wayOf = async (id: number) => (await admin('GET', `${PATH}/${id}/way`)).body as InstallationWay
const launched = async (...locals: readonly number[]) => {
  const order = (await admin('POST', '/orders', { name: `Pedido ${(made += 1)}`, client: f.ids.uno })).body as Order
  for (const local of locals) await admin('POST', `/orders/${order.id}/locals`, { local, oldId: `O-${local}` })
  await admin('POST', `/orders/${order.id}/launch`)
  const rows = (await admin('GET', `/orders/${order.id}/locals`)).body as LocalOrder[]
  return { order, ids: rows.map(({ installation }) => installation ?? 0) }
}

describe('an installation', () => {
  test('is refused at a local of another client, of a local order of another local, twice of one, and on no day', async () => {
    const { otherGranVia, granVia, closed } = f.ids
    expect(await admin('POST', PATH, draft({ local: otherGranVia }))).toMatchObject({
      status: 404,
      body: { code: 'LOCAL_NOT_FOUND' },
    })
    const { order } = await launched(closed)
    const [{ id: localOrder }] = (await admin('GET', `/orders/${order.id}/locals`)).body as [LocalOrder]
    for (const place of [
      { local: granVia, localOrder },
      { local: closed, localOrder: MISSING },
    ])
      expect(await admin('POST', PATH, draft(place))).toMatchObject({
        status: 404,
        body: { code: 'LOCAL_ORDER_NOT_FOUND' },
      })
    expect(await admin('POST', PATH, draft({ local: closed, localOrder }))).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN' },
    })
    expect(await admin('POST', PATH, draft({ plannedFor: '2026-02-30' }))).toMatchObject({
      status: 400,
      body: { code: 'DATE_INVALID' },
    })
    expect((await admin('POST', PATH, { name: 'Sin local', client: f.ids.uno })).status).toBe(400)
  })

  test('that was begun does not move to another local and is not removed; one that is cancelled is', async () => {
    const { id, updatedAt: _, ...own } = await add()
    await act(id, 'begin')
    const refused = { status: 409, body: { code: 'INSTALLATION_CHANGE_NOT_ALLOWED', details: { state: 'underway' } } }
    expect(await admin('PUT', `${PATH}/${id}`, draft({ local: f.ids.closed }))).toMatchObject(refused)
    expect(await admin('DELETE', `${PATH}/${id}`)).toMatchObject(refused)
    expect((await admin('PUT', `${PATH}/${id}`, draft({ plannedFor: '2026-12-04' }))).body).toMatchObject({
      local: own.local,
      plannedFor: '2026-12-04',
      status: 'underway',
    })
    await act(id, 'cancel')
    expect((await admin('DELETE', `${PATH}/${id}`)).status).toBe(204)
  })

  test('remembers when it came into each state and who led it there', async () => {
    const { id } = await add()
    await act(id, 'begin')
    await later(1)
    await act(id, 'install', 'rework')
    const by = 'admin@aforo.test'
    expect((await wayOf(id)).history).toEqual([
      { state: 'underway', at: NOW, by },
      { state: 'installed', at: NOW + DAY_MS, by },
      { state: 'underway', at: NOW + DAY_MS, by },
    ])
    await later(0)
  })
})

describe('the way of an installation', () => {
  test('begins with its order, which its answer has, and waits for its pre-setup', async () => {
    const { order, ids } = await launched(f.ids.granVia)
    const way = await wayOf(ids[0] ?? 0)
    expect(way).toMatchObject({
      name: order.name,
      clientName: 'Moda Uno',
      local: f.ids.granVia,
      order: { id: order.id, name: order.name },
      oldId: `O-${f.ids.granVia}`,
      stage: 'presetup',
      since: NOW,
      missing: ['presetupNone'],
    })
    expect(way.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'order done',
      'localOrder done',
      'presetup current',
      'installation ahead',
      'preseal ahead',
      'seal ahead',
      'firstCounts ahead',
    ])
    expect(await admin('GET', `${PATH}/${MISSING}/way`)).toMatchObject({
      status: 404,
      body: { code: 'ENTRY_NOT_FOUND' },
    })
  })

  test('ends with the first count of its local since it was installed, not with one from before', async () => {
    const { id } = await add({ local: f.ids.outlet })
    const hour = (day: number, at: number) =>
      hourRow(day, at, { client: f.ids.uno, local: f.ids.outlet, instant: day * 86_400 + (at - 1) * 3600, ins: 5 })
    await f.facts.upsertTraffic([hour(DAY - 1, 12)], 'test')
    await act(id, 'begin', 'install', 'verify', 'close')
    expect(await wayOf(id)).toMatchObject({ stage: 'firstCounts', missing: ['presetupNone', 'countsNone'] })
    await f.facts.upsertTraffic([hour(DAY, 18), hour(DAY, 17)], 'test')
    const way = await wayOf(id)
    expect(way).toMatchObject({ stage: 'counting', missing: ['presetupNone'] })
    expect(way.since).toBe((DAY * 86_400 + 16 * 3600) * 1000)
    // Sent back, it is to count again once it is done.
    const again = await add({ local: f.ids.outlet })
    await later(7)
    await act(again.id, 'begin', 'install')
    expect((await wayOf(again.id)).steps.at(-1)).toMatchObject({ state: 'ahead', since: null })
    await later(0)
  })

  test('ends with the first message of a footscan after it was installed, in the same hour, not with one from before', async () => {
    const minute = (at: number) => NOW + at * 60_000
    const key = newToken()
    await f.catalog.deviceKeys.insert(SYSTEM_SCOPE, {
      client: f.ids.uno,
      footscan: null,
      name: 'first counts',
      keyHash: hashOf(key),
      at: NOW,
    })
    const { id } = await add()
    const counted = async (at: number) => {
      f.clock.time = minute(at + 1)
      const { statusCode } = await f.app.inject({
        method: 'POST',
        url: '/api/ingest/readings',
        payload: {
          mac: '00:1A:2B:3C:4D:5E',
          readings: [{ kind: 'count', start: minute(at), end: minute(at + 1), in: 2, out: 0 }],
        },
        headers: { 'x-device-key': key },
      })
      expect(statusCode).toBe(202)
      await f.app.ingest.applied()
      return wayOf(id)
    }
    await act(id, 'begin')
    await counted(3)
    f.clock.time = minute(5)
    await act(id, 'install', 'verify', 'close')
    expect(await wayOf(id)).toMatchObject({ stage: 'firstCounts' })
    expect(await counted(6)).toMatchObject({ stage: 'counting', since: minute(6) })
    await later(0)
  })

  test('goes by the pre-setup of its local, and by its pre-seal and seal since it was made, not by those of an earlier one', async () => {
    const { id } = await add()
    const { catalog, facts, clock } = f
    const at = (since: number, state: string) => new Map([[f.ids.granVia, { state, since, holder: null }]])
    const stageWith = async (found: Readonly<Record<string, ReturnType<typeof at>>>) => {
      const latestAt = (_scope: unknown, name: string) => Promise.resolve(found[name] ?? new Map())
      const seen = { ...catalog, resources: { ...catalog.resources, latestAt } } as typeof catalog
      return (await installationWays({ catalog: seen, facts, clock }).one(SYSTEM_SCOPE, id)).stage
    }
    const presetups = at(NOW - DAY_MS, 'ready')
    expect(await stageWith({})).toBe('presetup')
    expect(await stageWith({ presetups })).toBe('installation')
    expect(await stageWith({ presetups, preseals: at(NOW - 1, 'sealed'), seals: at(NOW - 1, 'valid') })).toBe(
      'installation',
    )
    expect(await stageWith({ presetups, preseals: at(NOW, 'sealed') })).toBe('seal')
    expect(await stageWith({ presetups, preseals: at(NOW, 'sealed'), seals: at(NOW, 'valid') })).toBe('firstCounts')
    expect(await stageWith({ presetups, seals: at(NOW + 1, 'invalid') })).toBe('seal')
  })

  test('names the pre-setup, the pre-seal and the seal of its local, once they are written', async () => {
    const { id } = await add()
    expect((await wayOf(id)).entries).toEqual({ presetup: null, preseal: null, seal: null })
    const local = f.ids.granVia
    const made = async (path: string, draft: object) => ((await admin('POST', path, draft)).body as { id: number }).id
    const presetup = await made('/presetup', { name: 'Gran Vía', client: f.ids.uno, local })
    const points = { Ground: [{ point: 'AD1', related: [] }] }
    const preseal = await made('/preseal', { name: 'Gran Vía', client: f.ids.uno, local, points })
    expect((await wayOf(id)).entries).toEqual({ presetup, preseal, seal: null })
    expect((await admin('PUT', `/preseal/${preseal}/on`)).status).toBe(200)
    expect((await admin('POST', `/preseal/${preseal}/verify`)).status).toBe(200)
    const [seal] = (await admin('GET', `/seals/local/${local}`)).body as { id: number }[]
    const way = await wayOf(id)
    expect(way.entries).toEqual({ presetup, preseal, seal: seal?.id })
    expect(way.steps.slice(4, 6)).toMatchObject([{ state: 'done' }, { state: 'done' }])
  })

  test('of all is a board: the one that waits longest first; what ended long ago is not on it', async () => {
    const rows = async () => (await admin('GET', `${PATH}/stages`)).body as InstallationStage[]
    const [open, ended] = [await add(), await add()]
    await act(ended.id, 'cancel')
    const ids = async () => (await rows()).map(({ id }) => id)
    expect(await ids()).toEqual(expect.arrayContaining([open.id, ended.id]))
    const sinces = (await rows()).map(({ since }) => since)
    expect(sinces).toEqual(sinces.toSorted((one, other) => one - other))
    for (const row of await rows()) {
      const { stage, since, holder, missing } = await wayOf(row.id)
      expect(row).toMatchObject({ stage, since, holder, missing })
    }
    await later(61)
    const then = ((await admin('GET', `${PATH}/stages`)).body as InstallationStage[]).map(({ id }) => id)
    expect([then.includes(open.id), then.includes(ended.id)]).toEqual([true, false])
    await later(0)
  })
})
