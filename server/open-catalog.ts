/** Opens the catalog, over SQLite or PostgreSQL. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Config } from './lib/config.ts'
import { withoutPassword } from './db/catalog-lock.ts'
import { lockRepo } from './db/locks.ts'
import { isMigrated, migrate, refuseNewer } from './db/migrate.ts'
import type { Steps } from './db/migrate.ts'
import { NodeSqliteDialect } from './db/node-sqlite.ts'
import { postgresDialect } from './db/postgres.ts'
import { startPulse } from './db/pulse.ts'
import type { Pulse, PulseOptions } from './db/pulse.ts'
import { sealedRepo } from './db/sealed.ts'
import type { Db, SqlDialect, Tables } from './db/tables.ts'
import { MODULES } from './modules/index.ts'
import { isResource } from './resource/description.ts'
import { resourceRepo } from './resource/repo.ts'
import { isDamage } from './lib/store-failure.ts'
import type { Catalog, Repositories } from './catalog.ts'

const RESOURCES = MODULES.filter(isResource).map(({ resource }) => resource)

const MAKERS = Object.entries(Object.assign({}, ...MODULES.map((one) => one.repositories ?? {})))

/** Migrations of the modules. */
export const STEPS: Steps = Object.assign({}, ...MODULES.map((one) => one.steps ?? {}))

const repositories = (db: Db): Repositories =>
  ({
    sealed: sealedRepo(db),
    locks: lockRepo(db),
    resources: resourceRepo(db, RESOURCES),
    ...Object.fromEntries(MAKERS.map(([name, make]) => [name, (make as (own: Db) => unknown)(db)])),
  }) as unknown as Repositories

/**
 * Further options of a server's catalog: to have one in PostgreSQL alone (claim.ts), to know at once when its database
 * is away, and to be notified of each query that met damage.
 */
export interface ServerOptions extends Omit<PulseOptions, 'connectionString' | 'address'> {
  readonly onDamage?: (cause: unknown) => void
}

/**
 * Opens the catalog and brings it up to date. Throws StartError when that is impossible. @param server of the one
 * server that works with it; the command line has none
 */
export async function createCatalog(
  { catalogUrl }: Pick<Config, 'catalogUrl'>,
  server?: ServerOptions,
): Promise<Catalog> {
  const path = catalogUrl.startsWith('sqlite:') ? catalogUrl.slice('sqlite:'.length) : null
  const pulse =
    path !== null || server === undefined
      ? undefined
      : await startPulse({ ...server, connectionString: catalogUrl, address: withoutPassword(catalogUrl) })
  const { db, dialect } = openDb(catalogUrl, pulse, server?.onDamage)
  const close = async () => {
    await db.destroy()
    await pulse?.close()
  }
  try {
    await migrate(db, dialect, STEPS)
  } catch (error) {
    await close()
    throw error
  }
  // It was brought up to date above, and no other process may change it.
  return catalogOver(db, dialect, { ready: async () => pulse?.beats ?? answers(db, dialect), close })
}

/** The catalog of a database that is up to date. */
export const catalogOver = (db: Db, dialect: SqlDialect, own: Pick<Catalog, 'ready' | 'close'>): Catalog => ({
  dialect,
  ...repositories(db),
  transaction: (work) => db.transaction().execute((transaction) => work(repositories(transaction))),
  ...own,
})

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

/** For questions that change nothing; null where there is no catalog yet. Close it with `db.destroy()`. */
export function openToRead(catalogUrl: string): { readonly db: Db; readonly dialect: SqlDialect } | null {
  if (!catalogUrl.startsWith('sqlite:')) return openDb(catalogUrl)
  const path = catalogUrl.slice('sqlite:'.length)
  if (!existsSync(path)) return null
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2000 })
  return { db: new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) }), dialect: 'sqlite' }
}

/** Refuses a catalog of a later release, before another store is touched. Throws StartError CATALOG_NEWER. */
export async function refuseNewerCatalog({ catalogUrl }: Pick<Config, 'catalogUrl'>): Promise<void> {
  const opened = openToRead(catalogUrl)
  if (opened === null) return
  const { db, dialect } = opened
  try {
    await refuseNewer(db, dialect, STEPS)
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

/** Whether it can be asked, and has every step. */
export async function answers(db: Db, dialect: SqlDialect): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return await isMigrated(db, dialect, STEPS)
  } catch {
    return false
  }
}
