import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FOOTSCAN_KINDS } from '#domain/hubble'
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import { ADAPTERS } from '../ingest/adapters/index.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf } from '../../lib/secrets.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
let admin: string
let galleryDoor: number
/** Of a local without an external code. */
let closedDoor: number
beforeAll(async () => {
  f = await fixture()
  admin = await f.signIn('admin')
  galleryDoor = (await f.catalog.areas.insert(SYSTEM_SCOPE, { local: f.ids.gallery, name: 'Sala' })).id
  closedDoor = (await f.catalog.areas.insert(SYSTEM_SCOPE, { local: f.ids.closed, name: 'Puerta' })).id
  for (const [client, id] of [
    [f.ids.uno, f.ids.granVia],
    [f.ids.museum, f.ids.gallery],
  ] as const)
    await f.catalog.localRecords.update(SYSTEM_SCOPE, { id, client }, { external_id: `ERP-${id}` }, NOW)
}, 60_000)
afterAll(() => f.close())

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  { payload, token = admin }: { payload?: object; token?: string } = {},
) {
  const reply = await f.app.inject({
    method,
    url: `/api/footscans${path}`,
    headers: { access_token: token },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json<unknown>() }
}
const MAC = '00:B0:9D:00:00:01'
const draft = (more: object = {}) => ({
  area: f.ids.door,
  mac: '00b09d000001',
  name: ' Entrada ',
  kind: 'brickstream',
  externalId: '00B09DFFFE000001',
  reversed: true,
  reportS: 60,
  ...more,
})
const add = async (more: object = {}) => (await call('POST', '', { payload: draft(more) })).body as FleetFootscan

describe('footscans are refused', () => {
  test('to everyone but administrators', async () => {
    const token = await f.signIn('analyst')
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/1'],
      ['POST', ''],
      ['PUT', '/1'],
      ['DELETE', '/1'],
      ['POST', '/list'],
    ] as const) {
      expect([
        method,
        path,
        (await call(method, path, { token, ...(method === 'POST' || method === 'PUT' ? { payload: draft() } : {}) }))
          .status,
      ]).toEqual([method, path, 403])
    }
  })

  test('with an invalid area, MAC, kind or rhythm', async () => {
    const cases: [object, number, string][] = [
      [{ area: 987_654 }, 404, 'AREA_NOT_FOUND'],
      [{ mac: '00:00:00:00:00:00' }, 400, 'MAC_INVALID'],
      [{ mac: '00b09d00000g' }, 400, 'MAC_INVALID'],
      [{ name: 'ab' }, 400, 'REQUEST_INVALID'],
      [{ kind: 'telepathy' }, 400, 'REQUEST_INVALID'],
      [{ reportS: 0 }, 400, 'REQUEST_INVALID'],
      [{ externalId: '' }, 400, 'REQUEST_INVALID'],
      [{ client: 1 }, 400, 'REQUEST_INVALID'],
      [{ id: 7 }, 400, 'REQUEST_INVALID'],
    ]
    for (const [more, status, code] of cases)
      expect([more, await call('POST', '', { payload: draft(more) })]).toMatchObject([more, { status, body: { code } }])
    expect(await call('GET', '?client=987654')).toMatchObject({ status: 404, body: { code: 'CLIENT_NOT_FOUND' } })
    expect(await call('GET', '?local=987654')).toMatchObject({ status: 404, body: { code: 'LOCAL_NOT_FOUND' } })
  })

  test('where there is none, and with a MAC or an external id that is taken', async () => {
    const missing = { status: 404, body: { code: 'FOOTSCAN_NOT_FOUND' } }
    expect(await call('GET', '/987')).toMatchObject(missing)
    expect(await call('PUT', '/987', { payload: draft() })).toMatchObject(missing)
    expect(await call('DELETE', '/987')).toMatchObject(missing)
    const { id } = await add()
    for (const more of [{}, { mac: '00:B0:9D:00:00:02' }, { externalId: null }])
      expect([more, await call('POST', '', { payload: draft(more) })]).toMatchObject([
        more,
        { status: 409, body: { code: 'FOOTSCAN_TAKEN' } },
      ])
    expect((await call('DELETE', `/${id}`)).status).toBe(204)
  })
})

describe('a camera needs a local with an external code', () => {
  const refused = () => ({
    status: 409,
    body: { code: 'LOCAL_EXTERNAL_CODE_REQUIRED', details: { local: f.ids.closed } },
  })
  const camera = { kind: 'xovis', mac: '00:B0:9D:00:77:01', externalId: null }

  test('it is added to no other one, switched on or off', async () => {
    for (const enabled of [true, false])
      expect(await call('POST', '', { payload: draft({ ...camera, enabled, area: closedDoor }) })).toMatchObject(
        refused(),
      )
    const { status } = await call('POST', '', { payload: draft({ ...camera, kind: 'aforo', area: closedDoor }) })
    expect(status).toBe(201)
    expect((await call('GET', `?local=${f.ids.closed}`)).body).toMatchObject([{ kind: 'aforo' }])
  })

  test('it is moved to no other one, and nothing there becomes a camera; it stays where it was', async () => {
    const here = await add({ ...camera, mac: '00:B0:9D:00:77:02' })
    expect(
      await call('PUT', `/${here.id}`, { payload: { ...draft(), mac: here.mac, area: closedDoor } }),
    ).toMatchObject(refused())
    expect((await call('GET', `/${here.id}`)).body).toEqual(here)
    const [there] = (await call('GET', `?local=${f.ids.closed}`)).body as FleetFootscan[]
    expect(await call('PUT', `/${there!.id}`, { payload: { ...camera, area: closedDoor } })).toMatchObject(refused())
    expect((await call('GET', `/${there!.id}`)).body).toEqual(there)
    for (const { id } of [here, there!]) expect((await call('DELETE', `/${id}`)).status).toBe(204)
  })

  test('one that is there from before the rule is changed and switched off, but not on again', async () => {
    const id = await f.catalog.fleet.insert(
      SYSTEM_SCOPE,
      {
        area: closedDoor,
        mac: '00:B0:9D:00:77:03',
        name: '',
        kind: 'xovis',
        externalId: null,
        reversed: false,
        reportS: 300,
        enabled: true,
      },
      NOW,
    )
    const put = (more: object) =>
      call('PUT', `/${id}`, { payload: { area: closedDoor, mac: '00:B0:9D:00:77:03', kind: 'xovis', ...more } })
    expect((await put({ name: 'Left' })).status).toBe(200)
    expect((await put({ enabled: false })).status).toBe(200)
    expect(await put({ enabled: true })).toMatchObject(refused())
    await f.catalog.fleet.remove(SYSTEM_SCOPE, id)
  })
})

test('one speaks our own protocol or that of an adapter', () => {
  expect([...FOOTSCAN_KINDS].toSorted()).toEqual(['aforo', ...ADAPTERS.map(({ name }) => name)].toSorted())
})

test('a footscan is added, read, changed and, as long as it has no history, removed', async () => {
  const made = await add()
  const entity = {
    id: expect.any(Number),
    area: f.ids.door,
    local: f.ids.granVia,
    client: f.ids.uno,
    mac: MAC,
    name: 'Entrada',
    kind: 'brickstream',
    externalId: '00B09DFFFE000001',
    reversed: true,
    reportS: 60,
    enabled: true,
    createdAt: NOW,
    hasKey: false,
    lastAt: null,
  }
  expect(made).toEqual(entity)
  expect((await call('GET', `/${made.id}`)).body).toEqual(entity)
  expect((await call('GET', `?client=${f.ids.uno}`)).body).toEqual([
    expect.objectContaining({ mac: '00:1A:2B:3C:4D:5E' }),
    entity,
  ])
  expect((await call('GET', `?client=${f.ids.dos}`)).body).toEqual([])
  expect((await call('POST', '/list', { payload: { ids: [made.id, 987] } })).body).toEqual([entity])
  const changed = await call('PUT', `/${made.id}`, { payload: { area: f.ids.door, mac: MAC, enabled: false } })
  expect(changed.body).toEqual({
    ...entity,
    name: '',
    kind: 'aforo',
    externalId: null,
    reversed: false,
    reportS: 300,
    enabled: false,
  })
  expect((await call('DELETE', `/${made.id}`)).status).toBe(204)
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 3)).map(({ action, target }) => [action, target])).toEqual([
    ['footscan.remove', MAC],
    ['footscan.change', MAC],
    ['footscan.create', MAC],
  ])
})

test('one that moves keeps what it counted where it stood, and its keys only within its client', async () => {
  const { id } = await add()
  const { id: kitchen } = await f.catalog.areas.insert(SYSTEM_SCOPE, { local: f.ids.granVia, name: 'Almacén' })
  await f.facts.write((connection) =>
    connection.run(
      `INSERT INTO device_hour VALUES (${f.ids.uno}, ${f.ids.granVia}, ${f.ids.door}, ${id}, 20777, 12, 0, ` +
        `${NOW / 1000 - 3600}, 4, 2, 3600, 12, 0, ${NOW})`,
    ),
  )
  const key = await f.catalog.deviceKeys.insert(SYSTEM_SCOPE, {
    client: f.ids.uno,
    footscan: id,
    name: 'k',
    keyHash: hashOf('k'),
    validator: null,
    at: NOW,
  })
  expect((await call('PUT', `/${id}`, { payload: draft({ area: kitchen }) })).body).toMatchObject({
    area: kitchen,
    client: f.ids.uno,
    hasKey: true,
  })
  expect(await f.facts.read('SELECT area FROM device_hour WHERE device = $1', [id])).toEqual([[f.ids.door]])
  expect((await call('PUT', `/${id}`, { payload: draft({ area: galleryDoor }) })).body).toMatchObject({
    area: galleryDoor,
    local: f.ids.gallery,
    client: f.ids.museum,
    hasKey: false,
  })
  expect(await f.catalog.deviceKeys.open({ id: key }, NOW)).toBeUndefined()
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
    action: 'footscan.change',
    details: { footscan: id, area: galleryDoor, movedFrom: kitchen, keysRevoked: 1 },
  })
  // Its counts would have no device any more.
  expect(await call('DELETE', `/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'FOOTSCAN_HAS_HISTORY', details: { footscan: id, mac: MAC } },
  })
  expect((await call('GET', `/${id}`)).status).toBe(200)
})
