/**
 * Brings the catalog to the newest shape. Forward only: each step runs once, in a transaction, and is never edited
 * afterwards.
 */
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import { StartError } from '../lib/errors.ts'
import { core } from './migrations/0001-core.ts'
import { accounts } from './migrations/0002-accounts.ts'
import { people } from './migrations/0003-people.ts'
import { sensors } from './migrations/0004-sensors.ts'
import { confirmation } from './migrations/0005-confirmation.ts'
import { alerts } from './migrations/0006-alerts.ts'
import { hubble } from './migrations/0007-hubble.ts'
import { dashboards } from './migrations/0008-dashboards.ts'
import { uploads } from './migrations/0009-uploads.ts'
import { holidays } from './migrations/0011-holidays.ts'
import { reports } from './migrations/0012-reports.ts'
import { dashboardPlaces } from './migrations/0014-dashboard-places.ts'
import { settings } from './migrations/0016-settings.ts'
import { screens } from './migrations/0017-screens.ts'
import { moduleReturns } from './migrations/0018-module-returns.ts'
import { trafficKinds } from './migrations/0019-traffic-kinds.ts'
import { imports } from './migrations/0020-imports.ts'
import { closings } from './migrations/0022-closings.ts'
import { exports } from './migrations/0025-exports.ts'
import { otpBrowsers } from './migrations/0026-otp-browsers.ts'
import { secondFactors } from './migrations/0027-second-factors.ts'
import { pageSessions } from './migrations/0028-page-sessions.ts'
import { auditArchives } from './migrations/0031-audit-archives.ts'
import { indexesOfReferences } from './migrations/0032-indexes-of-references.ts'
import type { Db, SqlDialect } from './tables.ts'

/** Migrations of modules, by name. */
export type Steps = Readonly<Record<string, (db: Kysely<unknown>, dialect: SqlDialect) => Promise<void>>>

/** In order of their names: the steps from before modules had their own, and those of the modules. */
function steps(dialect: SqlDialect, more: Steps): Record<string, Migration> {
  const own = Object.entries(more).map(([name, up]): [string, Migration] => [
    name,
    { up: (db: Kysely<unknown>) => up(db, dialect) },
  ])
  return {
    '0001-core': { up: (db) => core(db, dialect) },
    '0002-accounts': { up: (db) => accounts(db, dialect) },
    '0003-people': { up: (db) => people(db, dialect) },
    '0004-sensors': { up: (db) => sensors(db, dialect) },
    '0005-confirmation': { up: (db) => confirmation(db) },
    '0006-alerts': { up: (db) => alerts(db, dialect) },
    '0007-hubble': { up: (db) => hubble(db) },
    '0008-dashboards': { up: (db) => dashboards(db) },
    '0009-uploads': { up: (db) => uploads(db, dialect) },
    '0011-holidays': { up: (db) => holidays(db) },
    '0012-reports': { up: (db) => reports(db, dialect) },
    '0014-dashboard-places': { up: (db) => dashboardPlaces(db) },
    '0016-settings': { up: (db) => settings(db, dialect) },
    '0017-screens': { up: (db) => screens(db, dialect) },
    '0018-module-returns': { up: (db) => moduleReturns(db) },
    '0019-traffic-kinds': { up: (db) => trafficKinds(db) },
    '0020-imports': { up: (db) => imports(db, dialect) },
    '0022-closings': { up: (db) => closings(db) },
    '0025-exports': { up: (db) => exports(db, dialect) },
    '0026-otp-browsers': { up: (db) => otpBrowsers(db) },
    '0027-second-factors': { up: (db) => secondFactors(db, dialect) },
    '0028-page-sessions': { up: (db) => pageSessions(db) },
    '0031-audit-archives': { up: (db) => auditArchives(db) },
    '0032-indexes-of-references': { up: (db) => indexesOfReferences(db) },
    ...Object.fromEntries(own.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
}

const migratorOf = (db: Db, dialect: SqlDialect, more: Steps) =>
  new Migrator({
    db,
    provider: { getMigrations: async () => steps(dialect, more) },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  })

/**
 * Runs what is missing, or what was missing once up to a step of before. Throws StartError CATALOG_NEWER for a catalog
 * of a later release, CATALOG_MIGRATION when a step fails.
 */
export async function migrate(db: Db, dialect: SqlDialect, more: Steps, upTo?: string): Promise<void> {
  await refuseNewer(db, dialect, more)
  const migrator = migratorOf(db, dialect, more)
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'the first step'
  throw new StartError(
    'CATALOG_MIGRATION',
    `The catalog could not be brought up to date: ${failed} failed (${(error as Error).message}). None of it was ` +
      'kept.',
    { cause: error },
  )
}

/** Names of all steps, in their order. */
export const migrationNames = (dialect: SqlDialect, more: Steps): string[] => Object.keys(steps(dialect, more))

/** True when every step has run. */
export async function isMigrated(db: Db, dialect: SqlDialect, more: Steps): Promise<boolean> {
  const migrations = await migratorOf(db, dialect, more).getMigrations()
  return migrations.every(({ executedAt }) => executedAt !== undefined)
}

/** Throws StartError CATALOG_NEWER for a catalog of a later release; writes nothing. */
export async function refuseNewer(db: Db, dialect: SqlDialect, more: Steps): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'schema_migrations')) return
  const done = await db
    .withTables<{ schema_migrations: { name: string } }>()
    .selectFrom('schema_migrations')
    .select('name')
    .execute()
  const known = steps(dialect, more)
  const unknown = done.find(({ name }) => known[name] === undefined)
  if (unknown)
    throw new StartError(
      'CATALOG_NEWER',
      `The catalog was last used by a newer version (it has step ${unknown.name}); start that version, or restore a ` +
        'backup made before it.',
    )
}
