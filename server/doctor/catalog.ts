/** The catalog: its pages, its log, its structure, its version. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { checkCatalogFile } from '../db/catalog-check.ts'
import type { CatalogDamage } from '../db/catalog-check.ts'
import { STEPS } from '../open-catalog.ts'
import { migrationNames } from '../db/migrate.ts'
import { createMark, foldLog, forgetSums, repairPage } from '../db/page-sums.ts'
import { note, sound } from './finding.ts'
import type { Finding, Repaired } from './finding.ts'

const RESTORE = 'Restore the catalog from a backup.'

/** @param isRunning a server has it open: its pages change meanwhile, and the server looks at them itself */
export function checkCatalog(catalogUrl: string, isRunning: boolean): Finding[] {
  if (!catalogUrl.startsWith('sqlite:'))
    return [
      note(
        'catalog',
        'The catalog is in PostgreSQL, which checks its own pages where its cluster was made with data checksums ' +
          '(show data_checksums).',
      ),
    ]
  const path = catalogUrl.slice('sqlite:'.length)
  if (!existsSync(path)) return [note('catalog', `There is no catalog at ${path} yet; the first start makes it.`)]
  if (isRunning)
    return [
      note(
        'catalog',
        'A server is running, which compares every page of the catalog with its sum every minute: see GET ' +
          '/api/health/ready and the page of the server.',
      ),
      ...structure(path),
    ]
  const damage = checkCatalogFile(path)
  if (damage.length === 0)
    return [sound('catalog', 'Every page of the catalog is what was written.'), ...structure(path)]
  // Related faults are repaired together: checksums are computed again only for a catalog without faults.
  let repaired: ReadonlyMap<CatalogDamage, Repaired> | null = null
  return damage.map((one) => findingOf(one, async () => (repaired ??= repairPages(path, damage)).get(one)!))
}

function findingOf({ kind, text }: CatalogDamage, repair: () => Promise<Repaired>): Finding {
  switch (kind) {
    case 'page':
    case 'log':
      return { part: 'catalog', kind: 'lost', text, repair }
    case 'sums':
      return { part: 'catalog', kind: 'wrong', text, repair }
    case 'length':
      return { part: 'catalog', kind: 'lost', text: `${text} ${RESTORE}` }
  }
}

/**
 * From no loss to the largest: bits are flipped back, pages are read again from the log, indexes are rebuilt from their
 * tables, and last the end of a damaged log is dropped.
 */
function repairPages(path: string, damage: readonly CatalogDamage[]): Map<CatalogDamage, Repaired> {
  const done = new Map<CatalogDamage, Repaired>()
  const pages = damage.filter(({ kind }) => kind === 'page')
  const open = () => pages.filter((page) => !done.has(page))
  const log = damage.find(({ kind }) => kind === 'log')
  const sums = damage.find(({ kind }) => kind === 'sums')
  const isShort = damage.some(({ kind }) => kind === 'length')

  for (const page of pages) {
    if (repairPage(path, page.number))
      done.set(page, whole(`Page ${page.number}: the bit that had turned was turned back; nothing is lost.`))
  }
  if (open().length > 0 && log === undefined) {
    foldWholeLog(path)
    const left = new Set(checkCatalogFile(path).map(({ number }) => number))
    for (const page of open())
      if (!left.has(page.number))
        done.set(page, whole(`Page ${page.number} was in the log as it was last written; nothing is lost.`))
  }
  const indexes = [...new Set(open().map(({ of }) => of))]
  if (
    open().length > 0 &&
    log === undefined &&
    !isShort &&
    indexes.every((of) => of !== null && isIndex(path, of)) &&
    areRebuilt(path, indexes as string[])
  ) {
    for (const page of open())
      done.set(page, whole(`Page ${page.number}: the index ${page.of} was made anew of its table; nothing is lost.`))
  }
  for (const { number, of } of open())
    done.set(
      pages.find((page) => page.number === number)!,
      lost(
        `Page ${number}${of === null ? '' : ` (${of})`}: more than one bit has turned, so what stood there is not ` +
          `known. ${RESTORE}`,
      ),
    )
  const isWhole = [...done.values()].every((one) => one.isWhole) && !isShort
  if (log !== undefined)
    done.set(log, isWhole ? withoutEndOfLog(path, log.number) : lost(`Its log was left as it is. ${RESTORE}`))
  if (sums !== undefined) {
    const isSound = withSqlite(path, true, integrityOf)?.length === 0
    if (isSound && log === undefined) forgetSums(path)
    done.set(
      sums,
      isSound
        ? whole('SQLite finds the catalog sound; its sums are made anew at the next start.')
        : lost(`The catalog is not sound either. ${RESTORE}`),
    )
  }
  return done
}
const whole = (text: string): Repaired => ({ text, isWhole: true })
const lost = (text: string): Repaired => ({ text, isWhole: false })

/** The catalog as it was at the last change that its log has whole. */
function withoutEndOfLog(path: string, frames: number): Repaired {
  return (
    withSqlite(path, false, (database) => {
      const wrong = integrityOf(database)
      if (wrong.length > 0) return lost(`What is left of the catalog is not sound (${wrong[0]}). ${RESTORE}`)
      database.exec('pragma wal_checkpoint(truncate)')
      forgetSums(path)
      const pages = `the last changes, at most ${frames} page${frames === 1 ? '' : 's'}, are lost`
      return lost(`The catalog was taken as it was before the damage in its log: ${pages}${lastKnown(database)}.`)
    }) ?? lost(`The catalog cannot be opened. ${RESTORE}`)
  )
}

/** So that who reads it knows from when on to look. */
function lastKnown(database: DatabaseSync): string {
  const at = database.prepare('select max(at) at from audit_log').get()?.['at']
  return typeof at === 'number'
    ? `; the newest entry that the audit log still has is of ${new Date(at).toISOString()}`
    : ''
}

/** The check of SQLite itself, and the release of the catalog. */
function structure(path: string): Finding[] {
  return (
    withSqlite(path, true, (database): Finding[] => {
      const known = migrationNames('sqlite', STEPS)
      const done = database
        .prepare('select name from schema_migrations')
        .all()
        .map(({ name }) => String(name))
      const newer = done.filter((name) => !known.includes(name))
      const missing = known.filter((name) => !done.includes(name))
      const wrong = integrityOf(database)
      const orphans = database.prepare('pragma foreign_key_check').all().length
      return [
        newer.length > 0
          ? {
              part: 'catalog',
              kind: 'lost',
              text: `The catalog is of a later release (step ${newer[0]}); start that release.`,
            }
          : missing.length > 0
            ? note(
                'catalog',
                `The catalog is of an earlier release; the next start takes ${missing.length} ` +
                  `step${missing.length === 1 ? '' : 's'}, the first ${missing[0]}.`,
              )
            : sound('catalog', `The catalog is of this release (step ${known.at(-1)}).`),
        ...wrong.map((what): Finding => ({
          part: 'catalog',
          kind: 'wrong',
          text: `SQLite says of the catalog: ${what}.`,
          repair: async () => {
            const left = withSqlite(path, false, (writable) => {
              writable.exec('reindex')
              return integrityOf(writable)
            })
            return left?.length === 0
              ? { text: 'Its indexes were made anew; it is sound.', isWhole: true }
              : { text: `Indexes made anew do not help. ${RESTORE}`, isWhole: false }
          },
        })),
        ...(orphans === 0
          ? []
          : [
              {
                part: 'catalog',
                kind: 'lost',
                text: `${orphans} rows of the catalog refer to rows that are gone. ${RESTORE}`,
              } as const,
            ]),
      ]
    }) ?? [{ part: 'catalog', kind: 'lost', text: `SQLite cannot open the catalog at ${path}. ${RESTORE}` }]
  )
}

const integrityOf = (database: DatabaseSync): string[] =>
  database
    .prepare('pragma integrity_check(5)')
    .all()
    .map((row) => String(row['integrity_check']))
    .filter((said) => said !== 'ok')

const isIndex = (path: string, name: string) =>
  withSqlite(
    path,
    true,
    (database) =>
      database.prepare(`select 1 from sqlite_schema where type = 'index' and name = ?`).get(name) !== undefined,
  ) === true

/** Only where every other page was found to be what it was: all get new sums. */
function areRebuilt(path: string, indexes: readonly string[]): boolean {
  const areSound = withSqlite(path, false, (database) => {
    for (const index of indexes) database.exec(`reindex "${index.replaceAll('"', '""')}"`)
    database.exec('pragma wal_checkpoint(truncate)')
    return integrityOf(database).length === 0
  })
  if (areSound === true) forgetSums(path)
  return areSound === true
}

/** Pages that the log has anew come into the file, with their sums. */
function foldWholeLog(path: string): void {
  withSqlite(path, false, (database) => {
    // The first statement makes the index of the log, which says how far it goes.
    database.prepare('select 1 from sqlite_schema').all()
    const mark = createMark(path)
    try {
      foldLog(database, path, mark, { waits: true })
    } finally {
      mark.close()
    }
  })
}

/** Null where SQLite refuses. */
function withSqlite<T>(path: string, readOnly: boolean, work: (database: DatabaseSync) => T): T | null {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { readOnly, timeout: 2000 })
    return work(database)
  } catch {
    return null
  } finally {
    database?.close()
  }
}
