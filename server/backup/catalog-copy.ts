/** A copy of the catalog as it is at one moment, and what must be known of it before it is opened. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { Kysely, sql } from 'kysely'
import { NodeSqliteDialect } from '../db/node-sqlite.ts'
import { postgresDialect } from '../db/postgres.ts'
import { sealedRepo } from '../db/sealed.ts'
import type { Tables } from '../db/tables.ts'
import { StartError } from '../lib/errors.ts'
import { keyInForce } from '../key-check.ts'
import { settingRepo } from '../modules/server-state/repo.ts'

const run = promisify(execFile)

export const SQLITE_FILE = 'catalog.sqlite'
export const POSTGRES_FILE = 'catalog.pgdump'
/** In one step: between steps another writer would make it begin anew. */
const ALL_PAGES = 2 ** 31 - 1

export interface CatalogCopy {
  readonly path: string
  readonly name: string
  readonly dialect: 'sqlite' | 'postgres'
  /** The last migration that has run. */
  readonly step: string
  readonly keyIds: readonly string[]
}

/** Writes the copy into a folder. Throws StartError CATALOG_UNREACHABLE, PG_TOOLS_REQUIRED. */
export async function copyCatalog(catalogUrl: string, folder: string): Promise<CatalogCopy> {
  if (!catalogUrl.startsWith('sqlite:')) {
    const path = join(folder, POSTGRES_FILE)
    await postgresTool('pg_dump', catalogUrl, ['--format=custom', '--no-owner', '--no-acl', '--file', path])
    return {
      path,
      name: POSTGRES_FILE,
      dialect: 'postgres',
      ...(await catalogFacts(new Kysely<Tables>({ dialect: postgresDialect(catalogUrl) }))),
    }
  }
  const path = join(folder, SQLITE_FILE)
  const source = catalogUrl.slice('sqlite:'.length)
  try {
    const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
    try {
      await backup(database, path, { rate: ALL_PAGES })
    } finally {
      database.close()
    }
  } catch (cause) {
    throw new StartError(
      'CATALOG_UNREACHABLE',
      `The catalog at ${source} could not be copied: ${cause instanceof Error ? cause.message : String(cause)}.`,
      { cause },
    )
  }
  return { path, name: SQLITE_FILE, dialect: 'sqlite', ...(await catalogFacts(sqliteCopy(path))) }
}

/** Read only, and as it is: no migration runs. */
const sqliteCopy = (path: string) =>
  new Kysely<Tables>({ dialect: new NodeSqliteDialect(new DatabaseSync(path, { readOnly: true })) })

async function catalogFacts(db: Kysely<Tables>): Promise<{ step: string; keyIds: string[] }> {
  try {
    const { rows } = await sql<{ name: string }>`select max(name) as name from schema_migrations`.execute(db)
    // A catalog of an earlier release lacks some of the tables.
    const used = await sealedRepo(db)
      .keys()
      .catch(() => new Set<string>())
    const inForce = await keyInForce(settingRepo(db)).catch(() => undefined)
    return {
      step: rows[0]?.name ?? '',
      keyIds: [...new Set([...(inForce === undefined ? [] : [inForce]), ...used])].toSorted((a, b) =>
        a.localeCompare(b),
      ),
    }
  } finally {
    await db.destroy()
  }
}

/** Puts a dump into an empty database. Throws StartError RESTORE_NOT_EMPTY, PG_TOOLS_REQUIRED, CATALOG_UNREACHABLE. */
export async function restorePostgres(catalogUrl: string, path: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: postgresDialect(catalogUrl) })
  try {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
    if (tables.length > 0)
      throw new StartError(
        'RESTORE_NOT_EMPTY',
        `The database of CATALOG_URL has ${tables.length} tables; a catalog is restored into an empty one only.`,
      )
  } finally {
    await db.destroy()
  }
  const { PGDATABASE = '' } = pgEnvironment(catalogUrl)
  await postgresTool('pg_restore', catalogUrl, [
    '--exit-on-error',
    '--single-transaction',
    '--no-owner',
    '--no-acl',
    '--dbname',
    PGDATABASE,
    path,
  ])
}

/** The password goes by the environment: arguments can be read by everybody on the computer. */
function pgEnvironment(catalogUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(catalogUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const known = {
    PGHOST: host,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''))
}

async function postgresTool(
  name: 'pg_dump' | 'pg_restore',
  catalogUrl: string,
  args: readonly string[],
): Promise<void> {
  try {
    await run(name, [...args], { env: { ...process.env, ...pgEnvironment(catalogUrl) } })
  } catch (cause) {
    const { code, stderr = '' } = cause as { code?: unknown; stderr?: string }
    if (code === 'ENOENT')
      throw new StartError(
        'PG_TOOLS_REQUIRED',
        `The catalog is in PostgreSQL and ${name} was not found; install the client programs of its version, or put ` +
          'their folder into PATH.',
        { cause },
      )
    throw new StartError(
      'CATALOG_UNREACHABLE',
      `${name} could not copy the catalog: ${stderr.trim().split('\n')[0] ?? ''}.`,
      { cause },
    )
  }
}
