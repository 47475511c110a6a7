/** Calls of the fleet that answer from memory, for stories; not part of the product. */
import { mergeNodes, verdictsOf } from '#domain/hubble'
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import type { SshConfig } from '#schemas/generated/entities/ssh-config.ts'
import type { FleetApi } from '../../../../api/fleet.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const NOW = Date.UTC(2026, 10, 20, 9, 30)

const clients = [
  { id: 1, name: 'Nube Moda', type: 'basic', externalId: null, oldId: null },
  { id: 2, name: 'Casa Alpina', type: 'basic', externalId: null, oldId: null },
] as const
const local = (id: number, client: number, name: string) => ({
  id,
  client,
  name,
  code: `L${id}`,
  type: 'store',
  paramStatus: 'operational',
  enabled: true,
  timeZone: 'Europe/Madrid',
  externalId: null,
  openedOn: null,
  closedOn: null,
  alerts: false,
  noData: false,
  additionalInformation: {},
  geo: {},
})
const locals = [
  local(1, 1, 'Gran Vía'),
  local(2, 1, 'Passeig de Gràcia'),
  local(3, 2, 'Centro comercial La Maquinista de los Nombres Larguísimos'),
] as unknown as Awaited<ReturnType<FleetApi['locals']>>

const footscan = (id: number, mac: string, part: Partial<FleetFootscan> = {}): FleetFootscan => ({
  id,
  mac,
  area: 1,
  local: 1,
  client: 1,
  name: '',
  kind: 'aforo',
  externalId: null,
  reversed: false,
  reportS: 300,
  enabled: true,
  createdAt: NOW - 90 * 24 * HOUR,
  hasKey: true,
  lastAt: NOW - 2 * MINUTE,
  ...part,
})
export const footscans: readonly FleetFootscan[] = [
  footscan(1, '00:B0:9D:C8:63:96', { name: 'Entrada principal', kind: 'brickstream' }),
  footscan(2, '00:1E:42:61:75:C0', { name: 'Escaparate', hasKey: false, lastAt: null }),
  footscan(3, 'AC:86:74:00:38:06', {
    name: 'Planta 1, junto a las escaleras mecánicas del fondo, detrás de la columna',
    local: 3,
    client: 2,
    kind: 'open-mesh',
    lastAt: NOW - 26 * HOUR,
  }),
  footscan(4, '58:FC:DB:00:00:01', { enabled: false, kind: 'xovis', local: 2, lastAt: NOW - 400 * HOUR }),
]
const state = (
  { id, mac, name, area, client, local: place, lastAt }: FleetFootscan,
  status: 'UP' | 'DOWN' | 'CLOSED',
  reason: 'silent' | 'clockSkew' | null,
) => ({ footscan: id, mac, name, area, local: place, client, status, reason, since: null, lastAt })
const [first, second, third] = footscans

const ssh: readonly SshConfig[] = [
  {
    mac: '00:1E:42:61:75:C0',
    ip: '10.8.0.12',
    port: 22,
    user: 'root',
    hasPassword: true,
    tunnelEnabled: true,
    proxyMobile: true,
    updatedAt: NOW - HOUR,
  },
  {
    mac: 'AC:86:74:00:38:06',
    ip: 'node-38-06.tiendas.norte.example.com',
    port: null,
    user: 'admin',
    hasPassword: false,
    tunnelEnabled: false,
    proxyMobile: false,
    updatedAt: NOW - 5 * HOUR,
  },
]
const wifi = [{ mac: 'AC:86:74:00:38:06', ssid: 'Tienda-Norte', hasPassword: true, updatedAt: NOW - HOUR }]
const config = [
  {
    mac: 'AC:86:74:00:38:06',
    settings: { server: 'https://aforo.example.com', interval: '60', channel: '11', firmware: '6.5.2' },
    hidden: ['api_key'],
    updatedAt: NOW - HOUR,
  },
]
const factory = [
  {
    mac: '00:1E:42:61:75:C0',
    settings: { model: 'RUTX50', serial: '6001234567' },
    hidden: ['admin_password', 'sim_pin', 'wifi_key'],
    updatedAt: NOW - HOUR,
  },
]
const validations = [
  {
    id: '00:B0:9D:C8:63:96',
    mac: '00:B0:9D:C8:63:96',
    maker: 'brickstream',
    state: 'heard',
    footscan: 1,
    lastAt: NOW - 2 * MINUTE,
    addedAt: NOW - 30 * HOUR,
  },
  {
    id: 'AC:86:74:11:22:33',
    mac: 'AC:86:74:11:22:33',
    maker: 'openmesh',
    state: 'knocked',
    footscan: null,
    lastAt: NOW - HOUR,
    addedAt: NOW - 30 * HOUR,
  },
  {
    id: '00:1E:42:00:00:07',
    mac: '00:1E:42:00:00:07',
    maker: 'teltonika',
    state: 'waiting',
    footscan: null,
    lastAt: null,
    addedAt: NOW - 30 * HOUR,
  },
] as const

const apart = (id: number, reason: string, reading: object, part: object = {}) => ({
  id,
  client: 1,
  local: 0,
  device: 'AC:86:74:11:22:33',
  reason,
  adapter: 'open-mesh',
  learntAt: NOW - id * HOUR,
  reading,
  releasedAt: null,
  ...part,
})
const readings = [
  apart(1, 'DEVICE_UNKNOWN', { kind: 'count', line: '', start: NOW - 2 * HOUR, end: NOW - HOUR, in: 14, out: 12 }),
  apart(
    2,
    'FUTURE',
    { kind: 'count', line: '', start: NOW + 40 * HOUR, end: NOW + 41 * HOUR, in: 3, out: null },
    { local: 1, device: '00:B0:9D:C8:63:96', adapter: 'brickstream' },
  ),
  apart(
    3,
    'ABSURD',
    { kind: 'counter', line: '', at: NOW - HOUR, totalIn: 999_999_999, totalOut: 3 },
    { local: 1, device: '00:1E:42:61:75:C0', adapter: '' },
  ),
  apart(4, 'A_REASON_OF_LATER', { kind: 'occupancy', line: '', at: NOW, people: -4 }),
] as Awaited<ReturnType<FleetApi['quarantine']>>

const refused = (code: string) => () => Promise.reject(Object.assign(new Error('No.'), { code }))
const none = () => Promise.resolve()
const lists = {
  nodes: mergeNodes({ ssh, wifi, config, factory, footscans }),
  wifi,
  ssh,
  config,
  factory,
  validator: validations,
}
const listed =
  <K extends keyof typeof lists>(name: K) =>
  () =>
    Promise.resolve([...lists[name]]) as unknown as ReturnType<FleetApi['hub'][K]>

export const sampleFleet = (part: Partial<FleetApi> = {}): FleetApi => ({
  clients: () => Promise.resolve([...clients]),
  locals: () => Promise.resolve(locals),
  areas: (place) =>
    Promise.resolve([
      { id: 1, local: place, name: 'Puerta', zone: 'sales', traffic: 'people', externalId: null, footscans: [] },
      { id: 2, local: place, name: 'Escaparate', zone: 'outside', traffic: 'people', externalId: null, footscans: [] },
    ]),
  footscans: () => Promise.resolve([...footscans]),
  footscan: (id) => {
    const found = footscans.find((one) => one.id === id)
    return found === undefined ? refused('FOOTSCAN_NOT_FOUND')() : Promise.resolve(found)
  },
  addFootscan: refused('FOOTSCAN_TAKEN'),
  saveFootscan: refused('FOOTSCAN_TAKEN'),
  removeFootscan: refused('FOOTSCAN_HAS_HISTORY'),
  states: () =>
    Promise.resolve(
      first && second && third
        ? [state(first, 'UP', 'clockSkew'), state(second, 'CLOSED', null), state(third, 'DOWN', 'silent')]
        : [],
    ),
  keys: () =>
    Promise.resolve([
      {
        id: 1,
        client: 1,
        footscan: 1,
        name: 'Entrada principal',
        signed: false,
        validated: false,
        createdAt: NOW - 90 * HOUR,
        createdBy: 1,
        endsAt: NOW + 20 * HOUR,
      },
      {
        id: 2,
        client: 1,
        footscan: 1,
        name: 'Entrada principal',
        signed: false,
        validated: false,
        createdAt: NOW - 4 * HOUR,
        createdBy: 1,
        endsAt: null,
      },
    ]),
  addKey: ({ id, client }, name) =>
    Promise.resolve({
      id: 9,
      client,
      footscan: id,
      name,
      signed: false,
      validated: false,
      createdAt: NOW,
      createdBy: 1,
      endsAt: null,
      key: 'xG2v0m8QkYw1bT6sZc4uJ9rL3nPq7dFhAeSiKoWtVyB',
    }),
  rotateKey: refused('STORE_UNAVAILABLE'),
  revokeKey: none,
  quarantine: () => Promise.resolve(readings),
  release: refused('REQUEST_INVALID'),
  releaseAll: (ids) => Promise.resolve(readings.filter(({ id }) => ids.includes(id))),
  discard: none,
  simulated: () => Promise.resolve([{ mac: '00:B0:9D:C8:63:96', plugged: true }]),
  plug: (mac, plugged) => Promise.resolve({ mac, plugged }),
  hub: {
    nodes: listed('nodes'),
    wifi: listed('wifi'),
    ssh: listed('ssh'),
    config: listed('config'),
    factory: listed('factory'),
    validator: listed('validator'),
  },
  addWifi: refused('NODE_ENTRY_TAKEN'),
  saveWifi: refused('NODE_ENTRY_NOT_FOUND'),
  addSsh: refused('NODE_ENTRY_TAKEN'),
  saveSsh: refused('NODE_ENTRY_NOT_FOUND'),
  toggleTunnel: (mac) => {
    const found = ssh.find((one) => one.mac === mac)
    return found === undefined
      ? refused('NODE_ENTRY_NOT_FOUND')()
      : Promise.resolve({ ...found, tunnelEnabled: !found.tunnelEnabled })
  },
  saveConfig: refused('STORE_UNAVAILABLE'),
  saveFactory: refused('NODE_ENTRY_TAKEN'),
  removeEntry: none,
  validateAll: (macs) => Promise.resolve({ verdicts: verdictsOf(macs, new Set(validations.map(({ mac }) => mac))) }),
  pings: (mac) =>
    Promise.resolve({
      mac,
      maker: 'brickstream',
      footscan: 1,
      firstAt: NOW - 900 * HOUR,
      lastAt: NOW - 2 * MINUTE,
      messages: 21_600,
      firmware: '5.1.23',
      battery: 82,
      hours: Array.from({ length: 24 }, (_, at) => ({
        at: NOW - 30 * MINUTE - at * HOUR,
        pings: at === 7 ? 0 : 12,
        in: at === 7 ? null : 40 + at,
        out: at === 7 ? null : 38 + at,
      })),
      knocks: [{ at: NOW - 3 * HOUR, reason: 'DEVICE_UNKNOWN', adapter: 'brickstream' }],
    }),
  ...part,
})
