/** Files of every kind that people have, through the same reading as the page's and the command line's. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { serialOf, workbookOf, zipOf } from '../../uploads/testing.ts'
import type { KnownLocal } from './match-places.ts'
import { readJob } from './read-job.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

let folder: string
let stages: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-formats-'))
  stages = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const LOCALS: readonly KnownLocal[] = [
  { id: 1, name: 'Gran Vía', code: 'U1', externalId: null, timeZone: 'Europe/Madrid' },
]
async function read(files: Readonly<Record<string, string | Buffer>>, settings: ImportSettings = {}, locals = LOCALS) {
  const work = mkdtempSync(join(folder, 'job-'))
  const paths = Object.entries(files).map(([name, data], i) => {
    const path = join(work, `file-${i}`)
    writeFileSync(path, data)
    return { path, name }
  })
  const outcome = await readJob({ files: paths, folder: work, settings, locals, nowMs: NOW })
  stages.push(...readdirSync(work))
  return outcome
}
const summary = ({ report, files, questions }: Awaited<ReturnType<typeof read>>) => ({
  kinds: files.map(({ kind }) => kind),
  people: report?.sums.find(({ atom }) => atom === 'ins')?.stored,
  begin: report?.firstDay,
  end: report?.lastDay,
  questions: questions.map(({ code }) => code),
})

const CSV = 'ts,sensor,ins\n2025-09-07T10:00,Gran Vía,4\n2025-09-08T11:00,Gran Vía,9\n'
const READ = { people: 13, begin: '2025-09-07', end: '2025-09-08', questions: [] }
const SERIAL = serialOf('2025-09-07')
const sheet = (name = 'Datos') => ({
  name,
  rows: [
    ['Informe de visitas'],
    ['Fecha', 'Tienda', 'Entradas'],
    [SERIAL + 10 / 24, 'Gran Vía', 4],
    [SERIAL + 1 + 11 / 24, 'Gran Vía', 9],
  ],
})

async function parquet(sql: string): Promise<Buffer> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const path = join(folder, 'made.parquet')
  await connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
  return readFileSync(path)
}
const ROWS =
  "SELECT * FROM (VALUES (TIMESTAMP '2025-09-07 10:00:00', 'Gran Vía', 4), (TIMESTAMP '2025-09-08 11:00:00', 'Gran " +
  "Vía', 9)) t(ts, sensor, ins)"

describe('a file is read', () => {
  test.each<
    [
      string,
      () => Readonly<Record<string, string | Buffer>> | Promise<Readonly<Record<string, string | Buffer>>>,
      readonly string[],
    ]
  >([
    ['of commas', () => ({ 'a.csv': CSV }), ['csv']],
    ['of tabs', () => ({ 'a.tsv': CSV.replaceAll(',', '\t') }), ['csv']],
    ['packed with gzip', () => ({ 'a.csv.gz': gzipSync(CSV) }), ['csv']],
    [
      'in an archive',
      () => ({
        'a.zip': zipOf([
          { name: 'folder/', data: '' },
          { name: 'folder/a.csv', data: CSV },
          { name: '__MACOSX/._a.csv', data: 'x' },
        ]),
      }),
      ['csv'],
    ],
    [
      'in an archive of two',
      () => ({
        'a.zip': zipOf([
          { name: '7.csv', data: CSV.split('\n').slice(0, 2).join('\n') },
          {
            name: '8.csv',
            data: CSV.split('\n')
              .filter((_, i) => i !== 1)
              .join('\n'),
          },
        ]),
      }),
      ['csv', 'csv'],
    ],
    ['of Excel, below a title, with its dates as numbers', () => ({ 'a.xlsx': workbookOf([sheet()]) }), ['xlsx']],
    ['of Excel in an archive', () => ({ 'a.zip': zipOf([{ name: 'a.xlsx', data: workbookOf([sheet()]) }]) }), ['xlsx']],
    ['of Parquet', async () => ({ 'a.parquet': await parquet(ROWS) }), ['parquet']],
    [
      'of Parquet with instants',
      async () => ({
        'a.parquet': await parquet(
          ROWS.replaceAll(
            /TIMESTAMP '(\S+) (\d+):/g,
            (_, date: string, hour: string) => `TIMESTAMPTZ '${date} ${String(Number(hour) - 2)}:`,
          )
            .replace("'2025-09-08 9", "'2025-09-08 09")
            .replace("'2025-09-07 8", "'2025-09-07 08")
            .replaceAll(":00:00'", ":00:00+00'"),
        ),
      }),
      ['parquet'],
    ],
    [
      'of Parquet with forty columns more',
      async () => ({
        'a.parquet': await parquet(
          `SELECT *, ${Array.from({ length: 40 }, (_, i) => `${i} AS extra${i}`).join(', ')} FROM (${ROWS})`,
        ),
      }),
      ['parquet'],
    ],
  ])('%s', async (_, files, kinds) => {
    const outcome = await read(await files())
    expect([outcome.questions.map(({ message, lines }) => [message, lines]), summary(outcome)]).toEqual([
      [],
      { ...READ, kinds },
    ])
    expect(outcome.places).toMatchObject([{ place: 'Gran Vía', local: 1, match: 'name', lines: 2 }])
  })

  test('by the sheet that is named, else by the first one with rows', async () => {
    const two = {
      'a.xlsx': workbookOf([
        { name: 'Portada', rows: [['Título']] },
        sheet('Uno'),
        {
          ...sheet('Dos'),
          rows: [
            ['Fecha', 'Tienda', 'Entradas'],
            [SERIAL + 0.5, 'Gran Vía', 100],
          ],
        },
      ]),
    }
    const first = await read(two)
    expect([first.preview?.sheets, first.guessed.sheet, first.report?.taken]).toEqual([
      ['Portada', 'Uno', 'Dos'],
      'Uno',
      2,
    ])
    expect(summary(await read(two, { sheet: 'dos' })).people).toBe(100)
    expect(await read(two, { sheet: 'Tres' })).toMatchObject({
      questions: [{ code: 'FILE_SHEET_MISSING', setting: 'sheet' }],
      staged: null,
    })
  })

  test('with the line of the sheet in its report', async () => {
    const wrong = {
      'a.xlsx': workbookOf([
        {
          ...sheet(),
          rows: [
            ...sheet().rows,
            ...Array.from({ length: 30 }, (_, i) => [SERIAL + 2 + i / 24, 'Gran Vía', 1]),
            [SERIAL + 5, 'Gran Vía', -4],
          ],
        },
      ]),
    }
    expect((await read(wrong)).report?.apart).toMatchObject([
      { reason: 'NEGATIVE', first: [expect.stringMatching(/^a\.xlsx:35 /)] },
    ])
  })
})

describe('a file is refused in words, with nothing left behind', () => {
  test.each<[string, string | Buffer, string, RegExp]>([
    [
      'an archive in an archive',
      zipOf([{ name: 'in.zip', data: zipOf([{ name: 'a.csv', data: CSV }]) }]),
      'FILE_NOT_TEXT',
      /in\.zip.*unpack that one first/,
    ],
    ['an empty archive', zipOf([{ name: 'folder/', data: '' }]), 'FILE_EMPTY', /without files/],
    ['a damaged archive', zipOf([{ name: 'a.csv', data: CSV }]).subarray(0, 60), 'FILE_NOT_TEXT', /damaged/],
    [
      'an archive with a password',
      zipOf([{ name: 'a.csv', data: CSV, lie: { flags: 1 } }]),
      'FILE_NOT_TEXT',
      /password/,
    ],
    ['a bomb', zipOf([{ name: 'a.csv', data: Buffer.alloc(30_000_000) }]), 'FILE_TOO_LARGE', /1000 times/],
    ['a damaged Parquet file', Buffer.from('PAR1 and so on PAR1'), 'FILE_NOT_TEXT', /Parquet/],
    ['a workbook without rows', workbookOf([{ name: 'Nada', rows: [] }]), 'FILE_EMPTY', /Nada/],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'), 'FILE_NOT_TEXT', /binary/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), 'FILE_NOT_TEXT', /old Excel/],
  ])('%s', async (_, data, code, words) => {
    const { questions, staged } = await read({ 'file.bin': data })
    expect([
      questions.map((question) => [
        question.code,
        question.setting,
        words.test(question.message) ? '' : question.message,
      ]),
      staged,
    ]).toEqual([[[code, 'files', '']], null])
    expect(stages.filter((name) => name === 'work' || name.startsWith('aforo-import-'))).toEqual([])
  })

  test('the same file twice, also under another name and in an archive', async () => {
    expect(summary(await read({ 'a.csv': CSV, 'b.zip': zipOf([{ name: 'b.csv', data: CSV }]) })).questions).toEqual([
      'FILE_TWICE',
    ])
  })

  test('and named, in no language: the page says the rest in that of its reader', async () => {
    const archive = zipOf([{ name: 'in.zip', data: zipOf([{ name: 'a.csv', data: CSV }]) }])
    expect((await read({ 'out.zip': archive })).questions[0]?.lines).toEqual(['out.zip: in.zip'])
    expect((await read({ 'a.csv': CSV, 'b.csv': CSV })).questions[0]?.lines).toEqual(['a.csv = b.csv'])
  })

  test('24 columns of which none is a count', async () => {
    const hours = Array.from({ length: 24 }, (_, hour) => `h${hour}`)
    const wide = `day,sensor,${hours.join(',')}\n2025-09-07,a,${'1,'.repeat(23)}1\n`
    expect(await read({ 'wide.csv': wide })).toMatchObject({
      questions: [
        {
          code: 'FILE_COLUMNS_MISSING',
          setting: 'columns',
          message: expect.stringContaining('24 columns look like the hours of a day'),
        },
      ],
    })
  })
})

describe('what is not said is found out', () => {
  const lines = (...rows: string[]) => ({ 'a.csv': `${rows.join('\n')}\n` })
  test('the order of dates by a day above twelve, in any line', async () => {
    expect(
      (await read(lines('fecha;hora;tienda;entradas', '01/02/2025;10;Gran Vía;1', '13/02/2025;10;Gran Vía;1'))).guessed,
    ).toMatchObject({ dateOrder: 'dmy', separator: ';', timeZone: 'Europe/Madrid' })
    expect(
      (await read(lines('date,hour,store,in', '01/02/2025,10,Gran Vía,1', '02/13/2025,10,Gran Vía,1'))).guessed,
    ).toMatchObject({ dateOrder: 'mdy' })
    expect(
      await read(lines('date,hour,store,in', '13/02/2025,10,Gran Vía,1', '02/13/2025,10,Gran Vía,1')),
    ).toMatchObject({
      questions: [{ code: 'IMPORT_DATES_UNCLEAR', lines: ['a.csv:2  13/02/2025', 'a.csv:3  02/13/2025'] }],
    })
  })

  test('the decimal sign by the counts', async () => {
    expect(
      summary(await read(lines('ts;sensor;ins', '2025-09-07T10:00;Gran Vía;1.204', '2025-09-08T10:00;Gran Vía;12,0'))),
    ).toMatchObject({ people: 1216 })
    expect(
      summary(await read(lines('ts;sensor;ins', '2025-09-07T10:00;Gran Vía;1,204', '2025-09-08T10:00;Gran Vía;12.0'))),
    ).toMatchObject({ people: 1216 })
    expect(
      summary(await read(lines('ts;sensor;ins', '2025-09-07T10:00;Gran Vía;1,000', '2025-09-08T10:00;Gran Vía;7'))),
    ).toMatchObject({ people: 1007 })
    expect(
      summary(await read(lines('ts;sensor;ins', '2025-09-07T10:00;Gran Vía;1.000', '2025-09-08T10:00;Gran Vía;7'))),
    ).toMatchObject({ people: 1007 })
  })

  test('columns by the names that people give them, in their languages, and by what is in them', async () => {
    for (const header of [
      'Data e hora,Loja,Entradas',
      'Data e ora,Negozio,Ingressi',
      'Data i hora,Botiga,Persones',
      'Datum a čas,Prodejna,Vstupy',
      'cuándo,Ubicación,nº',
    ]) {
      const outcome = await read(lines(header, '2025-09-07 10:00,Gran Vía,4', '2025-09-08 11:00,Gran Vía,9'))
      expect([header, summary(outcome), outcome.preview?.uses]).toEqual([
        header,
        { ...READ, kinds: ['csv'] },
        ['time', 'sensor', 'ins'],
      ])
    }
  })

  test('the format by its columns', async () => {
    expect(
      (await read(lines('Sensing_Date,HourDay,Sensor_Name,Total_of_Directions', '2025-09-07,10,Gran Vía,4'), {}, []))
        .guessed.format,
    ).toBe('hourly')
  })

  test('the zone is asked for where it is unknown', async () => {
    expect(await read({ 'a.csv': CSV }, {}, [])).toMatchObject({
      questions: [{ code: 'IMPORT_ZONE_UNKNOWN', setting: 'timeZone' }],
    })
    expect(await read({ 'a.csv': CSV }, { timeZone: 'Europe/London' })).toMatchObject({
      questions: [{ code: 'IMPORT_ZONE_CONFLICT', setting: 'timeZone' }],
      places: [{ local: 1 }],
    })
  })
})

describe('columns that are chosen by hand', () => {
  const BOTH =
    'fecha,puerta,modo,entran,salen\n2025-09-07 10:00,Gran Vía,peatón,4,3\n2025-09-07 10:00,Gran ' +
    'Vía,bici,9,8\n2025-09-08 10:00,Gran Vía,peatón,1,1\n2025-09-08 10:00,Gran Vía,bici,2,2\n'
  const columns = [
    { column: 'modo', use: 'kind' as const },
    { column: 'entran', use: 'ins' as const },
    { column: 'salen', use: 'outs' as const },
    { column: 'puerta', use: 'sensor' as const },
    { column: 'fecha', use: 'time' as const },
  ]

  test('distinguish kinds of traffic, and have exits beside entries', async () => {
    const { report, staged, questions } = await read({ 'puertas.csv': BOTH }, { columns })
    expect(questions).toEqual([])
    expect(report?.sums).toEqual([
      { atom: 'ins', read: 16, stored: 16, outvoted: 0, apart: 0 },
      { atom: 'outs', read: 14, stored: 14, outvoted: 0, apart: 0 },
    ])
    expect(staged !== null && 'reading' in staged ? staged.reading.kinds : null).toEqual(['people', 'bicycle'])
  })

  test('a date without hours is a whole day, also when that is chosen', async () => {
    const days = BOTH.replaceAll(' 10:00', '')
    for (const settings of [{ columns }, { columns, lines: 'daily' as const }]) {
      const { report, questions } = await read({ 'dias.csv': days }, settings)
      expect([questions, report?.meaning, report?.taken]).toEqual([[], 'daily', 4])
    }
  })
})
