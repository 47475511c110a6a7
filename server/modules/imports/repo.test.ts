/** The history of imports and saved mappings in the catalog: who sees which, and what goes with an import. */
import { StatementSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import type { Made } from './reading/load.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const NONE: Made = { client: null, locals: [], areas: [], grown: [] }
const FILES = [{ name: 'a.csv', bytes: 9, kind: 'csv' as const }]

let catalog: Catalog
let person: number
let made = 0
beforeAll(async () => {
  catalog = await memoryCatalog()
  person = await user()
})
afterAll(() => catalog.close())

async function user(): Promise<number> {
  made += 1
  const username = `person-${made}@aforo.test`
  const rights = { passwordHash: null, role: 'basic' as const, clients: [], flags: [] }
  return (await catalog.users.insert(SYSTEM_SCOPE, { username, ...rights }, NOW)).id
}
const client = async () =>
  (await catalog.clients.insert(SYSTEM_SCOPE, { name: `Client ${(made += 1)}`, type: 'basic' })).id
const local = async (of: number, more: { openedOn?: string } = {}) => {
  made += 1
  const common = { client: of, name: `Local ${made}`, code: `L${made}`, type: 'store' as const, timeZone: 'UTC' }
  return (await catalog.locals.insert(SYSTEM_SCOPE, { ...common, ...more })).id
}
const area = async (of: number) =>
  (await catalog.areas.insert(SYSTEM_SCOPE, { local: of, name: `Area ${(made += 1)}` })).id
const begin = (scope: Scope, of: number | null, at = NOW) =>
  catalog.imports.begin(scope, { client: of, files: FILES, settings: { decimal: ',' }, loadsClean: false }, at)
const scopeOf = (userId: number, clients: readonly number[]): Scope => ({ userId, role: 'basic', clients, demo: false })
const isThere = async (kind: 'client' | 'local' | 'area', id: number) =>
  (await catalog.places.find(SYSTEM_SCOPE, kind, id)) !== undefined

let uno: number
let dos: number
beforeEach(async () => {
  ;[uno, dos] = [await client(), await client()]
})

describe('the history', () => {
  test('of an import that has just begun', async () => {
    const id = await catalog.imports.begin(
      scopeOf(person, [uno]),
      { client: uno, files: FILES, settings: { decimal: ',' }, loadsClean: true },
      NOW,
    )
    expect(await catalog.imports.find(SYSTEM_SCOPE, id)).toEqual({
      id,
      client: uno,
      clientName: null,
      userId: person,
      state: 'reading',
      files: FILES,
      settings: { decimal: ',' },
      found: [],
      guessed: {},
      preview: null,
      places: [],
      questions: [],
      report: null,
      made: null,
      loadsClean: true,
      begin: null,
      end: null,
      createdAt: NOW,
      changedAt: NOW,
      loadedAt: null,
      undoneAt: null,
    })
  })

  test('is of one’s clients, the newest first, and of what one has begun without a client until it is loaded', async () => {
    const mine = scopeOf(person, [uno])
    const [own, foreign, first, open] = [
      await begin(mine, uno),
      await begin(SYSTEM_SCOPE, dos),
      await begin(SYSTEM_SCOPE, uno),
      await begin(mine, null),
    ]
    const ofOther = await begin(scopeOf(await user(), [uno]), null)
    const ids = async (scope: Scope, wanted?: number) =>
      (await catalog.imports.list(scope, wanted === undefined ? {} : { client: wanted })).map(({ id }) => id)
    expect(await ids(mine)).toEqual([open, first, own])
    expect(await ids(mine, uno)).toEqual([first, own])
    expect(await ids(mine, dos)).toEqual([])
    expect(await ids(SYSTEM_SCOPE, dos)).toEqual([foreign])
    expect((await ids(SYSTEM_SCOPE)).slice(0, 5)).toEqual([ofOther, open, first, foreign, own])
    expect(await catalog.imports.find(mine, foreign)).toBeUndefined()
    expect(await catalog.imports.find(mine, ofOther)).toBeUndefined()
    // One that was loaded into a client which is gone since is the administrators' alone.
    await catalog.imports.move(SYSTEM_SCOPE, open, ['reading'], 'loaded', NOW)
    expect(await catalog.imports.find(mine, open)).toBeUndefined()
    await expect(begin(mine, dos)).rejects.toMatchObject({ code: 'CLIENT_NOT_FOUND', details: { client: dos } })
  })

  test('goes from the states that are named to another one, and says when', async () => {
    const id = await begin(SYSTEM_SCOPE, uno)
    const move = (from: 'reading' | 'ready' | 'storing', to: 'ready' | 'storing' | 'loaded', at: number) =>
      catalog.imports.move(SYSTEM_SCOPE, id, [from], to, at)
    const times = async () => {
      const { state, changedAt, loadedAt, undoneAt } = (await catalog.imports.find(SYSTEM_SCOPE, id))!
      return [state, changedAt, loadedAt, undoneAt]
    }
    expect(await move('ready', 'storing', NOW + 1)).toBe(false)
    expect(await times()).toEqual(['reading', NOW, null, null])
    expect(await move('reading', 'ready', NOW + 2)).toBe(true)
    expect(await times()).toEqual(['ready', NOW + 2, null, null])
    expect(await move('ready', 'loaded', NOW + 3)).toBe(true)
    expect(await catalog.imports.move(SYSTEM_SCOPE, id, ['loaded', 'ready'], 'undone', NOW + 4)).toBe(true)
    expect(await times()).toEqual(['undone', NOW + 4, NOW + 3, NOW + 4])
    const other = await begin(SYSTEM_SCOPE, uno)
    const waiting = (await catalog.imports.inState(SYSTEM_SCOPE, ['undone', 'reading'])).map((one) => one.id)
    expect(waiting.slice(-2)).toEqual([id, other])
    expect((await catalog.imports.inState(SYSTEM_SCOPE, ['undone'])).map((one) => one.id)).not.toContain(other)
  })
})

describe('what was made for an import', () => {
  const unmake = (more: Partial<Made>, counting?: Parameters<Catalog['imports']['unmake']>[2]) =>
    catalog.imports.unmake(SYSTEM_SCOPE, { ...NONE, ...more }, counting)

  test('goes with it: the client, its locals and their areas, and areas of locals that stay', async () => {
    const [a, old] = [await local(uno), await local(dos)]
    const [hall, door, gone] = [await area(a), await area(old), await area(old)]
    await catalog.places.remove(SYSTEM_SCOPE, { kind: 'area', id: gone })
    expect(await unmake({ client: uno, locals: [a], areas: [hall, door, gone] })).toEqual({
      client: false,
      locals: [],
      areas: [],
    })
    expect([
      await isThere('client', uno),
      await isThere('local', a),
      await isThere('area', hall),
      await isThere('area', door),
      await isThere('local', old),
      await isThere('client', dos),
    ]).toEqual([false, false, false, false, true, true])
  })

  test('goes in few statements, however many venues there are', async () => {
    const locals: number[] = []
    for (let at = 0; at < 600; at += 1) locals.push(await local(uno))
    const areas: number[] = []
    for (const of of locals) areas.push(await area(of))
    await catalog.holidays.insertMany(SYSTEM_SCOPE, [
      { local: locals[550]!, day: '2026-12-25', name: 'Feast', closed: true },
    ])
    let statements = 0
    const spies = (['all', 'run', 'get'] as const).map((name) => {
      const run = StatementSync.prototype[name] as (...values: unknown[]) => unknown
      return vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...values) {
        statements += 1
        return run.apply(this, values) as never
      })
    })
    const stays = await unmake({ locals, areas })
    for (const spy of spies) spy.mockRestore()
    expect(stays).toEqual({ client: false, locals: [locals[550]], areas: [areas[550]] })
    expect(statements).toBeLessThan(40)
    expect((await catalog.locals.list(SYSTEM_SCOPE, { client: uno })).map(({ id }) => id)).toEqual([locals[550]])
  })

  test('stays where hours are counted, with the client of that local', async () => {
    const [a, b] = [await local(uno), await local(uno)]
    const [inA, inB, counts] = [await area(a), await area(b), await area(await local(dos))]
    const made: Partial<Made> = { client: uno, locals: [a, b], areas: [inA, inB, counts] }
    expect(await unmake(made, { locals: new Set([a]), areas: new Set([counts]) })).toEqual({
      client: true,
      locals: [a],
      areas: [inA, counts],
    })
    expect([await isThere('local', b), await isThere('area', inA), await isThere('client', uno)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('stays when a local is referenced: by an area, a footscan, a holiday, an alert or a setting', async () => {
    const rule = await catalog.alertRules.insert(
      SYSTEM_SCOPE,
      { client: uno, kind: 'deviceDown', settings: {} as never, recipients: null, coolDownH: 24, enabled: true },
      NOW,
    )
    const uses: Record<string, (id: number, areaId: number) => Promise<unknown>> = {
      area: (id) => area(id),
      footscan: (_id, areaId) => {
        made += 1
        const mac = `0B:00:00:00:00:${String(made % 100).padStart(2, '0')}`
        return catalog.footscans.insert(SYSTEM_SCOPE, { area: areaId, mac })
      },
      holiday: (id) =>
        catalog.holidays.insertMany(SYSTEM_SCOPE, [{ local: id, day: '2026-12-25', name: 'Feast', closed: true }]),
      alert: (id) =>
        catalog.alerts.insert(
          SYSTEM_SCOPE,
          { client: uno, local: id, rule: rule.id, kind: 'deviceDown', subject: '', figure: {} as never },
          NOW,
        ),
      alertSwitch: (id) => catalog.alertRules.setSwitch(SYSTEM_SCOPE, id, true, NOW),
      settings: (id) => catalog.locals.saveSettings(SYSTEM_SCOPE, id, { capacity: 9 }),
      nothing: async () => undefined,
    }
    for (const [name, use] of Object.entries(uses)) {
      const id = await local(uno)
      const own = await area(id)
      await use(id, own)
      const kept = name === 'nothing' ? [] : [id]
      expect([name, (await unmake({ locals: [id], areas: [own] })).locals]).toEqual([name, kept])
      expect([name, await isThere('local', id), await isThere('area', own)]).toEqual([
        name,
        kept.length > 0,
        kept.length > 0,
      ])
    }
    // Without areas of its own, every area is another user's.
    const bare = await local(uno)
    await area(bare)
    expect((await unmake({ locals: [bare] })).locals).toEqual([bare])
    const [with1, device] = [await local(dos), await area(await local(dos))]
    await catalog.footscans.insert(SYSTEM_SCOPE, {
      area: device,
      mac: `0B:00:00:00:01:${String((made += 1) % 100).padStart(2, '0')}`,
    })
    expect(await unmake({ locals: [with1], areas: [device] })).toEqual({ client: false, locals: [], areas: [device] })
  })

  test('stays when the client is referenced', async () => {
    const uses: Record<string, (id: number) => Promise<unknown>> = {
      local: (id) => local(id),
      access: (id) => catalog.userAccess.insert(SYSTEM_SCOPE, { user: person, client: id }, NOW),
      group: (id) => catalog.groups.insert(SYSTEM_SCOPE, { name: `Group ${(made += 1)}`, members: [], clients: [id] }),
      campaign: (id) =>
        catalog.campaigns.insert(SYSTEM_SCOPE, { client: id, name: 'Sale', begin: '2026-07-01', end: '2026-07-31' }),
      rule: (id) =>
        catalog.alertRules.insert(
          SYSTEM_SCOPE,
          { client: id, kind: 'deviceDown', settings: {} as never, recipients: null, coolDownH: 24, enabled: true },
          NOW,
        ),
      upload: (id) =>
        catalog.uploads.begin(
          SYSTEM_SCOPE,
          { client: id, kind: 'ticketsDaily', mode: null, fileName: 'a', rows: 1, begin: null, end: null, missing: [] },
          NOW,
        ),
      key: (id) =>
        catalog.deviceKeys.insert(SYSTEM_SCOPE, {
          client: id,
          footscan: null,
          name: '',
          keyHash: `k${(made += 1)}`,
          at: NOW,
        }),
      screen: (id) =>
        catalog.screens.insert(
          scopeOf(person, [id]),
          { client: id, name: '', dashboards: [], search: '', seconds: 9, lang: 'es', tokenHash: `t${(made += 1)}` },
          NOW,
        ),
      dashboard: (id) =>
        catalog.dashboards.insert(
          SYSTEM_SCOPE,
          {
            names: {},
            descriptions: {},
            flags: [],
            id: `d${(made += 1)}`,
            audience: { to: 'clients', ids: [id] },
            basedOn: null,
          },
          { number: 1, text: '{}', note: '', at: NOW, restoredFrom: null, basedOnHash: null, patch: null },
        ),
    }
    for (const [name, use] of Object.entries(uses)) {
      const id = await client()
      await use(id)
      expect([name, await unmake({ client: id }), await isThere('client', id)]).toEqual([
        name,
        { client: true, locals: [], areas: [] },
        true,
      ])
    }
  })

  test('restores the dates of locals, unless they were changed since', async () => {
    const close = (id: number, closedOn: string | null) =>
      catalog.places.setClosing(SYSTEM_SCOPE, id, closedOn === null ? null : { closedOn, closedBy: 'person' })
    const life = async (id: number) => {
      const { openedOn, closedOn, closedBy } = (await catalog.places.find(SYSTEM_SCOPE, 'local', id))!
      return [openedOn, closedOn, closedBy]
    }
    const before = { openedOn: '2024-05-01', closedOn: '2025-06-30' }
    const [same, moved, open] = [
      await local(uno, { openedOn: '2024-01-01' }),
      await local(uno, { openedOn: '2024-01-01' }),
      await local(uno),
    ]
    const [opened] = [await local(uno, { openedOn: '2023-01-01' })]
    await close(same, '2025-12-31')
    await close(moved, '2025-12-30')
    await close(opened!, '2025-12-31')
    await unmake({
      grown: [
        ...[same, moved, opened!].map((one) => ({
          local: one,
          before,
          after: { openedOn: '2024-01-01', closedOn: '2025-12-31' },
        })),
        { local: open, before: { openedOn: null, closedOn: '2025-06-30' }, after: { openedOn: null, closedOn: null } },
      ],
    })
    expect(await life(same)).toEqual(['2024-05-01', '2025-06-30', 'import'])
    expect(await life(moved)).toEqual(['2024-01-01', '2025-12-30', 'person'])
    expect(await life(opened!)).toEqual(['2023-01-01', '2025-12-31', 'person'])
    expect(await life(open)).toEqual([null, '2025-06-30', 'import'])
    // Where it was open before, it was not closed.
    await close(same, '2026-01-31')
    await unmake({
      grown: [
        {
          local: same,
          before: { openedOn: null, closedOn: null },
          after: { openedOn: '2024-05-01', closedOn: '2026-01-31' },
        },
      ],
    })
    expect(await life(same)).toEqual([null, null, null])
  })

  test('goes with the import that counts in it after the first one is gone', async () => {
    const id = await begin(SYSTEM_SCOPE, uno)
    const gift = { client: uno, locals: [7], areas: [70] }
    const madeOf = async () => (await catalog.imports.find(SYSTEM_SCOPE, id))?.made
    await catalog.imports.inherit(SYSTEM_SCOPE, id, gift)
    await catalog.imports.inherit(SYSTEM_SCOPE, 999_999, gift)
    expect(await madeOf()).toBeNull()
    const named = (await catalog.clients.find(SYSTEM_SCOPE, uno))!
    await catalog.imports.made(SYSTEM_SCOPE, id, named, { ...NONE, locals: [1], areas: [10] })
    expect(await catalog.imports.find(SYSTEM_SCOPE, id)).toMatchObject({ client: uno, clientName: named.name })
    await catalog.imports.inherit(SYSTEM_SCOPE, id, gift)
    expect(await madeOf()).toEqual({ client: uno, locals: [1, 7], areas: [10, 70], grown: [] })
    await catalog.imports.inherit(SYSTEM_SCOPE, id, { client: dos, locals: [], areas: [] })
    expect((await madeOf())?.client).toBe(uno)
  })
})

test('a mapping of a client is saved, seen and removed by who may read the client; one for all is seen by everyone', async () => {
  const { importPresets } = catalog
  const [mine, theirs] = [scopeOf(person, [uno]), scopeOf(person, [dos])]
  const save = (scope: Scope, name: string, of: number | null, settings = {}) =>
    importPresets.save(scope, { name, client: of, settings }, NOW)
  const forAll = await save(SYSTEM_SCOPE, 'Zeta', null)
  const own = await save(mine, 'Beta', uno)
  const twin = await save(theirs, 'Beta', dos)
  await expect(save(theirs, 'Alfa', uno)).rejects.toMatchObject({ code: 'CLIENT_NOT_FOUND' })
  expect(own).toEqual({ id: own.id, name: 'Beta', about: '', client: uno, settings: {} })
  const again = await save(mine, 'Beta', uno, { decimal: ',' })
  expect(await importPresets.list(mine)).toEqual([again, forAll])
  expect(await importPresets.list(theirs)).toEqual([twin, forAll])
  expect(again.settings).toEqual({ decimal: ',' })
  const newForAll = await save(SYSTEM_SCOPE, 'Zeta', null)
  expect(await importPresets.list(mine)).toEqual([again, newForAll])
  expect(await importPresets.find(mine, again.id)).toEqual(again)
  expect(await importPresets.find(mine, twin.id)).toBeUndefined()
  expect([await importPresets.remove(mine, twin.id), await importPresets.remove(mine, newForAll.id)]).toEqual([
    false,
    false,
  ])
  expect([
    await importPresets.remove(mine, again.id),
    await importPresets.remove(SYSTEM_SCOPE, newForAll.id),
    await importPresets.remove(SYSTEM_SCOPE, newForAll.id),
  ]).toEqual([true, true, false])
  expect(await importPresets.list(mine)).toEqual([])
})
