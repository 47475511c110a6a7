/** The catalog: who owns what and who may see it. One door to its repositories, over SQLite or PostgreSQL. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, sql } from 'kysely'
import { lockCatalogFile } from '../boot.ts'
import type { Config } from '../config.ts'
import { passwordRepo } from '../modules/account/password-repo.ts'
import { accountTokenRepo } from '../modules/account/token-repo.ts'
import { apiClientRepo } from '../modules/api-clients/repo.ts'
import { alertRepo } from '../modules/alerts/repo.ts'
import { alertRuleRepo } from '../modules/alerts/rule-repo.ts'
import { deviceRepo } from '../ingest/device-repo.ts'
import { auditRepo } from '../modules/audit/repo.ts'
import { deviceKeyRepo } from '../modules/device-keys/repo.ts'
import { brandImageRepo } from '../modules/brands/image-repo.ts'
import { brandRepo } from '../modules/brands/repo.ts'
import { campaignRepo } from '../modules/campaigns/repo.ts'
import { clientRepo } from '../modules/clients/repo.ts'
import { dashboardDraftRepo } from '../modules/dashboards/draft-repo.ts'
import { dashboardMarkRepo } from '../modules/dashboards/mark-repo.ts'
import { dashboardRepo } from '../modules/dashboards/repo.ts'
import { deviceHealthRepo } from '../modules/device-health/repo.ts'
import { groupRepo } from '../modules/groups/repo.ts'
import { fleetFootscanRepo } from '../modules/footscans/repo.ts'
import { holidayRegionRepo } from '../modules/holidays/repo.ts'
import { hubbleRepo } from '../modules/hubble/repo.ts'
import { areaRepo, footscanRepo } from '../modules/locals/area-repo.ts'
import { holidayRepo, openingHourRepo } from '../modules/locals/calendar-repo.ts'
import { localRepo } from '../modules/locals/repo.ts'
import { mailRepo } from '../modules/mail/repo.ts'
import { placeRepo } from '../modules/places/repo.ts'
import { moduleRepo } from '../modules/modules/repo.ts'
import { oauthCodeRepo } from '../modules/oauth/repo.ts'
import { otpRepo } from '../modules/otp/repo.ts'
import { passkeyRepo } from '../modules/second-factors/passkey-repo.ts'
import { totpRepo } from '../modules/second-factors/totp-repo.ts'
import { loginRepo } from '../modules/session/login-repo.ts'
import { reportRepo } from '../modules/reports/repo.ts'
import { reportRunRepo } from '../modules/reports/run-repo.ts'
import { screenRepo } from '../modules/screens/repo.ts'
import { sealedRepo } from './sealed.ts'
import { settingRepo } from '../modules/server-state/repo.ts'
import { sessionRepo } from '../modules/session/repo.ts'
import { exportRepo } from '../modules/exports/repo.ts'
import { uploadRepo } from '../modules/uploads/repo.ts'
import { importRepo } from '../modules/imports/repo.ts'
import { importPresetRepo } from '../modules/imports/preset-repo.ts'
import { trackingRepo } from '../modules/tracking/repo.ts'
import { userAccessRepo } from '../modules/user-access/repo.ts'
import { accountRepo } from '../modules/users/account-repo.ts'
import { userRepo } from '../modules/users/repo.ts'
import { isDamage } from '../store-failure.ts'
import { lockRepo } from './locks.ts'
import { isMigrated, migrate, refuseNewer } from './migrate.ts'
import { NodeSqliteDialect } from './node-sqlite.ts'
import { postgresDialect } from './postgres.ts'
import { startPulse } from './pulse.ts'
import type { Pulse, PulseOptions } from './pulse.ts'
import type { Db, SqlDialect, Tables } from './tables.ts'

const repositories = (db: Db) => ({
  clients: clientRepo(db),
  locals: localRepo(db),
  areas: areaRepo(db),
  footscans: footscanRepo(db),
  fleet: fleetFootscanRepo(db),
  hubble: hubbleRepo(db),
  deviceHealth: deviceHealthRepo(db),
  places: placeRepo(db),
  openingHours: openingHourRepo(db),
  holidays: holidayRepo(db),
  holidayRegions: holidayRegionRepo(db),
  campaigns: campaignRepo(db),
  users: userRepo(db),
  accounts: accountRepo(db),
  groups: groupRepo(db),
  userAccess: userAccessRepo(db),
  brands: brandRepo(db),
  brandImages: brandImageRepo(db),
  modules: moduleRepo(db),
  tracking: trackingRepo(db),
  sessions: sessionRepo(db),
  logins: loginRepo(db),
  passwords: passwordRepo(db),
  accountTokens: accountTokenRepo(db),
  otpCodes: otpRepo(db),
  totp: totpRepo(db),
  passkeys: passkeyRepo(db),
  apiClients: apiClientRepo(db),
  deviceKeys: deviceKeyRepo(db),
  devices: deviceRepo(db),
  oauthCodes: oauthCodeRepo(db),
  mails: mailRepo(db),
  settings: settingRepo(db),
  sealed: sealedRepo(db),
  alertRules: alertRuleRepo(db),
  alerts: alertRepo(db),
  dashboards: dashboardRepo(db),
  dashboardDrafts: dashboardDraftRepo(db),
  dashboardMarks: dashboardMarkRepo(db),
  uploads: uploadRepo(db),
  imports: importRepo(db),
  importPresets: importPresetRepo(db),
  exports: exportRepo(db),
  reports: reportRepo(db),
  reportRuns: reportRunRepo(db),
  screens: screenRepo(db),
  audit: auditRepo(db),
  locks: lockRepo(db),
})

export type Repositories = ReturnType<typeof repositories>

export interface Catalog extends Repositories {
  readonly dialect: SqlDialect
  /** All or nothing: what `work` writes through the repositories it is given is kept only if it resolves. */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>
  /** True when the store answers and its migrations have run. */
  ready(): Promise<boolean>
  close(): Promise<void>
}

/**
 * What a server asks of its catalog besides: to have it alone, to know at once when its database is away, and to be told
 * of each question that met damage.
 */
export interface ServerOptions extends Omit<PulseOptions, 'connectionString' | 'address'> {
  readonly onDamage?: (cause: unknown) => void
}

export const withoutPassword = (url: string) => url.replace(/\/\/[^@/]*@/, '//')

/**
 * Opens the catalog and brings it up to date. Throws StartError when that is impossible. @param server of the one
 * server that works with it; the command line has none
 */
export async function createCatalog(
  { catalogUrl }: Pick<Config, 'catalogUrl'>,
  server?: ServerOptions,
): Promise<Catalog> {
  const path = catalogUrl.startsWith('sqlite:') ? catalogUrl.slice('sqlite:'.length) : null
  const lock =
    path !== null && server !== undefined && path !== ':memory:' ? lockCatalogFile(makeFolder(path)) : undefined
  const pulse =
    path !== null || server === undefined
      ? undefined
      : await startPulse({ ...server, connectionString: catalogUrl, address: withoutPassword(catalogUrl) })
  const { db, dialect } = openDb(catalogUrl, pulse, server?.onDamage)
  const close = async () => {
    await db.destroy()
    await pulse?.close()
    lock?.release()
  }
  try {
    await migrate(db, dialect)
  } catch (error) {
    await close()
    throw error
  }
  return {
    dialect,
    ...repositories(db),
    transaction: (work) => db.transaction().execute((transaction) => work(repositories(transaction))),
    // It was brought up to date above, and nobody else may change it.
    ready: async () => pulse?.beats ?? answers(db, dialect),
    close,
  }
}

function openDb(
  catalogUrl: string,
  pulse?: Pulse,
  onDamage?: (cause: unknown) => void,
): { db: Db; dialect: SqlDialect } {
  const dialect: SqlDialect = catalogUrl.startsWith('sqlite:') ? 'sqlite' : 'postgres'
  return {
    dialect,
    db: new Kysely<Tables>({
      dialect: dialect === 'sqlite' ? sqliteAt(catalogUrl.slice('sqlite:'.length)) : postgresDialect(catalogUrl, pulse),
      ...(onDamage && {
        log: (event) => {
          if (event.level === 'error' && isDamage(event.error)) onDamage(event.error)
        },
      }),
    }),
  }
}

/** Refuses a catalog of a later release, before another store is touched. Throws StartError CATALOG_NEWER. */
export async function refuseNewerCatalog({ catalogUrl }: Pick<Config, 'catalogUrl'>): Promise<void> {
  const path = catalogUrl.startsWith('sqlite:') ? catalogUrl.slice('sqlite:'.length) : null
  if (path !== null && !existsSync(path)) return
  const { db, dialect } =
    path === null
      ? openDb(catalogUrl)
      : {
          db: new Kysely<Tables>({ dialect: new NodeSqliteDialect(path, { readOnly: true }) }),
          dialect: 'sqlite' as const,
        }
  try {
    await refuseNewer(db, dialect)
  } finally {
    await db.destroy()
  }
}

function sqliteAt(path: string): NodeSqliteDialect {
  return new NodeSqliteDialect(path === ':memory:' ? path : makeFolder(path))
}

function makeFolder(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return path
}

async function answers(db: Db, dialect: SqlDialect): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return await isMigrated(db, dialect)
  } catch {
    return false
  }
}
