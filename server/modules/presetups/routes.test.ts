import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Presetup } from '#schemas/generated/entities/presetup.ts'
import { nounFacts } from '../../resource/testing.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { testDialects } from '../../testing/postgres.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'
import { presetups } from './index.ts'

describe('as every noun', () => {
  nounFacts('presetups')
})

describe('of two pre-setups that are saved at once', () => {
  test('one has the device, and the other one learns where it is, on every catalog', async () => {
    const { dialects, stop } = await testDialects()
    try {
      for (const { name, url } of dialects) {
        const f = await fixture({ catalogUrl: await url() })
        const admin = sender(f, await f.signIn('admin'))
        const draft = (at: number) => ({
          ...(presetups.resource.example(at, f.ids.uno, f.ids.granVia) as object),
          footscans: [{ id: '3C:22:FB:00:00:0A', position: 'Door' }],
        })
        const made = await Promise.all([1, 2, 3].map((at) => admin('POST', '/presetup', draft(at))))
        expect([name, made.map(({ status }) => status).toSorted((one, other) => one - other)]).toEqual([
          name,
          [201, 409, 409],
        ])
        expect(made.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'SETUP_MAC_TAKEN' })
        await f.close()
      }
    } finally {
      await stop()
    }
  })
})

describe('a pre-setup', () => {
  let f: Fixture
  let admin: Send
  let made = 100
  beforeAll(async () => {
    f = await fixture()
    admin = sender(f, await f.signIn('admin'))
  })
  afterAll(() => f.close())

  const draft = (more: object = {}) => ({
    ...(presetups.resource.example((made += 1), f.ids.uno, f.ids.granVia) as Omit<Presetup, 'id'>),
    ...more,
  })
  const add = async (more: object = {}) => (await admin('POST', '/presetup', draft(more))).body as Presetup
  const begin = async () => (await admin('POST', '/presetup', { local: f.ids.granVia })).body as Presetup
  const save = (setup: Presetup, part: string, values: object) =>
    admin('PUT', `/presetup/${setup.id}/parts/${part}`, {
      values,
      seen: setup.partsAt[part as keyof Presetup['partsAt']] ?? null,
      key: randomUUID(),
    })

  test('begins with its local alone, as todo, and takes the client from it', async () => {
    expect(await begin()).toMatchObject({
      local: f.ids.granVia,
      client: f.ids.uno,
      status: 'todo',
      footscans: [],
      positions: [],
      zoneDistribution: 'none',
      outsideType: null,
      partsAt: { place: NOW },
    })
    expect(await admin('POST', '/presetup', { name: 'Nowhere' })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_INVALID' },
    })
  })

  test('with two positions or more is refused without a zone distribution: ‘Zone distribution is mandatory!’', async () => {
    const setup = await add()
    const body = { code: 'ZONE_DISTRIBUTION_REQUIRED', message: 'Zone distribution is mandatory!' }
    expect(await admin('PUT', `/presetup/${setup.id}`, draft({ zoneDistribution: 'none' }))).toMatchObject({
      status: 400,
      body,
    })
    expect(await save(setup, 'zones', { zoneDistribution: 'none' })).toMatchObject({ status: 400, body })
  })

  test('is refused without what lies outside: ‘Outside type must be indicated!’', async () => {
    const setup = await add()
    const body = { code: 'OUTSIDE_TYPE_REQUIRED', message: 'Outside type must be indicated!' }
    expect(await admin('PUT', `/presetup/${setup.id}`, draft({ outsideType: null }))).toMatchObject({
      status: 400,
      body,
    })
    expect(await save(setup, 'zones', { outsideType: null })).toMatchObject({ status: 400, body })
  })

  test('with a single position has no zone distribution, also when one was set before', async () => {
    const setup = await add()
    const [one] = setup.footscans
    const { body } = await save(setup, 'footscans', { footscans: [one] })
    expect(body).toMatchObject({
      positions: ['Entrance'],
      zoneDistribution: 'none',
      zoneFloors: {},
      positionsAreaRelation: { Entrance: 'Ground' },
    })
    // A user who had the zones open meanwhile gets a conflict.
    const { partsAt } = body as Presetup
    expect(partsAt.zones).toBe(partsAt.footscans)
  })

  test('has a device once, in one pre-setup, and no device of zeros', async () => {
    const setup = await add()
    const [one] = setup.footscans
    const other = await begin()
    expect(await save(other, 'footscans', { footscans: [one] })).toMatchObject({
      status: 409,
      body: { code: 'SETUP_MAC_TAKEN', details: { mac: one?.id, where: setup.name } },
    })
    const mac = '3C:22:FB:00:00:01'
    const footscans = [
      { id: mac, position: 'Door' },
      { id: mac, position: 'Stairs' },
    ]
    expect(await save(other, 'footscans', { footscans })).toMatchObject({
      status: 409,
      body: { code: 'SETUP_MAC_TAKEN', details: { mac, where: 'Door' } },
    })
    expect(
      await save(other, 'footscans', { footscans: [{ id: '00:00:00:00:00:00', position: 'Door' }] }),
    ).toMatchObject({ status: 400, body: { code: 'MAC_INVALID' } })
    for (const id of ['3c:22:fb:00:00:01', '3C22FB000001', '3C:22:FB:00:00'])
      expect((await save(other, 'footscans', { footscans: [{ id, position: 'Door' }] })).status).toBe(400)
  })

  test('has no device that counts at another local, until it is switched off there', async () => {
    const counting = '00:1A:2B:3C:4D:5E'
    const there = await begin()
    const elsewhere = (await admin('POST', '/presetup', { local: f.ids.outlet })).body as Presetup
    const footscans = [{ id: counting, position: 'Door' }]
    expect(await save(elsewhere, 'footscans', { footscans })).toMatchObject({
      status: 409,
      body: { code: 'SETUP_MAC_TAKEN', details: { mac: counting, where: 'Gran Vía' } },
    })
    expect((await save(there, 'footscans', { footscans })).status).toBe(200)
    expect((await admin('DELETE', `/presetup/${there.id}`)).status).toBe(204)
    const counters = (await admin('GET', '/footscans')).body as { id: number; mac: string; area: number }[]
    const found = counters.find(({ mac }) => mac === counting)
    const switched = async (enabled: boolean) =>
      expect(
        (await admin('PUT', `/footscans/${found?.id}`, { area: found?.area, mac: counting, enabled })).status,
      ).toBe(200)
    await switched(false)
    expect((await save(elsewhere, 'footscans', { footscans })).status).toBe(200)
    await switched(true)
    expect((await admin('DELETE', `/presetup/${elsewhere.id}`)).status).toBe(204)
  })

  test('that was installed gives its devices to a later one, may be changed still, and is not opened again with them', async () => {
    const first = await add()
    for (const action of ['finish', 'install'])
      expect((await admin('POST', `/presetup/${first.id}/${action}`)).status).toBe(200)
    const second = await begin()
    expect((await save(second, 'footscans', { footscans: first.footscans })).status).toBe(200)
    const installed = (await admin('GET', `/presetup/${first.id}`)).body as Presetup
    expect((await save(installed, 'place', { sealDate: '2026-11-20' })).status).toBe(200)
    expect(await admin('POST', `/presetup/${first.id}/reopen`)).toMatchObject({
      status: 409,
      body: { code: 'SETUP_MAC_TAKEN', details: { mac: first.footscans[0]?.id } },
    })
    expect((await admin('GET', `/presetup/${first.id}`)).body).toMatchObject({ status: 'installed' })
  })

  test('refuses shifts that overlap or are empty, and an area that is not there, at which day', async () => {
    const setup = await add()
    const week = (...shifts: string[][]) => ({ areas: ['Ground', 'Upstairs'], schedules: { Ground: { 3: shifts } } })
    expect(await save(setup, 'schedule', week(['09:00', '14:00'], ['13:00', '20:00']))).toMatchObject({
      status: 409,
      body: { code: 'OPENING_HOURS_OVERLAP', details: { area: 'Ground', weekDay: 3 } },
    })
    expect(await save(setup, 'schedule', week(['09:00', '09:00']))).toMatchObject({
      status: 400,
      body: { code: 'OPENING_HOURS_EMPTY' },
    })
    expect(await save(setup, 'schedule', { areas: ['Upstairs'] })).toMatchObject({
      status: 400,
      body: { code: 'SETUP_AREA_NOT_FOUND', details: { area: 'Ground' } },
    })
    // After midnight it is the next day.
    expect((await save(setup, 'schedule', week(['22:00', '02:00'], ['09:00', '14:00']))).status).toBe(200)
  })

  test('is ready when nothing is missing, and installed on the given day', async () => {
    const setup = await begin()
    const finish = () => admin('POST', `/presetup/${setup.id}/finish`)
    expect(await finish()).toMatchObject({
      status: 409,
      body: {
        code: 'SETUP_INCOMPLETE',
        details: { id: setup.id, missing: ['footscans', 'schedule', 'zones', 'points'] },
      },
    })
    const { client: _, local: __, ...rest } = draft()
    expect((await admin('PUT', `/presetup/${setup.id}`, { ...rest, local: f.ids.granVia })).status).toBe(200)
    expect(await finish()).toMatchObject({ status: 200, body: { status: 'ready', installDate: null } })
    expect(await admin('POST', `/presetup/${setup.id}/install`)).toMatchObject({
      status: 200,
      body: { status: 'installed', installDate: '2026-11-20' },
    })
  })

  test('is refused with an unknown account, and an invalid day', async () => {
    const setup = await add()
    expect(await save(setup, 'people', { user: 987_654 })).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    })
    expect(await save(setup, 'place', { installDate: '2026-02-30' })).toMatchObject({
      status: 400,
      body: { code: 'DATE_INVALID' },
    })
  })

  test('is listed with its local', async () => {
    const setup = await add({ local: f.ids.outlet, client: null })
    const listed = async (query: string) =>
      ((await admin('GET', `/presetup/list${query}`)).body as Presetup[]).map(({ id }) => id)
    expect(await listed(`?local=${f.ids.outlet}`)).toEqual([setup.id])
    const other = await begin()
    expect(await listed('')).toEqual(expect.arrayContaining([setup.id, other.id]))
    expect((await admin('GET', '/presetup/list?local=x')).status).toBe(400)
  })
})
