import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { createCatalog, STEPS } from '../open-catalog.ts'
import { migrate } from './migrate.ts'
import { core } from './migrations/0001-core.ts'
import { NodeSqliteDialect } from './node-sqlite.ts'
import type { Tables } from './tables.ts'

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'aforo-migrate-'))
  path = join(directory, 'catalog.sqlite')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const open = () => createCatalog({ catalogUrl: `sqlite:${path}` })

function withFile(work: (database: DatabaseSync) => void) {
  const database = new DatabaseSync(path)
  work(database)
  database.close()
}

test('a row that goes is looked for by an index in every table that refers to it', async () => {
  await (await open()).close()
  const without: string[] = []
  withFile((database) => {
    const names = (text: string) => database.prepare(text).all() as Record<string, string | number>[]
    for (const { name } of names("select name from sqlite_master where type = 'table'")) {
      const first = new Set([
        ...names(`pragma index_list('${name}')`).map((index) => names(`pragma index_info('${index.name}')`)[0]?.name),
        ...names(`pragma table_info('${name}')`)
          .filter(({ pk }) => pk === 1)
          .map((column) => column.name),
      ])
      for (const { from } of names(`pragma foreign_key_list('${name}')`))
        if (!first.has(from)) without.push(`${name}.${from}`)
    }
  })
  expect(without).toEqual([])
})

test('a catalog of a newer release is refused and left as it is', async () => {
  await (await open()).close()
  withFile((database) => {
    database.exec(`insert into schema_migrations (name, timestamp) values ('9999-later', '2030-01-01T00:00:00Z')`)
  })
  await expect(open()).rejects.toMatchObject({
    code: 'CATALOG_NEWER',
    message:
      'The catalog was last used by a newer version (it has step 9999-later); start that version, or restore a ' +
      'backup made before it.',
  })
})

test('a migration that fails leaves no trace, and runs once nothing blocks it', async () => {
  withFile((database) => {
    database.exec('create table campaigns (something integer)')
  })
  await expect(open()).rejects.toMatchObject({
    code: 'CATALOG_MIGRATION',
    message: expect.stringContaining('0001-core failed (table "campaigns" already exists)'),
  })
  withFile((database) => {
    const tables = database
      .prepare(
        `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'schema_%'`,
      )
      .all()
    expect(tables.map((table) => table.name)).toEqual(['campaigns'])
    database.exec('drop table campaigns')
  })
  const catalog = await open()
  expect(await catalog.ready()).toBe(true)
  await catalog.close()
})

test('a catalog of release 0.1.0 keeps its accounts, accesses and audit log, which becomes a chain', async () => {
  const first = new Kysely<unknown>({ dialect: new NodeSqliteDialect(path) })
  const provider = { getMigrations: async () => ({ '0001-core': { up: (db: Kysely<unknown>) => core(db, 'sqlite') } }) }
  const { error } = await new Migrator({
    db: first,
    provider,
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  }).migrateToLatest()
  expect(error).toBeUndefined()
  await first.destroy()
  withFile((database) => {
    database.exec(`insert into clients (name, type) values ('Uno', 'basic')`)
    for (const [name, hash] of [
      ['ana', `'phc'`],
      ['eva', 'null'],
    ]) {
      database.exec(
        'insert into users (username, password_hash, role, enabled, flags, properties, created_at) values ' +
          `('${name}@x.test', ${hash}, 'basic', 1, '[]', '{"lang":"es","demo":false}', 5)`,
      )
    }
    database.exec(
      'insert into user_clients (user_id, client_id) values (1, 1); insert into sessions (token_hash, user_id, ' +
        `created_at, seen_at, address) values ('x', 1, 5, 5, '')`,
    )
    for (let n = 1; n <= 2500; n++)
      database.exec(
        `insert into audit_log (at, user_id, action, target, details) values (${n}, null, 'user.add', 'u${n}', '{}')`,
      )
  })

  const catalog = await open()
  expect(
    (await catalog.users.list(SYSTEM_SCOPE)).map(({ username, loginType, passwordExpired, clients }) => ({
      username,
      loginType,
      passwordExpired,
      clients,
    })),
  ).toEqual([
    { username: 'ana@x.test', loginType: 'password', passwordExpired: false, clients: [1] },
    { username: 'eva@x.test', loginType: 'external', passwordExpired: false, clients: [] },
  ])
  expect(await catalog.sessions.find('x')).toBeUndefined()
  await catalog.audit.append(SYSTEM_SCOPE, { action: 'user.add', target: 'next', at: 9999 })
  expect(await catalog.audit.verify()).toEqual({ whole: true, entries: 2501, head: expect.any(String) })
  await catalog.close()
  withFile((database) => {
    database.exec(`update audit_log set target = 'other' where id = 1200`)
  })
  const again = await open()
  expect(await again.audit.verify()).toEqual({ whole: false, entry: 1200, why: 'was changed' })
  await again.close()
})

test('sessions of accounts that signed in for an external page end with the step that names the page; the others stay', async () => {
  const before = new Kysely<Tables>({ dialect: new NodeSqliteDialect(path) })
  await migrate(before, 'sqlite', STEPS, '0027-second-factors')
  await before.destroy()
  withFile((database) => {
    for (const name of ['ana', 'eva']) {
      database.exec(
        'insert into users (username, password_hash, role, enabled, flags, properties, created_at, login_type) ' +
          `values ('${name}@x.test', null, 'basic', 1, '[]', '{"lang":"es","demo":false}', 5, 'password')`,
      )
      database.exec(
        `insert into sessions (token_hash, user_id, created_at, seen_at, address, agent) values ('${name}', (select ` +
          `id from users where username = '${name}@x.test'), 5, 5, '', '')`,
      )
    }
    database.exec(
      'insert into audit_log (at, user_id, action, target, details, hash, prev_hash) values (5, null, ' +
        `'oauth.login', 'ana@x.test', '{}', '', '')`,
    )
  })
  const catalog = await open()
  expect([await catalog.sessions.find('ana'), (await catalog.sessions.find('eva'))?.page]).toEqual([undefined, null])
  await catalog.close()
})

test('opening again keeps what was stored, and two processes may have it open', async () => {
  const first = await open()
  await first.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
  const second = await open()
  await second.clients.insert(SYSTEM_SCOPE, { name: 'Dos', type: 'basic' })
  expect((await first.clients.list(SYSTEM_SCOPE)).map(({ name }) => name)).toEqual(['Uno', 'Dos'])
  await first.close()
  await second.close()
  const third = await open()
  expect((await third.clients.list(SYSTEM_SCOPE)).map(({ name }) => name)).toEqual(['Uno', 'Dos'])
  await third.close()
})

test('the file survives power loss: every commit is synced', async () => {
  const catalog = await open()
  await catalog.close()
  withFile((database) => {
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  })
  // Of the connection, not of the file: 2 is full, which syncs the log at every commit.
  const ours = new Kysely({ dialect: new NodeSqliteDialect(path) })
  expect((await sql`pragma synchronous`.execute(ours)).rows).toEqual([{ synchronous: 2 }])
  await ours.destroy()
})
