/** The server on real throw-away stores with two brands, a museum and one user of each kind. For tests only. */
import type { FastifyInstance } from 'fastify'
import type { AccessFlag } from '#domain/access'
import { DEFAULT_MODULES } from '#domain/data-modules'
import { buildApp } from '../app.ts'
import type { Config } from '../lib/config.ts'
import type { Catalog } from '../catalog.ts'
import { createDuckDbFactStore } from '../facts/duckdb/store.ts'
import type { TrafficRow } from '../facts/traffic-row.ts'
import type { SqlFactStore } from '../facts/duckdb/sql-store.ts'
import type { Reader } from '../modules/imports/reading/reader.ts'
import type { Printer } from '../modules/reports/printer.ts'
import { hashPassword } from '../modules/session/password-hash.ts'
import { USUAL_QUOTAS } from '../lib/quotas.ts'
import { USUAL_WEBHOOK_RULES } from '../lib/webhook-rules.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { holdAnswersOf } from './answers.ts'
import { openTestCatalog } from './catalog.ts'

export const PASSWORD = 'Marker-çñ-2026!'
/** Friday noon in UTC. */
export const NOW = Date.UTC(2026, 10, 20, 12)
/** The same day, days since 1970-01-01. */
export const DAY = 20_777

export const CONFIG: Config = {
  mode: 'production',
  host: '127.0.0.1',
  port: 0,
  dataDir: '.',
  publicUrl: 'https://aforo.example.com',
  secretKey: 'k'.repeat(32),
  secretKeyOld: [],
  catalogUrl: 'sqlite::memory:',
  factsUrl: 'duckdb::memory:',
  loginDomain: 'aforo.test',
  trustProxy: [],
  logLevel: 'info',
  drainS: 0,
  smtpUrl: null,
  mailFrom: 'aforo@aforo.test',
  noticeMail: true,
  idp: null,
  readingDays: 400,
  auditDays: 400,
  removalDays: 30,
  factsMemoryMb: 512,
  journalKeptMb: 0,
  exportDays: 7,
  exportQuotaMb: 2000,
  quotas: USUAL_QUOTAS,
  metricsPort: null,
  dashboardsDir: null,
  chromium: null,
  printSandbox: 'auto',
  reportDomains: [],
  linkHosts: [],
  webhooks: USUAL_WEBHOOK_RULES,
}

export interface Fixture {
  readonly app: FastifyInstance
  readonly catalog: Catalog
  readonly facts: SqlFactStore
  /** `time` goes on; `step`: by how much the clock of the machine was set since. */
  readonly clock: { time: number; step: number; now(): number; steady(): number }
  readonly log: string[]
  readonly ids: Ids
  /** Opens a session and gives its token. */
  signIn(username: string): Promise<string>
  /** GET with a session; a path without /api gets it. */
  get(path: string, token?: string, headers?: Record<string, string>): Promise<Reply>
  close(): Promise<void>
}

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, unknown>
  readonly text: string
  readonly raw: Buffer
}

export interface Ids {
  readonly uno: number
  readonly dos: number
  readonly museum: number
  /** Of uno: open, closed since, no data yet, hidden from Foot Compare. */
  readonly granVia: number
  readonly closed: number
  readonly installed: number
  readonly outlet: number
  /** Of dos; has the name of a local of uno. */
  readonly otherGranVia: number
  readonly gallery: number
  readonly door: number
  readonly campaign: number
  readonly otherCampaign: number
}

const COMPARE: readonly AccessFlag[] = ['footCompare']

export async function fixture({
  staticDir,
  catalogUrl = CONFIG.catalogUrl,
  config: more = {},
  printer,
  reader,
  leaving,
}: {
  staticDir?: string
  catalogUrl?: string
  config?: Partial<Config>
  printer?: Printer
  reader?: Reader
  leaving?: AbortSignal
} = {}): Promise<Fixture> {
  const clock = {
    time: NOW,
    step: 0,
    now() {
      return this.time + this.step
    },
    steady() {
      return this.time
    },
  }
  const catalog = await openTestCatalog(catalogUrl)
  // One thread, as a server has on two processors: of so few rows two only wait for each other.
  const facts = await createDuckDbFactStore({
    path: ':memory:',
    clock: () => clock.now(),
    resources: { threads: 1 },
  })
  const ids = await fill(catalog)
  await facts.upsertTraffic(
    [
      ...counts(ids.uno, ids.granVia, 100),
      ...counts(ids.uno, ids.closed, 10),
      ...counts(ids.dos, ids.otherGranVia, 20),
    ],
    'test',
  )
  const log: string[] = []
  const config = { ...CONFIG, catalogUrl, ...more }
  const logStream = {
    write: (line: string) => {
      log.push(line)
    },
  }
  const app = await holdAnswersOf(() =>
    buildApp({
      config,
      catalog,
      facts,
      clock,
      logStream,
      ...(staticDir && { staticDir }),
      ...(printer && { printer }),
      ...(reader && { reader }),
      ...(leaving && { leaving }),
    }),
  )

  return {
    app,
    catalog,
    facts,
    clock,
    log,
    ids,
    async signIn(username) {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/oauth/token',
        payload: { username, password: PASSWORD, grant_type: 'password' },
      })
      return reply.json<{ access_token: string }>().access_token
    },
    async get(path, token, headers = {}) {
      const url = path.startsWith('/api') ? path : `/api${path}`
      const reply = await app.inject({
        method: 'GET',
        url,
        headers: { ...(token !== undefined && { access_token: token }), ...headers },
      })
      const json = String(reply.headers['content-type']).includes('json')
      return {
        status: reply.statusCode,
        body: json ? reply.json() : reply.body,
        headers: reply.headers,
        text: reply.body,
        raw: reply.rawPayload,
      }
    },
    async close() {
      await app.close()
      await facts.close()
      await catalog.close()
    },
  }
}

/** Of all accounts of all fixtures of a process: a hash is costly, as it should be. */
let hashed: Promise<string> | undefined

async function fill({ clients, locals, areas, footscans, campaigns, users, modules }: Catalog): Promise<Ids> {
  const { id: uno } = await clients.insert(SYSTEM_SCOPE, { name: 'Moda Uno', type: 'basic', externalId: 'crm-1' })
  const { id: dos } = await clients.insert(SYSTEM_SCOPE, { name: 'Moda Dos', type: 'basic' })
  for (const client of [uno, dos]) await modules.saveClient(SYSTEM_SCOPE, client, { ...DEFAULT_MODULES, tickets: true })
  const { id: museum } = await clients.insert(SYSTEM_SCOPE, { name: 'Museo Claro', type: 'expo' })
  const store = { type: 'store', timeZone: 'Europe/Madrid' } as const
  const local = async (client: number, name: string, code: string, more: object = {}) =>
    (await locals.insert(SYSTEM_SCOPE, { ...store, client, name, code, ...more })).id

  const granVia = await local(uno, 'Gran Vía', 'U1', {
    geo: { street: 'Gran Vía 1', locality: 'Madrid', countryCode: 'ES' },
  })
  const closed = await local(uno, 'Sol', 'U2', { openedOn: '2024-01-01', closedOn: '2026-10-31' })
  const installed = await local(uno, 'Retiro', 'U3', { paramStatus: 'installed' })
  const outlet = await local(uno, 'Outlet', 'U4', {
    additionalInformation: { hideFootCompare: true, note: 'Uno staff only' },
  })
  const otherGranVia = await local(dos, 'Gran Vía', 'D1')
  const gallery = await local(museum, 'Galería', 'M1', { type: 'museum' })
  const { id: door } = await areas.insert(SYSTEM_SCOPE, { local: granVia, name: 'Puerta', externalId: 'door-1' })
  await footscans.insert(SYSTEM_SCOPE, { area: door, mac: '00:1A:2B:3C:4D:5E' })
  const { id: campaign } = await campaigns.insert(SYSTEM_SCOPE, {
    client: uno,
    name: 'Rebajas Uno',
    begin: '2026-07-01',
    end: '2026-07-31',
    description: 'Uno summer',
  })
  const { id: otherCampaign } = await campaigns.insert(SYSTEM_SCOPE, {
    client: dos,
    name: 'Rebajas Dos',
    begin: '2026-01-07',
    end: '2026-01-31',
  })

  const passwordHash = await (hashed ??= hashPassword(PASSWORD))
  const user = (name: string, granted: readonly number[], flags: readonly AccessFlag[] = [], more: object = {}) =>
    users.insert(
      SYSTEM_SCOPE,
      { username: `${name}@aforo.test`, passwordHash, role: 'basic', clients: granted, flags, ...more },
      NOW,
    )
  await user('admin', [], [], { role: 'admin' })
  await user('analyst', [uno], COMPARE)
  await user('other', [dos], COMPARE)
  await user('multi', [uno, dos], COMPARE)
  await user('guest', [uno, dos], COMPARE, { properties: { demo: true } })
  await user('operator', [uno], ['canDownload'])
  await user('nobody', [uno])
  await user('nowhere', [], COMPARE)
  await user('disabled', [uno], COMPARE, { enabled: false })
  await user('external', [uno], COMPARE, { passwordHash: null, loginType: 'external' })
  await user('otp', [uno], COMPARE, { loginType: 'otp' })
  await user('expired', [uno], COMPARE, { passwordExpired: true })
  return { uno, dos, museum, granVia, closed, installed, outlet, otherGranVia, gallery, door, campaign, otherCampaign }
}

/** Two days with two open hours each, ten per cent of the people per hour as tickets. */
export function counts(client: number, local: number, ins: number): TrafficRow[] {
  return [DAY - 9, DAY - 2].flatMap((day) =>
    [10, 11].map((hour): TrafficRow => ({
      client,
      local,
      area: 1,
      day,
      hour,
      fold: 0,
      instant: day * 86_400 + (hour - 1) * 3600,
      far: ins * 8,
      fro: ins * 4,
      ins,
      outs: null,
      sales: null,
      units: null,
      bounces: 0,
      visits: ins,
      tickets: hour === 10 ? null : ins / 10,
      insTimeS: ins * 60,
      visitTimeS: ins * 60,
      insInRange0: ins,
      insInRange1: 0,
      insInRange2: 0,
      insInRange3: 0,
      identifiedVisits: ins,
      localRepRange0: 0,
      localRepRange1: 0,
      localRepRange2: 0,
      localRepRange3: 0,
      clientRepRange0: 0,
      clientRepRange1: 0,
      clientRepRange2: 0,
      clientRepRange3: 0,
    })),
  )
}
