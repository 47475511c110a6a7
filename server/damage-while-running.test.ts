/** Damage of the catalog under a running server: the first question that meets it says so, and the rest goes on. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ACCESS_FLAGS } from '#domain/access'
import { readConfig } from './lib/config.ts'
import { createCatalog } from './open-catalog.ts'
import { hashPassword } from './modules/session/password-hash.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import { start } from './start.ts'
import type { Running } from './start.ts'
import { PASSWORD } from './testing/fixture.ts'
import { startPostgres } from './testing/postgres.ts'

const PAGE = 4096
const folder = mkdtempSync(join(tmpdir(), 'aforo-damage-running-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})
let running: Running
let said: string[]
let token: string
let leaf: number

async function call(path: string, body?: object) {
  const answer = await fetch(`${running.address}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { access_token: token }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** An account and more campaigns than one page has. */
async function fill(catalogUrl: string) {
  const catalog = await createCatalog({ catalogUrl })
  const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
  const user = { username: 'admin@aforo.test', role: 'admin', clients: [], flags: [...ACCESS_FLAGS] } as const
  await catalog.users.insert(SYSTEM_SCOPE, { ...user, passwordHash: await hashPassword(PASSWORD) }, Date.now())
  const july = { client, begin: '2026-07-01', end: '2026-07-31', description: 'x'.repeat(300) }
  for (let i = 0; i < 60; i += 1) await catalog.campaigns.insert(SYSTEM_SCOPE, { ...july, name: `Campaign ${i}` })
  await catalog.close()
}

async function serve(catalogUrl: string) {
  said = []
  token = ''
  const variables = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', DRAIN_S: '0', NOTICE_MAIL: 'off' }
  running = await start({
    config: {
      ...readConfig({ ...variables, SECRET_KEY: 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W' }, 'production'),
      catalogUrl,
    },
    print: (line) => {
      if (!line.includes('SMTP')) said.push(line)
    },
  })
  const { body } = await call('/oauth/token', {
    username: 'admin@aforo.test',
    password: PASSWORD,
    grant_type: 'password',
  })
  token = String(body['access_token'])
}

describe('a catalog in SQLite', () => {
  beforeEach(async () => {
    rmSync(folder, { recursive: true, force: true })
    const path = join(folder, 'catalog.sqlite')
    await fill(`sqlite:${path}`)
    const database = new DatabaseSync(path, { readOnly: true })
    leaf = Number(
      database.prepare(`select max(pageno) page from dbstat where name = 'campaigns' and pagetype = 'leaf'`).get()?.[
        'page'
      ],
    )
    database.close()
    await serve(`sqlite:${path}`)
  })
  afterEach(() => running.close())

  /** A fault of the disk: the file changes below the server. */
  function damage(at: number, byte: number) {
    const file = openSync(join(folder, 'catalog.sqlite'), 'r+')
    writeSync(file, Buffer.from([byte]), 0, 1, at)
    closeSync(file)
  }

  test('that is damaged is reported at once by the query that meets it: health, banner and terminal name the page and its table, and the rest goes on', async () => {
    expect((await call('/health/ready')).body).toEqual({ status: 'ok' })
    // The kind of the page, which SQLite looks at.
    damage((leaf - 1) * PAGE, 0)
    expect(await call('/campaigns')).toMatchObject({ status: 503, body: { code: 'STORE_DAMAGED' } })
    await expect
      .poll(async () => (await call('/health/ready')).body, { timeout: 1000 })
      .toEqual({ status: 'degraded', parts: ['catalog'] })
    expect((await call('/server/state')).body).toMatchObject({
      damages: [{ part: 'catalog', where: `page ${leaf}`, clients: null }],
    })
    expect(said).toEqual([
      `Warning: Page ${leaf} of the catalog (campaigns) is not what was written. Run npm run doctor.`,
    ])
    // A second query reports nothing twice.
    expect((await call('/campaigns')).status).toBe(503)
    expect(said).toHaveLength(1)
    expect((await call('/me')).status).toBe(200)
    expect((await call('/clients')).status).toBe(200)
  })

  test('whose damage no question meets, or that SQLite takes for a value, is found by the look of every minute', async () => {
    // A letter of a description.
    damage(leaf * PAGE - 100, 'y'.charCodeAt(0))
    expect((await call('/campaigns')).status).toBe(200)
    expect((await call('/health/ready')).body).toEqual({ status: 'ok' })
    const look = running.app.jobs.find(({ name }) => name === 'catalog pages')
    expect(look?.everyMs).toBe(60_000)
    await look?.run()
    expect((await call('/health/ready')).body).toEqual({ status: 'degraded', parts: ['catalog'] })
    expect(said).toEqual([
      `Warning: Page ${leaf} of the catalog (campaigns) is not what was written. Run npm run doctor.`,
    ])
  })
})

const postgres = await startPostgres()
const canHalt = 'halt' in postgres && postgres.halt !== null

describe.runIf(canHalt)('a catalog in PostgreSQL', () => {
  afterAll(async () => {
    if ('stop' in postgres) await postgres.stop()
  })

  test('that is damaged is reported at once by the query that meets it, with the message of PostgreSQL, and the rest goes on', async () => {
    if (!('halt' in postgres) || postgres.halt === null) return
    rmSync(folder, { recursive: true, force: true })
    const url = await postgres.createDatabase()
    await fill(url)
    const database = new pg.Client({ connectionString: url })
    await database.connect()
    const { rows } = await database.query<{ path: string }>(
      `select current_setting('data_directory') || '/' || pg_relation_filepath('campaigns') as path`,
    )
    await database.end()
    const startAgain = await postgres.halt()
    // The header of its first page.
    const file = openSync(rows[0]!.path, 'r+')
    writeSync(file, Buffer.alloc(24, 0xff), 0, 24, 0)
    closeSync(file)
    await startAgain()
    await serve(url)
    expect((await call('/health/ready')).body).toEqual({ status: 'ok' })
    expect(await call('/campaigns')).toMatchObject({ status: 503, body: { code: 'STORE_DAMAGED' } })
    await expect
      .poll(async () => (await call('/health/ready')).body, { timeout: 1000 })
      .toEqual({ status: 'degraded', parts: ['catalog'] })
    expect(said).toEqual([
      expect.stringMatching(
        /^Warning: The catalog is damaged: invalid page in block 0 of relation .*\. Run npm run doctor\.$/,
      ),
    ])
    expect((await call('/me')).status).toBe(200)
    await running.close()
  })
})
