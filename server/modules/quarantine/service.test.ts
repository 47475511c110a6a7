/** Rows of files in quarantine, on real stores: who may, what is refused in which words, and what is noted. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { quarantinedRowService } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let catalog: Catalog
let facts: SqlFactStore
let service: ReturnType<typeof quarantinedRowService>
let released: number[] = []
let made = 0
let [uno, dos, shop, door] = [0, 0, 0, 0]
beforeAll(async () => {
  catalog = await memoryCatalog()
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  service = quarantinedRowService({
    catalog,
    facts,
    clock: { now: () => NOW },
    onRelease: (client) => void released.push(client),
  })
})
afterAll(async () => {
  await facts.close()
  await catalog.close()
})
beforeEach(async () => {
  released = []
  const client = async () =>
    (await catalog.clients.insert(SYSTEM_SCOPE, { name: `Client ${(made += 1)}`, type: 'basic' })).id
  ;[uno, dos] = [await client(), await client()]
  const store = { client: uno, name: 'Shop', code: 'S', type: 'store', timeZone: 'Europe/Madrid' } as const
  shop = (await catalog.locals.insert(SYSTEM_SCOPE, store)).id
  door = (await catalog.areas.insert(SYSTEM_SCOPE, { local: shop, name: 'Door' })).id
})

/** @returns its number */
async function keep({ client = uno, reason = 'NEGATIVE', source = 'a.csv' } = {}): Promise<number> {
  made += 1
  await facts.quarantineRows([{ client, local: 0, reason, source, row: { file: source, line: made, ins: 'x' } }])
  return Number((await facts.read('SELECT CAST(max(id) AS DOUBLE) FROM quarantine'))[0]?.[0])
}
const hour = (more: object = {}) => ({
  local: shop,
  area: door,
  day: '2026-11-02',
  hour: 12,
  counts: { ins: 7 },
  ...more,
})
const release = (id: number, more: object = {}) => service.release(SYSTEM_SCOPE, id, hour(more))
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message, details }: { code?: string; message?: string; details?: object }) => [code, message, details],
  )
const counted = async () =>
  (
    await facts.read(
      'SELECT area, hour, fold, ins FROM traffic WHERE local = $1 AND ins IS NOT NULL ORDER BY instant',
      [shop],
    )
  ).map((row) => row.map(Number))

test('a demo account neither reads nor decides: rows have the places as files wrote them', async () => {
  const id = await keep()
  const demo = { ...SYSTEM_SCOPE, demo: true }
  for (const work of [
    service.list(demo, {}),
    service.groups(demo),
    service.release(demo, id, hour()),
    service.dismiss(demo, [id]),
  ])
    expect(await refused(work)).toEqual([
      'ADMIN_REQUIRED',
      'Only an administrator who is no demo account may do this.',
      undefined,
    ])
  expect([await counted(), released]).toEqual([[], []])
})

test('a row becomes an hour that its client has', async () => {
  const id = await keep()
  const other = { client: dos, name: 'Other', code: 'O', type: 'store', timeZone: 'UTC' } as const
  const foreign = (await catalog.locals.insert(SYSTEM_SCOPE, other)).id
  const noLocal = (local: number) => [
    'LOCAL_NOT_FOUND',
    `There is no local ${local} among those this account may see.`,
    { local },
  ]
  expect(await refused(release(id, { local: foreign, area: 0 }))).toEqual(noLocal(foreign))
  expect(await refused(release(id, { local: 987_654 }))).toEqual(noLocal(987_654))
  expect(await refused(release(id, { area: 987_654 }))).toEqual([
    'AREA_NOT_FOUND',
    `There is no area 987654 in local ${shop}.`,
    { area: 987_654, local: shop },
  ])
  // The clocks of Madrid went forward from 2 to 3; on another day no hour came twice.
  expect(await refused(release(id, { day: '2026-03-29', hour: 2 }))).toEqual([
    'QUARANTINE_HOUR_NOT_FOUND',
    '2026-03-29 has no hour 2 in Europe/Madrid.',
    { day: '2026-03-29', hour: 2, fold: 0, timeZone: 'Europe/Madrid' },
  ])
  expect(await refused(release(id, { fold: 1 }))).toEqual([
    'QUARANTINE_HOUR_NOT_FOUND',
    '2026-11-02 has no hour 12 that came twice in Europe/Madrid.',
    { day: '2026-11-02', hour: 12, fold: 1, timeZone: 'Europe/Madrid' },
  ])
  expect(await refused(release(id, { counts: { ins: -1 } }))).toEqual([
    'QUARANTINE_KEPT',
    `The row ${id} would be quarantined again: NEGATIVE.`,
    { row: id, reason: 'NEGATIVE' },
  ])
  expect(await refused(release(987_654))).toEqual([
    'QUARANTINE_NOT_FOUND',
    'No row 987654 is in quarantine.',
    { row: 987_654 },
  ])
  expect([await counted(), released]).toEqual([[], []])
})

test('a row of no client may be an hour of any, of the whole local or of the pass that came twice', async () => {
  const [whole, twice] = [await keep({ client: 0 }), await keep({ client: 0, source: 'b.csv' })]
  expect(await release(whole, { area: 0 })).toMatchObject({ id: whole, state: 'released', decidedAt: NOW })
  await release(twice, { day: '2026-10-25', hour: 2, fold: 1 })
  expect(await counted()).toEqual([
    [door, 2, 1, 7],
    [0, 12, 0, 7],
  ])
  expect(released).toEqual([uno, uno])
  const [entry] = await catalog.audit.list(SYSTEM_SCOPE, 1)
  expect(entry).toMatchObject({
    action: 'quarantine.release',
    target: `row ${twice}`,
    details: {
      reason: 'NEGATIVE',
      source: 'b.csv',
      file: 'b.csv',
      line: expect.any(Number),
      local: shop,
      area: door,
      day: '2026-10-25',
      hour: 2,
      fold: 1,
      counts: { ins: 7 },
    },
    at: NOW,
  })
  expect(await refused(release(twice))).toEqual([
    'QUARANTINE_RELEASED',
    `The row ${twice} was released already.`,
    { row: twice, state: 'released' },
  ])
  expect(await refused(service.dismiss(SYSTEM_SCOPE, [await keep(), twice]))).toMatchObject({
    0: 'QUARANTINE_RELEASED',
  })
})

test('rows are dismissed all or none, and each file has an entry with its rows and its reasons', async () => {
  const [a, b, c] = [await keep(), await keep({ reason: 'ABSURD' }), await keep({ source: 'b.csv' })]
  expect(await refused(service.dismiss(SYSTEM_SCOPE, [a, 987_654]))).toMatchObject({ 0: 'QUARANTINE_NOT_FOUND' })
  const waiting = async () =>
    (await service.list(SYSTEM_SCOPE, { client: uno })).map(({ id }) => id).toSorted((x, y) => x - y)
  expect(await waiting()).toEqual([a, b, c])
  const dismissed = await service.dismiss(SYSTEM_SCOPE, [a, b, c])
  expect(dismissed.map(({ id, state }) => [id, state])).toEqual([a, b, c].map((id) => [id, 'dismissed']))
  const notes = (await catalog.audit.list(SYSTEM_SCOPE, 2)).map(({ action, target, details }) => [
    action,
    target,
    details,
  ])
  expect(notes).toEqual([
    ['quarantine.dismiss', '1 rows', { source: 'b.csv', rows: [c], reasons: ['NEGATIVE'] }],
    ['quarantine.dismiss', '2 rows', { source: 'a.csv', rows: [a, b], reasons: ['NEGATIVE', 'ABSURD'] }],
  ])
  expect([await waiting(), await counted(), released]).toEqual([[], [], []])
})
