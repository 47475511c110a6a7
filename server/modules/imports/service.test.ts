/**
 * Imports whose server was stopped in the middle, or whose people changed their minds: whole or not at all, and nothing
 * left behind.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backgroundWork } from '../../lib/background.ts'
import type { Background } from '../../lib/background.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { readJob } from './reading/read-job.ts'
import { createReader, ReaderError } from './reading/reader.ts'
import type { Reader } from './reading/reader.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { clientService } from '../clients/service.ts'
import { localService } from '../locals/service.ts'
import { importService } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const WEEK = 7 * 86_400_000
const TEXT = 'ts,sensor,ins\n2025-09-07T10:00,a,4\n2025-09-07T11:00,a,9\n'

let folder: string
let catalog: Catalog
let facts: SqlFactStore
let background: Background
let client: number
let now: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-service-'))
  catalog = await memoryCatalog()
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  client = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'City', type: 'basic' })).id
  now = NOW
})
afterEach(async () => {
  await background.settled()
  await facts.close()
  await catalog.close()
  rmSync(folder, { recursive: true, force: true })
})

const inProcess: Reader = { read: (job) => readJob(job) }
/** A server; another one after a crash has the same stores and the same folder. */
function server(reader: Reader = inProcess) {
  background = backgroundWork({ error: () => undefined })
  const clients = clientService({ clients: catalog.clients })
  return importService({
    catalog,
    facts,
    clients,
    locals: localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients }),
    reader,
    background,
    clock: { now: () => now },
    folder,
    log: { error: () => undefined },
  })
}
function received(text = TEXT) {
  const arriving = mkdtempSync(join(folder, 'arriving-'))
  writeFileSync(join(arriving, 'file-0'), text)
  return {
    files: [{ path: join(arriving, 'file-0'), name: 'a.csv' }],
    settings: { client, timeZone: 'UTC' },
    folder: arriving,
    remove: () => Promise.resolve(),
  }
}
const state = async (id: number) => (await catalog.imports.find(SYSTEM_SCOPE, id))!.state
const hours = () => facts.read('SELECT hour, ins FROM traffic WHERE ins IS NOT NULL ORDER BY hour')
const LOADED = [
  [10, 4],
  [11, 9],
]
async function ready(service = server()): Promise<number> {
  const { id } = await service.create(SYSTEM_SCOPE, received(), { loadsClean: false })
  await background.settled()
  expect(await state(id)).toBe('ready')
  return id
}

test('what was being read is read again after a start', async () => {
  const { id } = await server({ read: () => Promise.reject(new ReaderError('stopped', 'stopped')) }).create(
    SYSTEM_SCOPE,
    received(),
    { loadsClean: true },
  )
  await background.settled()
  expect(await state(id)).toBe('reading')
  await server().recover()
  await background.settled()
  expect([await state(id), await hours()]).toEqual(['loaded', LOADED])
})

test('what was being stored and is not in the facts is ready again, and what was made for it is gone', async () => {
  const id = await ready()
  await catalog.imports.move(SYSTEM_SCOPE, id, ['ready'], 'storing', NOW)
  const local = await catalog.locals.insert(SYSTEM_SCOPE, {
    client,
    name: 'a',
    code: 'a',
    type: 'store',
    timeZone: 'UTC',
  })
  await catalog.imports.made(
    SYSTEM_SCOPE,
    id,
    { id: client, name: 'City', type: 'basic', externalId: null, oldId: null },
    { client: null, locals: [local.id], areas: [], grown: [] },
  )
  const service = server()
  await service.recover()
  expect([await state(id), await catalog.locals.list(SYSTEM_SCOPE)]).toEqual(['ready', []])
  await service.load(SYSTEM_SCOPE, id)
  await background.settled()
  expect([await state(id), await hours()]).toEqual(['loaded', LOADED])
})

test('what was stored and could not be noted is loaded, with its figures', async () => {
  const service = server()
  const id = await ready(service)
  await service.load(SYSTEM_SCOPE, id)
  await background.settled()
  await catalog.imports.move(SYSTEM_SCOPE, id, ['loaded'], 'storing', NOW)
  await server().recover()
  expect([await state(id), await hours()]).toEqual(['loaded', LOADED])
})

test('an undo that was cut off is finished, and finishing it twice changes nothing', async () => {
  const service = server()
  const id = await ready(service)
  await service.load(SYSTEM_SCOPE, id)
  await background.settled()
  await catalog.imports.move(SYSTEM_SCOPE, id, ['loaded'], 'undoing', NOW)
  for (let i = 0; i < 2; i += 1) {
    await server().recover()
    await background.settled()
    expect([await state(id), await hours(), await catalog.locals.list(SYSTEM_SCOPE)]).toEqual(['undone', [], []])
    if (i === 0) await catalog.imports.move(SYSTEM_SCOPE, id, ['undone'], 'undoing', NOW)
  }
})

test('cancelling ends the process that reads, and leaves no file', async () => {
  const service = server(createReader())
  const hour = (i: number) => new Date(Date.UTC(2010, 0, 1, i % 100_000)).toISOString().slice(0, 16)
  const lines = Array.from({ length: 300_000 }, (_, i) => `${hour(i)},p${i % 7},1`)
  const { id } = await service.create(SYSTEM_SCOPE, received(`ts,sensor,ins\n${lines.join('\n')}\n`), {
    loadsClean: true,
  })
  expect((await service.cancel(SYSTEM_SCOPE, id)).state).toBe('cancelled')
  await background.settled()
  expect([await state(id), await hours(), readdirSync(folder).filter((name) => /^\d+$/.test(name))]).toEqual([
    'cancelled',
    [],
    [],
  ])
})

test('cancelling while it waits to be stored stores nothing', async () => {
  const service = server()
  const id = await ready(service)
  await service.load(SYSTEM_SCOPE, id)
  expect((await service.cancel(SYSTEM_SCOPE, id)).state).toBe('cancelled')
  await background.settled()
  expect([await state(id), await hours(), await catalog.locals.list(SYSTEM_SCOPE)]).toEqual(['cancelled', [], []])
})

test('a process that dies is a failure in words', async () => {
  const module = join(folder, 'dies.mjs')
  writeFileSync(module, 'process.on("message", () => process.exit(7))')
  const service = server(createReader({ module: new URL(`file://${module}`) }))
  const { id } = await service.create(SYSTEM_SCOPE, received(), { loadsClean: false })
  await background.settled()
  expect(await catalog.imports.find(SYSTEM_SCOPE, id)).toMatchObject({
    state: 'failed',
    questions: [{ code: 'IMPORT_NOT_READ', message: expect.stringContaining('(7)') }],
  })
})

test('a process that takes too long is ended', async () => {
  const module = join(folder, 'hangs.mjs')
  writeFileSync(module, 'process.on("message", () => setInterval(() => {}, 1000))')
  const reading = createReader({ module: new URL(`file://${module}`), timeMs: 100 }).read(
    { files: [], folder, settings: {}, locals: [], nowMs: NOW },
    { signal: new AbortController().signal, onProgress: () => undefined },
  )
  await expect(reading).rejects.toMatchObject({ why: 'late' })
  background = backgroundWork({ error: () => undefined })
})

test('files that are not loaded are removed after a week', async () => {
  const service = server()
  const id = await ready(service)
  now = NOW + WEEK - 1
  await service.runMaintenance()
  expect([await state(id), existsSync(join(folder, String(id)))]).toEqual(['ready', true])
  now = NOW + WEEK + 1
  mkdirSync(join(folder, '99'))
  await service.runMaintenance()
  expect([await state(id), existsSync(join(folder, String(id)))]).toEqual(['cancelled', false])
})

test('a local in which a later import counts stays, and goes with that one', async () => {
  const service = server()
  const first = await ready(service)
  await service.load(SYSTEM_SCOPE, first)
  await background.settled()
  const { id: second } = await service.create(
    SYSTEM_SCOPE,
    received('ts,sensor,ins\n2025-09-07T12:00,a,7\n2025-09-07T11:00,a,9\n'),
    { loadsClean: true },
  )
  await background.settled()
  await service.undo(SYSTEM_SCOPE, first)
  await background.settled()
  expect([await state(first), await hours(), (await catalog.locals.list(SYSTEM_SCOPE)).length]).toEqual([
    'undone',
    [
      [11, 9],
      [12, 7],
    ],
    1,
  ])
  await service.undo(SYSTEM_SCOPE, second)
  await background.settled()
  expect([await hours(), await catalog.locals.list(SYSTEM_SCOPE)]).toEqual([[], []])
})
