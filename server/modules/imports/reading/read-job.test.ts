/** The report of files that were read: the findings, the local of each place, the open questions. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { ImportError, type ImportErrorCode } from './import-error.ts'
import type { KnownLocal } from './match-places.ts'
import { questionOf, readJob } from './read-job.ts'
import { serialOf, workbookOf } from '../../uploads/testing.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let root: string
beforeAll(() => {
  root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'aforo-job-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const local = (id: number, name: string, timeZone = 'Europe/Madrid'): KnownLocal => ({
  id,
  name,
  code: `code ${id}`,
  externalId: null,
  timeZone,
})
async function read(
  files: Readonly<Record<string, string | Buffer>> | string,
  settings: ImportSettings = {},
  { locals = [], clientName }: { locals?: readonly KnownLocal[]; clientName?: string } = {},
) {
  const folder = mkdtempSync(join(root, 'job-'))
  const paths = Object.entries(typeof files === 'string' ? { 'a.csv': files } : files).map(([name, text], i) => {
    const path = join(folder, `in-${i}`)
    writeFileSync(path, text)
    return { path, name }
  })
  const outcome = await readJob({
    files: paths,
    folder,
    settings: { timeZone: 'Europe/Madrid', ...settings },
    locals,
    nowMs: NOW,
    ...(clientName !== undefined && { clientName }),
  })
  return {
    ...outcome,
    folder,
    left: readdirSync(folder).filter((name) => !name.startsWith('in-')),
    where: outcome.places.map(({ place, lines, local: id, name, match }) => [place, lines, id, name, match]),
  }
}
const hours = (...lines: readonly string[]) => `ts,sensor,ins\n${lines.join('\n')}\n`
const THREE = hours('2025-09-01T10:00,A,1', '2025-09-02T10:00,B,2', '2025-09-03T10:00,B,3', '2025-09-04T10:00,C,4')

test('hours that are read have all that a person looks at before they are loaded', async () => {
  const text = 'Fecha;hora;Tienda;zona;Entradas;x\n13/09/2025;10;A;norte;1.204;1\n14/09/2025;10;A;norte;;1\n'
  const { staged, folder, left, where: _, ...ofFiles } = await read(text, {}, { locals: [local(7, 'a')] })
  expect(ofFiles).toEqual({
    files: [{ name: 'a.csv', bytes: text.length, kind: 'csv' }],
    found: ['format', 'separator', 'decimal', 'dateOrder', 'columns', 'places', 'lines'],
    guessed: {
      format: 'hourly',
      separator: ';',
      decimal: ',',
      dateOrder: 'dmy',
      columns: [
        { column: 'Fecha', use: 'date' },
        { column: 'hora', use: 'hour' },
        { column: 'Tienda', use: 'sensor' },
        { column: 'zona', use: 'area' },
        { column: 'Entradas', use: 'ins' },
      ],
      lines: 'counts',
    },
    preview: {
      file: 'a.csv',
      sheets: [],
      header: ['Fecha', 'hora', 'Tienda', 'zona', 'Entradas', 'x'],
      uses: ['date', 'hour', 'sensor', 'area', 'ins', null],
      rows: [
        ['13/09/2025', '10', 'A', 'norte', '1.204', '1'],
        ['14/09/2025', '10', 'A', 'norte', '', '1'],
      ],
    },
    places: [
      { place: 'A', lines: 2, firstDay: '2025-09-13', lastDay: '2025-09-14', local: 7, name: 'a', match: 'name' },
    ],
    questions: [],
    report: expect.objectContaining({ lines: 2, taken: 2, nulls: 1, meaning: 'counts' }),
  })
  expect(left.filter((name) => name !== 'apart.csv')).toEqual([expect.stringMatching(/^aforo-import-/)])
  expect(readFileSync(join(folder, 'apart.csv'), 'utf8')).toBe('file,line,reason,cells\n')
  expect(staged).toMatchObject({ files: ['a.csv'], format: 'hourly' })
})

test('given settings are not detected', async () => {
  const said: ImportSettings = {
    format: 'hourly',
    separator: ',',
    decimal: '.',
    dateOrder: 'dmy',
    lines: 'counts',
    columns: [{ column: 'ins', use: 'ins' }],
    places: [{ place: 'A', name: 'Alpha' }],
  }
  const { found, guessed } = await read(THREE, said)
  expect([found, Object.keys(guessed)]).toEqual([[], ['columns']])
})

test('a column of a workbook marked as dates or times is read as such', async () => {
  for (const use of ['date', 'time'] as const) {
    const book = workbookOf([
      {
        name: 'Uno',
        rows: [
          ['wann', 'sensor', 'ins'],
          [serialOf('2025-09-07'), 'A', 4],
        ],
      },
    ])
    const { report, found, guessed } = await read({ 'a.xlsx': book }, { columns: [{ column: 'wann', use }] })
    expect([report?.firstDay, found.includes('sheet'), guessed.sheet]).toEqual(['2025-09-07', true, 'Uno'])
  }
  const plain = workbookOf([
    {
      name: 'Uno',
      rows: [
        ['wann', 'sensor', 'ins'],
        [serialOf('2025-09-07'), 'A', 4],
      ],
    },
  ])
  expect((await read({ 'a.xlsx': plain }, { sheet: 'uno' })).questions.length).toBe(1)
})

describe('a place', () => {
  test('that is left out is reported with its lines, and no day', async () => {
    const { places, report } = await read(THREE, { places: [{ place: 'b', skip: true }] })
    expect([places, report?.skipped, report?.lines]).toEqual([
      [
        { place: 'A', lines: 1, firstDay: '2025-09-01', lastDay: '2025-09-01', local: null, name: 'A', match: 'new' },
        { place: 'C', lines: 1, firstDay: '2025-09-04', lastDay: '2025-09-04', local: null, name: 'C', match: 'new' },
        { place: 'B', lines: 2, firstDay: null, lastDay: null, local: null, name: 'B', match: 'skipped' },
      ],
      2,
      2,
    ])
  })

  test('that is called as another one of the files is that one, also over a third', async () => {
    const { where, report } = await read(THREE, {
      places: [
        { place: 'A', name: 'b' },
        { place: 'B', name: 'C' },
        { place: 'C', name: 'C' },
      ],
    })
    expect([where, report?.renamed]).toEqual([
      [
        ['C', 4, null, 'C', 'new'],
        ['A', 1, null, 'C', 'joined'],
        ['B', 2, null, 'C', 'joined'],
      ],
      3,
    ])
  })

  test('that goes to the local of another one is joined with it, and goes there', async () => {
    const known = { locals: [local(7, 'Seven'), local(8, 'Eight')] }
    const { where } = await read(
      THREE,
      {
        places: [
          { place: 'A', local: 7 },
          { place: 'B', local: 8 },
          { place: 'C', local: 7 },
        ],
      },
      known,
    )
    expect(where).toEqual([
      ['A', 2, 7, 'Seven', 'chosen'],
      ['B', 2, 8, 'Eight', 'chosen'],
      ['C', 1, 7, 'A', 'joined'],
    ])
    const skipped = await read(
      THREE,
      {
        places: [
          { place: 'A', local: 7 },
          { place: 'C', local: 7, skip: true },
        ],
      },
      known,
    )
    expect(skipped.where).toEqual([
      ['A', 1, 7, 'Seven', 'chosen'],
      ['B', 2, null, 'B', 'new'],
      ['C', 1, null, 'C', 'skipped'],
    ])
  })

  test('is reported once, also where two are called after each other', async () => {
    const { where } = await read(THREE, {
      places: [
        { place: 'A', name: 'B' },
        { place: 'B', name: 'A' },
        { place: 'nobody', name: 'A' },
      ],
    })
    expect(where).toEqual([
      ['A', 3, null, 'B', 'new'],
      ['C', 1, null, 'C', 'new'],
      ['B', 2, null, 'A', 'joined'],
    ])
  })

  test('of a file about one is called as its client', async () => {
    const one = 'ts,ins\n2025-09-01T10:00,4\n'
    expect((await read(one, {}, { clientName: 'City' })).where).toEqual([['all', 1, null, 'City', 'new']])
    expect((await read(one)).where).toEqual([['all', 1, null, 'all', 'new']])
  })

  test('known with another clock is asked about', async () => {
    const { questions, staged, left, where } = await read(THREE, {}, { locals: [local(7, 'A', 'Europe/London')] })
    expect([questions.map(({ code, setting }) => [code, setting]), staged, left]).toEqual([
      [['IMPORT_ZONE_CONFLICT', 'timeZone']],
      null,
      [],
    ])
    expect(where[0]).toEqual(['A', 1, 7, 'A', 'name'])
    // One that is not in the files may have any clock.
    expect((await read(THREE, {}, { locals: [local(7, 'Z', 'Europe/London')] })).questions).toEqual([])
  })
})

test('of a file with many columns and rows as much is shown as a person reads', async () => {
  const header = ['ts', 'sensor', 'ins', ...Array.from({ length: 220 }, (_, i) => `c${i}`)]
  const long = 'y'.repeat(300)
  const rows = Array.from(
    { length: 30 },
    (_, i) => `2025-09-01T${String(i % 24).padStart(2, '0')}:00,A${i > 23 ? 2 : 1},1,${long}${',1'.repeat(219)}`,
  )
  const { preview, guessed } = await read(`${header.join(',')}\n${rows.join('\n')}\n`)
  expect([
    preview?.header.length,
    preview?.uses.length,
    preview?.rows.length,
    preview?.rows[0]?.length,
    preview?.rows[0]?.[3],
  ]).toEqual([200, 200, 20, 200, 'y'.repeat(200)])
  expect(guessed.columns?.map(({ use }) => use)).toEqual(['time', 'sensor', 'ins'])
})

describe('what has to be said first', () => {
  test('is reported with what is known so far, and nothing is left behind', async () => {
    const { questions, staged, report, left, preview, guessed, files } = await read({
      'a.csv': 'ts,sensor\n2025-09-01T10:00,A\n',
    })
    expect(questions).toMatchObject([{ code: 'FILE_COLUMNS_MISSING', setting: 'columns', lines: [] }])
    expect([staged, report, left, preview?.uses, guessed.format, files[0]?.kind]).toEqual([
      null,
      null,
      [],
      ['time', 'sensor'],
      'hourly',
      'csv',
    ])
  })

  test('of unreadable files is reported before anything else of them', async () => {
    const { files, preview, questions } = await read({ 'a.csv': 'PK\u0003\u0004' })
    expect([files, preview, questions.map(({ code }) => code)]).toEqual([
      [{ name: 'a.csv', bytes: 4, kind: 'unknown' }],
      null,
      ['FILE_NOT_TEXT'],
    ])
  })

  test('of several files that cannot be taken names each, also the empty and the damaged ones, in any order', async () => {
    const bad = { 'b.csv': '', 'c.csv': 'x\n1\n', 'd.xlsx': 'PK\u0003\u0004' }
    const { questions, left } = await read({ 'a.csv': THREE, ...bad }, {})
    expect(left).toEqual([])
    expect(questions).toHaveLength(1)
    expect(questions[0]?.details).toEqual({
      files: [
        { file: 'd.xlsx', code: 'FILE_NOT_TEXT' },
        { file: 'b.csv', code: 'FILE_EMPTY' },
        { file: 'c.csv', code: 'FILE_COLUMNS_MISSING' },
      ],
    })
    expect(questions[0]?.message).toBe('3 of 4 files cannot be taken. Nothing was loaded.')
  })

  test('of one file among good ones names it, by the name that it came with', async () => {
    const { questions } = await read({ 'a.csv': THREE, 'b.csv': '' })
    expect(questions).toMatchObject([
      {
        code: 'FILE_EMPTY',
        message: 'b.csv has no lines; a header and at least one row were expected.',
        details: { files: [{ file: 'b.csv', code: 'FILE_EMPTY' }] },
      },
    ])
    expect((await read('')).questions[0]?.details).toEqual({})
  })

  test.each<[ImportErrorCode, string | null]>([
    ['FILE_COLUMNS_MISSING', 'columns'],
    ['FILE_COLUMN_UNUSED', 'columns'],
    ['FILE_UNREADABLE', 'columns'],
    ['FILE_GRAIN_CONFLICT', 'lines'],
    ['FILE_TIME_RANGE', 'dateOrder'],
    ['IMPORT_DATES_UNCLEAR', 'dateOrder'],
    ['FILE_OFFSETS_WRONG', 'offsets'],
    ['FILE_CONTRADICTORY', 'duplicates'],
    ['IMPORT_PLACES_UNKNOWN', 'places'],
    ['IMPORT_ZONE_UNKNOWN', 'timeZone'],
    ['IMPORT_ZONE_CONFLICT', 'timeZone'],
    ['IMPORT_LINES_UNCLEAR', 'lines'],
    ['IMPORT_NOTHING_TAKEN', 'columns'],
    ['FILE_SHEET_MISSING', 'sheet'],
    ['FILE_NOT_FOUND', 'files'],
    ['FILE_TOO_LARGE', 'files'],
    ['FILE_NOT_TEXT', 'files'],
    ['FILE_EMPTY', 'files'],
    ['FILE_CHANGED', 'files'],
    ['FILE_QUOTE_OPEN', 'files'],
    ['FILE_NO_ROWS', 'files'],
    ['FILE_TWICE', 'files'],
    ['IMPORT_NOT_STORED', null],
  ])('is answered, when it is %s, by %s', (code, setting) => {
    expect(questionOf(new ImportError(code, 'why', ['a.csv:1'], { details: { n: 1 } }))).toEqual({
      code,
      message: 'why',
      details: { n: 1 },
      setting,
      lines: ['a.csv:1'],
    })
  })

  test('has an end, as its lines have', () => {
    const long = questionOf(
      new ImportError(
        'FILE_EMPTY',
        'm'.repeat(5000),
        Array.from({ length: 30 }, () => 'l'.repeat(600)),
      ),
    )
    expect([long.message.length, long.lines.length, long.lines[0]?.length]).toEqual([4000, 20, 500])
  })
})

describe('people inside by the minute', () => {
  const ROOMS =
    'ts,room,occupants,x\n2026-02-02T10:00,A,3,1\n2026-02-02T10:01,B,4,1\n2026-02-03T10:02,B,5,1\n2026-02-02T10:03,C,6,1\n'

  test('are reported as hours are', async () => {
    const { found, guessed, preview, places, report, staged } = await read(ROOMS, {}, { locals: [local(7, 'b')] })
    expect([found, guessed]).toEqual([
      ['separator', 'columns', 'places'],
      {
        separator: ',',
        columns: [
          { column: 'ts', use: 'time' },
          { column: 'room', use: 'sensor' },
          { column: 'occupants', use: 'people' },
        ],
      },
    ])
    expect(preview).toMatchObject({ file: 'a.csv', uses: ['time', 'sensor', 'people', null] })
    expect(places).toEqual([
      { place: 'A', lines: 1, firstDay: '2026-02-02', lastDay: '2026-02-02', local: null, name: 'A', match: 'new' },
      { place: 'B', lines: 2, firstDay: '2026-02-02', lastDay: '2026-02-03', local: 7, name: 'b', match: 'name' },
      { place: 'C', lines: 1, firstDay: '2026-02-02', lastDay: '2026-02-02', local: null, name: 'C', match: 'new' },
    ])
    expect(report).toMatchObject({
      meaning: 'inside',
      columns: [
        { column: 'ts', use: 'time' },
        { column: 'room', use: 'sensor' },
        { column: 'occupants', use: 'people' },
        { column: 'x', use: null },
      ],
    })
    expect(staged).toMatchObject({ kind: 'minutes' })
  })

  test('may have rooms that are joined, left out, or go to one local', async () => {
    const { where } = await read(
      ROOMS,
      {
        places: [
          { place: 'A', name: 'B' },
          { place: 'B', local: 7 },
          { place: 'C', skip: true },
        ],
      },
      { locals: [local(7, 'Seven')] },
    )
    expect(where).toEqual([
      ['B', 3, 7, 'Seven', 'chosen'],
      ['A', 1, 7, 'B', 'joined'],
      ['C', 1, null, 'C', 'skipped'],
    ])
  })

  test('in one room are called as their client, and another clock is asked about', async () => {
    const one = 'ts,occupants\n2026-02-02T10:00,3\n'
    expect((await read(one, {}, { clientName: 'City' })).where).toEqual([['room', 1, null, 'City', 'new']])
    const { questions, left } = await read(ROOMS, {}, { locals: [local(7, 'B', 'Europe/London')] })
    expect([questions.map(({ code }) => code), left]).toEqual([['IMPORT_ZONE_CONFLICT'], []])
  })
})

describe('trips between places', () => {
  const TRIPS = 'date,hour,origin,destination,trips,x\n2025-08-01,7,A,B,30,1\n2025-08-02,8,B,A,4,1\n'

  test('are reported as hours are, with the file of places beside them', async () => {
    const { found, guessed, preview, places, staged } = await read({
      'names.csv': 'id,name\nA,Alpha\n',
      'trips.csv': TRIPS,
    })
    expect([found, guessed]).toEqual([
      ['columns', 'format', 'places'],
      {
        format: 'flows',
        columns: [
          { column: 'date', use: 'date' },
          { column: 'hour', use: 'hour' },
          { column: 'origin', use: 'origin' },
          { column: 'destination', use: 'destination' },
          { column: 'trips', use: 'trips' },
        ],
      },
    ])
    expect([preview?.file, preview?.uses]).toEqual([
      'trips.csv',
      ['date', 'hour', 'origin', 'destination', 'trips', null],
    ])
    expect(places).toEqual([
      { place: 'A', lines: 2, firstDay: '2025-08-01', lastDay: '2025-08-02', local: null, name: 'Alpha', match: 'new' },
      { place: 'B', lines: 2, firstDay: '2025-08-01', lastDay: '2025-08-02', local: null, name: 'B', match: 'new' },
    ])
    expect(staged).toMatchObject({ kind: 'figures', files: ['names.csv', 'trips.csv'] })
  })

  test('find their zone where it is not said, and their places where they are', async () => {
    const known = { locals: [local(7, 'A'), local(8, 'Z')] }
    const open = await read(TRIPS, { timeZone: null }, known)
    expect([open.found.includes('timeZone'), open.guessed.timeZone]).toEqual([true, 'Europe/Madrid'])
    const said = await read(TRIPS, { format: 'flows', places: [{ place: 'B', local: 8 }] }, known)
    expect([said.found, said.where]).toEqual([
      ['columns'],
      [
        ['A', 2, 7, 'A', 'name'],
        ['B', 2, 8, 'Z', 'chosen'],
      ],
    ])
    const skipped = await read(`${TRIPS}2025-08-02,8,C,C,4,1\n`, { places: [{ place: 'C', skip: true }] })
    expect(skipped.where.at(-1)).toEqual(['C', 1, null, 'C', 'skipped'])
    expect((await read(TRIPS, { timeZone: null })).questions.map(({ code }) => code)).toEqual(['IMPORT_ZONE_UNKNOWN'])
    const mixed = { locals: [local(7, 'A'), local(8, 'Z', 'Europe/London')] }
    expect((await read(TRIPS, { timeZone: null }, mixed)).questions.map(({ code }) => code)).toEqual([
      'IMPORT_ZONE_UNKNOWN',
    ])
    expect(
      (await read(TRIPS, {}, { locals: [local(7, 'A', 'Europe/London')] })).questions.map(({ code }) => code),
    ).toEqual(['IMPORT_ZONE_CONFLICT'])
  })

  test('have the decimal sign of their figures, unless it is chosen', async () => {
    const spanish = 'date;hour;origin;destination;trips\n2025-08-01;7;A;B;1.000\n2025-08-02;8;B;A;4\n'
    const trips = async (text: string, settings: ImportSettings = {}) => {
      const { report, guessed, found } = await read(text, settings)
      return [report?.sums[0]?.stored, guessed.decimal, found.includes('decimal')]
    }
    expect(await trips(spanish)).toEqual([1004, ',', true])
    expect(await trips(spanish.replace('1.000', '1,000'))).toEqual([1004, '.', true])
    expect(await trips(spanish.replace('1.000', '1.204'))).toEqual([1204 + 4, ',', true])
    expect(await trips(spanish.replace('1.000', '3'))).toEqual([7, undefined, false])
    expect(await trips(spanish, { decimal: '.' })).toEqual([5, undefined, false])
  })

  test('have the order of dates that a number above twelve shows, and are asked about without one', async () => {
    const slashed = (...dates: string[]) =>
      `date;hour;origin;destination;trips\n${dates.map((date) => `${date};7;A;B;1\n`).join('')}`
    const dateOrderOf = async (text: string, settings: ImportSettings = {}) => {
      const { report, questions, guessed, found } = await read(text, settings)
      return [report?.firstDay, questions[0]?.code, guessed.dateOrder, found.includes('dateOrder')]
    }
    expect(await dateOrderOf(slashed('02/03/2025', '25/03/2025'))).toEqual(['2025-03-02', undefined, 'dmy', true])
    expect(await dateOrderOf(slashed('02/03/2025', '03/25/2025'))).toEqual(['2025-02-03', undefined, 'mdy', true])
    expect(await dateOrderOf(slashed('02/03/2025'))).toEqual([undefined, 'IMPORT_DATES_UNCLEAR', undefined, false])
    expect(await dateOrderOf(slashed('02/03/2025'), { dateOrder: 'mdy' })).toEqual([
      '2025-02-03',
      undefined,
      undefined,
      false,
    ])
    expect(await dateOrderOf(slashed('2025-03-02'))).toEqual(['2025-03-02', undefined, undefined, false])
  })

  test('of places that are numbers only are asked about, unless they are named or said', async () => {
    const numbers = TRIPS.replaceAll('A', '1').replaceAll('B', '2')
    const problemsOf = async (
      settings: ImportSettings,
      more: Readonly<Record<string, string>> = {},
      locals: readonly KnownLocal[] = [],
    ) =>
      (await read({ 'a.csv': numbers, ...more }, settings, { locals })).questions.map(({ code, details }) => [
        code,
        details,
      ])
    expect(await problemsOf({})).toEqual([['IMPORT_PLACES_UNKNOWN', { count: 2, places: 2 }]])
    expect(
      await problemsOf(
        {
          places: [
            { place: '1', name: 'A' },
            { place: '2', local: 7 },
          ],
        },
        {},
        [local(7, 'x')],
      ),
    ).toEqual([])
    expect(await problemsOf({ places: [{ place: '1', name: 'A' }] })).toEqual([
      ['IMPORT_PLACES_UNKNOWN', { count: 1, places: 2 }],
    ])
    expect(await problemsOf({}, { 'n.csv': 'id,name\n1,A\n2,B\n' })).toEqual([])
    expect(
      await problemsOf({}, {}, [
        { ...local(7, 'x'), code: '1' },
        { ...local(8, 'y'), code: '2' },
      ]),
    ).toEqual([])
  })

  test('may have chosen columns', async () => {
    const text = 'wann,std,von,nach,n,trips\n2025-08-01,7,A,B,30,1\n'
    const { report, preview } = await read(text, {
      format: 'flows',
      columns: [
        { column: 'wann', use: 'date' },
        { column: 'std', use: 'hour' },
        { column: 'von', use: 'origin' as never },
        { column: 'nach', use: 'destination' as never },
        { column: 'n', use: 'trips' as never },
      ],
    })
    expect([report?.sums[0]?.stored, preview?.uses]).toEqual([
      30,
      ['date', 'hour', 'origin', 'destination', 'trips', null],
    ])
  })
})
