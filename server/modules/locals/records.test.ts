/** Locals as administrators keep them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Area } from '#schemas/generated/entities/area.ts'
import type { LocalPage } from '#schemas/generated/entities/local-page.ts'
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import { drawPng } from '../../demo/png.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
let admin: Send
let analyst: Send
let made = 0
beforeAll(async () => {
  f = await fixture()
  ;[admin, analyst] = [sender(f, await f.signIn('admin')), sender(f, await f.signIn('analyst'))]
})
afterAll(() => f.close())

const GEO = {
  locality: 'València',
  zipCode: '46001',
  street: 'Carrer de la Pau, 1',
  countryCode: 'ES',
  region: 'Comunitat Valenciana',
  lat: 39.4738,
  lng: -0.3756,
}
const draft = (more: object = {}) => {
  made += 1
  return {
    client: f.ids.uno,
    name: `Local ${made}`,
    code: `L-${made}`,
    type: 'store',
    timeZone: 'Europe/Madrid',
    geo: GEO,
    ...more,
  }
}
const create = async (more: object = {}) => (await admin('POST', '/locals', draft(more))).body as LocalRecord
const read = async (id: number) => (await admin('GET', `/management/locals/${id}`)).body as LocalRecord
/** The record without the fields that a form does not send back. */
function draftOf(record: LocalRecord, more: object = {}): object {
  const { id: _id, closedOn: _closed, plan: _plan, createdAt: _made, ...rest } = record
  return { ...rest, ...more }
}
const put = (record: LocalRecord, more: object = {}) => admin('PUT', `/locals/${record.id}`, draftOf(record, more))
const lastActions = async (limit = 1) =>
  (await f.catalog.audit.page(SYSTEM_SCOPE, { limit })).entries.map(({ action, details }) => ({ action, details }))

describe('a local is refused', () => {
  test('to everyone but an administrator who reads real names', async () => {
    const { id } = await create()
    for (const [method, path, body] of [
      ['GET', '/management/locals', undefined],
      ['GET', `/management/locals/${id}`, undefined],
      ['POST', '/locals', draft()],
      ['PUT', `/locals/${id}`, draft()],
      ['DELETE', `/locals/${id}`, undefined],
      ['POST', `/management/locals/${id}/areas`, { name: 'Door' }],
    ] as const)
      expect([path, (await analyst(method, path, body)).status]).toEqual([path, 403])
  })

  test('without a time zone, or in one that there is not', async () => {
    const { timeZone: _left, ...without } = draft() as Record<string, unknown>
    expect((await admin('POST', '/locals', without)).status).toBe(400)
    expect(await admin('POST', '/locals', draft({ timeZone: 'Europe/Teruel' }))).toMatchObject({
      status: 400,
      body: { code: 'PLACE_TIME_ZONE_INVALID' },
    })
  })

  test('without a zip code, with one of another country, and in a country that there is not', async () => {
    for (const [countryCode, zipCode, problem] of [
      ['ES', null, 'zipCodeRequired'],
      ['PT', '46001', 'zipCodeInvalid'],
      ['ES', '1000-205', 'zipCodeInvalid'],
      ['XX', '46001', 'countryInvalid'],
      [null, '46001', 'countryRequired'],
    ])
      expect([problem, await admin('POST', '/locals', draft({ geo: { ...GEO, countryCode, zipCode } }))]).toMatchObject(
        [problem, { status: 400, body: { code: 'LOCAL_ADDRESS_INVALID', details: { problem } } }],
      )
  })

  test('with half a position, and with limits that are not from highest to lowest', async () => {
    expect(await admin('POST', '/locals', draft({ geo: { ...GEO, lng: null } }))).toMatchObject({
      status: 400,
      body: { code: 'LOCAL_POSITION_INVALID' },
    })
    for (const limits of [
      [60, 80],
      [80, 80],
      [100, 60, 70],
    ])
      expect(await admin('POST', '/locals', draft({ limits }))).toMatchObject({
        status: 400,
        body: { code: 'LOCAL_LIMITS_INVALID' },
      })
  })

  test('with a code or a name that another local of the client has; another client may have both', async () => {
    const { name, code } = await create()
    expect(await admin('POST', '/locals', draft({ code }))).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } })
    expect(await admin('POST', '/locals', draft({ name }))).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } })
    expect((await admin('POST', '/locals', draft({ client: f.ids.dos, name, code }))).status).toBe(201)
  })

  test('at a client, or in a dealership, that is not there or is of another client', async () => {
    expect(await admin('POST', '/locals', draft({ client: 987_654 }))).toMatchObject({
      status: 404,
      body: { code: 'CLIENT_NOT_FOUND' },
    })
    const other = (await admin('POST', '/dealerships', { name: 'Of another', client: f.ids.dos })).body as {
      id: number
    }
    for (const dealership of [987_654, other.id])
      expect(await admin('POST', '/locals', draft({ dealership }))).toMatchObject({
        status: 404,
        body: { code: 'DEALERSHIP_NOT_FOUND' },
      })
  })

  test('to go to another client, or to another clock with its hours left where they are', async () => {
    const local = await create()
    expect(await put(local, { client: f.ids.dos })).toMatchObject({
      status: 409,
      body: { code: 'LOCAL_CHANGE_NOT_ALLOWED', details: { field: 'client' } },
    })
    expect((await put(local, { timeZone: 'Europe/Lisbon' })).body).toMatchObject({ timeZone: 'Europe/Lisbon' })
    const counted = await read(f.ids.granVia)
    expect(await put(counted, { geo: GEO, timeZone: 'Europe/Lisbon' })).toMatchObject({
      status: 409,
      body: { code: 'LOCAL_CHANGE_NOT_ALLOWED', details: { field: 'timeZone' } },
    })
    expect(await read(f.ids.granVia)).toEqual(counted)
  })

  test('without an external code once it has a camera', async () => {
    const local = await create()
    const { id: area } = (await admin('POST', `/management/locals/${local.id}/areas`, { name: 'Door' })).body as Area
    const camera = { area, mac: '02:00:00:00:77:01', kind: 'xovis' }
    await put(local, { externalId: 'ERP-1' })
    expect((await admin('POST', '/footscans', camera)).status).toBe(201)
    const now = await read(local.id)
    expect(await put(now, { externalId: null })).toMatchObject({
      status: 409,
      body: { code: 'LOCAL_EXTERNAL_CODE_REQUIRED' },
    })
    expect((await put(now, { externalId: 'ERP-2' })).status).toBe(200)
  })

  test('with a device that counts elsewhere', async () => {
    const areaOf = async () => {
      const { id } = await create()
      return ((await admin('POST', `/management/locals/${id}/areas`, { name: 'Door' })).body as Area).id
    }
    const mac = '02:00:00:00:77:02'
    expect((await admin('POST', '/footscans', { area: await areaOf(), mac })).status).toBe(201)
    expect(await admin('POST', '/footscans', { area: await areaOf(), mac })).toMatchObject({
      status: 409,
      body: { code: 'FOOTSCAN_TAKEN' },
    })
  })
})

test('a local is added, read, changed and removed with all that it says, and each is in the audit log', async () => {
  const dealership = (
    (await admin('POST', '/dealerships', { name: 'Levante', client: f.ids.uno })).body as { id: number }
  ).id
  const all = {
    paramStatus: 'installed',
    enabled: false,
    externalId: 'ERP-9',
    mapping: 'V9',
    oldId: '9',
    openedOn: '2026-01-15',
    additionalInformation: { hideFootCompare: true, floor: 2 },
    dealership,
    preSealed: true,
    bigVenues: true,
    corporate: true,
    comments: 'Key at the desk.',
    capacity: 120,
    limits: [100, 80],
  }
  const given = draft(all)
  const local = (await admin('POST', '/locals', given)).body as LocalRecord
  expect(local).toMatchObject({ ...given, closedOn: null, plan: null })
  expect(await read(local.id)).toEqual(local)
  expect((await admin('GET', `/locals/${local.id}/params`)).body).toMatchObject({ capacity: 120, limits: [100, 80] })
  expect(await lastActions()).toMatchObject([
    { action: 'local.create', details: { id: local.id, comments: 'Key at the desk.' } },
  ])

  const changed = await put(local, { comments: '', capacity: null, limits: [], dealership: null })
  expect(changed.body).toMatchObject({ comments: '', capacity: null, limits: [], dealership: null })
  expect(await lastActions()).toEqual([
    {
      action: 'local.change',
      details: {
        id: local.id,
        comments: '',
        capacity: null,
        limits: [],
        dealership: null,
        before: { comments: 'Key at the desk.', capacity: 120, limits: [100, 80], dealership },
      },
    },
  ])
  const before = await lastActions()
  expect((await put(await read(local.id))).status).toBe(200)
  expect(await lastActions()).toEqual(before)
  expect((await admin('DELETE', `/locals/${local.id}`)).status).toBe(204)
  expect((await admin('GET', `/management/locals/${local.id}`)).status).toBe(404)
})

test('of two people who change one at once, the second learns who was quicker', async () => {
  const local = await create()
  expect((await put(local, { comments: 'First' })).status).toBe(200)
  expect(await put(local, { comments: 'Second' })).toMatchObject({
    status: 409,
    body: { code: 'ENTRY_CHANGED', details: { noun: 'local', id: local.id, by: 'admin@aforo.test' } },
  })
  f.clock.time += 1000
  const now = await read(local.id)
  await admin('PUT', `/management/places/local/${local.id}/name`, { name: 'Renamed there' })
  expect(await put(now)).toMatchObject({ status: 409, body: { code: 'ENTRY_CHANGED' } })
})

test('other settings of its figures stay when its capacity changes', async () => {
  const local = await create()
  await f.catalog.locals.saveSettings(SYSTEM_SCOPE, local.id, { bounceThresholdS: 77 })
  await put(local, { capacity: 50 })
  expect((await admin('GET', `/locals/${local.id}/params`)).body).toMatchObject({ bounceThresholdS: 77, capacity: 50 })
})

test('a dealership that goes leaves its locals without one', async () => {
  const { id: dealership } = (await admin('POST', '/dealerships', { name: 'Goes', client: f.ids.uno })).body as {
    id: number
  }
  const local = await create({ dealership })
  expect((await admin('DELETE', `/dealerships/${dealership}`)).status).toBe(204)
  expect((await read(local.id)).dealership).toBeNull()
})

describe('the plan of a local', () => {
  const png = drawPng(7, 5, (x) => [x * 30, 0, 0, 255])
  const send = async (method: 'PUT' | 'DELETE' | 'GET', id: number, payload?: Buffer) => {
    const reply = await f.app.inject({
      method,
      url: `/api/management/locals/${id}/plan`,
      headers: { access_token: await f.signIn('admin'), ...(payload && { 'content-type': 'image/png' }) },
      ...(payload && { payload }),
    })
    return reply
  }

  test('is refused when it is no image, and when the local is not there', async () => {
    const { id } = await create()
    expect((await send('PUT', id, Buffer.from('<svg/>'))).json()).toMatchObject({ code: 'IMAGE_INVALID' })
    expect((await send('PUT', 987_654, png)).statusCode).toBe(404)
    expect((await send('GET', id)).json()).toMatchObject({ code: 'LOCAL_PLAN_NOT_FOUND' })
  })

  test('is kept byte for byte, replaced, and taken away', async () => {
    const { id } = await create()
    expect((await send('PUT', id, png)).json()).toMatchObject({ id, plan: f.clock.now() })
    expect((await send('GET', id)).rawPayload).toEqual(Buffer.from(png))
    expect((await send('DELETE', id)).json()).toMatchObject({ id, plan: null })
    expect((await send('GET', id)).statusCode).toBe(404)
  })
})

describe('the list of locals', () => {
  const page = async (query = '') => (await admin('GET', `/management/locals${query}`)).body as LocalPage

  test('begins with the first by name, and says how many there are', async () => {
    const { total, next, columns } = await page('?limit=3')
    expect(total).toBe((await f.catalog.locals.list(SYSTEM_SCOPE)).length)
    expect([columns.id.length, next]).toEqual([3, 0])
    expect(columns.name).toEqual(columns.name.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
  })

  test('goes on by id until all are there, each once; of one client, only its own', async () => {
    const ids: number[] = []
    for (let after: number | null = 0; after !== null;) {
      const { next, columns }: LocalPage = await page(`?after=${after}&limit=2`)
      ids.push(...columns.id)
      after = next
    }
    const all = (await f.catalog.locals.list(SYSTEM_SCOPE)).map(({ id }) => id)
    expect(ids).toEqual(all)
    const own = await page(`?client=${f.ids.dos}&limit=500`)
    expect([new Set(own.columns.client), own.next]).toEqual([new Set([f.ids.dos]), null])
  })
})
