/** The history of uploads in the catalog, who may send what, and what a body that is none is called. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { fileNameOf, refusalOf } from './receive.ts'
import { offersTarget } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let catalog: Catalog
let uno: number
let dos: number
let mine: Scope
let made = 0
beforeAll(async () => {
  catalog = await memoryCatalog()
})
afterAll(() => catalog.close())
beforeEach(async () => {
  const client = async () =>
    (await catalog.clients.insert(SYSTEM_SCOPE, { name: `Client ${(made += 1)}`, type: 'basic' })).id
  ;[uno, dos] = [await client(), await client()]
  const { id } = await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: `person-${made}@aforo.test`, passwordHash: null, role: 'basic', clients: [uno], flags: [] },
    NOW,
  )
  mine = { userId: id, role: 'basic', clients: [uno], demo: false }
})
const begin = (scope: Scope, client: number | null, at = NOW) =>
  catalog.uploads.begin(
    scope,
    {
      client,
      kind: 'ticketsDaily',
      mode: null,
      fileName: 'a.csv',
      rows: 7,
      begin: '2026-11-01',
      end: '2026-11-02',
      missing: ['x'],
    },
    at,
  )
const done = async (scope: Scope, client: number | null) => {
  const id = await begin(scope, client)
  await catalog.uploads.finish(scope, id, { added: 3, changed: 2, unchanged: 1 })
  return id
}

test('an upload is in the history once it is loaded, as it was sent and with what it did', async () => {
  const id = await begin(mine, uno)
  expect([await catalog.uploads.find(mine, id), await catalog.uploads.list(mine)]).toEqual([undefined, []])
  expect(await catalog.uploads.unfinished(SYSTEM_SCOPE, NOW)).toEqual([])
  const unfinished = await catalog.uploads.unfinished(SYSTEM_SCOPE, NOW + 1)
  const stored = {
    id,
    kind: 'ticketsDaily',
    mode: null,
    client: uno,
    fileName: 'a.csv',
    userId: mine.userId,
    rows: 7,
    added: 0,
    changed: 0,
    unchanged: 0,
    begin: '2026-11-01',
    end: '2026-11-02',
    missing: ['x'],
    uploadedAt: NOW,
    undoneAt: null,
  }
  expect(unfinished).toEqual([stored])
  await catalog.uploads.finish(mine, id, { added: 3, changed: 2, unchanged: 1 })
  expect(await catalog.uploads.find(mine, id)).toEqual({ ...stored, added: 3, changed: 2, unchanged: 1 })
  expect(await catalog.uploads.unfinished(SYSTEM_SCOPE, NOW + 1)).toEqual([])
  await catalog.uploads.forget(mine, id)
  expect(await catalog.uploads.find(mine, id)).toBeDefined()
  const lost = await begin(mine, uno)
  await catalog.uploads.forget(mine, lost)
  expect(await catalog.uploads.unfinished(SYSTEM_SCOPE, NOW + 1)).toEqual([])
})

test('the history is of one’s clients, the newest first; one about several clients is the administrators’', async () => {
  const [first, second, foreign, several] = [
    await done(mine, uno),
    await done(SYSTEM_SCOPE, uno),
    await done(SYSTEM_SCOPE, dos),
    await done(SYSTEM_SCOPE, null),
  ]
  const ids = async (scope: Scope, client?: number) =>
    (await catalog.uploads.list(scope, client === undefined ? {} : { client })).map(({ id }) => id)
  expect([await ids(mine), await ids(SYSTEM_SCOPE, dos), await ids(mine, dos)]).toEqual([
    [second, first],
    [foreign],
    [],
  ])
  expect((await ids(SYSTEM_SCOPE)).slice(0, 4)).toEqual([several, foreign, second, first])
  expect([await catalog.uploads.find(mine, foreign), await catalog.uploads.find(mine, several)]).toEqual([
    undefined,
    undefined,
  ])
  await expect(begin(mine, dos)).rejects.toMatchObject({ code: 'CLIENT_NOT_FOUND', details: { client: dos } })
})

test('one is taken back once, by who may read its client, and is half taken back meanwhile', async () => {
  const id = await done(mine, uno)
  const half = async () => (await catalog.uploads.halfUndone(SYSTEM_SCOPE)).map((one) => one.id)
  await catalog.uploads.beginUndo({ ...mine, clients: [dos] }, id)
  expect(await half()).toEqual([])
  await catalog.uploads.beginUndo(mine, id)
  expect([await half(), (await catalog.uploads.find(mine, id))?.id]).toEqual([[id], id])
  await catalog.uploads.keep(mine, id)
  expect(await half()).toEqual([])
  await catalog.uploads.beginUndo(mine, id)
  expect(await catalog.uploads.undo({ ...mine, clients: [dos] }, id, NOW + 5)).toBe(false)
  expect(await catalog.uploads.undo(mine, id, NOW + 5)).toBe(true)
  expect([await half(), (await catalog.uploads.find(mine, id))?.undoneAt]).toEqual([[], NOW + 5])
  expect(await catalog.uploads.undo(mine, id, NOW + 9)).toBe(false)
  await catalog.uploads.beginUndo(mine, id)
  expect(await half()).toEqual([])
  // An upload that is being written is neither taken back nor kept.
  const writing = await begin(mine, uno)
  await catalog.uploads.beginUndo(mine, writing)
  await catalog.uploads.keep(mine, writing)
  expect((await catalog.uploads.unfinished(SYSTEM_SCOPE, NOW + 1)).map((one) => one.id)).toEqual([writing])
  await catalog.uploads.forget(mine, writing)
})

test('a mode of offers goes with its own address, and some are the administrators’', () => {
  const [admin, basic] = [{ role: 'admin' }, { role: 'basic' }] as const
  const kind = 'offersOrders'
  expect(offersTarget(admin, 'hme', 'SINGLE_HME')).toEqual({ kind, mode: 'SINGLE_HME', client: null })
  expect(offersTarget(admin, 'multiclient', 'CSV_MULTICLIENT')).toEqual({ kind, mode: 'CSV_MULTICLIENT', client: null })
  expect(offersTarget(basic, '12', 'SINGLE')).toEqual({ kind, mode: 'SINGLE', client: 12 })
  const refused = (...given: Parameters<typeof offersTarget>) => {
    try {
      offersTarget(...given)
    } catch (error) {
      const { code, details } = error as AppError
      return [code, details]
    }
    return []
  }
  expect(refused(basic, 'hme', 'SINGLE_HME')).toEqual(['ADMIN_REQUIRED', undefined])
  for (const [target, mode] of [
    ['12', 'SINGLE_HME'],
    ['hme', 'SINGLE'],
    ['multiclient', 'SINGLE_HME'],
    ['x12', 'SINGLE'],
    ['12x', 'SINGLE'],
  ] as const)
    expect(refused(admin, target, mode)).toEqual(['UPLOAD_MODE_INVALID', { mode, target }])
})

test('a file is called by the last part of its path, without what cannot be read, or file', () => {
  expect(
    [
      '/home/ana/ventas.csv',
      'C:\\tmp\\ventas.csv',
      'a\u0000b\u202Ec\u007F.csv',
      '',
      'dir/',
      'x'.repeat(300),
      'a\uD83D',
    ].map(fileNameOf),
  ).toEqual(['ventas.csv', 'ventas.csv', 'abc.csv', 'file', 'file', 'x'.repeat(200), 'a\uFFFD'])
})

test('what goes wrong with a body is the sender’s, but a full disk and one that fails', () => {
  const answerOf = (error: unknown) => {
    const { code, message, details, cause } = refusalOf(error, 5_000_000) as AppError
    return { code, message, details, ...(cause !== undefined && { cause }) }
  }
  const own = new AppError('UPLOAD_FILE_MISSING', 'None.')
  expect(refusalOf(own, 1)).toBe(own)
  for (const code of ['ENOSPC', 'EDQUOT'])
    expect(answerOf({ code })).toMatchObject({ code: 'STORAGE_FULL', cause: { code } })
  expect(answerOf({ code: 'FST_REQ_FILE_TOO_LARGE' })).toEqual({
    code: 'UPLOAD_TOO_LARGE',
    message: 'The file is larger than 5 MB.',
    details: { maxMb: 5 },
  })
  expect(
    refusalOf({ code: 'FST_REQ_FILE_TOO_LARGE' }, 7, (most) => new AppError('IMPORT_FILE_TOO_LARGE', `${most}`)),
  ).toMatchObject({
    code: 'IMPORT_FILE_TOO_LARGE',
    message: '7',
  })
  const broken = { code: 'EIO', message: 'input/output error' }
  expect(refusalOf(broken, 1)).toBe(broken)
  const what = (error: object) => (answerOf(error).details as { what: string }).what
  expect([
    what({ code: 'FST_FILES_LIMIT' }),
    what({ code: 'ERR_STREAM_PREMATURE_CLOSE', message: 'Premature close' }),
    what({ message: 'Unexpected end of form\n  at x' }),
    what({ message: 'y'.repeat(300) }),
    what({}),
  ]).toEqual([
    'there are too many files',
    'Premature close',
    'Unexpected end of form',
    'y'.repeat(100),
    'it ends too early',
  ])
  expect(answerOf({})).toMatchObject({
    code: 'UPLOAD_BODY_INVALID',
    message: 'The body is no form as it was expected: it ends too early.',
  })
})
