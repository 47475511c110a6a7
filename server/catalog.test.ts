import { Kysely, sql } from 'kysely'
import { afterAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { migrate } from './db/migrate.ts'
import { NodeSqliteDialect } from './db/node-sqlite.ts'
import { postgresDialect } from './db/postgres.ts'
import type { Tables } from './db/tables.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import type { Scope } from './lib/scope.ts'
import { alertMarkRepo } from './modules/alerts/mark-repo.ts'
import { alertRepo } from './modules/alerts/repo.ts'
import { alertRuleRepo } from './modules/alerts/rule-repo.ts'
import { clientRepo } from './modules/clients/repo.ts'
import { localRepo } from './modules/locals/repo.ts'
import { openTestCatalog } from './testing/catalog.ts'
import { testDialects } from './testing/postgres.ts'
import { createCatalog, STEPS } from './open-catalog.ts'
import type { Catalog } from './catalog.ts'

const NOW = Date.UTC(2026, 10, 20)
const NEW_ACCOUNT = {
  loginType: 'password',
  passwordExpired: false,
  passwordChangedAt: null,
  termsAcceptedAt: null,
  responsibilityAcceptedAt: null,
  createdAt: NOW,
}
const { dialects, stop } = await testDialects()
afterAll(stop)

const scopeOf = (...clients: number[]): Scope => ({ userId: 1, role: 'basic', clients, demo: false })
const STORE = { type: 'store', timeZone: 'Europe/Madrid' } as const

describe.each(dialects)('the catalog on $name', ({ url }) => {
  let catalog: Catalog
  let uno: number
  let dos: number

  beforeEach(async () => {
    catalog = await createCatalog({ catalogUrl: await url() })
    uno = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })).id
    dos = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Dos', type: 'automotive', externalId: 'crm-2' })).id
  })

  afterEach(() => catalog.close())

  test('a screen is seen by its maker and administrators, opens sessions until it is revoked, and goes with its maker', async () => {
    const make = async (username: string) =>
      (
        await catalog.users.insert(
          SYSTEM_SCOPE,
          { username, role: 'basic', flags: [], clients: [uno], passwordHash: null },
          NOW,
        )
      ).id
    const [ana, luis] = [await make('ana@aforo.test'), await make('luis@aforo.test')]
    const as = (userId: number): Scope => ({ userId, role: 'basic', clients: [uno, dos], demo: false })
    const draft = {
      name: 'Hall',
      client: uno,
      dashboards: ['b', 'a'],
      search: 'client=1',
      seconds: 30,
      lang: 'cs' as const,
    }
    const screen = await catalog.screens.insert(as(ana), { ...draft, tokenHash: 'one' }, NOW)
    expect(screen).toEqual({ id: screen.id, owner: ana, ...draft, createdAt: NOW, seenAt: null, revokedAt: null })
    await expect(catalog.screens.insert(as(ana), { ...draft, tokenHash: 'one' }, NOW)).rejects.toThrow()
    expect([
      await catalog.screens.find(as(luis), screen.id),
      await catalog.screens.list(as(luis), undefined),
      await catalog.screens.revoke(as(luis), screen.id, NOW),
    ]).toEqual([undefined, [], false])
    expect([
      await catalog.screens.list(SYSTEM_SCOPE, uno),
      await catalog.screens.list(SYSTEM_SCOPE, dos),
      await catalog.screens.count(as(ana)),
    ]).toEqual([[screen], [], 1])
    await catalog.screens.open(screen.id, 'session', NOW + 10)
    expect([
      await catalog.screens.bySession('session', NOW + 9),
      await catalog.screens.bySession('session', NOW + 10),
      await catalog.screens.byToken('two'),
    ]).toEqual([screen, undefined, undefined])
    await catalog.screens.touch(screen.id, NOW + 5)
    expect([
      await catalog.screens.revoke(as(ana), screen.id, NOW + 6),
      await catalog.screens.revoke(as(ana), screen.id, NOW + 7),
      await catalog.screens.bySession('session', NOW),
    ]).toEqual([true, false, undefined])
    expect([await catalog.screens.byToken('one'), await catalog.screens.count(as(ana))]).toEqual([
      { ...screen, seenAt: NOW + 5, revokedAt: NOW + 6 },
      0,
    ])
    await catalog.screens.sweep(NOW, NOW + 5)
    expect(await catalog.screens.byToken('one')).toBeDefined()
    await catalog.screens.sweep(NOW, NOW + 6)
    expect(await catalog.screens.byToken('one')).toBeUndefined()
    await catalog.screens.insert(as(luis), { ...draft, tokenHash: 'three' }, NOW)
    await catalog.accounts.remove(SYSTEM_SCOPE, luis)
    expect(await catalog.screens.byToken('three')).toBeUndefined()
  })

  test('a client outside the scope is not there, and neither is anything it owns', async () => {
    const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, { ...STORE, client: dos, name: 'Sol', code: '1' })
    const { id: area } = await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Puerta' })
    await catalog.footscans.insert(SYSTEM_SCOPE, { area, mac: '00:1A:2B:3C:4D:5E' })
    await catalog.openingHours.insertMany(SYSTEM_SCOPE, [{ local, weekDay: 1, opening: '10:00', closing: '21:00' }])
    await catalog.holidays.insertMany(SYSTEM_SCOPE, [{ local, day: '2026-12-25', name: 'Navidad', closed: true }])
    const { id: campaign } = await catalog.campaigns.insert(SYSTEM_SCOPE, {
      client: dos,
      name: 'Rebajas',
      begin: '2026-01-07',
      end: '2026-01-31',
    })
    await catalog.locals.saveSettings(SYSTEM_SCOPE, local, { frontMode: 'inclusive' })

    for (const scope of [scopeOf(uno), scopeOf()]) {
      expect(await catalog.clients.find(scope, dos)).toBeUndefined()
      expect(await catalog.clients.findByName(scope, 'Dos')).toBeUndefined()
      expect(await catalog.locals.list(scope)).toEqual([])
      expect(await catalog.locals.list(scope, { client: dos })).toEqual([])
      expect(await catalog.locals.ids(scope, dos)).toEqual([])
      expect(await catalog.locals.find(scope, local)).toBeUndefined()
      expect(await catalog.locals.findByCode(scope, dos, '1')).toBeUndefined()
      expect(await catalog.locals.settings(scope, [local])).toEqual(new Map())
      expect(await catalog.areas.list(scope, { local })).toEqual([])
      expect(await catalog.footscans.list(scope, { local })).toEqual([])
      expect(await catalog.openingHours.list(scope, { local })).toEqual([])
      expect(await catalog.holidays.list(scope, { local })).toEqual([])
      expect(await catalog.campaigns.list(scope)).toEqual([])
      expect(await catalog.campaigns.find(scope, campaign)).toBeUndefined()
    }
  })

  test('nothing can be written for a client outside the scope', async () => {
    const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, { ...STORE, client: dos, name: 'Sol', code: '1' })
    const { id: area } = await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Puerta' })
    const scope = scopeOf(uno)

    await expect(catalog.locals.insert(scope, { ...STORE, client: dos, name: 'X', code: '2' })).rejects.toMatchObject({
      code: 'CLIENT_NOT_FOUND',
    })
    await expect(
      catalog.campaigns.insert(scope, { client: dos, name: 'X', begin: '2026-01-01', end: '2026-01-02' }),
    ).rejects.toMatchObject({ code: 'CLIENT_NOT_FOUND' })
    await expect(catalog.areas.insert(scope, { local, name: 'X' })).rejects.toMatchObject({ code: 'LOCAL_NOT_FOUND' })
    await expect(catalog.locals.saveSettings(scope, local, {})).rejects.toMatchObject({ code: 'LOCAL_NOT_FOUND' })
    await expect(
      catalog.openingHours.insertMany(scope, [{ local, weekDay: 1, opening: '10:00', closing: '21:00' }]),
    ).rejects.toMatchObject({ code: 'LOCAL_NOT_FOUND' })
    await expect(
      catalog.holidays.insertMany(scope, [{ local, day: '2026-12-25', name: 'X', closed: true }]),
    ).rejects.toMatchObject({ code: 'LOCAL_NOT_FOUND' })
    await expect(catalog.footscans.insert(scope, { area, mac: '00:1A:2B:3C:4D:5E' })).rejects.toMatchObject({
      code: 'AREA_NOT_FOUND',
    })
    expect(
      await catalog.locals.replace(scope, local, { ...STORE, client: dos, name: 'Taken over', code: '1' }),
    ).toBeUndefined()
    expect((await catalog.locals.find(SYSTEM_SCOPE, local))?.name).toBe('Sol')
  })

  test('a basic user finds only the own account and changes none', async () => {
    const user = { passwordHash: 'hash', role: 'basic', flags: [], clients: [uno] } as const
    const ana = await catalog.users.insert(SYSTEM_SCOPE, { ...user, username: 'ana@aforo.test' }, NOW)
    const bea = await catalog.users.insert(SYSTEM_SCOPE, { ...user, username: 'bea@aforo.test' }, NOW)
    const scope: Scope = { ...scopeOf(uno), userId: ana.id }

    expect(await catalog.users.list(scope)).toEqual([ana])
    expect(await catalog.users.findByUsername(scope, 'bea@aforo.test')).toBeUndefined()
    await expect(catalog.users.insert(scope, { ...user, username: 'eve@aforo.test' }, NOW)).rejects.toMatchObject({
      code: 'ADMIN_REQUIRED',
    })
    await expect(catalog.users.setEnabled(scope, ana.id, false)).rejects.toMatchObject({ code: 'ADMIN_REQUIRED' })
    await expect(catalog.passwords.set(scope, bea.id, { passwordHash: 'x', at: NOW })).rejects.toMatchObject({
      code: 'ADMIN_REQUIRED',
    })
  })

  test('what must be unique is refused the second time', async () => {
    const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, { ...STORE, client: uno, name: 'Sol', code: '1' })
    const { id: area } = await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Puerta' })
    await catalog.footscans.insert(SYSTEM_SCOPE, { area, mac: '00:1A:2B:3C:4D:5E' })
    const holiday = { local, day: '2026-12-25', name: 'Navidad', closed: true }
    await catalog.holidays.insertMany(SYSTEM_SCOPE, [holiday])
    const user = { username: 'ana@aforo.test', passwordHash: null, role: 'basic', flags: [], clients: [] } as const
    await catalog.users.insert(SYSTEM_SCOPE, user, NOW)

    const taken = { code: 'NAME_TAKEN', status: 409 }
    await expect(catalog.clients.insert(SYSTEM_SCOPE, { name: 'Uno', type: 'expo' })).rejects.toMatchObject(taken)
    await expect(
      catalog.locals.insert(SYSTEM_SCOPE, { ...STORE, client: uno, name: 'Other', code: '1' }),
    ).rejects.toMatchObject(taken)
    await expect(catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Puerta' })).rejects.toMatchObject(taken)
    await expect(catalog.footscans.insert(SYSTEM_SCOPE, { area, mac: '00:1A:2B:3C:4D:5E' })).rejects.toMatchObject(
      taken,
    )
    await expect(catalog.holidays.insertMany(SYSTEM_SCOPE, [holiday])).rejects.toMatchObject(taken)
    await expect(catalog.users.insert(SYSTEM_SCOPE, user, NOW)).rejects.toMatchObject(taken)
    expect((await catalog.locals.insert(SYSTEM_SCOPE, { ...STORE, client: dos, name: 'Other', code: '1' })).code).toBe(
      '1',
    )
  })

  test('a reference to nothing is refused by the store', async () => {
    await expect(catalog.locals.insert(SYSTEM_SCOPE, { ...STORE, client: 999, name: 'X', code: '1' })).rejects.toThrow(
      /foreign key/i,
    )
    await expect(
      catalog.users.insert(
        SYSTEM_SCOPE,
        { username: 'x@aforo.test', passwordHash: null, role: 'basic', flags: [], clients: [999] },
        NOW,
      ),
    ).rejects.toThrow(/foreign key/i)
    expect(await catalog.users.list(SYSTEM_SCOPE)).toEqual([])
  })

  test('a transaction that fails leaves nothing behind', async () => {
    await expect(
      catalog.transaction(async ({ clients, users }) => {
        await clients.insert(SYSTEM_SCOPE, { name: 'Tres', type: 'basic' })
        await users.insert(
          SYSTEM_SCOPE,
          { username: 'x@aforo.test', passwordHash: null, role: 'basic', flags: [], clients: [uno] },
          NOW,
        )
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect((await catalog.clients.list(SYSTEM_SCOPE)).map(({ name }) => name)).toEqual(['Uno', 'Dos'])
    expect(await catalog.users.list(SYSTEM_SCOPE)).toEqual([])
  })

  test('transactions that run at the same time do not mix', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        catalog
          .transaction(async ({ clients, locals }) => {
            const { id } = await clients.insert(SYSTEM_SCOPE, { name: `Brand ${n}`, type: 'basic' })
            await locals.insert(SYSTEM_SCOPE, { ...STORE, client: id, name: 'Sol', code: '1' })
            if (n % 2 === 0) throw new Error('even')
          })
          .catch(() => undefined),
      ),
    )
    expect((await catalog.clients.list(SYSTEM_SCOPE)).map(({ name }) => name).sort()).toEqual([
      'Brand 1',
      'Brand 3',
      'Brand 5',
      'Brand 7',
      'Brand 9',
      'Dos',
      'Uno',
    ])
    expect(await catalog.locals.list(SYSTEM_SCOPE)).toHaveLength(5)
  })

  test('a local comes back as it was given, with what was left out filled in', async () => {
    const given = {
      ...STORE,
      client: uno,
      name: 'Gran Vía «1»',
      code: "O'1",
      externalId: 'erp-9',
      mapping: 'gv',
      oldId: '007',
      openedOn: '2024-02-29',
      closedOn: null,
      closedBy: null,
      enabled: false,
      paramStatus: 'sold',
      geo: {
        locality: 'Madrid',
        zipCode: '28013',
        street: 'Gran Vía 1',
        countryCode: 'ES',
        region: 'Madrid',
        lat: 40.42,
        lng: -3.7,
      },
      additionalInformation: { hideFootCompare: true, floors: 3, note: 'ñ 🛍' },
    } as const
    const full = await catalog.locals.insert(SYSTEM_SCOPE, given)
    expect(await catalog.locals.find(scopeOf(uno), full.id)).toEqual({ id: full.id, alerts: false, ...given })

    const bare = await catalog.locals.insert(SYSTEM_SCOPE, { ...STORE, client: uno, name: 'Sol', code: '2' })
    expect(bare).toEqual({
      id: bare.id,
      client: uno,
      name: 'Sol',
      code: '2',
      type: 'store',
      paramStatus: 'operative',
      enabled: true,
      timeZone: 'Europe/Madrid',
      geo: { locality: null, zipCode: null, street: null, countryCode: null, region: null, lat: null, lng: null },
      externalId: null,
      mapping: null,
      oldId: null,
      alerts: false,
      openedOn: null,
      closedOn: null,
      closedBy: null,
      additionalInformation: {},
    })
    expect(
      await catalog.locals.replace(scopeOf(uno), bare.id, { ...bare, name: 'Sol 2', closedOn: '2026-10-31' }),
    ).toEqual({ ...bare, name: 'Sol 2', closedOn: '2026-10-31', closedBy: 'person' })
    expect(await catalog.locals.findByCode(SYSTEM_SCOPE, uno, '2')).toEqual({
      ...bare,
      name: 'Sol 2',
      closedOn: '2026-10-31',
      closedBy: 'person',
    })
  })

  test('settings of a local are kept and replaced whole', async () => {
    const { id } = await catalog.locals.insert(SYSTEM_SCOPE, { ...STORE, client: uno, name: 'Sol', code: '1' })
    await catalog.locals.saveSettings(SYSTEM_SCOPE, id, { bounceThresholdS: 60, frontMode: 'inclusive' })
    await catalog.locals.saveSettings(SYSTEM_SCOPE, id, { dwellEdgesMin: [2, 5, 15] })
    expect(await catalog.locals.settings(scopeOf(uno), [id])).toEqual(new Map([[id, { dwellEdgesMin: [2, 5, 15] }]]))
    expect(await catalog.locals.settings(scopeOf(uno), [])).toEqual(new Map())
  })

  test('areas, footscans, hours, holidays and campaigns come back in their order', async () => {
    const { id: local } = await catalog.locals.insert(SYSTEM_SCOPE, { ...STORE, client: uno, name: 'Sol', code: '1' })
    const door = await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Puerta', externalId: 'd1' })
    const street = await catalog.areas.insert(SYSTEM_SCOPE, { local, name: 'Calle', zone: 'outside' })
    expect(await catalog.areas.list(scopeOf(uno), { local })).toEqual([
      { id: door.id, local, name: 'Puerta', zone: 'sales', traffic: 'people', externalId: 'd1' },
      { id: street.id, local, name: 'Calle', zone: 'outside', traffic: 'people', externalId: null },
    ])
    expect(await catalog.areas.list(scopeOf(uno), { client: dos })).toEqual([])

    const footscan = await catalog.footscans.insert(SYSTEM_SCOPE, {
      area: door.id,
      mac: 'AA:BB:CC:DD:EE:FF',
      enabled: false,
    })
    expect(await catalog.footscans.list(scopeOf(uno), { local })).toEqual([
      { id: footscan.id, area: door.id, mac: 'AA:BB:CC:DD:EE:FF', enabled: false },
    ])

    await catalog.openingHours.insertMany(SYSTEM_SCOPE, [
      { local, weekDay: 2, opening: '17:00', closing: '21:00' },
      { local, weekDay: 2, opening: '10:00', closing: '14:00' },
      { local, area: door.id, weekDay: 1, opening: '10:00', closing: '23:59' },
    ])
    expect(
      (await catalog.openingHours.list(scopeOf(uno), { client: uno })).map((hour) => ({ ...hour, id: 0 })),
    ).toEqual([
      { id: 0, local, area: door.id, weekDay: 1, opening: '10:00', closing: '23:59' },
      { id: 0, local, area: null, weekDay: 2, opening: '10:00', closing: '14:00' },
      { id: 0, local, area: null, weekDay: 2, opening: '17:00', closing: '21:00' },
    ])

    await catalog.holidays.insertMany(
      SYSTEM_SCOPE,
      Array.from({ length: 1200 }, (_, n) => ({
        local,
        day: new Date(NOW - n * 86_400_000).toISOString().slice(0, 10),
        name: 'Festivo',
        closed: n % 2 === 0,
      })),
    )
    const holidays = await catalog.holidays.list(scopeOf(uno), { local })
    expect(holidays).toHaveLength(1200)
    expect(holidays.at(-1)).toMatchObject({ local, day: '2026-11-20', name: 'Festivo', closed: true })
    await catalog.holidays.remove(scopeOf(uno), [local], ['2026-11-19', '2026-12-31'])
    expect(
      (await catalog.holidays.list(scopeOf(uno), { local, from: '2026-11-18', to: '2026-11-20' })).map(
        ({ day }) => day,
      ),
    ).toEqual(['2026-11-18', '2026-11-20'])
    for (const region of ['MD', null]) {
      await catalog.holidayRegions.save(scopeOf(uno), local, { country: 'ES', region })
      expect(await catalog.holidayRegions.find(scopeOf(uno), local)).toEqual({ country: 'ES', region })
    }
    expect(await catalog.holidayRegions.find(scopeOf(dos), local)).toBeUndefined()
    await expect(
      catalog.holidayRegions.save(scopeOf(dos), local, { country: 'PT', region: null }),
    ).rejects.toMatchObject({ code: 'LOCAL_NOT_FOUND' })

    await catalog.campaigns.insert(SYSTEM_SCOPE, { client: uno, name: 'Enero', begin: '2026-01-07', end: '2026-01-31' })
    const summer = await catalog.campaigns.insert(SYSTEM_SCOPE, {
      client: uno,
      name: 'Julio',
      begin: '2026-07-01',
      end: '2026-07-31',
      description: 'x',
    })
    expect((await catalog.campaigns.list(scopeOf(uno), { client: uno })).map(({ name }) => name)).toEqual([
      'Julio',
      'Enero',
    ])
    expect(await catalog.campaigns.find(scopeOf(uno), summer.id)).toEqual({
      id: summer.id,
      client: uno,
      name: 'Julio',
      begin: '2026-07-01',
      end: '2026-07-31',
      description: 'x',
    })
  })

  test('a session ends with its account, with a new password, and with age', async () => {
    const user = await catalog.users.insert(
      SYSTEM_SCOPE,
      {
        username: 'ana@aforo.test',
        passwordHash: 'old',
        role: 'basic',
        flags: ['footStatus', 'footCompare', 'footStatus'],
        clients: [dos, uno, dos],
      },
      NOW,
    )
    expect(user).toEqual({
      id: user.id,
      username: 'ana@aforo.test',
      role: 'basic',
      enabled: true,
      flags: ['footCompare', 'footStatus'],
      properties: { lang: 'es', demo: false },
      clients: [uno, dos],
      ...NEW_ACCOUNT,
    })
    const open = (tokenHash: string, at = NOW) =>
      catalog.sessions.open({ tokenHash, userId: user.id, at, address: '127.0.0.1', agent: 'test' })

    await open('a')
    expect(await catalog.sessions.find('a')).toEqual({
      id: expect.any(Number),
      user,
      createdAt: NOW,
      seenAt: NOW,
      confirmedAt: NOW,
      page: null,
    })
    await catalog.sessions.touch('a', NOW + 5)
    expect((await catalog.sessions.find('a'))?.seenAt).toBe(NOW + 5)
    expect([await catalog.sessions.close('a'), await catalog.sessions.close('a')]).toEqual([true, false])

    await open('b')
    expect(await catalog.passwords.set(SYSTEM_SCOPE, user.id, { passwordHash: 'new', at: NOW + 9 })).toBe(true)
    expect(await catalog.sessions.find('b')).toBeUndefined()
    expect(await catalog.sessions.credentials('ana@aforo.test')).toEqual({
      id: user.id,
      username: 'ana@aforo.test',
      passwordHash: 'new',
      enabled: true,
      loginType: 'password',
      usesApp: false,
      properties: { lang: 'es', demo: false },
    })
    expect(await catalog.users.findByUsername(SYSTEM_SCOPE, 'ana@aforo.test')).toMatchObject({
      passwordChangedAt: NOW + 9,
      passwordExpired: false,
    })
    expect(await catalog.passwords.changesOf(SYSTEM_SCOPE, user.id)).toEqual([{ date: NOW + 9 }])

    await open('c')
    expect(await catalog.users.setEnabled(SYSTEM_SCOPE, user.id, false)).toBe(true)
    expect(await catalog.sessions.find('c')).toBeUndefined()
    expect(await catalog.users.setEnabled(SYSTEM_SCOPE, 999, true)).toBe(false)

    await open('old', NOW - 1000)
    await open('young')
    await catalog.sessions.sweep({ createdBefore: NOW - 1000, seenBefore: 0 })
    expect([await catalog.sessions.find('old'), (await catalog.sessions.find('young'))?.createdAt]).toEqual([
      undefined,
      NOW,
    ])
  })

  test('administrators read the whole audit log, others their own entries', async () => {
    await catalog.audit.append(SYSTEM_SCOPE, { action: 'user.add', target: 'ana', details: { role: 'basic' }, at: NOW })
    await catalog.audit.append(scopeOf(uno), { action: 'session.open', target: 'ana', at: NOW + 1 })
    const own = { at: NOW + 1, user: 1, action: 'session.open', target: 'ana', details: {} }
    expect(await catalog.audit.list(scopeOf(uno), 10)).toEqual([own])
    expect(await catalog.audit.list(SYSTEM_SCOPE, 10)).toEqual([
      own,
      { at: NOW, user: null, action: 'user.add', target: 'ana', details: { role: 'basic' } },
    ])
  })

  test('text with quotes, percent signs and semicolons is data, never SQL', async () => {
    const name = `'; drop table clients; -- % _ "`
    expect((await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).name).toBe(name)
    expect((await catalog.clients.findByName(SYSTEM_SCOPE, name))?.name).toBe(name)
    expect(await catalog.clients.findByName(SYSTEM_SCOPE, '%')).toBeUndefined()
  })

  test('it says when it is ready', async () => {
    expect(await catalog.ready()).toBe(true)
  })

  test('each that a test opens has every step, and no entry of another one', async () => {
    const written = await openTestCatalog(await url())
    const beside = await openTestCatalog(await url())
    try {
      expect((await written.clients.insert(SYSTEM_SCOPE, { name: 'Tres', type: 'basic' })).id).toBe(1)
      const after = await openTestCatalog(await url())
      expect([await after.ready(), await after.clients.list(SYSTEM_SCOPE)]).toEqual([true, []])
      await after.close()
      expect([await beside.ready(), await beside.clients.list(SYSTEM_SCOPE)]).toEqual([true, []])
      expect((await beside.clients.insert(SYSTEM_SCOPE, { name: 'Cuatro', type: 'basic' })).id).toBe(1)
      expect((await written.clients.list(SYSTEM_SCOPE)).map(({ name }) => name)).toEqual(['Tres'])
      // It holds references as any does.
      const draft = { username: 'ana@aforo.test', role: 'basic', flags: [], clients: [99], passwordHash: null } as const
      await expect(beside.users.insert(SYSTEM_SCOPE, draft, NOW)).rejects.toThrow(/foreign key/i)
    } finally {
      await written.close()
      await beside.close()
    }
  })
})

test.each(dialects)(
  'alerts and rules from before there were rules about figures are kept with their numbers on $name',
  async ({ name, empty }) => {
    const dialect = name === 'SQLite' ? 'sqlite' : 'postgres'
    const address = await empty()
    const db = new Kysely<Tables>({
      dialect: dialect === 'sqlite' ? new NodeSqliteDialect(':memory:') : postgresDialect(address),
    })
    await migrate(db, dialect, STEPS, '0065-annotations')
    const run = (text: string) => sql.raw(text).execute(db)
    const { id: client } = await clientRepo(db).insert(SYSTEM_SCOPE, { name: 'Uno', type: 'basic' })
    for (const code of ['1', '2'])
      await localRepo(db).insert(SYSTEM_SCOPE, { ...STORE, client, name: `Local ${code}`, code })
    await run(
      `insert into alert_rules (client_id, kind, settings, recipients, cool_down_h, enabled, created_at, updated_at)
       values (1, 'coverage', '{"percent":90}', '[7]', 5, 1, 10, 20)`,
    )
    // Open at each local, over at one of them, and a number that is not in use any more.
    for (const [local, rest] of [
      [1, `100, null, null, 110, null`],
      [2, `200, null, null, null, null`],
      [1, `50, 60, 'solved', 55, 65`],
      [1, `300, null, null, null, null`],
    ] as const)
      await run(
        `insert into alerts (client_id, local_id, rule_id, kind, subject, figure, opened_at, closed_at, closed_because,
           mailed_at, solved_mailed_at)
         values (1, ${local}, 1, 'coverage', '${rest.startsWith('300') ? 'gone' : ''}', '{"value":80}', ${rest})`,
      )
    await run('delete from alerts where id = 4')
    await run('update alerts set rule_id = null where id = 3')

    await migrate(db, dialect, STEPS)
    const [alerts, rules] = [alertRepo(db), alertRuleRepo(db)]
    const kept = { client: 1, kind: 'coverage', subject: '', figure: { value: 80 } }
    const unmarked = { acknowledged: null, snoozed: null, muted: false }
    const open = { state: 'open', closedAt: null, closedBecause: null }
    const solved = { state: 'closed', closedAt: 60, closedBecause: 'solved' }
    expect(await alerts.list(SYSTEM_SCOPE)).toEqual([
      { id: 2, local: 2, rule: 1, openedAt: 200, mailedAt: null, ...open, ...kept, ...unmarked },
      { id: 1, local: 1, rule: 1, openedAt: 100, mailedAt: 110, ...open, ...kept, ...unmarked },
      { id: 3, local: 1, rule: null, openedAt: 50, mailedAt: 55, ...solved, ...kept, ...unmarked },
    ])
    const [rule] = await rules.list(SYSTEM_SCOPE)
    expect(rule).toEqual({
      id: 1,
      client: 1,
      kind: 'coverage',
      settings: { percent: 90 },
      recipients: [7],
      coolDownH: 5,
      enabled: true,
      createdAt: 10,
      updatedAt: 20,
      name: null,
      watch: null,
      owner: null,
      restReason: null,
      mute: null,
    })
    // The earlier alert stays marked as notified of its end.
    expect((await alerts.solvedUnnotified(SYSTEM_SCOPE, 1000)).map(({ id }) => id)).toEqual([])

    // An alert is open once, also without a local, and the number of a removed row is never given again.
    const opened = (local: number | null, subject = '') =>
      alerts.insert(SYSTEM_SCOPE, { ...kept, kind: 'figure', local, rule: 1, subject, figure: rule as never }, 400)
    expect(await opened(null)).toBe(5)
    expect([await opened(1), await opened(2), await opened(null)]).toEqual([null, null, null])
    expect(await alertMarkRepo(db).snooze(SYSTEM_SCOPE, 1, { until: 900, seen: null }, 500)).toBe(true)
    // References hold: a rule that goes leaves its alerts, a local takes its own along.
    await rules.remove(SYSTEM_SCOPE, 1)
    await run('delete from locals where id = 1')
    expect((await alerts.list(SYSTEM_SCOPE)).map(({ id, rule: of }) => [id, of])).toEqual([
      [5, null],
      [2, null],
    ])
    await db.destroy()
  },
)
