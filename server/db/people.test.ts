import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseSync } from 'node:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawPng } from '../demo/png.ts'
import { readImage } from '../modules/brands/image-check.ts'
import { userService } from '../modules/users/service.ts'
import type { Scope } from '../lib/scope.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { testDialects } from '../testing/postgres.ts'
import { createCatalog } from '../open-catalog.ts'
import type { Catalog } from '../catalog.ts'
import { NodeSqliteDialect } from './node-sqlite.ts'
import { Kysely } from 'kysely'
import { core } from './migrations/0001-core.ts'

const NOW = Date.UTC(2026, 10, 20)
const { dialects, stop } = await testDialects()
afterAll(stop)

const basic: Scope = { userId: 1, role: 'basic', clients: [], demo: false }
const NEW_ACCOUNT = { passwordHash: null, flags: [], clients: [] } as const

describe.each(dialects)('people and brands on $name', ({ url }) => {
  let catalog: Catalog
  let uno: number
  beforeEach(async () => {
    catalog = await createCatalog({ catalogUrl: await url() })
    uno = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })).id
  })
  afterEach(() => catalog.close())

  test('only an administrator reads or writes accounts, groups, accesses and brands', async () => {
    const { accounts, groups, userAccess, brands, brandImages } = catalog
    const draft = {
      username: 'x@aforo.test',
      role: 'admin',
      loginType: 'password',
      flags: [],
      properties: { lang: 'es', demo: false },
      clients: [],
      groups: [],
      macs: [],
      passwordExpired: false,
    } as const
    const full = { ...draft, flags: [], clients: [], groups: [], macs: [] }
    const work = [
      () => accounts.list(basic),
      () => accounts.find(basic, 1),
      () => accounts.some(basic, [1]),
      () => accounts.insert(basic, full, NOW),
      () => accounts.replace(basic, 1, full, NOW),
      () => accounts.remove(basic, 1),
      () => accounts.endSessions(basic, 1),
      () => accounts.countAdmins(basic),
      () => groups.list(basic),
      () => groups.find(basic, 1),
      () => groups.insert(basic, { name: 'Group' }),
      () => groups.replace(basic, 1, { name: 'Group' }),
      () => groups.remove(basic, 1),
      () => userAccess.list(basic),
      () => userAccess.find(basic, 1),
      () => userAccess.insert(basic, { user: 1, client: uno }, NOW),
      () => userAccess.replace(basic, 1, { user: 1, client: uno }),
      () => userAccess.remove(basic, 1),
      () => brands.list(basic),
      () => brands.find(basic, 1),
      () => brands.remove(basic, 1),
      () => brandImages.insert(basic, Buffer.alloc(1), { type: 'image/png', width: 1, height: 1 }, NOW),
      () => brandImages.sweep(basic, new Set(), NOW),
    ]
    for (const act of work) await expect(act()).rejects.toMatchObject({ code: 'ADMIN_REQUIRED' })
  })

  test('of two administrators who demote each other at the same moment, one stays', async () => {
    const insert = async (username: string) =>
      (await catalog.users.insert(SYSTEM_SCOPE, { ...NEW_ACCOUNT, username, role: 'admin' }, NOW)).id
    const [ana, bea] = [await insert('ana@aforo.test'), await insert('bea@aforo.test')]
    const users = userService({
      catalog,
      invitations: { invite: async () => undefined },
      clock: { now: () => NOW },
      loginDomain: 'aforo.test',
    })
    const as = (userId: number): Scope => ({ userId, role: 'admin', clients: 'all', demo: false })
    const results = await Promise.allSettled([
      users.replace(as(ana), bea, { username: 'bea@aforo.test', role: 'basic' }),
      users.setEnabled(as(bea), ana, false),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({ code: 'LAST_ADMIN' })
    expect((await catalog.accounts.list(SYSTEM_SCOPE, { role: 'admin', enabled: true })).length).toBe(1)
  })

  test('two groups and an own access add up, without doubles', async () => {
    const { id: dos } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Dos', type: 'basic' })
    const { id } = await catalog.users.insert(
      SYSTEM_SCOPE,
      { ...NEW_ACCOUNT, username: 'ana@aforo.test', role: 'basic', flags: ['canAlerts'], clients: [uno] },
      NOW,
    )
    await catalog.groups.insert(SYSTEM_SCOPE, {
      name: 'One',
      members: [id],
      flags: ['footCompare', 'canAlerts'],
      clients: [uno, dos],
    })
    await catalog.groups.insert(SYSTEM_SCOPE, { name: 'Two', members: [id], flags: ['footStatus'] })
    const user = await catalog.users.findByUsername(SYSTEM_SCOPE, 'ana@aforo.test')
    expect(user).toMatchObject({ flags: ['canAlerts', 'footCompare', 'footStatus'], clients: [uno, dos] })
    expect(await catalog.users.list(SYSTEM_SCOPE)).toEqual([user])
    expect(await catalog.accounts.find(SYSTEM_SCOPE, id)).toMatchObject({ flags: ['canAlerts'], clients: [uno] })
  })

  test('the account of a service is not seen, changed or put into a group', async () => {
    const { id } = await catalog.users.insert(
      SYSTEM_SCOPE,
      { ...NEW_ACCOUNT, username: 'service', role: 'basic', clients: [uno], loginType: 'service' },
      NOW,
    )
    expect([
      await catalog.accounts.list(SYSTEM_SCOPE),
      await catalog.accounts.find(SYSTEM_SCOPE, id),
      await catalog.userAccess.list(SYSTEM_SCOPE),
    ]).toEqual([[], undefined, []])
    await expect(catalog.groups.insert(SYSTEM_SCOPE, { name: 'Group', members: [id] })).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    })
    await expect(catalog.userAccess.insert(SYSTEM_SCOPE, { user: id, client: uno }, NOW)).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    })
  })

  test('bytes of an image come back as they went', async () => {
    const bytes = drawPng(3, 2, () => [1, 2, 3, 255])
    const { id } = await catalog.brandImages.insert(SYSTEM_SCOPE, bytes, readImage(bytes), NOW)
    const image = await catalog.brandImages.bytes(id)
    expect([image?.type, image?.bytes.equals(bytes)]).toEqual(['image/png', true])
    expect(await catalog.brandImages.missing([`/api/brand-images/${id}`, '/api/brand-images/987'])).toEqual([
      '/api/brand-images/987',
    ])
  })

  test('modules and tracking follow the scope of the caller', async () => {
    const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, {
      client: uno,
      name: 'Sol',
      code: '1',
      type: 'store',
      timeZone: 'Europe/Madrid',
    })
    await catalog.modules.saveClient(SYSTEM_SCOPE, uno, { tickets: true })
    await catalog.modules.saveLocal(SYSTEM_SCOPE, local, { zones: true })
    expect([await catalog.modules.ofClient(basic, uno), await catalog.modules.ofLocal(basic, local)]).toEqual([
      undefined,
      undefined,
    ])
    await expect(catalog.modules.saveClient(basic, uno, {})).rejects.toMatchObject({ code: 'CLIENT_NOT_FOUND' })
    await expect(catalog.modules.saveLocal(basic, local, {})).rejects.toMatchObject({ code: 'LOCAL_NOT_FOUND' })
    expect([
      await catalog.modules.ofClient({ ...basic, clients: [uno] }, uno),
      await catalog.modules.ofLocal({ ...basic, clients: [uno] }, local),
    ]).toEqual([{ tickets: true }, { zones: true }])

    const { id: ana } = await catalog.users.insert(
      SYSTEM_SCOPE,
      { ...NEW_ACCOUNT, username: 'ana@aforo.test', role: 'basic' },
      NOW,
    )
    const { id: bea } = await catalog.users.insert(
      SYSTEM_SCOPE,
      { ...NEW_ACCOUNT, username: 'bea@aforo.test', role: 'basic' },
      NOW,
    )
    const event = { id: 'e1', event: 'x', timestamp: NOW }
    await catalog.tracking.append({ ...basic, userId: ana }, [event, event], NOW)
    await catalog.tracking.append({ ...basic, userId: bea }, [event], NOW)
    expect(await catalog.tracking.list({ ...basic, userId: ana })).toEqual([
      { user: ana, id: 'e1', event: 'x', module: null, timestamp: NOW },
    ])
    expect(await catalog.tracking.list(SYSTEM_SCOPE)).toHaveLength(2)
  })
})

test('a catalog of the first release keeps who may read what', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'aforo-people-'))
  const path = join(directory, 'catalog.sqlite')
  const db = new Kysely<unknown>({ dialect: new NodeSqliteDialect(path) })
  await core(db, 'sqlite')
  await db.destroy()
  const old = new DatabaseSync(path)
  old.exec(`
    create table schema_migrations (name text primary key, timestamp text not null);
    create table schema_migrations_lock (id text primary key, is_locked integer not null default 0);
    insert into schema_migrations values ('0001-core', '2026-01-01T00:00:00Z');
    insert into clients (id, name, type) values (3, 'Uno', 'basic'), (5, 'Dos', 'basic');
    insert into users (id, username, password_hash, role, flags, properties, created_at) values (7, 'ana@aforo.test', 'x', 'basic', '["footCompare"]', '{"lang":"es","demo":false}', 1000);
    insert into user_clients values (7, 5), (7, 3);`)
  old.close()
  const catalog = await createCatalog({ catalogUrl: `sqlite:${path}` })
  expect(await catalog.userAccess.list(SYSTEM_SCOPE)).toEqual([
    { id: 1, user: 7, client: 3, createdAt: 1000, createdBy: null },
    { id: 2, user: 7, client: 5, createdAt: 1000, createdBy: null },
  ])
  expect(await catalog.users.findByUsername(SYSTEM_SCOPE, 'ana@aforo.test')).toMatchObject({
    clients: [3, 5],
    flags: ['footCompare'],
  })
  await catalog.close()
  rmSync(directory, { recursive: true })
})
