/** A file that names the places, dropped with the counts: in the page and by programs as with `--sensors`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { KnownLocal } from './match-places.ts'
import { readJob } from './read-job.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const COUNTS = 'ts,sensor,ins\n2025-09-07T10:00,17,4\n2025-09-07T10:00,18,5\n2025-09-08T11:00,19,9\n'
const NAMES = 'sensor_id,description,year_installed,lat,lng\n17,Gran Vía,2009,40.42,-3.7\n18,"Plaza, norte",2010,,\n'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-places-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function read(
  files: Readonly<Record<string, string>>,
  settings: ImportSettings = {},
  { locals = [], clientName = 'Madrid' }: { locals?: readonly KnownLocal[]; clientName?: string } = {},
) {
  const paths = Object.entries(files).map(([name, data], at) => {
    const path = join(folder, `file-${at}`)
    writeFileSync(path, data)
    return { path, name }
  })
  const { places, questions, report, preview, staged } = await readJob({
    files: paths,
    folder,
    settings: { timeZone: 'Europe/Madrid', ...settings },
    locals,
    clientName,
    nowMs: NOW,
  })
  return {
    places: places.map(({ place, name, match }) => [place, name, match]),
    questions: questions.map(({ code, message }) => [code, message]),
    preview: preview?.file,
    placeFile: report?.placeFile,
    people: report?.sums[0]?.stored,
    infos: staged !== null && 'sensors' in staged ? staged.sensors?.infos : undefined,
  }
}

test.each([[{ 'counts.csv': COUNTS, 'places.csv': NAMES }], [{ 'places.csv': NAMES, 'counts.csv': COUNTS }]])(
  'it names the places, wherever it is among the files, and the report says of how many',
  async (files) => {
    expect(await read(files)).toEqual({
      places: [
        ['17', 'Gran Vía', 'new'],
        ['18', 'Plaza, norte', 'new'],
        ['19', '19', 'new'],
      ],
      questions: [],
      preview: 'counts.csv',
      placeFile: { file: 'places.csv', column: 'sensor_id', matched: 2, of: 3, missing: ['19'], shared: [] },
      people: 18,
      infos: [
        ['17', { name: 'Gran Vía', lat: 40.42, lng: -3.7 }],
        ['18', { name: 'Plaza, norte', lat: null, lng: null }],
      ],
    })
  },
)

test('a name chosen by hand and a known local come before its names', async () => {
  const locals: KnownLocal[] = [{ id: 4, name: 'Sol', code: '18', externalId: null, timeZone: 'Europe/Madrid' }]
  const settings = { places: [{ place: '17', name: 'Callao' }] }
  expect((await read({ 'counts.csv': COUNTS, 'places.csv': NAMES }, settings, { locals })).places).toEqual([
    ['17', 'Callao', 'new'],
    ['18', 'Sol', 'code'],
    ['19', '19', 'new'],
  ])
})

test('two places with one name are reported, and stay two', async () => {
  const { places, placeFile } = await read({
    'counts.csv': COUNTS,
    'places.csv': 'id,name\n17,Plaza\n18,Plaza\n19,Sol\n',
  })
  expect(places.map(([place, name]) => [place, name])).toEqual([
    ['17', 'Plaza'],
    ['18', 'Plaza'],
    ['19', 'Sol'],
  ])
  expect(placeFile).toMatchObject({ matched: 3, missing: [], shared: [{ name: 'Plaza', places: ['17', '18'] }] })
})

test('it is refused when it knows none of the places, or two names for one', async () => {
  expect((await read({ 'counts.csv': COUNTS, 'places.csv': 'id,name,lat,lng\n1,A,1,1\n2,B,1,1\n' })).questions).toEqual(
    [['IMPORT_SENSORS_UNMATCHED', expect.stringContaining('places.csv names none of the 3 places')]],
  )
  expect((await read({ 'counts.csv': COUNTS, 'places.csv': `${NAMES}17,Callao,2009,40,-3\n` })).questions[0]?.[0]).toBe(
    'IMPORT_SENSORS_AMBIGUOUS',
  )
})

test('alone it is no import, and two such files are none either', async () => {
  expect((await read({ 'places.csv': NAMES })).questions[0]?.[0]).toBe('FILE_COLUMNS_MISSING')
  expect((await read({ 'counts.csv': COUNTS, 'a.csv': NAMES, 'b.csv': NAMES })).questions[0]?.[0]).toBe(
    'FILE_COLUMNS_MISSING',
  )
})

test('a file with times is counts, under any column names', async () => {
  const second = 'ts,sensor,name,ins\n2025-09-07T12:00,17,Gran Vía,1\n'
  const { placeFile, people } = await read(
    { 'counts.csv': COUNTS, 'more.csv': second },
    { columns: [{ column: 'name', use: 'ignored' }] },
  )
  expect([placeFile, people]).toEqual([undefined, 19])
})

test('counts whose time has an unknown name are not taken for a file of places', async () => {
  const second = 'wann,sensor,name,ins\n2025-09-07T12:00,17,Gran Vía,1\n2025-09-07T13:00,17,Gran Vía,2\n'
  expect((await read({ 'counts.csv': COUNTS, 'more.csv': second })).questions).toEqual([
    ['IMPORT_SENSORS_AMBIGUOUS', expect.stringContaining('more.csv has several lines for 1 of the places')],
  ])
})

test('a file without a place is about one, which is called as its client until it is named', async () => {
  const one = { 'door.csv': 'ts,ins\n2025-09-07T10:00,4\n' }
  expect((await read(one)).places).toEqual([['all', 'Madrid', 'new']])
  expect((await read(one, { places: [{ place: 'all', name: 'Puerta' }] })).places).toEqual([['all', 'Puerta', 'new']])
  const room = { 'room.csv': 'time,occupied\n2025-09-07T10:00:00,1\n2025-09-07T10:01:00,0\n' }
  expect((await read(room)).places).toEqual([['room', 'Madrid', 'new']])
})
