import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
let admin: string
beforeAll(async () => {
  f = await fixture()
  admin = await f.signIn('admin')
}, 60_000)
afterAll(() => f.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
async function call(
  method: Method,
  path: string,
  { payload, token = admin }: { payload?: object; token?: string } = {},
) {
  const reply = await f.app.inject({
    method,
    url: `/api/hubble${path}`,
    headers: { access_token: token },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, text: reply.body, body: reply.body === '' ? null : reply.json<unknown>() }
}

const MAC = '00:1E:42:0A:0B:0C'
const OTHER = 'AC:86:74:00:00:01'
const wifi = (more: object = {}) => ({ mac: MAC, ssid: 'Tienda', password: 'marker-wifi-password', ...more })
const ssh = (more: object = {}) => ({
  mac: MAC,
  ip: '10.0.0.4',
  port: 22,
  user: 'root',
  password: 'marker-ssh-password',
  tunnelEnabled: false,
  proxyMobile: false,
  ...more,
})
const factory = (more: object = {}) => ({
  config: {
    mac: MAC,
    settings: { model: 'RUT241', wifi_key: 'marker-factory-key', admin_password: 'marker-factory-admin' },
  },
  ...more,
})
const audited = async (count: number) =>
  (await f.catalog.audit.list(SYSTEM_SCOPE, count)).map(({ action, target }) => `${action} ${target}`)

describe('the device fleet is refused', () => {
  test('to everyone but administrators, and secrets to those who did not show their password lately', async () => {
    const token = await f.signIn('analyst')
    const calls: [Method, string, object?][] = [
      ['GET', '/connection/wifi'],
      ['GET', '/connection/ssh'],
      ['GET', '/nodes/config'],
      ['GET', '/nodes'],
      ['GET', '/factory-configs'],
      ['GET', '/validator'],
      ['GET', `/validator/pings/${MAC}`],
      ['POST', '/connection/wifi', wifi()],
      ['POST', '/connection/ssh', ssh()],
      ['POST', '/factory-configs', factory()],
      ['PUT', `/connection/ssh/${MAC}/tunnel/toggle`],
      ['PUT', `/nodes/config/${MAC}`, { settings: {} }],
      ['POST', `/validator/${MAC}`],
      ['POST', '/validator/bulk', { macs: [MAC] }],
      ['DELETE', `/validator/${MAC}`],
      ['DELETE', `/connection/wifi/${MAC}`],
      ['DELETE', `/connection/ssh/${MAC}`],
    ]
    for (const [method, path, payload] of calls)
      expect([method, path, (await call(method, path, { token, ...(payload && { payload }) })).status]).toEqual([
        method,
        path,
        403,
      ])
  })

  test.each([
    'zz:1E:42:0A:0B:0C',
    '00:1E:42:0A:0B',
    '001E420A0B0C0D',
    '00:00:00:00:00:00',
    '000000000000',
    '00.1E.42.0A.0B.0C',
  ])('for %s, which is no MAC address of a device', async (mac) => {
    const expected = { status: 400, body: { code: 'MAC_INVALID', details: { mac } } }
    expect(await call('POST', '/connection/wifi', { payload: wifi({ mac }) })).toMatchObject(expected)
    expect(await call('POST', `/validator/${mac}`)).toMatchObject(expected)
    expect(await call('GET', `/validator/pings/${mac}`)).toMatchObject(expected)
  })

  test('with fields that are missing, too many, out of range or made for something else', async () => {
    const cases: [string, object][] = [
      ['/connection/wifi', wifi({ ssid: '' })],
      ['/connection/wifi', wifi({ hasPassword: true })],
      ['/connection/wifi', wifi({ password: '' })],
      ['/connection/ssh', ssh({ port: 0 })],
      ['/connection/ssh', ssh({ port: 65_536 })],
      ['/connection/ssh', ssh({ port: '22' })],
      ['/connection/ssh', ssh({ ip: '-oProxyCommand=x' })],
      ['/connection/ssh', ssh({ ip: '10.0.0.4; reboot' })],
      ['/connection/ssh', ssh({ proxyMobile: 'true' })],
      ['/connection/ssh', ssh({ tunnelEnabled: [] })],
      ['/factory-configs', factory({ overwrite: 'yes' })],
      ['/factory-configs', { config: { mac: MAC, settings: { a: { b: 'c' } } } }],
      ['/factory-configs', { config: { mac: MAC, settings: { __proto: 'x', $where: 'y' } } }],
      ['/validator/bulk', { macs: [] }],
      ['/validator/bulk', { macs: Array.from({ length: 1001 }, () => MAC) }],
    ]
    for (const [path, payload] of cases)
      expect([path, payload, await call('POST', path, { payload })]).toMatchObject([
        path,
        payload,
        { status: 400, body: { code: 'REQUEST_INVALID' } },
      ])
    expect((await call('GET', '/nodes')).body).toEqual({
      '00:1A:2B:3C:4D:5E': expect.objectContaining({ footscan: expect.objectContaining({ local: f.ids.granVia }) }),
    })
  })

  test('where there is no entry', async () => {
    const missing = { status: 404, body: { code: 'NODE_ENTRY_NOT_FOUND', details: { mac: OTHER } } }
    expect(await call('PUT', `/connection/wifi/${OTHER}`, { payload: { ssid: 'x' } })).toMatchObject(missing)
    expect(
      await call('PUT', `/connection/ssh/${OTHER}`, { payload: { ip: 'h', port: null, user: 'u' } }),
    ).toMatchObject(missing)
    expect(await call('PUT', `/connection/ssh/${OTHER}/tunnel/toggle`)).toMatchObject(missing)
    for (const list of ['/connection/wifi', '/connection/ssh', '/nodes/config', '/factory-configs', '/validator'])
      expect(await call('DELETE', `${list}/${OTHER}`)).toMatchObject(missing)
  })
})

test('a Wi-Fi password goes in and never comes out; left out it stays, null takes it away', async () => {
  expect(await call('POST', '/connection/wifi', { payload: wifi({ mac: '001e420a0b0c' }) })).toMatchObject({
    status: 201,
    body: { mac: MAC, ssid: 'Tienda', hasPassword: true, updatedAt: NOW },
  })
  expect(await call('POST', '/connection/wifi', { payload: wifi() })).toMatchObject({
    status: 409,
    body: { code: 'NODE_ENTRY_TAKEN', details: { mac: MAC, list: 'wifi' } },
  })
  expect((await call('PUT', `/connection/wifi/${MAC}`, { payload: { ssid: 'Tienda 2' } })).body).toEqual({
    mac: MAC,
    ssid: 'Tienda 2',
    hasPassword: true,
    updatedAt: NOW,
  })
  const { body, text } = await call('GET', '/connection/wifi')
  expect(body).toEqual({ [MAC]: { mac: MAC, ssid: 'Tienda 2', hasPassword: true, updatedAt: NOW } })
  expect(text).not.toContain('marker')
  expect(
    (await call('PUT', `/connection/wifi/${MAC}`, { payload: { ssid: 'Tienda 2', password: null } })).body,
  ).toMatchObject({ hasPassword: false })
  expect((await call('DELETE', `/connection/wifi/${MAC}`)).status).toBe(204)
  expect((await call('GET', '/connection/wifi')).body).toEqual({})
  expect(await audited(4)).toEqual(
    ['wifi.remove', 'wifi.change', 'wifi.change', 'wifi.create'].map((action) => `${action} ${MAC}`),
  )
})

test('any value of the tunnel flag becomes a yes or a no, and an SSH entry keeps its password', async () => {
  const cases: [unknown, boolean][] = [
    [true, true],
    ['true', true],
    ['1', true],
    [1, true],
    [false, false],
    ['false', false],
    ['', false],
    [0, false],
    [null, false],
    [undefined, false],
    ['no', false],
  ]
  for (const [sent, stored] of cases) {
    expect([sent, (await call('POST', '/connection/ssh', { payload: ssh({ tunnelEnabled: sent }) })).body]).toEqual([
      sent,
      {
        mac: MAC,
        ip: '10.0.0.4',
        port: 22,
        user: 'root',
        hasPassword: true,
        tunnelEnabled: stored,
        proxyMobile: false,
        updatedAt: NOW,
      },
    ])
    await call('DELETE', `/connection/ssh/${MAC}`)
  }
  await call('POST', '/connection/ssh', { payload: ssh() })
  expect(
    (
      await call('PUT', `/connection/ssh/${MAC}`, {
        payload: { ip: 'node.local', port: null, user: 'admin', tunnelEnabled: true, proxyMobile: true },
      })
    ).body,
  ).toMatchObject({
    ip: 'node.local',
    port: null,
    user: 'admin',
    hasPassword: true,
    tunnelEnabled: true,
    proxyMobile: true,
  })
  await call('DELETE', `/connection/ssh/${MAC}`)
})

test('200 pairs of toggles at the same time end where they began, each answers the state it left, and each has its entry', async () => {
  await call('POST', '/connection/ssh', { payload: ssh() })
  const log = await f.catalog.audit.verify()
  const before = log.whole ? log.entries : 0
  const answers = await Promise.all(
    Array.from({ length: 400 }, () => call('PUT', `/connection/ssh/${MAC}/tunnel/toggle`)),
  )
  const states = answers.map(
    ({ status, body }) => `${status} ${String((body as { tunnelEnabled: boolean }).tunnelEnabled)}`,
  )
  expect([
    states.filter((state) => state === '200 true').length,
    states.filter((state) => state === '200 false').length,
  ]).toEqual([200, 200])
  expect((await call('GET', '/connection/ssh')).body).toMatchObject({ [MAC]: { tunnelEnabled: false } })
  expect(await f.catalog.audit.verify()).toMatchObject({ whole: true, entries: before + 400 })
  await call('DELETE', `/connection/ssh/${MAC}`)
})

test('a second factory config is refused without overwrite; secrets inside are named and never answered, and null keeps them', async () => {
  expect(await call('POST', '/factory-configs', { payload: factory() })).toMatchObject({
    status: 201,
    body: { mac: MAC, settings: { model: 'RUT241' }, hidden: ['admin_password', 'wifi_key'] },
  })
  expect(await call('POST', '/factory-configs', { payload: factory() })).toMatchObject({
    status: 409,
    body: { code: 'NODE_ENTRY_TAKEN', details: { list: 'factory' } },
  })
  const replaced = await call('POST', '/factory-configs', {
    payload: { config: { mac: MAC, settings: { model: 'RUT951', wifi_key: null, api_token: null } }, overwrite: true },
  })
  expect(replaced).toMatchObject({ status: 201, body: { settings: { model: 'RUT951' }, hidden: ['wifi_key'] } })
  expect((await call('GET', '/factory-configs')).text).not.toContain('marker')
  await call('DELETE', `/factory-configs/${MAC}`)
})

test('nodes are merged by MAC from all five lists', async () => {
  await call('POST', '/connection/ssh', { payload: ssh({ proxyMobile: true }) })
  await call('POST', '/connection/wifi', { payload: wifi({ mac: OTHER, password: null }) })
  await call('PUT', `/nodes/config/${MAC}`, { payload: { settings: { server: 'https://aforo.example.com' } } })
  await call('POST', '/factory-configs', { payload: factory() })
  const none = { maker: null, connection: null, wifi: null, config: false, factory: false, footscan: null }
  expect((await call('GET', '/nodes')).body).toEqual({
    [MAC]: {
      ...none,
      mac: MAC,
      maker: 'teltonika',
      connection: {
        ip: '10.0.0.4',
        port: 22,
        user: 'root',
        hasPassword: true,
        tunnelEnabled: false,
        proxyMobile: true,
      },
      config: true,
      factory: true,
    },
    '00:1A:2B:3C:4D:5E': {
      ...none,
      mac: '00:1A:2B:3C:4D:5E',
      footscan: {
        id: 1,
        name: '',
        area: f.ids.door,
        local: f.ids.granVia,
        client: f.ids.uno,
        kind: 'aforo',
        enabled: true,
      },
    },
    [OTHER]: { ...none, mac: OTHER, maker: 'openmesh', wifi: { ssid: 'Tienda', hasPassword: false } },
  })
  const log = JSON.stringify(await f.catalog.audit.list(SYSTEM_SCOPE, 1000))
  expect(log).not.toContain('marker')
  for (const path of ['/connection/ssh', '/nodes/config', '/factory-configs']) await call('DELETE', `${path}/${MAC}`)
  await call('DELETE', `/connection/wifi/${OTHER}`)
})

test('a list of MAC addresses gets a verdict for each line, and the messages of each address', async () => {
  await f.facts.write(async (connection) => {
    await connection.run(
      `INSERT INTO contact VALUES (1, $1, $2, ${NOW - 9000}, ${NOW - 1000}, null, 7, null, 0, null, 0, '2.1', 80)`,
      [f.ids.uno, f.ids.granVia],
    )
    await connection.run(
      `INSERT INTO device_hour VALUES ($1, $2, $3, 1, 20777, 12, 0, ${NOW / 1000 - 3600}, 4, 2, 3600, 12, 0, ${NOW})`,
      [f.ids.uno, f.ids.granVia, f.ids.door],
    )
    await connection.run(
      `INSERT INTO reading_quarantine VALUES (1, $1, 0, '${OTHER}', 'DEVICE_UNKNOWN', 'open-mesh', ${NOW - 5000}, ` +
        `'{}', null)`,
      [f.ids.uno],
    )
  })
  const verdicts = await call('POST', '/validator/bulk', {
    payload: { macs: ['00:1a:2b:3c:4d:5e', ' ', 'nope', OTHER, 'ac8674000001', MAC] },
  })
  expect(verdicts).toMatchObject({
    status: 200,
    body: {
      verdicts: [
        { text: '00:1a:2b:3c:4d:5e', mac: '00:1A:2B:3C:4D:5E', maker: null, verdict: 'added' },
        { text: 'nope', mac: null, maker: null, verdict: 'invalid' },
        { text: OTHER, mac: OTHER, maker: 'openmesh', verdict: 'added' },
        { text: 'ac8674000001', mac: OTHER, maker: 'openmesh', verdict: 'repeated' },
        { text: MAC, mac: MAC, maker: 'teltonika', verdict: 'added' },
      ],
    },
  })
  expect((await call('POST', '/validator/bulk', { payload: { macs: [MAC] } })).body).toMatchObject({
    verdicts: [{ verdict: 'known' }],
  })
  expect((await call('POST', `/validator/${MAC}`)).status).toBe(201)
  expect((await call('GET', '/validator')).body).toEqual({
    [MAC]: { id: MAC, mac: MAC, maker: 'teltonika', state: 'waiting', footscan: null, lastAt: null, addedAt: NOW },
    '00:1A:2B:3C:4D:5E': {
      id: '00:1A:2B:3C:4D:5E',
      mac: '00:1A:2B:3C:4D:5E',
      maker: null,
      state: 'heard',
      footscan: 1,
      lastAt: NOW - 1000,
      addedAt: NOW,
    },
    [OTHER]: {
      id: OTHER,
      mac: OTHER,
      maker: 'openmesh',
      state: 'knocked',
      footscan: null,
      lastAt: NOW - 5000,
      addedAt: NOW,
    },
  })
  expect((await call('GET', '/validator/pings/001A2B3C4D5E')).body).toEqual({
    mac: '00:1A:2B:3C:4D:5E',
    maker: null,
    footscan: 1,
    firstAt: NOW - 9000,
    lastAt: NOW - 1000,
    messages: 7,
    firmware: '2.1',
    battery: 80,
    hours: [{ at: NOW - 3_600_000, pings: 12, in: 4, out: 2 }],
    knocks: [],
  })
  expect((await call('GET', `/validator/pings/${OTHER}`)).body).toMatchObject({
    footscan: null,
    lastAt: null,
    messages: 0,
    hours: [],
    knocks: [{ at: NOW - 5000, reason: 'DEVICE_UNKNOWN', adapter: 'open-mesh' }],
  })
  for (const mac of [MAC, OTHER, '00:1A:2B:3C:4D:5E'])
    expect((await call('DELETE', `/validator/${mac}`)).status).toBe(204)
})
