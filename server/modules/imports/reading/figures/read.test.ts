/** Files of figures: what a line is, what contradicts what, and that every figure is in one of the sums. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIGURE_FORMATS, type FigureFormat } from './formats.ts'
import { readFigures, type ReadFiguresOptions } from './read.ts'
import { columnsOf } from './figure-columns.ts'

const NOW_S = Date.UTC(2026, 10, 20, 12) / 1000
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'aforo-figures-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Options = Partial<Omit<ReadFiguresOptions, 'format'>> & { readonly format?: string | FigureFormat }
const formatOf = (name: string | FigureFormat) => (typeof name === 'string' ? FIGURE_FORMATS.get(name)! : name)
async function read(texts: string | readonly string[], { format = 'flows', ...options }: Options = {}) {
  const files = (typeof texts === 'string' ? [texts] : texts).map((text, i) => {
    const path = join(folder, `${i}`)
    writeFileSync(path, text)
    return { path, name: `${'abc'[i]}.csv`, header: text.split('\n', 1)[0]!.split(',') }
  })
  const { stage, ...found } = await readFigures(files, {
    format: formatOf(format),
    zone: 'Europe/Madrid',
    nowS: NOW_S,
    within: folder,
    ...options,
  })
  const taken = await stage.run('SELECT a, b, c, d, e, v, w FROM taken ORDER BY line')
  const kept: string[] = []
  for await (const rows of stage.quarantined())
    kept.push(...rows.map(({ file, line, reason }) => `${file}:${line} ${reason}`))
  stage.close()
  const { report } = found
  const { duplicates, contradictions } = report.merged
  expect(report.taken + duplicates + contradictions + kept.length).toBe(report.lines)
  for (const { read: of, stored, outvoted, apart } of report.sums) expect(stored + outvoted + apart).toBe(of)
  return { ...found, report, kept, taken: taken.map((row) => row.map((cell) => (cell === null ? null : Number(cell)))) }
}
const refusal = (...args: Parameters<typeof read>) =>
  read(...args).then(
    () => 'taken',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )
const HEAD = 'date,hour,origin,destination,trips\n'
const DAY = Date.UTC(2025, 7, 1) / 86_400_000
/** Many lines of which nothing is to be said. */
const MANY = Array.from(
  { length: 300 },
  (_, i) => `2025-07-${String(1 + Math.floor(i / 24)).padStart(2, '0')},${i % 24},A,B,1\n`,
).join('')

describe('a line', () => {
  test('is a key and its figure', async () => {
    const { taken, places, report, extents, lastDay, measure, label } = await read(
      `${HEAD}2025-08-01,7,A,B,30\n2025-08-02,7,B,A,4\n2025-08-02,8,A,A,2\n`,
    )
    expect(taken).toEqual([
      [0, 1, DAY, 7, 0, 30, null],
      [1, 0, DAY + 1, 7, 0, 4, null],
      [0, 0, DAY + 1, 8, 0, 2, null],
    ])
    expect([places, lastDay, measure, label]).toEqual([['A', 'B'], DAY + 1, '', ''])
    expect(report).toEqual({
      lines: 3,
      taken: 3,
      minutes: 60,
      meaning: 'flows',
      merged: { duplicates: 0, contradictions: 0, skippedHour: 0, partsOfHour: 0 },
      contradicting: null,
      renamed: 0,
      nulls: 0,
      skipped: 0,
      apart: [],
      columns: [
        { column: 'date', use: 'date' },
        { column: 'hour', use: 'hour' },
        { column: 'origin', use: 'origin' },
        { column: 'destination', use: 'destination' },
        { column: 'trips', use: 'trips' },
      ],
      sums: [{ atom: 'trips', read: 36, stored: 36, outvoted: 0, apart: 0 }],
      firstDay: '2025-08-01',
      lastDay: '2025-08-02',
      stored: null,
    })
    // A trip from a place to itself is one line of it.
    expect(extents).toEqual([
      { place: 0, lines: 3, firstDay: DAY, lastDay: DAY + 1 },
      { place: 1, lines: 2, firstDay: DAY, lastDay: DAY + 1 },
    ])
  })

  test('of empty cells is none, as in files of hours', async () => {
    const { report, kept } = await read(`${HEAD}2025-08-01,7,A,B,30\n,,,,\n , ,\t,,\n\n`)
    expect([report.lines, kept]).toEqual([1, []])
  })

  test('has no hour of the line before it, where its own is left out at its end', async () => {
    const head = 'date,origin,destination,trips,hour\n'
    const many = MANY.replaceAll(/^(\S+?),(\d+),A,B,1$/gm, '$1,A,B,1, $2 ')
    const { kept } = await read(`${head}${many}2025-08-01,A,B,5\n`)
    expect(kept).toEqual(['a.csv:302 HOUR_MISSING'])
  })

  test('without a figure is read and says nothing', async () => {
    const { report, taken } = await read(`${HEAD}2025-08-01,7,A,B,30\n2025-08-01,7,A,B,\n2025-08-01,8,A,B,\n`)
    expect([report.lines, report.taken, report.nulls, taken.length]).toEqual([3, 3, 2, 1])
  })

  test('of an average day may lack one of its two figures', async () => {
    const { taken, report, extents, lastDay, label } = await read(
      'stop,start,end,ons,offs\nA,05:00,05:30,10,\nA,05:30,06:00,,7\nB,05:00,05:30,,\nB,06:00,07:00,1,2\n',
      { format: { ...formatOf('profile'), label: 'spring' } },
    )
    expect(taken.map((row) => row.slice(0, 3).concat(row.slice(5)))).toEqual([
      [0, 300, 30, 10, null],
      [0, 330, 30, null, 7],
      [1, 360, 60, 1, 2],
    ])
    expect(report).toMatchObject({ minutes: 30, firstDay: null, lastDay: null, nulls: 1, meaning: 'profile' })
    expect(report.sums).toMatchObject([
      { atom: 'boardings', stored: 11 },
      { atom: 'alightings', stored: 9 },
    ])
    expect([extents, lastDay, label]).toEqual([
      [
        { place: 0, lines: 2, firstDay: null, lastDay: null },
        { place: 1, lines: 1, firstDay: null, lastDay: null },
      ],
      Math.floor(NOW_S / 86_400),
      'spring',
    ])
  })

  test('of months has what is counted from the name of its column', async () => {
    const found = await read('Country,period,brand, Registrations \nES,2024-03,Seat,5\nES,2024-Q2,OTHER,7\n', {
      format: 'car-registrations',
    })
    expect([found.measure, found.report.firstDay, found.report.lastDay, found.report.minutes]).toEqual([
      'Registrations',
      '2024-03-01',
      '2024-06-30',
      0,
    ])
    expect([found.places, found.extents, found.taken]).toEqual([
      [],
      [],
      [
        [0, 0, 2024 * 12 + 2, 1, 0, 5, null],
        [0, 1, 2024 * 12 + 3, 3, 0, 7, null],
      ],
    ])
  })
})

describe('a line is quarantined', () => {
  test('that is none, or that cannot be; its figures are reported as far as there are some', async () => {
    const wrong = [
      ['2025-08-01,7,A,B', 'CELLS_MISSING', 0],
      ['2025-08-01,7,A,B,x', 'COUNT_UNREADABLE', 0],
      ['2025-08-01,7,A,B,-1', 'NEGATIVE', 0],
      ['2025-08-01,7,A,B,200001', 'ABSURD', 200_001],
      ['2025-08-01,7,,B,5', 'SENSOR_MISSING', 5],
      ['soon,7,A,B,6', 'TIME_UNREADABLE', 6],
    ] as const
    const { kept, report } = await read(`${HEAD}${MANY}${wrong.map(([line]) => line).join('\n')}\n`)
    expect([kept, report.sums[0]!.apart]).toEqual([
      wrong.map(([, reason], i) => `a.csv:${302 + i} ${reason}`),
      wrong.reduce((sum, [, , apart]) => sum + apart, 0),
    ])
    expect(report.apart).toEqual(
      wrong.map(([line, reason], i) => ({
        reason,
        lines: 1,
        first: [`a.csv:${302 + i}  ${line.split(',').join(' | ')}`],
      })),
    )
  })

  test('and one of as many as there can be is taken', async () => {
    expect((await read(`${HEAD}2025-08-01,7,A,B,200000\n`)).kept).toEqual([])
    const months = 'country,month,value\nES,2024-03,999999999\n'
    expect((await read(months, { format: 'monthly' })).kept).toEqual([])
  })

  test('in the chosen order of dates and with the chosen decimal sign', async () => {
    const text = `${HEAD.replaceAll(',', ';')}03/04/2025;7;A;B;"1.204"\n`
    expect((await read(text.replaceAll(';', ','), { decimal: ',', dateOrder: 'mdy' })).report).toMatchObject({
      firstDay: '2025-03-04',
      sums: [{ stored: 1204 }],
    })
    expect((await read(text.replaceAll(';', ','), { decimal: ',' })).report.firstDay).toBe('2025-04-03')
  })
})

describe('lines of one key', () => {
  test('become one by the rule; one without a figure never wins', async () => {
    // Each hour has two lines, whose figures are these.
    const pairs = [
      ['4', '9'],
      ['9', '4'],
      ['4', '4'],
      ['4', ''],
    ]
    const lines = pairs.flatMap((pair, hour) => pair.map((trips) => `2025-08-01,${hour},X,Y,${trips}\n`))
    const text = `${HEAD}${MANY}${lines.join('')}`
    const of = async (duplicates?: 'last' | 'first' | 'max' | 'sum') => {
      const { taken, report } = await read(text, duplicates === undefined ? {} : { duplicates })
      expect([report.merged.duplicates, report.merged.contradictions]).toEqual([1, 2])
      return taken
        .slice(-4)
        .toSorted((a, b) => Number(a[3]) - Number(b[3]))
        .map((row) => row[5])
    }
    expect([await of(), await of('last'), await of('first'), await of('max'), await of('sum')]).toEqual([
      [9, 4, 4, 4],
      [9, 4, 4, 4],
      [4, 9, 4, 4],
      [9, 9, 4, 4],
      [13, 13, 4, 4],
    ])
  })

  test('that contradict each other are named, five of them', async () => {
    const lines = Array.from({ length: 7 }, (_, i) => `2025-08-01,${i},X,Y,1\n2025-08-01,${i},X,Y,2\n`).join('')
    const { report } = await read(`${HEAD}${MANY}${lines}`, { duplicates: 'last' })
    expect(report.contradicting).toEqual({
      rule: 'last',
      first: [0, 1, 2, 3, 4].map((i) => `a.csv:${302 + 2 * i} = 1, a.csv:${303 + 2 * i} = 2`),
    })
    const profile = await read('stop,start,end,ons,offs\nA,05:00,05:30,10,\nA,05:00,05:30,10,3\n', {
      format: 'profile',
      duplicates: 'first',
    })
    expect(profile.report.contradicting?.first).toEqual(['a.csv:3 = 10 | 3, a.csv:2 = 10'])
  })

  test('stop the import above one in a hundred, unless it is chosen which holds', async () => {
    const ninety = MANY.split('\n').slice(0, 98).join('\n')
    const at = (lines: string) => `${HEAD}${lines}\n2025-08-01,7,X,Y,1\n2025-08-01,7,X,Y,2\n`
    expect((await read(at(ninety))).report.merged.contradictions).toBe(1)
    const fewer = at(ninety.split('\n').slice(1).join('\n'))
    expect(await refusal(fewer)).toBe(
      'FILE_CONTRADICTORY: 1 of 99 lines say something else than another line of the same place and time; at most 1 ' +
        '% may. A column may be missing. Say --duplicates last, first, max or sum when one of them is right. ' +
        'Nothing was loaded.',
    )
    expect((await read(fewer, { duplicates: 'last' })).report.merged.contradictions).toBe(1)
  })

  test('may be in two files, which are read as one', async () => {
    const { report } = await read([`${HEAD}2025-08-01,7,A,B,4\n`, `${HEAD}2025-08-01,7,A,B,4\n2025-08-01,8,A,B,4\n`])
    expect(report).toMatchObject({ lines: 3, taken: 2, merged: { duplicates: 1 } })
    expect(await refusal([`${HEAD}2025-08-01,7,A,B,4\n`, `${HEAD}2025-08-01,7,A,B,4\n`])).toBe(
      'FILE_TWICE: b.csv and a.csv are the same file; give it once. Nothing was loaded.',
    )
  })
})

describe('places', () => {
  test('that are left out are counted by themselves, with any content', async () => {
    const { report, skippedPlaces, places } = await read(
      `${HEAD}2025-08-01,7,A,B,4\n2025-08-01,8,C,B,4\n2025-08-01,9,B,c,x\n2025-08-01,9,C,B,4\n`,
      { skips: ['C '] },
    )
    expect([report.lines, report.skipped, skippedPlaces, places]).toEqual([
      1,
      3,
      [
        ['C', 2],
        ['c', 1],
      ],
      ['A', 'B'],
    ])
  })

  test('have another name where that is chosen', async () => {
    expect((await read(`${HEAD}2025-08-01,7,A,B,4\n2025-08-01,8,C,B,4\n`, { renames: { c: 'A' } })).places).toEqual([
      'A',
      'B',
    ])
  })

  test('are named by a file of places among the files, by a given one, and by the lines of an average day', async () => {
    const trips = `${HEAD}2025-08-01,7,1,2,4\n`
    const among = await read([trips, 'id,name\n1,Sol\n2,"O\'Donnell"\n3,Opera\n'])
    expect([...among.infos]).toEqual([
      ['1', { name: 'Sol', lat: null, lng: null }],
      ['2', { name: "O'Donnell", lat: null, lng: null }],
      ['3', { name: 'Opera', lat: null, lng: null }],
    ])
    expect(among.report.columns.slice(-2)).toEqual([
      { column: 'id', use: 'sensor' },
      { column: 'name', use: 'placeName' },
    ])
    const sensors = join(folder, 'sensors.csv')
    writeFileSync(sensors, 'n,title\n1,Callao\n')
    expect((await read(trips, { sensors })).infos.get('1')?.name).toBe('Callao')
    const profile = await read(
      'station_code,station,slot_start,slot_end,boardings,alightings\n7,Calafell,05:00,05:30,1,1\n7,Other,05:30,06:00,1,1\n',
      { format: 'renfe-rodalies' },
    )
    expect([...profile.infos]).toEqual([['7', { name: 'Calafell', lat: null, lng: null }]])
  })

  test('with a quote in their name are kept as they are', async () => {
    expect((await read(`${HEAD}2025-08-01,7,O'Donnell,B,4\n`)).places).toEqual(["O'Donnell", 'B'])
  })
})

describe('is refused, with nothing left behind', () => {
  test.each<[string, string | readonly string[], Options, string]>([
    ['no file of figures', 'id,name\n1,Sol\n', {}, 'IMPORT_OPTION_INVALID: No file with figures was given.'],
    [
      'a file of other columns',
      'date,origin,people\n2025-08-01,A,4\n',
      {},
      'FILE_COLUMNS_MISSING: a.csv has the columns date, origin, people; destination (destination or destination_id ' +
        'or destination_name or to or destino or destinazione or kam) and trips (trips or journeys or passengers or ' +
        'viajes or viagens or viaggi or cesty or count) was expected. Nothing was loaded.',
    ],
    [
      'figures of nothing',
      'month,value\n2024-03,4\n',
      { format: 'monthly' },
      'FILE_COLUMNS_MISSING: a.csv has the columns month, value; what the figures are of (a place, an item, or ' +
        'both) was expected. Nothing was loaded.',
    ],
    [
      'a file of which no line can be taken',
      `${HEAD}2025-08-01,7,A,B,-1\n2025-08-01,7,A,B,\n`,
      {},
      'IMPORT_NOTHING_TAKEN: No line has a figure that can be taken (1 NEGATIVE). Nothing was loaded.',
    ],
    [
      'a file without a figure',
      `${HEAD}2025-08-01,7,A,B,\n`,
      {},
      'IMPORT_NOTHING_TAKEN: No line has a figure that can be taken. Nothing was loaded.',
    ],
    ['a header alone', HEAD, {}, 'FILE_NO_ROWS: a.csv has a header and no rows.'],
  ])('%s', async (_, texts, options, words) => {
    expect(await refusal(texts, options)).toBe(words)
    expect(readdirSync(folder).filter((name) => name.startsWith('aforo-import-'))).toEqual([])
  })
})

test('a column is that of the first name that the file has, and of one field only', () => {
  const at = (header: string, format: string) =>
    Object.fromEntries(columnsOf(header.split(','), FIGURE_FORMATS.get(format)!))
  expect(at('From,start,to,end,STOP,ons,offs', 'profile')).toEqual({
    sensor: 4,
    slotStart: 1,
    slotEnd: 3,
    boardings: 5,
    alightings: 6,
  })
  expect(at('sales,units,month,store', 'monthly')).toEqual({ month: 2, figure: 0, sensor: 3 })
  expect(at('value,month,value', 'monthly')).toEqual({ month: 1, figure: 0 })
  const both = {
    ...FIGURE_FORMATS.get('flows')!,
    columns: { time: ['when'], origin: ['place'], destination: ['place', 'to'], trips: ['n'] },
  }
  expect(Object.fromEntries(columnsOf(['when', 'place', 'to', 'n'], both))).toEqual({
    time: 0,
    origin: 1,
    destination: 2,
    trips: 3,
  })
})

test('progress is reported in bytes of the files', async () => {
  const reports: unknown[] = []
  const text = `${HEAD}2025-08-01,7,A,B,4\n`
  await read([text, text.replace(',4', ',55')], {
    duplicates: 'last',
    onProgress: (phase, done, of, lines) => reports.push([phase, done, of, lines]),
  })
  const size = text.length
  expect(reports).toEqual([
    ['reading', size, 2 * size + 1, 0],
    ['reading', 2 * size + 1, 2 * size + 1, 1],
    ['sorting', 0, 0, 2],
  ])
})
