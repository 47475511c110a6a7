/** Whether the file of the catalog is what was written, in sentences. For a catalog that no process has open. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Damages } from '../lib/damages.ts'
import { StartError } from '../lib/errors.ts'
import { checkPages, readSums, scrubPages } from './page-sums.ts'
import type { CatalogFinding } from './page-sums.ts'

export interface CatalogDamage extends CatalogFinding {
  /** The table or index that the page belongs to; null = none, or not known. */
  readonly of: string | null
  readonly text: string
}

/** @param path of the SQLite file */
export function checkCatalogFile(path: string): CatalogDamage[] {
  const found = checkPages(path)
  if (found.length === 0) return existsSync(path) && readSums(path) === null ? checkedBySqlite(path) : []
  const owners = found.some(({ kind }) => kind === 'page') ? ownersOfPages(path) : new Map<number, string>()
  return found.map((finding) => {
    const of = owners.get(finding.number) ?? null
    return { ...finding, of, text: textOf(finding, of) }
  })
}

/** Throws StartError CATALOG_DAMAGED: rights and names that are not what was written are not worked with. */
export function requireWholeCatalog(catalogUrl: string): void {
  if (!isFile(catalogUrl)) return
  const found = checkCatalogFile(pathOf(catalogUrl))
  if (found.length === 0) return
  const more = found.length > SAID ? ` and ${found.length - SAID} more` : ''
  throw new StartError(
    'CATALOG_DAMAGED',
    `${found
      .slice(0, SAID)
      .map(({ text }) => text)
      .join(' ')}${more} Stop here and run npm run doctor, which says what can be repaired.`,
  )
}
const SAID = 3

const isFile = (catalogUrl: string) => catalogUrl.startsWith('sqlite:') && catalogUrl !== 'sqlite::memory:'
const pathOf = (catalogUrl: string) => catalogUrl.slice('sqlite:'.length)

interface Watched {
  readonly catalogUrl: string
  readonly damages: Pick<Damages, 'note'>
  readonly clock: () => number
}

/** Looks at the pages of the catalog that is open here. PostgreSQL has sums of its own (`data_checksums`). */
export async function scrubCatalog({ catalogUrl, damages, clock }: Watched): Promise<number> {
  if (!isFile(catalogUrl)) return 0
  const path = pathOf(catalogUrl)
  const found = await scrubPages(path)
  const owners = found.some(({ kind }) => kind === 'page') ? ownersOfPages(path) : new Map<number, string>()
  for (const finding of found) {
    const { kind, number } = finding
    const text = textOf(finding, owners.get(number) ?? null)
    damages.note({ part: 'catalog', where: `${kind} ${number}`, text, at: clock(), clients: null })
  }
  return found.length
}

/**
 * What met damage says so at once; which page it is, is looked for then, and not in a minute. Never throws. One look at
 * a time: who comes meanwhile is about the same damage.
 */
export function catalogDamage(watched: Watched): (cause: unknown) => void {
  let looking = false
  let unnamed = false
  return (cause) => {
    if (looking) return
    looking = true
    void scrubCatalog(watched)
      .catch(() => 0)
      .then((found) => {
        if (found > 0 || unnamed) return
        unnamed = true
        const text = `The catalog is damaged: ${(cause as Error).message}.`
        watched.damages.note({ part: 'catalog', where: 'read', text, at: watched.clock(), clients: null })
      })
      .finally(() => {
        looking = false
      })
  }
}

function textOf({ kind, number }: CatalogFinding, of: string | null): string {
  switch (kind) {
    case 'page':
      return `Page ${number} of the catalog${of === null ? '' : ` (${of})`} is not what was written.`
    case 'log':
      return (
        `The log of the catalog is damaged: ${number} page${number === 1 ? '' : 's'} that had been ` +
        'acknowledged at the end of it cannot be read, so the last changes are missing.'
      )
    case 'sums':
      return 'The sums of the catalog cannot be read, so it is not known whether its pages are what was written.'
    case 'length':
      return `The catalog is not as long as it was written: it has ${number} pages.`
  }
}

/** The first time, before there are sums: all that SQLite can say. */
function checkedBySqlite(path: string): CatalogDamage[] {
  const said = withDatabase(path, (database) =>
    database
      .prepare('pragma integrity_check(20)')
      .all()
      .map((row) => String(row['integrity_check'])),
  ) ?? ['it cannot be opened']
  return said.length === 1 && said[0] === 'ok'
    ? []
    : said.map((what) => ({ kind: 'page', number: 0, of: null, text: `SQLite says of the catalog: ${what}.` }))
}

const ownersOfPages = (path: string): Map<number, string> =>
  new Map(
    withDatabase(path, (database) =>
      database
        .prepare('select pageno, name from dbstat')
        .all()
        .map((row) => [Number(row['pageno']), String(row['name'])] as const),
    ) ?? [],
  )

/** Null where SQLite cannot read what it needs for the answer. Nothing is written: also the log stays as it is. */
function withDatabase<T>(path: string, work: (database: DatabaseSync) => T): T | null {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true })
    return work(database)
  } catch {
    return null
  } finally {
    database?.close()
  }
}
