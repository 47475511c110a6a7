/** One question to the catalog, in SQLite or PostgreSQL, for the checks that read it. */
import type { Db } from '../db/tables.ts'
import { openToRead } from '../open-catalog.ts'

/** `none`: there is no catalog yet. `unreadable`: it does not answer, or is not of this release. Nothing is changed. */
export async function askCatalog<Row>(
  catalogUrl: string,
  ask: (db: Db) => Promise<Row[]>,
): Promise<{ readonly rows: Row[] } | 'none' | 'unreadable'> {
  try {
    const opened = openToRead(catalogUrl)
    if (opened === null) return 'none'
    try {
      return { rows: await ask(opened.db) }
    } finally {
      await opened.db.destroy()
    }
  } catch {
    return 'unreadable'
  }
}
