import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Catalog } from '../../../catalog.ts'
import { memoryCatalog } from '../../../testing/catalog.ts'
import { createDuckDbFactStore } from '../../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../../facts/duckdb/sql-store.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { MINUTE_FORMATS } from './minute-formats.ts'
import { describeMinutes } from './describe-minutes.ts'
import { prepareMinutes } from './minutes.ts'
import type { MinutesRead } from './minutes-read.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const SHARED = process.env.AFORO_DATA ?? join(import.meta.dirname, '../../../../../shared/data')
const [SDU, UCI] = [MINUTE_FORMATS.get('sdu-rooms')!, MINUTE_FORMATS.get('uci-office')!]

let catalog: Catalog
let facts: SqlFactStore
let folder: string
beforeEach(async () => {
  catalog = await memoryCatalog()
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  folder = mkdtempSync(join(tmpdir(), 'aforo-minutes-'))
})
afterEach(async () => {
  await facts.close()
  await catalog.close()
  rmSync(folder, { recursive: true, force: true })
})

const file = (...lines: string[]) => {
  const path = join(folder, `${Math.random()}.csv`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
const stores = () => ({ catalog, facts, now: NOW })
const quarantineSummary = ({ apart }: Pick<MinutesRead, 'apart'>) =>
  Object.fromEntries(apart.map(({ reason, lines }) => [reason, lines]))
const ROOMS = 'room,day_id,time,weekday,holiday,occupants'
const sdu = (...lines: string[]) => prepareMinutes({ files: [file(ROOMS, ...lines)], format: SDU, client: 'Campus' })
const at = (text: string) => Date.parse(`${text}+01:00`) / 1000
const stored = async () =>
  (
    await facts.read('SELECT l.local, l.instant, l.people, l.presence FROM occupancy_minute l ORDER BY local, instant')
  ).map((row) => row.map((one) => (typeof one === 'boolean' ? one : Number(one))))

test('a file that lacks a column, or has more days than there are dates, is refused whole', async () => {
  await expect(
    prepareMinutes({ files: [file('room,time', 'a,00:00')], format: SDU, client: 'Campus' }),
  ).rejects.toMatchObject({
    code: 'FILE_COLUMNS_MISSING',
    message: expect.stringContaining('day_id, weekday, occupants'),
  })
  await expect(sdu('a,0,00:00,5,0,1', 'a,1,00:00,5,0,1', 'a,2,00:00,5,0,1')).rejects.toMatchObject({
    code: 'FILE_DAYS_UNPLACED',
  })
  await expect(sdu('a,0,25:00,5,0,1')).rejects.toMatchObject({ code: 'IMPORT_NOTHING_TAKEN' })
})

test('days without a date get those of their weekday, and every room of a day the same', async () => {
  // Saturdays of 22 March to 5 April 2017: 25 March and 1 April.
  const prepared = await sdu('a,7,10:00,5,0,3', 'a,7,10:01,5,0,4', 'b,7,10:00,5,0,9', 'a,2,10:00,5,0,5')
  expect(await prepared.store(stores())).toEqual({ added: 4, changed: 0, unchanged: 0 })
  const [a, b] = await Promise.all(
    ['a', 'b'].map(async (code) => (await catalog.locals.findByCode(SYSTEM_SCOPE, 1, code))!),
  )
  expect([a?.timeZone, a?.type, b?.name]).toEqual(['Europe/Copenhagen', 'office', 'b'])
  expect(await stored()).toEqual([
    [a!.id, at('2017-03-25T10:00'), 3, false],
    [a!.id, at('2017-03-25T10:01'), 4, false],
    [a!.id, at('2017-04-01T09:00'), 5, false],
    [b!.id, at('2017-03-25T10:00'), 9, false],
  ])
})

test('what cannot be is quarantined with file and line, and an hour that the clocks skipped is none', async () => {
  // Sunday 26 March 2017: the clocks went from 2 to 3.
  const prepared = await sdu(
    'a,0,01:59,6,0,1',
    'a,0,02:00,6,0,1',
    'a,0,03:00,6,0,-2',
    'a,0,03:01,6,0,many',
    ',0,03:02,6,0,1',
    'a,0,x,6,0,1',
    'a,0',
    'a,0,03:03,6,0,',
  )
  expect([prepared.lines, prepared.empty, prepared.minutes, quarantineSummary(prepared)]).toEqual([
    8,
    1,
    1,
    { TIME_SKIPPED: 1, NEGATIVE: 1, COUNT_UNREADABLE: 1, SENSOR_MISSING: 1, TIME_UNREADABLE: 1, CELLS_MISSING: 1 },
  ])
  await prepared.store(stores())
  expect(
    (await facts.quarantined({ client: [1] })).map(({ reason, row }) => `${reason} ${String(row.line)}`).toSorted(),
  ).toEqual([
    'CELLS_MISSING 8',
    'COUNT_UNREADABLE 5',
    'NEGATIVE 4',
    'SENSOR_MISSING 6',
    'TIME_SKIPPED 3',
    'TIME_UNREADABLE 7',
  ])
})

test('the same file again changes nothing, and a later one corrects', async () => {
  await (await sdu('a,0,10:00,5,0,3', 'a,0,10:01,5,0,4')).store(stores())
  expect(await (await sdu('a,0,10:00,5,0,3', 'a,0,10:01,5,0,4')).store(stores())).toEqual({
    added: 0,
    changed: 0,
    unchanged: 2,
  })
  expect(await (await sdu('a,0,10:00,5,0,3', 'a,0,10:01,5,0,6', 'a,0,10:01,5,0,6')).store(stores())).toEqual({
    added: 0,
    changed: 1,
    unchanged: 1,
  })
  expect((await stored()).map((row) => row[2])).toEqual([3, 6])
  expect(await catalog.locals.list(SYSTEM_SCOPE)).toHaveLength(1)
})

test('seats of the file of places are the capacity of a room that has none of its own', async () => {
  const sensors = file('room,room_type,size_m2,seats', 'a,lecture,139,84')
  await (
    await prepareMinutes({
      files: [file(ROOMS, 'a,0,10:00,5,0,3', 'b,0,10:00,5,0,3')],
      format: SDU,
      client: 'Campus',
      sensors,
    })
  ).store(stores())
  expect([...(await catalog.locals.settings(SYSTEM_SCOPE, [1, 2]))]).toEqual([[1, { capacity: 84 }]])
})

test('presence is no number of people, and :59 and :00 in turn are minutes in a row', async () => {
  const prepared = await prepareMinutes({
    files: [
      file(
        'ts_local,occupied',
        '2015-02-04T17:51:00,1',
        '2015-02-04T17:51:59,1',
        '2015-02-04T17:53:00,0',
        '2015-02-04T17:54:00,2',
      ),
    ],
    format: UCI,
    client: 'Office',
  })
  expect([prepared.minutes, prepared.repeated, quarantineSummary(prepared)]).toEqual([3, 0, { ABSURD: 1 }])
  await prepared.store(stores())
  expect(await stored()).toEqual([
    [1, at('2015-02-04T17:51'), 1, true],
    [1, at('2015-02-04T17:52'), 1, true],
    [1, at('2015-02-04T17:53'), 0, true],
  ])
  expect(describeMinutes(prepared)[0]).toBe('Office: 1 rooms, 3 minutes of 4 lines')
})

test.runIf(existsSync(join(SHARED, 'sdu-rooms')))(
  'the real sets are read whole',
  async () => {
    const rooms = await prepareMinutes({
      files: [join(SHARED, 'sdu-rooms/rooms_1min.csv.gz')],
      format: SDU,
      client: 'Campus',
      sensors: join(SHARED, 'sdu-rooms/rooms.csv'),
    })
    expect([
      rooms.lines,
      rooms.rooms.length,
      rooms.minutes + (quarantineSummary(rooms).TIME_SKIPPED ?? 0),
      rooms.contradicted,
    ]).toEqual([64_800, 3, 64_800, 0])
    const office = await prepareMinutes({
      files: ['office_1min', 'office_1min_b'].map((name) => join(SHARED, `uci-office-occupancy/${name}.csv.gz`)),
      format: UCI,
      client: 'Office',
    })
    expect([office.lines, office.minutes, office.apart.length]).toEqual([10_808, 10_808, 0])
  },
  60_000,
)
