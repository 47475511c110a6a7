/** 5,000 footscans with 90 days behind them, in a throw-away store: what Footscan Status is measured on. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readConfig } from '../../server/lib/config.ts'
import { createCatalog } from '../../server/open-catalog.ts'
import type { Catalog } from '../../server/catalog.ts'
import { ATOM_COLUMNS, TRAFFIC_COLUMNS } from '../../server/facts/columns.ts'
import { createDuckDbFactStore } from '../../server/facts/duckdb/store.ts'
import type { SqlFactStore } from '../../server/facts/duckdb/sql-store.ts'
import { evaluator } from '../../server/modules/device-health/evaluate.ts'
import { hashPassword } from '../../server/modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { start } from '../../server/start.ts'

export const LOCALS = 500
export const PER_LOCAL = 10
export const DAYS = 90
const DAY_MS = 86_400_000

export interface Fleet {
  readonly catalog: Catalog
  readonly facts: SqlFactStore
  readonly client: number
  readonly today: number
  readonly nowMs: number
  readonly hours: number
}

const OPENING = 9

/** Twelve open hours a day from Monday to Saturday; about one hour in 400 never came. Paths as the stores take them. */
export async function makeFleet({
  catalogUrl = 'sqlite::memory:',
  factsPath = ':memory:',
  openHours = 12,
} = {}): Promise<Fleet> {
  const closing = OPENING + openHours
  const catalog = await createCatalog({ catalogUrl })
  const facts = await createDuckDbFactStore({ path: factsPath })
  const today = Math.floor(Date.now() / DAY_MS)
  const client = await catalog.transaction(async ({ clients, locals, areas, footscans, openingHours }) => {
    const { id } = await clients.insert(SYSTEM_SCOPE, { name: 'Cadena', type: 'basic' })
    for (let n = 1; n <= LOCALS; n += 1) {
      const { id: local } = await locals.insert(SYSTEM_SCOPE, {
        client: id,
        name: `Cadena ${String(n).padStart(4, '0')}`,
        code: `C${n}`,
        type: 'store',
        timeZone: 'UTC',
      })
      await openingHours.insertMany(
        SYSTEM_SCOPE,
        [1, 2, 3, 4, 5, 6].map((weekDay) => ({ local, weekDay, opening: '09:00', closing: `${closing}:00` })),
      )
      for (let door = 0; door < PER_LOCAL; door += 1) {
        const { id: area } = await areas.insert(SYSTEM_SCOPE, { local, name: `Puerta ${door + 1}` })
        const serial = (n * PER_LOCAL + door).toString(16).toUpperCase().padStart(6, '0')
        await footscans.insert(SYSTEM_SCOPE, {
          area,
          mac: `02:AF:0F:${serial.slice(0, 2)}:${serial.slice(2, 4)}:${serial.slice(4)}`,
        })
      }
    }
    return id
  })
  const pairs = (await catalog.areas.list(SYSTEM_SCOPE, { client }))
    .map(({ id, local }) => `(${local}, ${id})`)
    .join(', ')
  const atoms = ATOM_COLUMNS.map((atom) =>
    atom === 'ins'
      ? 'CASE WHEN hash(area, day, hour) % 400 = 0 THEN NULL ELSE 20 + (hash(area, hour) % 30 + hash(day, hour, ' +
        'area) % 7)::INTEGER END'
      : 'NULL',
  ).join(', ')
  const hours = await facts.write(
    async (connection) =>
      (
        await connection.run(
          `INSERT INTO traffic (${TRAFFIC_COLUMNS})
SELECT ${client}, local, area, day, hour, 0, day * 86400 + hour * 3600, ${atoms}, NULL, NULL, NULL, 0, 1, NULL
FROM (VALUES ${pairs}) a(local, area), range($1, $2) d(day), range(${OPENING}, ${closing}) h(hour)
WHERE (day + 3) % 7 < 6 ORDER BY day, local, hour`,
          [today - DAYS, today],
        )
      ).rowsChanged,
  )
  return { catalog, facts, client, today, nowMs: today * DAY_MS + 8 * 3_600_000, hours }
}

export interface ManyFootscans {
  readonly address: string
  readonly user: string
  readonly password: string
  readonly today: number
  stop(): Promise<void>
}

/** A server on the fleet, in this process, with the built page; its days are judged already. */
export async function startManyFootscans(): Promise<ManyFootscans> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aforo-many-footscans-'))
  const password = randomBytes(12).toString('base64')
  const config = readConfig(
    { DATA_DIR: dataDir, PORT: '0', SECRET_KEY: randomBytes(48).toString('base64'), NOTICE_MAIL: 'off' },
    'production',
  )
  const { catalog, facts, client, today } = await makeFleet({
    catalogUrl: config.catalogUrl,
    factsPath: config.factsUrl.slice('duckdb:'.length),
    // Pages show figures by day: fewer hours are made in a third of the time.
    openHours: 4,
  })
  await catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: `fleet@${config.loginDomain}`,
      passwordHash: await hashPassword(password),
      role: 'basic',
      flags: ['footStatus'],
      clients: [client],
      properties: { lang: 'en' },
    },
    Date.now(),
  )
  await evaluator({ repo: catalog.deviceHealth, devices: facts.devices, clock: { now: () => Date.now() } }).evaluate()
  await facts.checkpoint()
  await facts.close()
  await catalog.close()
  const running = await start({ config, staticDir: resolve(import.meta.dirname, '../../dist/app') })
  return {
    address: running.address,
    user: 'fleet',
    password,
    today,
    async stop() {
      await running.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
