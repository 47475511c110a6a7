import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Local } from '#schemas/generated/entities/local.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
const tokens: Record<string, string> = {}
beforeAll(async () => {
  f = await fixture()
  for (const name of ['analyst', 'multi', 'guest', 'admin']) tokens[name] = await f.signIn(name)
})
afterAll(() => f.close())

const names = async (path: string, who: string) =>
  ((await f.get(path, tokens[who])).body as Local[]).map(({ name }) => name)

describe('the list of locals', () => {
  test('is refused for an unknown client and for what is no question', async () => {
    expect(await f.get('/locals?client=987', tokens.analyst)).toMatchObject({
      status: 404,
      body: { code: 'CLIENT_NOT_FOUND', details: { client: 987 } },
    })
    for (const query of ['client=x', 'hideNoData=maybe', 'sort=name'])
      expect((await f.get(`/locals?${query}`, tokens.analyst)).status).toBe(400)
  })

  test('is what the schema says', async () => {
    const { body } = await f.get('/locals', tokens.admin)
    expect((body as Local[])[0]).toEqual({
      id: f.ids.granVia,
      client: f.ids.uno,
      name: 'Gran Vía (Moda Uno)',
      code: 'U1',
      type: 'store',
      paramStatus: 'operative',
      enabled: true,
      timeZone: 'Europe/Madrid',
      geo: {
        locality: 'Madrid',
        zipCode: null,
        street: 'Gran Vía 1',
        countryCode: 'ES',
        region: null,
        lat: null,
        lng: null,
      },
      externalId: null,
      mapping: null,
      oldId: null,
      alerts: false,
      openedOn: null,
      closedOn: null,
      closedBy: null,
      additionalInformation: {},
    })
  })

  test('distinguishes venues of one name by their client, over all that the caller sees', async () => {
    expect(await names('/locals', 'multi')).toEqual([
      'Gran Vía (Moda Uno)',
      'Sol',
      'Retiro',
      'Outlet',
      'Gran Vía (Moda Dos)',
    ])
    expect(await names(`/locals?client=${f.ids.uno}`, 'multi')).toEqual([
      'Gran Vía (Moda Uno)',
      'Sol',
      'Retiro',
      'Outlet',
    ])
    expect(await names('/locals', 'analyst')).toEqual(['Gran Vía', 'Sol', 'Retiro', 'Outlet'])
    expect((await f.get(`/locals/${f.ids.granVia}`, tokens.multi)).body).toMatchObject({ name: 'Gran Vía (Moda Uno)' })
  })

  test('hides venues without data from everyone but administrators, when asked to', async () => {
    expect(await names(`/locals?client=${f.ids.uno}&hideNoData=true`, 'multi')).toEqual([
      'Gran Vía (Moda Uno)',
      'Sol',
      'Outlet',
    ])
    expect(await names(`/locals?client=${f.ids.uno}&hideNoData=true`, 'admin')).toEqual([
      'Gran Vía (Moda Uno)',
      'Sol',
      'Retiro',
      'Outlet',
    ])
    expect(await names(`/locals?client=${f.ids.uno}&hideNoData=false`, 'multi')).toContain('Retiro')
  })

  test('of a workday leaves out what had closed before or had not opened yet', async () => {
    const on = (day: string) => names(`/locals/active?client=${f.ids.uno}&workday=${day}`, 'analyst')
    expect(await on('2026-10-31')).toContain('Sol')
    expect(await on('2026-11-01')).not.toContain('Sol')
    expect(await on('2024-01-01')).toContain('Sol')
    expect(await on('2023-12-31')).not.toContain('Sol')
    expect(await f.get(`/locals/active?client=${f.ids.uno}&workday=2026-02-30`, tokens.analyst)).toMatchObject({
      status: 400,
      body: { code: 'DATE_INVALID' },
    })
  })
})

describe('a demo user', () => {
  test('sees made-up clients, locals, areas and campaigns, the same on every call', async () => {
    expect((await f.get('/clients', tokens.guest)).body).toEqual([
      { id: f.ids.uno, name: 'Demo Client 1', type: 'basic', externalId: null, oldId: null },
      { id: f.ids.dos, name: 'Demo Client 2', type: 'basic', externalId: null, oldId: null },
    ])
    expect(await names('/locals', 'guest')).toEqual([
      'Barcelona (Demo Client 1)',
      'Madrid',
      'Nueva York',
      'Londres',
      'Barcelona (Demo Client 2)',
    ])
    expect((await f.get(`/locals/${f.ids.otherGranVia}`, tokens.guest)).body).toMatchObject({
      name: 'Barcelona (Demo Client 2)',
    })
    expect((await f.get(`/clients/${f.ids.dos}`, tokens.guest)).body).toMatchObject({ name: 'Demo Client 2' })
    expect((await f.get('/campaigns', tokens.guest)).body).toMatchObject([
      { name: 'Demo Campaign 1', description: '' },
      { name: 'Demo Campaign 2' },
    ])
    expect((await f.get(`/locals/${f.ids.granVia}/areas-footscans`, tokens.guest)).body).toMatchObject({
      data: [{ name: 'Demo Area 1', externalId: null }],
    })
  })

  test('reads no real name anywhere', async () => {
    const paths = [
      '/clients',
      '/clients/1',
      '/locals',
      '/locals/1',
      '/locals?client=1',
      '/locals/active?client=1&workday=2026-10-01',
      '/locals/1/areas-footscans',
      '/campaigns',
      '/campaigns/1',
      '/compare/metrics/main/time?local=1&begin=2026-11-16&end=2026-11-19',
      '/compare/capconv/all?client=1&p1Start=2026-11-16&p1End=2026-11-19',
    ]
    const answers = await Promise.all(paths.map((path) => f.get(path, tokens.guest)))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
    const text = answers.map((answer) => answer.text).join('')
    for (const real of [
      'Moda',
      'Gran V',
      'Sol"',
      'Retiro',
      'Outlet',
      'Rebajas',
      'Uno',
      'U1',
      'crm-1',
      'door-1',
      'Puerta',
      'staff',
    ])
      expect(text.includes(real)).toBe(false)
  })
})

describe('one local', () => {
  test('has the settings of its type, and its own where they differ', async () => {
    await f.catalog.locals.saveSettings(SYSTEM_SCOPE, f.ids.closed, { bounceThresholdS: 60, frontMode: 'inclusive' })
    const retail = {
      status: 'operative',
      bounceThresholdS: 120,
      dwellEdgesMin: [5, 15, 30],
      repetitionEdgesDays: [7, 15, 30, 60],
      rssiIgnoreDbm: -92,
      rssiFrontDbm: -80,
      rssiInsideDbm: -68,
      frontMode: 'exclusive',
      conversionDenominator: 'visits',
    }
    expect((await f.get(`/locals/${f.ids.granVia}/params`, tokens.admin)).body).toEqual({
      local: f.ids.granVia,
      ...retail,
    })
    expect((await f.get(`/locals/${f.ids.gallery}/params`, tokens.admin)).body).toEqual({
      local: f.ids.gallery,
      ...retail,
      dwellEdgesMin: [10, 30, 60],
    })
    const own = { local: f.ids.closed, ...retail, bounceThresholdS: 60, frontMode: 'inclusive' }
    expect((await f.get(`/local-params?local=${f.ids.closed}`, tokens.analyst)).body).toEqual([own])
    const { body } = await f.get(`/local-params?client=${f.ids.uno}`, tokens.analyst)
    expect(body).toEqual([
      { local: f.ids.granVia, ...retail },
      own,
      { local: f.ids.installed, ...retail, status: 'installed' },
      { local: f.ids.outlet, ...retail },
    ])
    for (const query of ['', '?client=1&local=1'])
      expect((await f.get(`/local-params${query}`, tokens.analyst)).status).toBe(400)
  })

  test('has areas and the footscans that count them', async () => {
    const door = {
      id: f.ids.door,
      local: f.ids.granVia,
      name: 'Puerta',
      zone: 'sales',
      traffic: 'people',
      externalId: 'door-1',
      footscans: [{ id: expect.any(Number), area: f.ids.door, mac: '00:1A:2B:3C:4D:5E', enabled: true }],
    }
    expect((await f.get(`/locals/${f.ids.granVia}/areas-footscans`, tokens.analyst)).body).toEqual({ data: [door] })
    expect((await f.get(`/locals/${f.ids.closed}/areas-footscans`, tokens.analyst)).body).toEqual({ data: [] })
  })
})

test('a local carries its mapping, its old id and whether its alerts are on; a demo user learns neither name of it', async () => {
  const before = (await f.catalog.locals.find(SYSTEM_SCOPE, f.ids.outlet))!
  expect(before).toMatchObject({ mapping: null, oldId: null, alerts: false })
  await f.catalog.locals.replace(SYSTEM_SCOPE, f.ids.outlet, { ...before, mapping: 'outlet-erp', oldId: '0042' })
  await f.catalog.alertRules.setSwitch(SYSTEM_SCOPE, f.ids.outlet, true, 1)
  expect((await f.get(`/locals/${f.ids.outlet}`, tokens.analyst)).body).toMatchObject({
    id: f.ids.outlet,
    mapping: 'outlet-erp',
    oldId: '0042',
    alerts: true,
  })
  expect(
    ((await f.get('/locals', tokens.analyst)).body as Local[]).map(({ id, alerts }) => [id, alerts]),
  ).toContainEqual([f.ids.granVia, false])
  expect((await f.get(`/locals/${f.ids.outlet}`, tokens.guest)).body).toMatchObject({
    mapping: null,
    oldId: null,
    alerts: true,
  })
  await f.catalog.alertRules.setSwitch(SYSTEM_SCOPE, f.ids.outlet, false, 2)
})

test('the footscans of a local are asked by its id, as a query or as the end of the path, and those of a client together', async () => {
  const ofGranVia = [{ id: expect.any(Number), area: f.ids.door, mac: '00:1A:2B:3C:4D:5E', enabled: true }]
  for (const suffix of [`/${f.ids.granVia}`, `?local=${f.ids.granVia}`, `?client=${f.ids.uno}`])
    expect([suffix, (await f.get(`/local-footscans${suffix}`, tokens.analyst)).body]).toEqual([suffix, ofGranVia])
  for (const suffix of [`/${f.ids.otherGranVia}`, `?local=${f.ids.otherGranVia}`, `?client=${f.ids.museum}`])
    expect([suffix, (await f.get(`/local-footscans${suffix}`, tokens.analyst)).status]).toEqual([suffix, 404])
})

test('there are thirteen types of local', async () => {
  expect((await f.get('/locals/types', tokens.analyst)).body).toEqual([
    'automotive',
    'office',
    'store',
    'library',
    'market',
    'expo',
    'neighbourhood',
    'events',
    'mall',
    'stadium',
    'transport',
    'museum',
    'restoration',
  ])
})
