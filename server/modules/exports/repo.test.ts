import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import type { Scope } from '../../lib/scope.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { ExportRepo } from './repo.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const what: ExportDraft = { clients: [1], begin: '2026-11-01', end: '2026-11-20', grain: 'hour', format: 'csv' }
const files: Parameters<ExportRepo['end']>[1]['files'] = [{ file: 'data', name: 'a.csv.gz', bytes: 7, sha256: 'abc' }]
const READY = { state: 'ready' as const, rows: 3, bytes: 9, files, error: null, expiresAt: NOW + 100 }

let catalog: Catalog
let exports: ExportRepo
let [ana, bea]: Scope[] = []
let people = 0
beforeAll(async () => {
  catalog = await memoryCatalog()
  exports = catalog.exports
})
afterAll(() => catalog.close())
async function person(): Promise<Scope> {
  people += 1
  const user = { passwordHash: null, role: 'basic', flags: [], clients: [] } as const
  const { id } = await catalog.users.insert(SYSTEM_SCOPE, { ...user, username: `p${people}@aforo.test` }, NOW)
  return { userId: id, role: 'basic', clients: [], demo: false }
}
beforeEach(async () => {
  ;[ana, bea] = [await person(), await person()]
  await exports.requeue(SYSTEM_SCOPE)
  for (let left = await exports.take(SYSTEM_SCOPE, NOW); left; left = await exports.take(SYSTEM_SCOPE, NOW))
    await exports.end(left, { ...READY, expiresAt: NOW - 1 }, NOW)
  await exports.expire(SYSTEM_SCOPE, NOW)
})

test('an export that waits is its owner’s alone, and remembers whether its names are made up', async () => {
  const id = await exports.insert({ ...ana!, demo: true }, what, NOW)
  const stored = await exports.find(ana!, id)
  expect(stored).toEqual({
    id,
    owner: ana!.userId,
    state: 'waiting',
    what,
    demo: true,
    rows: 0,
    bytes: 0,
    files: [],
    error: null,
    tries: 0,
    createdAt: NOW,
    startedAt: null,
    finishedAt: null,
    expiresAt: null,
  })
  expect((await exports.find(ana!, await exports.insert(ana!, what, NOW)))?.demo).toBe(false)
  expect([await exports.find(bea!, id), await exports.list(bea!), await exports.remove(bea!, id)]).toEqual([
    undefined,
    [],
    false,
  ])
})

test('the oldest that waits is taken, once; who took it last ends it, while it is being made', async () => {
  const [first, second] = [await exports.insert(ana!, what, NOW), await exports.insert(bea!, what, NOW)]
  const taken = (await exports.take(SYSTEM_SCOPE, NOW + 1))!
  expect(taken).toMatchObject({ id: first, state: 'running', startedAt: NOW + 1, tries: 1 })
  expect(await exports.find(ana!, first)).toEqual(taken)
  expect((await exports.take(SYSTEM_SCOPE, NOW + 1))?.id).toBe(second)
  expect(await exports.take(SYSTEM_SCOPE, NOW + 1)).toBe(undefined)
  await exports.requeue(SYSTEM_SCOPE)
  expect(await exports.find(ana!, first)).toMatchObject({ state: 'waiting', startedAt: null, tries: 1 })
  expect(await exports.end(taken, READY, NOW + 2)).toBe(false)
  const again = (await exports.take(SYSTEM_SCOPE, NOW + 3))!
  expect([again.id, again.tries, await exports.end(taken, READY, NOW + 4)]).toEqual([first, 2, false])
  expect(await exports.end(again, READY, NOW + 5)).toBe(true)
  expect(await exports.find(ana!, first)).toMatchObject({ ...READY, finishedAt: NOW + 5 })
  expect(await exports.end(again, READY, NOW + 6)).toBe(false)
})

test('why an export failed is kept with it', async () => {
  const id = await exports.insert(ana!, what, NOW)
  const error = { code: 'EXPORT_FAILED', message: 'Something went wrong.', details: { a: 1 } } as const
  const failed = { ...READY, state: 'failed', rows: 0, bytes: 0, files: [], error } as never
  await exports.end((await exports.take(SYSTEM_SCOPE, NOW))!, failed, NOW)
  expect(await exports.find(ana!, id)).toMatchObject({ state: 'failed', error, files: [] })
})

test('what counts against an account are its own: those that are not finished, and the bytes of all', async () => {
  expect(await exports.load(ana!)).toEqual({ unfinished: 0, bytes: 0 })
  const ids = [await exports.insert(ana!, what, NOW), await exports.insert(ana!, what, NOW)]
  await exports.insert(bea!, what, NOW)
  const taken = (await exports.take(SYSTEM_SCOPE, NOW))!
  expect(await exports.load(ana!)).toEqual({ unfinished: 2, bytes: 0 })
  await exports.end(taken, READY, NOW)
  expect(await exports.load(ana!)).toEqual({ unfinished: 1, bytes: 9 })
  expect((await exports.list(ana!)).map(({ id }) => id)).toEqual(ids.toReversed())
  expect([await exports.remove(ana!, taken.id), await exports.remove(ana!, taken.id)]).toEqual([true, false])
  expect(await exports.load(ana!)).toEqual({ unfinished: 1, bytes: 0 })
})

test('an export with an expiry is deleted when it has expired, a pending one never; ids are of all that are there', async () => {
  const id = await exports.insert(ana!, what, NOW)
  await exports.end((await exports.take(SYSTEM_SCOPE, NOW))!, READY, NOW)
  const waiting = await exports.insert(bea!, what, NOW)
  await exports.expire(SYSTEM_SCOPE, NOW + 99)
  expect(await exports.ids(SYSTEM_SCOPE)).toEqual(expect.arrayContaining([id, waiting]))
  await exports.expire(SYSTEM_SCOPE, NOW + 100)
  expect(await exports.ids(SYSTEM_SCOPE)).toEqual([waiting])
})
