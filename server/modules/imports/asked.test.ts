/** The report of an import and its result: on real stores, without HTTP. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { backgroundWork } from '../../lib/background.ts'
import type { Background } from '../../lib/background.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { ImportError } from './reading/import-error.ts'
import { readJob } from './reading/read-job.ts'
import type { ReadOutcome } from './reading/read-job.ts'
import { ReaderError } from './reading/reader.ts'
import type { Reader } from './reading/reader.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { clientService } from '../clients/service.ts'
import { localService } from '../locals/service.ts'
import { importService } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const WEEK = 7 * 86_400_000

let folder: string
let catalog: Catalog
let facts: SqlFactStore
let background: Background
let now = NOW
let errors: string[] = []
let uno: number
let dos: number
let analyst: Scope
let made = 0
beforeAll(async () => {
  catalog = await memoryCatalog()
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
})
afterAll(async () => {
  await facts.close()
  await catalog.close()
})
beforeEach(async () => {
  now = NOW
  errors = []
  folder = mkdtempSync(join(tmpdir(), 'aforo-asked-'))
  background = backgroundWork({ error: () => undefined })
  const client = async () =>
    (await catalog.clients.insert(SYSTEM_SCOPE, { name: `Client ${(made += 1)}`, type: 'basic' })).id
  ;[uno, dos] = [await client(), await client()]
  const { id } = await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: `analyst-${made}@aforo.test`, passwordHash: null, role: 'basic', clients: [uno], flags: [] },
    NOW,
  )
  analyst = { userId: id, role: 'basic', clients: [uno], demo: false }
})
afterEach(async () => {
  await background.settled()
  rmSync(folder, { recursive: true, force: true })
})

const inProcess: Reader = { read: (job) => readJob(job) }
/** Finds in any file what is given here. */
const finding = (found: Partial<ReadOutcome> = {}): Reader => ({
  read: async ({ settings }) => {
    given = settings
    return {
      files: [{ name: 'a.csv', bytes: 7, kind: 'csv' }],
      found: ['separator'],
      guessed: { separator: ',' },
      preview: null,
      places: [],
      questions: [],
      report: null,
      staged: {} as ReadOutcome['staged'],
      ...found,
    }
  },
})
/** Settings that the files were read with last. */
let given: ImportSettings = {}
const failing = (error: Error): Reader => ({ read: () => Promise.reject(error) })
function server(reader: Reader = inProcess, store: SqlFactStore = facts) {
  const clients = clientService({ clients: catalog.clients })
  return importService({
    catalog,
    facts: store,
    clients,
    locals: localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients }),
    reader,
    background,
    clock: { now: () => now },
    folder,
    log: { error: (_details: unknown, message?: string) => void errors.push(message ?? '') },
  })
}
const hour = (place: string, ins = 4) => `ts,sensor,ins\n2025-09-07T10:00,${place},${ins}\n`
function received(text: string, settings: ImportSettings = {}) {
  const arriving = mkdtempSync(join(folder, 'arriving-'))
  writeFileSync(join(arriving, 'file-0'), text)
  return {
    files: [{ path: join(arriving, 'file-0'), name: 'a.csv' }],
    settings: { timeZone: 'UTC', ...settings },
    folder: arriving,
    remove: () => Promise.resolve(),
  }
}
async function read(
  text: string,
  settings: ImportSettings = {},
  { service = server(), scope = SYSTEM_SCOPE as Scope, loadsClean = false } = {},
): Promise<Import> {
  const { id } = await service.create(scope, received(text, settings), { loadsClean })
  await background.settled()
  return service.find(scope, id)
}
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; details?: object }) => [error.code, error.details],
  )
const notes = async (id: number) =>
  (await catalog.audit.list(SYSTEM_SCOPE, 20))
    .filter(({ target }) => target === `import ${id}`)
    .map(({ action, details, at }) => ({ action, details, at }))
    .toReversed()
const place = (name: string, at: number | null): Import['places'][number] => ({
  place: name,
  lines: 1,
  firstDay: null,
  lastDay: null,
  local: at,
  name,
  match: at === null ? 'new' : 'name',
})
const local = async (client: number, name: string) =>
  (await catalog.locals.insert(SYSTEM_SCOPE, { client, name, code: `c-${name}`, type: 'store', timeZone: 'UTC' })).id

describe('where an import goes', () => {
  test('is one of a client and a new client, and a new one has a name', async () => {
    const service = server(finding())
    const create = (settings: ImportSettings, scope: Scope = SYSTEM_SCOPE) =>
      code(service.create(scope, received(hour('a'), settings), { loadsClean: false }))
    expect(await create({ client: uno, newClient: 'New' })).toEqual(['REQUEST_INVALID', undefined])
    expect(await create({ newClient: '  ' })).toEqual(['REQUEST_INVALID', undefined])
    expect(await create({ newClient: 'New' }, analyst)).toEqual(['ADMIN_REQUIRED', undefined])
    expect(await create({ client: dos }, analyst)).toEqual(['CLIENT_NOT_FOUND', { client: dos }])
    const foreign = await local(dos, 'Foreign')
    const places = [{ place: 'a', local: foreign }]
    expect(await create({ client: uno, places })).toEqual(['LOCAL_NOT_FOUND', { local: foreign }])
    expect(await create({ places })).toEqual(['LOCAL_NOT_FOUND', { local: foreign }])
    expect(await create({ client: dos, places: [...places, { place: 'b', local: null }] })).toBe('done')
  })

  test('is the only client of an account, is asked of others, and a name that a client has is that client', async () => {
    expect(await read(hour('a'), {}, { scope: analyst, service: server(finding()) })).toMatchObject({
      client: uno,
      state: 'ready',
      questions: [],
    })
    const both = { ...analyst, clients: [uno, dos] }
    const answer = await read(hour('a'), {}, { scope: both, service: server(finding()) })
    expect(answer).toMatchObject({ client: null, state: 'refused' })
    expect(answer.questions).toEqual([
      {
        code: 'IMPORT_CLIENT_REQUIRED',
        message: 'Say which client gets the counts: client, or newClient with a name.',
        details: {},
        setting: 'client',
        lines: [],
      },
    ])
    const { name } = (await catalog.clients.find(SYSTEM_SCOPE, dos))!
    expect(await read(hour('a'), { newClient: ` ${name} ` }, { service: server(finding()) })).toMatchObject({
      client: dos,
      clientName: name,
      settings: { client: dos },
    })
    const fresh = await read(hour('a'), { newClient: ' Brand new ' }, { service: server(finding()) })
    expect(fresh).toMatchObject({ client: null, clientName: 'Brand new', state: 'ready', questions: [] })
    expect(fresh.settings.newClient).toBe('Brand new')
  })

  test('is answered again in other settings; the detected settings stay below the given ones', async () => {
    const service = server(finding())
    const first = await read(hour('a'), {}, { service })
    expect(first).toMatchObject({ state: 'refused', settings: { timeZone: 'UTC', separator: ',' } })
    const again = await service.set(SYSTEM_SCOPE, first.id, { client: dos, timeZone: 'Europe/Madrid' })
    expect(again).toMatchObject({ state: 'reading', client: dos })
    await background.settled()
    expect(await service.find(SYSTEM_SCOPE, first.id)).toMatchObject({
      state: 'ready',
      settings: { timeZone: 'Europe/Madrid', separator: ',', client: dos },
    })
    expect(await notes(first.id)).toEqual([
      { action: 'import.read', details: { client: null, files: ['a.csv'] }, at: NOW },
      { action: 'import.read', details: { client: dos, files: ['a.csv'] }, at: NOW },
    ])
    await catalog.imports.move(SYSTEM_SCOPE, first.id, ['ready'], 'loaded', NOW)
    expect(await code(service.set(SYSTEM_SCOPE, first.id, {}))).toEqual([
      'IMPORT_STATE_CONFLICT',
      { import: first.id, state: 'loaded', expected: 'ready, refused' },
    ])
    expect(await code(service.cancel(SYSTEM_SCOPE, first.id))).toEqual([
      'IMPORT_STATE_CONFLICT',
      { import: first.id, state: 'loaded', expected: 'reading, ready, refused, storing' },
    ])
    expect(await code(service.set(SYSTEM_SCOPE, 999_999, {}))).toEqual(['IMPORT_NOT_FOUND', { import: 999_999 }])
  })
})

test('each refusal is a sentence that names what it is about', async () => {
  const service = server(finding())
  const said = (run: Promise<unknown>) =>
    run.then(
      () => 'done',
      (error: Error) => error.message,
    )
  const create = (settings: ImportSettings, scope: Scope = SYSTEM_SCOPE) =>
    said(service.create(scope, received(hour('a'), settings), { loadsClean: false }))
  const { id } = await read(hour('a'), { client: uno }, { service })
  await catalog.imports.move(SYSTEM_SCOPE, id, ['ready'], 'undone', NOW)
  expect([
    await create({ client: uno, newClient: 'New' }),
    await create({ newClient: 'New' }, analyst),
    await create({ newClient: ' ' }),
    await create({ client: uno, places: [{ place: 'a', local: 999_999 }] }),
    await said(service.find(analyst, 999_999)),
    await said(service.load(SYSTEM_SCOPE, id)),
    await said(service.cancel(SYSTEM_SCOPE, id)),
    await said(service.savePreset(analyst, { name: 'x', client: null, settings: {} })),
    await said(service.savePreset(SYSTEM_SCOPE, { name: ' hourly ', client: null, settings: {} })),
    await said(service.removePreset(SYSTEM_SCOPE, 999_999)),
  ]).toEqual([
    'An import goes to a client or to a newClient; give one of the two.',
    'Only an administrator may make a client.',
    'newClient is empty; a name was expected.',
    'There is no local 999999 among those of the client.',
    'There is no import 999999 among those this account may see.',
    `Import ${id} is undone; ready was expected.`,
    `Import ${id} is undone; reading or ready or refused or storing was expected.`,
    'Only an administrator may save a format for every client.',
    'There is a built-in format named hourly; choose another name.',
    'There is no saved format 999999 among those this account may change.',
  ])
})

describe('the answer', () => {
  test('of a list leaves out places and preview, is of one client, and names who made it', async () => {
    const places = [place('a', null)]
    const service = server(finding({ places }))
    const { id } = await read(hour('a'), {}, { service, scope: analyst })
    await read(hour('b'), { client: dos }, { service })
    const [entry] = await service.list(analyst, {})
    const { username } = (await catalog.users.list(SYSTEM_SCOPE)).find((user) => user.id === analyst.userId)!
    expect(entry).toMatchObject({
      id,
      places: [],
      preview: null,
      createdBy: username,
      commandLine: false,
      createdAt: NOW,
    })
    expect(entry!.progress).toBeNull()
    expect((await service.find(analyst, id)).places).toHaveLength(1)
    expect(
      Object.keys(entry!).filter((key) => ['userId', 'made', 'loadsClean', 'changedAt', 'guessed'].includes(key)),
    ).toEqual([])
    expect(
      (await service.list(SYSTEM_SCOPE, { client: dos })).map((one) => [one.client, one.createdBy, one.commandLine]),
    ).toEqual([[dos, null, true]])
    expect(await code(service.list(analyst, { client: dos }))).toEqual(['CLIENT_NOT_FOUND', { client: dos }])
  })

  test('to a demo account has made-up names of places, and its own account alone', async () => {
    const shop = await local(uno, 'Real name')
    const service = server(finding({ places: [place('Real name', shop), place('Other', null)] }))
    const demo: Scope = { ...analyst, demo: true }
    const { id } = await read(hour('a'), {}, { service, scope: analyst })
    const [shown] = (await localsOf(demo)).filter((one) => one.id === shop)
    const entry = await service.find(demo, id)
    expect(entry.places.map(({ name, local: at }) => [name, at])).toEqual([
      [shown!.name, shop],
      ['Other', null],
    ])
    expect(shown!.name).not.toBe('Real name')
    expect((await service.find({ ...demo, userId: 999_999 }, id)).createdBy).toBeNull()
    expect(entry.createdBy).toMatch(/^analyst-/)
    expect(entry.clientName).toBe((await clientService({ clients: catalog.clients }).list(demo))[0]!.name)
    const mine = await read(hour('a'), { newClient: 'Secret' }, { service })
    await catalog.imports.move(SYSTEM_SCOPE, mine.id, ['ready'], 'ready', NOW)
    expect((await service.find({ ...SYSTEM_SCOPE, demo: true }, mine.id)).clientName).toBeNull()
    expect((await service.find(SYSTEM_SCOPE, mine.id)).clientName).toBe('Secret')
  })

  test('says how far it is while it is read, stored and taken back', async () => {
    let go = () => undefined as void
    const service = server({
      read: async (job, { onProgress }) => {
        onProgress({ phase: 'reading', done: 3, of: 9, lines: 2 })
        await new Promise<void>((resolve) => (go = resolve))
        return readJob(job)
      },
    })
    const { id, progress } = await service.create(analyst, received(hour('a')), { loadsClean: false })
    expect(progress).toBeNull()
    await expect
      .poll(async () => (await service.find(analyst, id)).progress)
      .toEqual({
        phase: 'reading',
        done: 3,
        of: 9,
        lines: 2,
      })
    go()
    await background.settled()
    expect((await service.find(analyst, id)).progress).toBeNull()
    const nothingYet = { done: 0, of: 0, lines: 0 }
    expect(await service.load(analyst, id)).toMatchObject({
      state: 'storing',
      progress: { phase: 'storing', ...nothingYet },
    })
    await background.settled()
    expect(await service.undo(analyst, id)).toMatchObject({
      state: 'undoing',
      progress: { phase: 'undoing', ...nothingYet },
    })
    await background.settled()
    expect((await service.find(analyst, id)).progress).toBeNull()
    expect((await notes(id)).map(({ action, details }) => [action, details])).toEqual([
      ['import.read', { client: uno, files: ['a.csv'] }],
      ['import.load', { client: uno, files: ['a.csv'] }],
      [
        'import.loaded',
        expect.objectContaining({
          client: uno,
          lines: 1,
          added: 1,
          corrected: 0,
          begin: '2025-09-07',
          end: '2025-09-07',
        }),
      ],
      ['import.undo', { client: uno, files: ['a.csv'] }],
      ['import.undone', { client: uno, keptLocals: [], keptAreas: [], keptClient: false }],
    ])
  })

  test('of lines that were quarantined is the file while it is there, and the quarantine afterwards', async () => {
    const service = server()
    const { id } = await read(`${hour('a')}2025-09-07T11:00,a,-4\n`, {}, { service, scope: analyst })
    const text = async () => {
      let all = ''
      for await (const piece of await service.apart(analyst, id)) all += String(piece)
      return all
    }
    const line = 'a.csv,3,NEGATIVE,ts=2025-09-07T11:00 | sensor=a | ins=-4\n'
    expect(await text()).toBe(`file,line,reason,cells\n${line}`)
    await service.load(analyst, id)
    await background.settled()
    expect(readdirSync(join(folder, String(id)))).toHaveLength(1)
    expect(await text()).toBe(`file,line,reason,cells\n${line}`)
    rmSync(join(folder, String(id)), { recursive: true })
    expect(await text()).toBe(`file,line,reason,cells\n${line}`)
    expect(await code(service.apart({ ...analyst, clients: [dos] }, id))).toEqual(['IMPORT_NOT_FOUND', { import: id }])
  })

  test('of lines and hours that were quarantined each has its number, by which it is released or dismissed', async () => {
    const service = server()
    const load = async (text: string) => {
      const { id } = await read(text, {}, { service, scope: analyst })
      await service.load(analyst, id)
      await background.settled()
    }
    await load(`${hour('b')}2025-09-07T11:00,b,-4\n2025-09-07T12:00,b,-5\n`)
    // The total of a day that has hours.
    await load('date,sensor,ins\n2025-09-07,b,300\n2025-09-08,b,310\n2025-09-09,b,320\n')
    const rows = await facts.quarantine.list({ client: uno })
    expect(rows.map(({ reason }) => reason).toSorted()).toEqual(['DAY_HAS_HOURS', 'NEGATIVE', 'NEGATIVE'])
    const ids = rows.map(({ id }) => id)
    expect((await facts.quarantine.find(ids)).map(({ id }) => id)).toEqual(ids.toSorted((a, b) => a - b))
    expect(Math.min(...ids)).toBeGreaterThan(0)
  })
})

describe('a mapping', () => {
  const preset = (name: string, client: number | null, settings: ImportSettings) =>
    server().savePreset(SYSTEM_SCOPE, { name, client, settings })

  test('is saved with its own name, without clients, and noted', async () => {
    const saved = await preset(' Ours ', uno, { client: uno, newClient: 'x', decimal: ',', format: 'unknown' })
    expect(saved).toEqual({
      id: saved.id,
      name: 'Ours',
      about: '',
      client: uno,
      settings: { decimal: ',', format: null },
    })
    const [entry] = await catalog.audit.list(SYSTEM_SCOPE, 1)
    expect(entry).toMatchObject({
      action: 'importPreset.save',
      target: `import preset ${saved.id}`,
      details: { name: 'Ours', client: uno },
      at: NOW,
    })
    expect((await preset('Ours', uno, { format: 'hourly' })).settings).toEqual({ format: 'hourly' })
    expect(await code(preset(' hourly ', null, {}))).toEqual(['NAME_TAKEN', undefined])
    expect(await code(server().savePreset(analyst, { name: 'All', client: null, settings: {} }))).toEqual([
      'ADMIN_REQUIRED',
      undefined,
    ])
    const [own] = (await catalog.importPresets.list(analyst)).filter(({ client }) => client === uno)
    await server().removePreset(analyst, own!.id)
    expect((await catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
      action: 'importPreset.remove',
      target: `import preset ${own!.id}`,
    })
    expect(await code(server().removePreset(analyst, own!.id))).toEqual([
      'IMPORT_PRESET_NOT_FOUND',
      { preset: own!.id },
    ])
  })

  test('comes after the given settings; the client’s own comes before the one for all', async () => {
    const readWith = async (settings: ImportSettings) => {
      await read(hour('a'), { client: uno, ...settings }, { service: server(finding()) })
      return given
    }
    const [said, name] = [{ client: uno, timeZone: 'UTC' }, `Both ${made}`]
    expect(await readWith({ format: name })).toEqual({ ...said, format: name })
    await preset(name, dos, { dateOrder: 'dmy' })
    expect(await readWith({ format: name })).toEqual({ ...said, format: name })
    const forAll = await preset(name, null, { dateOrder: 'mdy', decimal: '.' })
    expect(await readWith({ format: name })).toEqual({ ...said, format: null, dateOrder: 'mdy', decimal: '.' })
    await preset(name, uno, { dateOrder: 'dmy', format: 'hourly', columns: [{ column: 'x', use: 'ins' }] })
    const own = { ...said, format: 'hourly', dateOrder: 'dmy', columns: [{ column: 'x', use: 'ins' }] }
    expect(await readWith({ format: name })).toEqual(own)
    expect(await readWith({ format: name, dateOrder: 'mdy' })).toEqual({ ...own, dateOrder: 'mdy' })
    // An empty answer overrides nothing.
    expect(await readWith({ format: name, dateOrder: null, columns: [] })).toEqual(own)
    expect(await readWith({ format: 'hourly' })).toEqual({ ...said, format: 'hourly' })
    await server().removePreset(SYSTEM_SCOPE, forAll.id!)
  })

  test('is listed after the built-in formats, which have no number', async () => {
    const saved = await preset('Mine', uno, {})
    const all = await server().presets(analyst)
    expect(all.at(-1)).toEqual(saved)
    const ours = all.filter(({ id }) => id === null)
    expect(ours.length).toBe(all.length - 1)
    expect(ours.map(({ name }) => name)).toEqual(expect.arrayContaining(['hourly', 'sdu-rooms', 'car-registrations']))
    expect(
      ours.every(({ name, about, client, settings }) => about !== '' && client === null && settings.format === name),
    ).toBe(true)
  })
})

describe('what goes wrong', () => {
  test('in the files is a question; on our side a failure that is logged, and what was known stays', async () => {
    const answer = await read(
      hour('a'),
      { client: uno },
      { service: server(failing(new ImportError('IMPORT_NOTHING_TAKEN', 'None.'))) },
    )
    expect(answer).toMatchObject({ state: 'refused', questions: [{ code: 'IMPORT_NOTHING_TAKEN' }] })
    expect(errors).toEqual([])
    const late = await read(
      hour('a'),
      { client: uno },
      { service: server(failing(new ReaderError('late', 'Too slow.'))) },
    )
    expect(late).toMatchObject({ state: 'failed' })
    expect(late.questions).toEqual([
      {
        code: 'IMPORT_NOT_READ',
        message: 'The files could not be read: Too slow. Nothing was loaded.',
        details: {},
        setting: null,
        lines: [],
      },
    ])
    const broken = await read(hour('a'), { client: uno }, { service: server(failing(new Error('secret'))) })
    expect([broken.state, broken.questions[0]?.message]).toEqual([
      'failed',
      'The files could not be read: something went wrong on our side. Nothing was loaded.',
    ])
    expect(errors).toEqual([late, broken].map(({ id }) => `import ${id} could not be read`))
  })

  test('while it is stored leaves it refused, with its preview and places, and loads nothing', async () => {
    const service = server()
    const before = await read(hour('a'), { client: uno }, { service })
    rmSync(join(folder, String(before.id), 'staged.json'))
    await service.load(SYSTEM_SCOPE, before.id)
    await background.settled()
    expect(await service.find(SYSTEM_SCOPE, before.id)).toEqual({
      ...before,
      state: 'refused',
      questions: [
        {
          code: 'IMPORT_NOT_STORED',
          message: 'Something went wrong on our side; nothing was loaded.',
          details: {},
          setting: null,
          lines: [],
        },
      ],
    })
    expect(errors).toEqual([`import ${before.id} could not be stored`])
  })

  test('a place that only looks like one that is known is not loaded without a look', async () => {
    const report = (apart: object[]) => ({ lines: 1, apart }) as unknown as ReadOutcome['report']
    const state = async (found: Partial<ReadOutcome>) =>
      (await read(hour('a'), { client: uno }, { service: server(finding(found)), loadsClean: true })).state
    expect(await state({ report: report([]), places: [{ ...place('retiro.', null), match: 'similar' }] })).toBe('ready')
    expect(await state({ report: report([{ reason: 'NEGATIVE', lines: 1 }]) })).toBe('ready')
    expect(await state({ report: null })).toBe('ready')
    const retiro = await local(uno, 'Retiro')
    const lines = ['10:00,Retiro,4', '11:00,Otra,5', '12:00,Fuera,6'].map((line) => `2025-09-07T${line}\n`)
    const places = [
      { place: 'Otra', name: 'Retiro' },
      { place: 'Fuera', skip: true },
    ]
    const clean = await read(`ts,sensor,ins\n${lines.join('')}`, { client: uno, places }, { loadsClean: true })
    expect(clean.state).toBe('loaded')
    // Counts go where they were found to go, and no place is made for those that are joined or left out.
    expect((await catalog.locals.list(SYSTEM_SCOPE, { client: uno })).map(({ id }) => id)).toEqual([retiro])
    const counted = await facts.read(
      'SELECT local, hour, ins FROM traffic WHERE client = $1 AND ins IS NOT NULL ORDER BY hour',
      [uno],
    )
    expect(counted.map((row) => row.map(Number))).toEqual([
      [retiro, 10, 4],
      [retiro, 11, 5],
    ])
    expect((await notes(clean.id)).map(({ action }) => action)).toEqual(['import.read', 'import.load', 'import.loaded'])
    // An import with a question is not loaded without an answer.
    expect((await read(hour('a'), {}, { loadsClean: true, service: server(finding()) })).state).toBe('refused')
  })

  test('more than twenty that wait are too many', async () => {
    let go = () => undefined as void
    const wait = new Promise<void>((resolve) => (go = resolve))
    const refused = ['IMPORT_BUSY', { retryAfterS: 30 }]
    const service = server({ read: () => wait.then(() => Promise.reject(new ImportError('IMPORT_NOTHING_TAKEN', ''))) })
    const create = () => code(service.create(analyst, received(hour('a')), { loadsClean: false }))
    // The last two come at once for one place.
    const early = await Promise.all(Array.from({ length: 21 }, create))
    const late = await create()
    go()
    await background.settled()
    expect([early.filter((one) => one === 'done').length, early.at(-1), late]).toEqual([20, refused, refused])
    expect(await create()).toBe('done')
  })
})

test('beside a server that is asked meanwhile the hours of new places are written in at most 256 MB, and corrections in 512', async () => {
  const given: unknown[] = []
  const imports: typeof facts.imports = {
    ...facts.imports,
    loadHours: (load, accept) => {
      given.push(load.memory)
      return facts.imports.loadHours(load, accept)
    },
  }
  const service = server(inProcess, { ...facts, imports })
  const { id } = await read(hour('Memory'), {}, { service, scope: analyst })
  await service.load(analyst, id)
  await background.settled()
  const [{ newPlaces = '', known = '' } = {}] = given as { newPlaces?: string; known?: string }[]
  expect([newPlaces, known].map((size) => /^\d+MB$/.test(size))).toEqual([true, true])
  expect(Number.parseInt(newPlaces)).toBeLessThanOrEqual(256)
  expect(Number.parseInt(known)).toBeLessThanOrEqual(512)
})

describe('cancelling', () => {
  test('while it is being stored takes all of it back, and waits until it is gone', async () => {
    let cancel = () => Promise.resolve<unknown>(undefined)
    let cancelled: Promise<unknown> = Promise.resolve()
    const imports: typeof facts.imports = {
      ...facts.imports,
      loadHours: (...given) => {
        cancelled = cancel()
        return facts.imports.loadHours(...given)
      },
    }
    const busy = { ...facts, imports }
    const service = server(inProcess, busy)
    const { id } = await read(hour('Cancelled'), {}, { service, scope: analyst })
    cancel = () => {
      cancel = () => Promise.resolve(undefined)
      return service.cancel(analyst, id)
    }
    await service.load(analyst, id)
    await background.settled()
    expect(await cancelled).toMatchObject({ state: 'cancelled' })
    expect([(await service.find(analyst, id)).state, existsSync(join(folder, String(id)))]).toEqual([
      'cancelled',
      false,
    ])
    expect(await facts.read('SELECT 1 FROM traffic WHERE client = $1', [uno])).toEqual([])
    expect((await catalog.locals.list(SYSTEM_SCOPE, { client: uno })).length).toBe(0)
    expect((await notes(id)).map(({ action }) => action)).toEqual(['import.read', 'import.load', 'import.cancel'])
    expect(errors).toEqual([])
  })

  test('one that was refused is possible, one that is gone is not', async () => {
    const service = server()
    const { id, state } = await read(hour('a'), {}, { service })
    expect([state, (await service.cancel(SYSTEM_SCOPE, id)).state]).toEqual(['refused', 'cancelled'])
    expect(await code(service.cancel(SYSTEM_SCOPE, id))).toEqual([
      'IMPORT_STATE_CONFLICT',
      { import: id, state: 'cancelled', expected: 'reading, ready, refused, storing' },
    ])
    expect((await code(service.cancel({ ...analyst, clients: [] }, id)))[0]).toBe('IMPORT_NOT_FOUND')
  })
})

test('what an import made goes with the last one that counts in it: places each with its own, the client with all', async () => {
  const service = server()
  const name = `Heirs ${made}`
  const load = async (text: string, settings: ImportSettings) => {
    const { id } = await read(text, settings, { service, loadsClean: true })
    const { state, client } = await service.find(SYSTEM_SCOPE, id)
    expect(state).toBe('loaded')
    return { id, client: client! }
  }
  const undo = async (id: number) => {
    await service.undo(SYSTEM_SCOPE, id)
    await background.settled()
  }
  const first = await load(`${hour('a')}2025-09-07T10:00,b,3\n2025-09-07T10:00,c,3\n`, { newClient: name })
  const { client } = first
  const [inA, inB] = [await load(hour('a', 7), { client }), await load(hour('b', 8), { client })]
  const left = async () => [
    (await catalog.locals.list(SYSTEM_SCOPE, { client })).map((one) => one.name),
    (await catalog.clients.find(SYSTEM_SCOPE, client)) !== undefined,
  ]
  await undo(first.id)
  expect(await left()).toEqual([['a', 'b'], true])
  const locals = new Map((await catalog.locals.list(SYSTEM_SCOPE, { client })).map((one) => [one.name, one.id]))
  expect((await notes(first.id)).at(-1)?.details).toMatchObject({
    client,
    keptLocals: [locals.get('a'), locals.get('b')],
    keptClient: true,
  })
  await undo(inA.id)
  expect(await left()).toEqual([['b'], true])
  await undo(inB.id)
  expect(await left()).toEqual([[], false])
})

test('an import that had made nothing is taken back, and keeps nothing', async () => {
  const service = server(finding())
  const { id } = await read(hour('a'), { client: uno }, { service })
  await catalog.imports.move(SYSTEM_SCOPE, id, ['ready'], 'loaded', NOW)
  await service.undo(SYSTEM_SCOPE, id)
  await background.settled()
  expect((await service.find(SYSTEM_SCOPE, id)).state).toBe('undone')
  expect((await notes(id)).at(-1)).toMatchObject({
    action: 'import.undone',
    details: { client: uno, keptLocals: [], keptAreas: [], keptClient: false },
  })
})

describe('after a start', () => {
  test('an import whose files are gone has failed', async () => {
    const service = server(failing(new ReaderError('stopped', 'stopped')))
    const { id } = await service.create(analyst, received(hour('a')), { loadsClean: false })
    await background.settled()
    rmSync(join(folder, String(id)), { recursive: true })
    await server().recover()
    expect((await service.find(analyst, id)).state).toBe('failed')
    const stored = await read(hour('a'), {}, { scope: analyst, service: server(finding()) })
    await catalog.imports.move(SYSTEM_SCOPE, stored.id, ['ready'], 'storing', NOW)
    rmSync(join(folder, String(stored.id), 'staged.json'))
    await server().recover()
    expect((await service.find(analyst, stored.id)).state).toBe('failed')
  })

  test('one that is in the facts is loaded, with the report that it had when its files are gone', async () => {
    const service = server()
    const { id } = await read(hour('a'), {}, { service, scope: analyst, loadsClean: true })
    const before = await service.find(analyst, id)
    await catalog.imports.move(SYSTEM_SCOPE, id, ['loaded'], 'storing', NOW)
    await server().recover()
    expect(await service.find(analyst, id)).toEqual(before)
  })

  test('one of people inside by the minute that was stored is loaded, with what was added', async () => {
    const service = server()
    const { id } = await read(
      'ts,room,occupants\n2026-02-02T10:00,A,5\n2026-02-02T10:01,A,6\n',
      {},
      { service, scope: analyst },
    )
    const staged = join(folder, String(id), 'staged.json')
    const text = readFileSync(staged, 'utf8')
    await service.load(analyst, id)
    await background.settled()
    const before = await service.find(analyst, id)
    expect(before.report?.stored).toEqual({ added: 2, corrected: 0, unchanged: 0, refused: 0, newLocals: 1 })
    await catalog.imports.move(SYSTEM_SCOPE, id, ['loaded'], 'storing', NOW)
    mkdirSync(join(folder, String(id)), { recursive: true })
    writeFileSync(staged, text)
    await server().recover()
    expect(await service.find(analyst, id)).toEqual(before)
    // The stage is removed after the load.
    expect(existsSync(staged)).toBe(false)
  })
})

test('trips that were stored when a server ended are loaded, with what was added', async () => {
  const service = server()
  const trips = 'date,hour,origin,destination,trips\n2025-08-01,7,Airport,Beach,30\n2025-08-01,8,Beach,Airport,4\n'
  const { id, state, questions } = await read(trips, {}, { service, scope: analyst })
  expect([state, questions]).toEqual(['ready', []])
  const staged = join(folder, String(id), 'staged.json')
  const text = readFileSync(staged, 'utf8')
  await service.load(analyst, id)
  await background.settled()
  const before = await service.find(analyst, id)
  expect(before.report?.stored).toMatchObject({ added: 2, corrected: 0, unchanged: 0, refused: 0, newLocals: 2 })
  await catalog.imports.move(SYSTEM_SCOPE, id, ['loaded'], 'storing', NOW)
  writeFileSync(staged, text)
  await server().recover()
  expect(await service.find(analyst, id)).toEqual(before)
})

test('after a week folders without an import are removed, and younger ones and those of imports that wait stay', async () => {
  const service = server(finding())
  const { id } = await read(hour('a'), {}, { service, scope: analyst })
  const at = (time: number, ...names: string[]) => {
    for (const name of names) {
      mkdirSync(join(folder, name), { recursive: true })
      utimesSync(join(folder, name), time / 1000, time / 1000)
    }
  }
  at(NOW - WEEK - 1000, 'arriving-old', '998', String(id))
  at(NOW - WEEK + 1000, 'arriving-new', '999')
  await service.runMaintenance()
  const names = readdirSync(folder).filter(
    (name) => !name.startsWith('arriving-') || name.endsWith('old') || name.endsWith('new'),
  )
  expect(names.toSorted()).toEqual([String(id), '999', 'arriving-new'].toSorted())
  expect((await service.find(analyst, id)).state).toBe('ready')
  rmSync(folder, { recursive: true })
  await service.runMaintenance()
})

test('a server that closes cancels what it reads', async () => {
  let began = () => undefined as void
  const isReading = new Promise<void>((resolve) => (began = resolve))
  const service = server({
    read: (_job, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new ReaderError('stopped', 'stopped')))
        began()
      }),
  })
  const { id } = await service.create(analyst, received(hour('a')), { loadsClean: false })
  await isReading
  service.close()
  await background.settled()
  expect([(await service.find(analyst, id)).state, errors]).toEqual(['reading', []])
})

const localsOf = (scope: Scope) => {
  const clients = clientService({ clients: catalog.clients })
  return localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients }).ofClient(
    scope,
    uno,
  )
}
