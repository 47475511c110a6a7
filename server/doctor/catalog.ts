/** The catalog: its pages, its log, its structure, its version. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { checkCatalogFile } from '../db/catalog-check.ts'
import type { CatalogDamage } from '../db/catalog-check.ts'
import { migrationNames } from '../db/migrate.ts'
import { forgetSums, repairPage } from '../db/page-sums.ts'
import { note, sound } from './finding.ts'
import type { Finding } from './finding.ts'

const RESTORE = 'Restore the catalog from a backup.'

/** @param isRunning a server has it open: its pages change meanwhile, and the server looks at them itself */
export function checkCatalog(catalogUrl: string, isRunning: boolean): Finding[] {
  if (!catalogUrl.startsWith('sqlite:'))
    return [
      note(
        'catalog',
        'The catalog is in PostgreSQL, which checks its own pages where its cluster was made with data checksums (show data_checksums).',
      ),
    ]
  const path = catalogUrl.slice('sqlite:'.length)
  if (!existsSync(path)) return [note('catalog', `There is no catalog at ${path} yet; the first start makes it.`)]
  if (isRunning)
    return [
      note(
        'catalog',
        'A server is running, which compares every page of the catalog with its sum every ten minutes: see GET /api/health/ready and the page of the server.',
      ),
      ...structure(path),
    ]
  const damage = checkCatalogFile(path)
  if (damage.length === 0)
    return [sound('catalog', 'Every page of the catalog is what was written.'), ...structure(path)]
  return damage.map((one) => findingOf(path, one))
}

function findingOf(path: string, { kind, number, text, of }: CatalogDamage): Finding {
  switch (kind) {
    case 'page':
      return {
        part: 'catalog',
        kind: 'lost',
        text,
        repair: async () => {
          if (repairPage(path, number))
            return { text: `Page ${number}: the bit that had turned was turned back; nothing is lost.`, isWhole: true }
          if (of !== null && isIndex(path, of) && isRebuilt(path, of))
            return {
              text: `Page ${number}: the index ${of} was made anew of its table; nothing is lost.`,
              isWhole: true,
            }
          return {
            text: `Page ${number}${of === null ? '' : ` (${of})`}: more than one bit has turned, so what stood there is not known. ${RESTORE}`,
            isWhole: false,
          }
        },
      }
    case 'log':
      return {
        part: 'catalog',
        kind: 'lost',
        text,
        repair: async () =>
          withSqlite(path, false, (database) => {
            const wrong = integrityOf(database)
            if (wrong.length > 0)
              return { text: `What is left of the catalog is not sound (${wrong[0]}). ${RESTORE}`, isWhole: false }
            database.exec('pragma wal_checkpoint(truncate)')
            forgetSums(path)
            return {
              text: `The catalog was taken as it was before the damage in its log: the last changes, at most ${number} page${number === 1 ? '' : 's'}, are lost.`,
              isWhole: false,
            }
          }) ?? { text: `The catalog cannot be opened. ${RESTORE}`, isWhole: false },
      }
    case 'sums':
      return {
        part: 'catalog',
        kind: 'wrong',
        text,
        repair: async () =>
          withSqlite(path, true, integrityOf)?.length === 0
            ? (forgetSums(path),
              { text: 'SQLite finds the catalog sound; its sums are made anew at the next start.', isWhole: true })
            : { text: `The catalog is not sound either. ${RESTORE}`, isWhole: false },
      }
    case 'length':
      return { part: 'catalog', kind: 'lost', text: `${text} ${RESTORE}` }
  }
}

/** What SQLite itself says, and of which release the catalog is. */
function structure(path: string): Finding[] {
  return (
    withSqlite(path, true, (database): Finding[] => {
      const known = migrationNames('sqlite')
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
                `The catalog is of an earlier release; the next start takes ${missing.length} step${missing.length === 1 ? '' : 's'}, the first ${missing[0]}.`,
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

/** The pages get new sums, those of the index too; all others were found to be what they were. */
function isRebuilt(path: string, index: string): boolean {
  const isSound = withSqlite(path, false, (database) => {
    database.exec(`reindex "${index.replaceAll('"', '""')}"; pragma wal_checkpoint(truncate)`)
    return integrityOf(database).length === 0
  })
  if (isSound === true) forgetSums(path)
  return isSound === true
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
