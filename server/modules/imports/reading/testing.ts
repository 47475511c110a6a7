/** Stores and files of one test of imports. For tests only. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { toRows } from '#domain/frame-build'
import type { Catalog } from '../../../catalog.ts'
import { memoryCatalog } from '../../../testing/catalog.ts'
import { createDuckDbFactStore } from '../../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../../facts/duckdb/sql-store.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { prepareImport, type ImportOptions } from './index.ts'
import type { ImportReport } from './report.ts'

export const NOW = Date.UTC(2026, 10, 20, 12)

/** Fresh ones for each test of the file that calls it: unused ones are kept for the next test. */
export function importStores() {
  let [catalog, facts, folder]: [Catalog, SqlFactStore, string] = [undefined!, undefined!, '']
  let isOpen = false
  let isUsed = false
  const closeStores = async () => {
    if (!isOpen) return
    isOpen = false
    await facts.close()
    await catalog.close()
  }
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'aforo-test-'))
    if (isOpen) return
    catalog = await memoryCatalog()
    facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW, resources: { threads: 1 } })
    isOpen = true
    isUsed = false
  })
  afterEach(async () => {
    if (isUsed) await closeStores()
    rmSync(folder, { recursive: true, force: true })
  })
  afterAll(closeStores)
  const used = <T>(store: T): T => {
    isUsed = true
    return store
  }
  const hours = async (client = 1) =>
    toRows(
      await used(facts).query(
        {
          table: 'traffic',
          measures: ['ins'],
          by: ['local', 'area', 'day', 'hour'],
          where: { client: [client] },
          periods: [{ name: 'only', from: 12_000, to: 25_000 }],
        },
        'all',
      ),
    ).filter((row) => row[4] !== null)
  return {
    get catalog() {
      return used(catalog)
    },
    get facts() {
      return used(facts)
    },
    get folder() {
      return folder
    },
    /** Writes a file and says where it is. */
    written(text: string | Buffer, name = 'file.csv'): string {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    },
    /** Imports, and leaves nothing on the disk. */
    async run(options: ImportOptions, into: SqlFactStore = used(facts)): Promise<ImportReport> {
      const prepared = await prepareImport({ ...options, within: folder })
      try {
        return await prepared.store({ catalog: used(catalog), facts: into, now: NOW })
      } finally {
        prepared.close()
      }
    },
    /** Reads, and stores nothing. */
    async dryRun(options: ImportOptions): Promise<ImportReport> {
      const prepared = await prepareImport({ ...options, within: folder })
      prepared.close()
      return prepared.report
    },
    /** Local, area, day, hour and people of what is known. */
    hours,
    /** How many clients, locals and hours there are. */
    kept: async () => ({
      clients: (await used(catalog).clients.list(SYSTEM_SCOPE)).length,
      locals: (await used(catalog).locals.list(SYSTEM_SCOPE)).length,
      hours: (await hours()).length,
    }),
  }
}
