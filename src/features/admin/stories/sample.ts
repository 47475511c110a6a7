/** Calls that answer from memory, for stories; not part of the product. */
import { DEFAULT_MODULES } from '#domain/data-modules'
import type { AdminApi, Collection } from '../../../api/admin.ts'
import type { Brand } from '#schemas/generated/entities/brand.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { EntryCount } from '#schemas/generated/entities/entry-count.ts'
import type { Group } from '#schemas/generated/entities/group.ts'
import type { LocalPage } from '#schemas/generated/entities/local-page.ts'
import type { ManagedReport } from '#schemas/generated/entities/managed-report.ts'
import type { PlaceContents } from '#schemas/generated/entities/place-contents.ts'
import type { Place } from '#schemas/generated/entities/place.ts'
import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 9, 30)

const clients: readonly Client[] = ['Nube Moda', 'Casa Alpina', 'Motor Levante', 'Auto Cierzo', 'Torre Lienzo'].map(
  (name, at) => ({
    id: at + 1,
    name,
    type: (['basic', 'basic', 'automotive', 'automotive', 'office'] as const)[at] ?? 'basic',
    externalId: null,
    oldId: null,
  }),
)
const entryCounts: readonly EntryCount[] = [
  { name: 'orders', states: { draft: 8, launched: 21 } },
  { name: 'interventions', states: { completed: 3 } },
]
const groups: readonly Group[] = [
  {
    id: 1,
    name: 'Concesionarios',
    description: 'Responsables de zona',
    members: [2],
    flags: ['hasAutomotive'],
    clients: [3, 4],
  },
  { id: 2, name: 'Tiendas', description: '', members: [], flags: ['footCompare'], clients: [1] },
]

const account = (id: number, username: string, part: Partial<UserAccount> = {}): UserAccount => ({
  id,
  enabled: true,
  username,
  role: 'basic',
  loginType: 'password',
  flags: ['footCompare', 'footStatus'],
  clients: [1, 2],
  groups: [],
  macs: [],
  passwordExpired: false,
  termsAcceptedAt: NOW - 90 * DAY,
  lastLogin: NOW - id * DAY,
  createdAt: NOW - 200 * DAY,
  properties: { lang: 'es', demo: false },
  ...part,
})
const users: readonly UserAccount[] = [
  account(1, 'admin@aforo.test', { role: 'admin', flags: [], clients: [] }),
  account(2, 'marina@levante.test', {
    loginType: 'otp',
    flags: ['hasAutomotiveForecast', 'canUpload'],
    groups: [1],
    properties: {
      lang: 'ca',
      demo: false,
      postLogin: 'automotive',
      auto_client: 3,
      datasourcesTags: ['stock', 'pedidos'],
    },
    macs: ['A0:B1:C2:D3:E4:F5'],
  }),
  account(3, 'jordi@nube.test', { enabled: false, lastLogin: null }),
  account(4, 'petr@lienzo.test', {
    loginType: 'external',
    flags: ['wiTrace', 'wiTraceBuildingMap'],
    properties: { lang: 'cs', demo: false, externalLogin: true },
  }),
]
const brands: readonly Brand[] = [
  {
    id: 1,
    label: 'norte',
    title: 'Norte',
    subtitle: 'Las tiendas del norte, en un vistazo',
    loginTitle: null,
    loginLead: null,
    logoUrl: null,
    navbarLogoUrl: null,
    backgroundImageUrl: null,
    iconUrl: null,
    buttonStyle: 'pill',
    colours: { primary: '#154a8a', warning: '#b26a00', danger: '#b3261a' },
    identityProvider: true,
    maintenance: true,
    maintenanceText: null,
  },
]

/** A list that is read and never changed; what is sent to it is refused. */
function fixed<E extends { readonly id: number }, D, A = E>(rows: readonly E[]): Collection<E, D, A> {
  const refuse = () => Promise.reject(Object.assign(new Error('No.'), { code: 'NAME_TAKEN' }))
  return {
    list: () => Promise.resolve([...rows]),
    one: (id) => {
      const row = rows.find((one) => one.id === id)
      return row === undefined
        ? Promise.reject(Object.assign(new Error('None.'), { code: 'USER_NOT_FOUND' }))
        : Promise.resolve(row)
    },
    add: refuse,
    save: refuse,
    remove: () => Promise.resolve(),
  }
}

const place = (kind: Place['kind'], id: number, part: Partial<Place> = {}): Place => ({
  kind,
  id,
  client: 1,
  local: kind === 'client' ? null : id,
  name: `Local ${id}`,
  code: kind === 'local' ? `L-${id}` : null,
  timeZone: kind === 'client' ? null : 'Europe/Madrid',
  zone: kind === 'area' ? 'sales' : null,
  openedOn: null,
  closedOn: null,
  closedBy: null,
  enabled: true,
  hours: 4380,
  firstDay: '2025-11-01',
  lastDay: '2026-11-19',
  footscans: 2,
  ...part,
})
const places: readonly Place[] = [
  place('client', 1, { name: 'Nube Moda' }),
  place('local', 11, { name: 'Gran Vía' }),
  place('local', 12, {
    name: 'Gran Via (import)',
    code: 'Gran Via',
    footscans: 0,
    hours: 1204,
    closedOn: '2026-03-02',
    closedBy: 'import',
    lastDay: '2026-03-02',
  }),
  place('local', 13, { name: 'Serrano 47', closedOn: '2026-08-31', closedBy: 'person', footscans: 0 }),
  place('area', 31, { local: 12, name: 'Puerta' }),
  place('area', 32, { local: 11, name: 'Puerta' }),
  place('area', 33, { local: 12, name: 'Calle', zone: 'outside' }),
]
const contentsOf = (kind: PlaceContents['kind'], id: number): PlaceContents => ({
  kind,
  id,
  name: places.find((one) => one.kind === kind && one.id === id)?.name ?? `Local ${id}`,
  hours: id === 11 ? 4380 : 1204,
  firstDay: '2025-11-01',
  lastDay: id === 11 ? '2026-11-19' : '2026-03-02',
  ticketDays: id === 11 ? 380 : 0,
  readings: id === 11 ? 262_800 : 0,
  quarantined: id === 12 ? 14 : 0,
  locals: 0,
  areas: kind === 'area' ? 0 : 2,
  footscans: id === 11 ? 2 : 0,
  activeFootscans: id === 11 ? 2 : 0,
  deviceKeys: 0,
  openingHours: 7,
  holidays: 3,
  campaigns: 0,
  uploads: 0,
  alertRules: 0,
  alerts: 0,
  screens: 0,
  entries: 0,
  reports: 0,
  access: 0,
})

const waitingRow = (id: number, part: Partial<QuarantinedRow>): QuarantinedRow => ({
  id,
  client: 1,
  local: 0,
  reason: 'COUNT_UNREADABLE',
  source: 'marzo.csv',
  file: 'marzo.csv',
  line: id,
  learntAt: NOW - id * DAY,
  state: 'waiting',
  decidedAt: null,
  row: { file: 'marzo.csv', line: id, fecha: '2026-03-02 12:00', tienda: 'Gran Vía', entradas: '4O' },
  suggestion: { local: null, area: null, day: '2026-03-02', hour: 12, fold: 0, counts: {} },
  ...part,
})
const rows: readonly QuarantinedRow[] = [
  waitingRow(14, {}),
  waitingRow(15, {
    reason: 'NEGATIVE',
    row: { file: 'marzo.csv', line: 15, time: '2026-03-02T13:00', ins: '-4' },
    suggestion: { local: 11, area: 32, day: '2026-03-02', hour: 13, fold: 0, counts: { ins: -4 } },
  }),
  waitingRow(16, { reason: 'SENTINEL', state: 'dismissed', decidedAt: NOW }),
]

const none = () => Promise.resolve([])

const entry = (
  id: number,
  user: number | null,
  username: string | null,
  action: string,
  target: string,
  details: Record<string, unknown> = {},
) => ({ id, at: NOW - (5210 - id) * 3_700_000, user, username, action, target, details })
const entries = [
  entry(5204, 1, 'admin@aforo.test', 'user.change', 'marina@levante.test', {
    role: 'basic',
    loginType: 'otp',
    flags: ['hasAutomotive', 'hasAutomotiveForecast', 'canUpload'],
    clients: [3, 4],
    groups: [1],
  }),
  entry(5203, 1, 'admin@aforo.test', 'session.confirm', 'admin@aforo.test', { address: '192.0.2.10' }),
  entry(5202, null, null, 'session.refuse', 'a-person-with-a-rather-long-name@department.a-company-of-the-north.test', {
    address: '2001:db8::1',
  }),
  entry(5201, 9, null, 'apiClient.secret', 'Señalización'),
  entry(5200, 1, 'admin@aforo.test', 'later.release', 'what this page does not know', { nested: { tickets: false } }),
]

const programs: AdminApi['programs'] = fixed([
  {
    id: 1,
    clientId: '4f1c0a9e2b7d8c6a5e3f1b2d',
    name: 'Señalización',
    redirectUris: ['https://signage.test/back'],
    clients: [1],
    flags: ['footCompare'],
    enabled: true,
    pkce: true,
    hasSecret: true,
    createdAt: NOW - 60 * DAY,
    sessions: 3,
  },
])

const quarantine: AdminApi['quarantine'] = {
  list: ({ reason, state = 'waiting' }) =>
    Promise.resolve(
      rows.filter((row) => (reason === undefined || row.reason === reason) && (state === 'all' || row.state === state)),
    ),
  groups: () =>
    Promise.resolve(rows.map(({ client, reason, source, file }) => ({ client, reason, source, file, rows: 1 }))),
  release: (id) => Promise.resolve({ ...rows[0]!, id, state: 'released' as const }),
  dismiss: () => Promise.resolve([]),
}

const placeCalls: AdminApi['places'] = {
  list: (client) =>
    Promise.resolve(
      client === undefined
        ? clients.map(({ id, name }) =>
            place('client', id, { name, client: id, hours: 9120 - id * 700, footscans: 6 - id }),
          )
        : [...places],
    ),
  contents: (kind, id) => Promise.resolve(contentsOf(kind, id)),
  rename: (kind, id, name) => Promise.resolve(place(kind, id, { name })),
  moveTimeZone: (id, timeZone) => Promise.resolve(place('local', id, { timeZone })),
  setClosing: (id, closedOn) =>
    Promise.resolve(place('local', id, { closedOn, closedBy: closedOn === null ? null : 'person' })),
  mergePreview: (kind, id, into) =>
    Promise.resolve({
      from: contentsOf(kind, id),
      into: contentsOf(kind, into),
      areas: [
        { area: 31, name: 'Puerta', into: 32 },
        { area: 33, name: 'Calle', into: null },
      ],
      bothHours: 48,
      equalHours: 12,
      bothFirstDay: '2026-03-01',
      bothLastDay: '2026-03-02',
      fromIns: 1804,
      intoIns: 1911,
      obstacles: [],
    }),
  merge: (kind, _id, { into }) => Promise.resolve(place(kind, into)),
  remove: () => Promise.resolve(),
}

const server: AdminApi['server'] = {
  state: () =>
    Promise.resolve({ maintenance: false, mailLeaves: false, undelivered: 2, isDiskFull: false, damages: [] }),
  setMaintenance: (maintenance) =>
    Promise.resolve({ maintenance, mailLeaves: false, undelivered: 2, isDiskFull: false, damages: [] }),
  mails: () =>
    Promise.resolve([
      {
        id: 2,
        at: NOW - 3_600_000,
        kind: 'report',
        to: 'direccion@aforo.test',
        state: 'waiting',
        tries: 2,
        reason: null,
      },
      {
        id: 1,
        at: NOW - DAY,
        kind: 'invite',
        to: 'nueva@aforo.test',
        state: 'failed',
        tries: null,
        reason: 'noMailServer',
      },
    ]),
  retry: () => Promise.resolve(),
  forgetFailures: () => Promise.resolve(),
}

const sessions: AdminApi['sessions'] = () =>
  Promise.resolve([
    {
      id: 5,
      createdAt: NOW - DAY,
      seenAt: NOW,
      address: '192.0.2.10',
      agent: 'Firefox 140, Linux',
      apiClient: null,
      current: false,
    },
    {
      id: 6,
      createdAt: NOW - DAY,
      seenAt: NOW,
      address: '192.0.2.44',
      agent: 'node',
      apiClient: 'Señalización',
      current: false,
    },
  ])

const managed = (id: number, part: Partial<ManagedReport> = {}): ManagedReport => ({
  id,
  owner: { id: 2, username: 'marina@levante.test', enabled: true },
  name: 'Ventas de la semana',
  dashboard: 'foot-compare',
  formats: ['pdf', 'csv'],
  recipients: ['direccion@levante.test'],
  cadence: { every: 'week', weekday: 1, day: 1, hour: 8 },
  timeZone: 'Europe/Madrid',
  enabled: true,
  nextAt: NOW + 3 * DAY,
  last: { run: 40 + id, status: 'sent', reason: null, at: NOW - 4 * DAY },
  failures: 0,
  ...part,
})
const reportManagement: AdminApi['reportManagement'] = {
  list: () =>
    Promise.resolve([
      managed(1, { recipients: ['direccion@levante.test', 'zona-norte@levante.test', 'zona-sur@levante.test'] }),
      managed(2, {
        name: 'Estado de los contadores de todas las tiendas',
        dashboard: 'foot-status',
        owner: { id: 3, username: 'jordi@nube.test', enabled: false },
        cadence: { every: 'day', weekday: 1, day: 1, hour: 7 },
        last: { run: 52, status: 'failed', reason: 'ownerGone', at: NOW - DAY },
        failures: 12,
      }),
      managed(3, {
        name: 'Cierre de mes',
        cadence: { every: 'month', weekday: 1, day: 1, hour: 9 },
        enabled: false,
        nextAt: null,
        last: null,
      }),
    ]),
  runs: () =>
    Promise.resolve([
      {
        id: 52,
        kind: 'scheduled',
        asOf: '2026-11-19',
        status: 'failed',
        reason: 'ownerGone',
        createdAt: NOW - DAY,
        endedAt: NOW - DAY,
      },
      {
        id: 51,
        kind: 'scheduled',
        asOf: '2026-11-18',
        status: 'failed',
        reason: 'mailRefused',
        createdAt: NOW - 2 * DAY,
        endedAt: NOW - 2 * DAY,
      },
      {
        id: 50,
        kind: 'now',
        asOf: '2026-11-17',
        status: 'sent',
        reason: null,
        createdAt: NOW - 3 * DAY,
        endedAt: NOW - 3 * DAY,
      },
    ]),
  setEnabled: (id, enabled) => Promise.resolve(managed(id, { enabled })),
  handOver: (id, user) =>
    Promise.resolve(managed(id, { owner: { id: user, username: 'petr@lienzo.test', enabled: true } })),
  send: (id) => Promise.resolve(managed(id)),
}

const bulkMails: AdminApi['bulkMails'] = {
  audience: () =>
    Promise.resolve({
      total: 128,
      unsubscribed: 3,
      shown: users.map(({ id, username, properties }) => ({ user: id, address: username, language: properties.lang })),
    }),
  preview: (_id, user) =>
    Promise.resolve({
      to: users.find(({ id }) => id === user)?.username ?? '',
      language: 'es',
      subject: 'Mantenimiento el domingo',
      text: 'Hola:\n\nEl domingo de 02:00 a 04:00 no habrá datos.\n\nGracias por la paciencia.\n\n-- \nAforo',
    }),
  test: () => Promise.resolve(),
  outcomes: (_id, { outcome }) =>
    Promise.resolve({
      counts: { waiting: 0, sending: 0, sent: 124, failed: 1, unsure: 1, unsubscribed: 2 },
      rows: (
        [
          { id: 1, address: 'marina@levante.test', outcome: 'sent', reason: null },
          { id: 2, address: 'jordi@nube.test', outcome: 'failed', reason: 'EENVELOPE 550' },
          { id: 3, address: 'petr@lienzo.test', outcome: 'unsure', reason: 'interrupted' },
          { id: 4, address: 'ana@casa-alpina.test', outcome: 'unsubscribed', reason: null },
        ] as const
      )
        .filter((row) => outcome === undefined || row.outcome === outcome)
        .map((row) => ({ ...row, user: row.id, language: 'es', tries: 1, at: NOW })),
      next: null,
    }),
  again: () => Promise.reject(Object.assign(new Error('No.'), { code: 'STORE_UNAVAILABLE' })),
}

const NO_LOCALS: LocalPage['columns'] = {
  id: [],
  client: [],
  name: [],
  code: [],
  type: [],
  paramStatus: [],
  enabled: [],
  timeZone: [],
  locality: [],
  countryCode: [],
  zipCode: [],
  externalId: [],
  dealership: [],
  closedOn: [],
  updatedAt: [],
}

export const sampleApi = (part: Partial<AdminApi> = {}): AdminApi => ({
  entries: () => fixed([]),
  bulkMails,
  reportManagement,
  orders: {
    locals: () => Promise.resolve([]),
    addLocal: () => Promise.reject(new Error('Not here.')),
    removeLocal: () => Promise.resolve(),
    setOldIds: () => Promise.resolve([]),
    progress: () => Promise.resolve([]),
  },
  installations: {
    stages: () => Promise.resolve([]),
    ofLocal: () => Promise.resolve([]),
    way: () => Promise.reject(new Error('Not here.')),
  },
  localRecords: {
    page: () => Promise.resolve({ total: 0, next: null, columns: NO_LOCALS }),
    areas: () => Promise.resolve([]),
    addArea: () => Promise.reject(new Error('No area in this story.')),
    plan: () => Promise.reject(new Error('No plan in this story.')),
    setPlan: () => Promise.reject(new Error('No plan in this story.')),
    readFile: () => Promise.reject(new Error('No file in this story.')),
  },
  act: () => Promise.reject(new Error('No action in this story.')),
  actOnMany: () => Promise.resolve({ done: [], left: [] }),
  process: () => Promise.resolve({ done: [], left: [] }),
  wouldProcess: () => Promise.resolve({ done: [], left: [] }),
  savePart: () => Promise.reject(new Error('No part in this story.')),
  users: fixed(users),
  groups: fixed(groups),
  brands: fixed(brands),
  accesses: fixed([
    { id: 1, user: 2, client: 3, createdAt: NOW - 30 * DAY, createdBy: 1 },
    { id: 2, user: 3, client: 1, createdAt: NOW - 20 * DAY, createdBy: null },
  ]),
  programs,
  setEnabled: (id, enabled) =>
    Promise.resolve({ ...(users.find((one) => one.id === id) ?? account(id, 'x@aforo.test')), enabled }),
  handCode: () => Promise.resolve({ username: 'marina@levante.test', code: '048172639154', expiresAt: NOW }),
  renewSecret: () => Promise.reject(new Error('No.')),
  addImage: () => Promise.reject(Object.assign(new Error('No.'), { code: 'IMAGE_INVALID' })),
  entryCounts: () => Promise.resolve([...entryCounts]),
  clients: () => Promise.resolve([...clients]),
  locals: () => Promise.resolve([]),
  quarantine,
  places: placeCalls,
  modules: {
    of: () => Promise.resolve({ ...DEFAULT_MODULES }),
    save: (_type, _unit, modules) => Promise.resolve(modules),
  },
  server,
  logins: () =>
    Promise.resolve([
      { date: NOW - DAY, success: true },
      { date: NOW - 2 * DAY, success: false },
      { date: NOW - 9 * DAY, success: true },
    ]),
  passChanges: none,
  sessions,
  audit: ({ before, action, entry: of }) =>
    Promise.resolve({
      entries:
        of !== undefined
          ? [entry(5100, 1, 'admin@aforo.test', `${action}.create`, '', { id: of })]
          : before === undefined
            ? entries
            : [entry(5199, 1, 'admin@aforo.test', 'brand.image', '7', { type: 'image/png', bytes: 5120 })],
      next: before === undefined ? 5200 : null,
      archived: { entries: 5198, files: 3, since: NOW - 400 * DAY },
    }),
  verifyAudit: () => Promise.resolve({ entries: 5204, ok: true, brokenAt: null, archive: null }),
  confirm: () => Promise.resolve(),
  endSession: () => Promise.resolve(),
  clearFails: () => Promise.resolve(),
  removeFactors: () => Promise.resolve(),
  sendRecovery: () => Promise.resolve(),
  ...part,
})
