/** Catalogs in memory. For tests only: they open hundreds, and the steps of one take ten times what all else does. */
import { Kysely } from 'kysely'
import type { Catalog } from '../catalog.ts'
import { migrate } from '../db/migrate.ts'
import { NodeSqliteDialect, openSqlite } from '../db/node-sqlite.ts'
import type { Tables } from '../db/tables.ts'
import { answers, catalogOver, createCatalog, STEPS } from '../open-catalog.ts'

const MEMORY = 'sqlite::memory:'

/** Bytes of an empty catalog after all steps, once a process; never written to. */
let newest: Promise<Uint8Array> | undefined

/** A catalog without entries, that nothing else has: its first bytes are a copy of those of one after all steps. */
export async function memoryCatalog(): Promise<Catalog> {
  newest ??= afterAllSteps()
  const database = openSqlite(':memory:')
  database.deserialize(await newest)
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) })
  return catalogOver(db, 'sqlite', { ready: () => answers(db, 'sqlite'), close: () => db.destroy() })
}

/** The catalog at an address, as the product opens it, but for one in memory. */
export const openTestCatalog = (catalogUrl: string): Promise<Catalog> =>
  catalogUrl === MEMORY ? memoryCatalog() : createCatalog({ catalogUrl })

async function afterAllSteps(): Promise<Uint8Array> {
  const database = openSqlite(':memory:')
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) })
  try {
    await migrate(db, 'sqlite', STEPS)
    return database.serialize()
  } finally {
    await db.destroy()
  }
}
