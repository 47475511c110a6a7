/** The data folder of each release (`scripts/release-fixture.ts`) under the code of this checkout. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { brotliDecompressSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../server/lib/config.ts'
import { FACTS_SCHEMA } from '../../server/facts/duckdb/schema-version.ts'
import { start } from '../../server/start.ts'
import { openStores } from '../../server/stores.ts'

interface Expected {
  readonly key: string
  readonly username: string
  readonly password: string
  readonly deviceKey: string
  readonly macs: readonly string[]
  readonly sums: readonly (readonly number[])[]
}

const RELEASES = readdirSync(import.meta.dirname).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
const HOUR_MS = 3_600_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-upgrade-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function unpack(release: string): Expected {
  const from = join(import.meta.dirname, release)
  for (const name of readdirSync(from))
    if (name.endsWith('.br'))
      writeFileSync(join(folder, name.slice(0, -3)), brotliDecompressSync(readFileSync(join(from, name))))
  return JSON.parse(readFileSync(join(from, 'expected.json'), 'utf8')) as Expected
}
const config = (key: string) =>
  readConfig(
    { DATA_DIR: folder, PORT: '0', SECRET_KEY: key, LOG_LEVEL: 'silent', DRAIN_S: '0', NOTICE_MAIL: 'off' },
    'production',
  )
/** Of the stores, as digests; a log with nothing in it, which looking at a store leaves, is none. */
const bytesOf = () =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => /^(catalog|facts)\..*[^m]$/.test(name) && statSync(join(folder, name)).size > 0)
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  )

async function inFacts(statement: string): Promise<void> {
  const instance = await DuckDBInstance.create(join(folder, 'facts.duckdb'))
  const connection = await instance.connect()
  await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
}

test('there is a data folder of every release that was published', () => {
  const published = [
    ...readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8').matchAll(/^## (\d+\.\d+\.\d+)$/gm),
  ].map(([, version]) => version)
  expect(new Set(RELEASES)).toEqual(new Set(published))
})

test.each(RELEASES)(
  'a data folder of %s keeps every hour, its accounts and its devices, which go on counting',
  async (release) => {
    const { key, username, password, deviceKey, macs, sums } = unpack(release)
    const running = await start({ config: config(key) })
    try {
      const token = await fetch(`${running.address}/api/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password, grant_type: 'password' }),
      })
      expect(token.status).toBe(200)
      const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS
      const reply = await fetch(`${running.address}/api/ingest/readings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-key': deviceKey },
        body: JSON.stringify({
          mac: macs[0],
          sequence: 2,
          readings: [{ kind: 'count', start, end: start + HOUR_MS, in: 1000, out: 0 }],
        }),
      })
      expect(reply.status).toBe(202)
      await running.app.ingest.applied()
    } finally {
      await running.close()
    }
    const { facts, close } = await openStores(config(key))
    const now = await facts.read(
      'SELECT client, local, area, day, CAST(count(ins) AS DOUBLE), CAST(sum(ins) AS DOUBLE), CAST(sum(outs) AS ' +
        'DOUBLE) FROM traffic WHERE ins IS NOT NULL AND ins <> 1000 GROUP BY ALL ORDER BY ALL',
    )
    const fresh = await facts.read('SELECT CAST(sum(ins) AS DOUBLE) FROM traffic WHERE ins = 1000')
    const versions = await facts.read('SELECT version FROM facts_schema')
    await close()
    expect(now).toEqual(sums)
    expect(fresh).toEqual([[1000]])
    expect(versions).toEqual([[FACTS_SCHEMA]])
  },
)

test('facts of a newer release are refused with the version, and neither store is changed by a byte', async () => {
  const { key } = unpack(RELEASES[0]!)
  await inFacts(
    'CREATE TABLE facts_schema (version INTEGER, learntAt BIGINT); INSERT INTO facts_schema VALUES ' +
      `(${FACTS_SCHEMA + 1}, 0)`,
  )
  const before = bytesOf()
  await expect(start({ config: config(key) })).rejects.toMatchObject({
    code: 'FACTS_NEWER',
    message:
      `${join(folder, 'facts.duckdb')} was last used by a newer version (its tables have version ` +
      `${FACTS_SCHEMA + 1}, this one knows ${FACTS_SCHEMA}); start that version, or restore a backup made before ` +
      'it. Nothing was changed.',
  })
  expect(bytesOf()).toEqual(before)
})

test('a catalog of a newer release is refused before the facts are brought up to date', async () => {
  const { key } = unpack(RELEASES[0]!)
  const catalog = new DatabaseSync(join(folder, 'catalog.sqlite'))
  catalog.exec("insert into schema_migrations (name, timestamp) values ('9999-later', '2030-01-01T00:00:00Z')")
  catalog.close()
  const before = bytesOf()
  await expect(start({ config: config(key) })).rejects.toMatchObject({ code: 'CATALOG_NEWER' })
  expect(bytesOf()['facts.duckdb']).toBe(before['facts.duckdb'])
})
