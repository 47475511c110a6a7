/** People inside over some days: of files before devices, in quarters or hours of the local's own clock. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dayNumber } from '#domain/days'
import { cellOf, columnIndex } from '#domain/frame-build'
import type { OccupancyLevelsQuery } from '#schemas/generated/api/occupancy-levels-query.ts'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import { storeMinutes } from '../../facts/duckdb/store-minutes.testing.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { clientService } from '../clients/service.ts'
import { localService } from '../locals/service.ts'
import { levelService, type LevelService } from './levels.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const DATE = '2026-11-18'
const DAY = dayNumber(DATE)

let catalog: Catalog
let facts: SqlFactStore
let levels: LevelService
let [client, hall, far] = [0, 0, 0]
beforeAll(async () => {
  catalog = await memoryCatalog()
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  const clients = clientService({ clients: catalog.clients })
  const locals = localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients })
  levels = levelService({ occupancy: facts.occupancy, catalog, locals })
  client = (await catalog.clients.insert(SYSTEM_SCOPE, { name: 'Campus', type: 'office' })).id
  hall = await local('hall', 'Europe/Madrid')
  far = await local('far', 'Pacific/Auckland')
  await catalog.locals.saveSettings(SYSTEM_SCOPE, hall, { capacity: 50 })
})
afterAll(async () => {
  await facts.close()
  await catalog.close()
})
afterEach(() =>
  facts.write(async (connection) => {
    for (const table of ['occupancy', 'occupancy_minute']) await connection.run(`DELETE FROM ${table}`)
  }),
)

const local = async (name: string, timeZone: string) =>
  (await catalog.locals.insert(SYSTEM_SCOPE, { client, name, code: name, type: 'office', timeZone })).id
/** Instant (s) of an hour and minute of that day in Madrid. */
const at = (hour: number, minute = 0, day = DAY) => day * 86_400 + (hour - 1) * 3600 + minute * 60
type Said = readonly (readonly [instant: number, people: number])[]
const file = (said: Said, { area = 1, presence = false, of = hall } = {}) =>
  facts.write((connection) =>
    storeMinutes(
      connection,
      said.map(([instant, people]) => ({ client, local: of, area, instant, people })),
      { presence, source: 'a.csv', nowMs: NOW },
    ),
  )
const device = (said: Said, { line = '', of = hall, by = 7 } = {}) =>
  facts.write(async (connection) => {
    for (const [instant, people] of said)
      await connection.run(
        'INSERT INTO occupancy (client, local, area, device, line, said, "at", people, skewMs, covers, learntAt) ' +
          'VALUES ($1, $2, 1, $3, $4, $5, $5, $6, 0, 60, $5)',
        [client, of, by, line, BigInt(instant * 1000), people],
      )
  })
const COLUMNS = ['local', 'day', 'slot', 'presence', 'mean', 'least', 'most', 'known', 'capacity']
async function ask(more: Partial<OccupancyLevelsQuery> = {}, ids = COLUMNS) {
  const { frame, asOf } = await levels.levels(SYSTEM_SCOPE, { client, begin: DATE, end: DATE, ...more })
  expect(asOf).toBe(null)
  return Array.from({ length: frame.rows }, (_, row) => ids.map((id) => cellOf(frame, columnIndex(frame, id), row)))
}
/** The slots of which something is known, with the figures of one place. */
const known = async (more: Partial<OccupancyLevelsQuery> = {}) =>
  (await ask(more, ['slot', 'mean', 'known'])).filter(([, , minutes]) => minutes !== 0)

describe('levels are refused', () => {
  const refused = (more: Partial<OccupancyLevelsQuery>) =>
    levels.levels(SYSTEM_SCOPE, { client, begin: DATE, end: DATE, ...more })

  test('of a client or local that cannot be seen', async () => {
    await expect(refused({ client: 99 })).rejects.toMatchObject({ code: 'CLIENT_NOT_FOUND' })
    await expect(refused({ locals: '987654' })).rejects.toMatchObject({ code: 'LOCAL_NOT_FOUND' })
  })

  test('for days turned round, and for more than 31', async () => {
    await expect(refused({ end: '2026-11-17' })).rejects.toMatchObject({
      code: 'DATES_INCORRECT',
      message: 'Incorrect dates: 2026-11-18 is after 2026-11-17; give the first day first.',
      details: { start: DATE, end: '2026-11-17' },
    })
    await expect(refused({ begin: '2026-10-18' })).rejects.toMatchObject({
      code: 'DOWNLOAD_RANGE_TOO_LONG',
      message: '2026-10-18 to 2026-11-18 is 32 days; choose at most 31.',
      details: { days: 32, most: 31 },
    })
    expect(await ask({ begin: '2026-10-19' })).toEqual([])
  })
})

test('a client without locals has no levels', async () => {
  const { id } = await catalog.clients.insert(SYSTEM_SCOPE, { name: 'New', type: 'office' })
  expect(await ask({ client: id })).toEqual([])
})

test('an hour has the mean, the least and the most of its known minutes, beside the room there is', async () => {
  await file([
    [at(10), 10],
    [at(10, 1), 13],
    [at(10, 2), 14],
  ])
  const rows = await ask()
  expect(rows).toHaveLength(24)
  expect(rows[10]).toEqual([hall, DAY, 600, false, 37 / 3, 10, 14, 3, 50])
  expect(rows[9]).toEqual([hall, DAY, 540, false, null, null, null, 0, 50])
})

test('a day has 96 quarters where they are asked for', async () => {
  await file([[at(10, 44), 4]])
  const rows = await ask({ by: 'quarter' })
  expect([rows.length, rows[1]?.[2], rows[95]?.[2]]).toEqual([96, 15, 1425])
  expect(await known({ by: 'quarter' })).toEqual([[630, 4, 1]])
})

test('the people of all zones of a local are added up; a minute that one does not know is not known', async () => {
  await file([
    [at(10), 1],
    [at(10, 1), 2],
  ])
  await file([[at(10, 1), 5]], { area: 2 })
  expect(await known()).toEqual([[600, 7, 1]])
})

test('what files say of a day holds; only on a day without them devices are asked, each line a zone', async () => {
  await device([[at(10), 1]])
  await device([[at(10), 2]], { line: 'b' })
  await device([[at(10), 4]], { by: 8 })
  expect(await ask()).toContainEqual([hall, DAY, 600, false, 7, 7, 7, 1, 50])
  await file([[at(11), 9]])
  expect(await known()).toEqual([[660, 9, 1]])
  await device([[at(10, 0, DAY + 1), 3]])
  expect(await known({ end: '2026-11-19' })).toEqual([
    [660, 9, 1],
    [600, 3, 1],
  ])
})

test('where all zones report presence only, there is no room to compare with', async () => {
  await file([[at(10), 1]], { presence: true })
  expect(await ask()).toContainEqual([hall, DAY, 600, true, 1, 1, 1, 1, null])
  await file([[at(10), 4]], { area: 2 })
  expect(await ask()).toContainEqual([hall, DAY, 600, false, 5, 5, 5, 1, 50])
})

test('a day of which nothing is known has no rows, and a local whose people were never counted has none', async () => {
  await file([[at(10), 1]])
  expect((await ask({ begin: '2026-11-17', end: '2026-11-19' }, ['day'])).map(([day]) => day)).toEqual(
    Array.from({ length: 24 }, () => DAY),
  )
  expect(await ask({ locals: String(far) })).toEqual([])
})

test('a short gap over midnight is filled from both days, and a zone that speaks only the day before is not of this day', async () => {
  await file([
    [at(23, 58, DAY - 1), 10],
    [at(0, 2), 14],
  ])
  // 23:58, and between the two; of this day 00:00 to 00:02 are known.
  expect(await known()).toEqual([[0, 13, 3]])
  await file([[at(23, 59, DAY - 1), 10]], { area: 2 })
  expect(await known()).toEqual([[0, 13, 3]])
})

test('a day is that of the local’s own clock', async () => {
  // 00:30 of the 18th in Auckland is 11:30 of the 17th in UTC.
  const half = DAY * 86_400 - 12.5 * 3600
  await file([[half, 3]], { of: far })
  expect(await ask({ locals: String(far) })).toContainEqual([far, DAY, 0, false, 3, 3, 3, 1, null])
  await file([[half - 3600, 4]], { of: far, area: 2 })
  expect(await ask({ locals: String(far), begin: '2026-11-17', end: '2026-11-17' })).toContainEqual([
    far,
    DAY - 1,
    1380,
    false,
    4,
    4,
    4,
    1,
    null,
  ])
})

test('both passes of the hour that comes twice are one slot; the hour that is skipped is none', async () => {
  const back = dayNumber('2026-10-25')
  const first = back * 86_400
  await file([
    [first, 2],
    [first + 3600, 6],
  ])
  const date = { begin: '2026-10-25', end: '2026-10-25' }
  expect([await known(date), (await ask(date)).length]).toEqual([[[120, 4, 2]], 24])
  const forward = dayNumber('2026-03-29')
  await file([[forward * 86_400 + 3600, 5]])
  const spring = { begin: '2026-03-29', end: '2026-03-29' }
  expect([await known(spring), (await ask(spring)).length]).toEqual([[[180, 5, 1]], 23])
})

test('locals that are not asked for are left out', async () => {
  await file([[at(10), 1]])
  await file([[at(10), 9]], { of: far })
  const locals = async (more: Partial<OccupancyLevelsQuery>) =>
    new Set((await ask({ begin: '2026-11-18', end: '2026-11-19', ...more }, ['local'])).flat())
  expect([await locals({}), await locals({ locals: String(hall) })]).toEqual([new Set([hall, far]), new Set([hall])])
})
