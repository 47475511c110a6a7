import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guessColumns } from './guess-columns.ts'
import type { ImportOptions } from './index.ts'
import { presetNamed, withMapping, type Preset } from './preset.ts'
import { importStores, NOW } from './testing.ts'
import { streamText } from './text-stream.ts'

const stores = importStores()
const { written } = stores
const hourly = (changes: Partial<Preset> = {}): Preset => ({ ...presetNamed('hourly'), ...changes })
const run = (text: string | readonly string[], options: Partial<ImportOptions> = {}) =>
  stores.run({
    files: typeof text === 'string' ? [written(text)] : text,
    preset: hourly(),
    client: 'City',
    zone: 'Europe/Madrid',
    now: NOW,
    ...options,
  })
const hours = async () => (await stores.hours()).map((row) => [row[0], row[3], row[4]])
const nothing = async () => Object.values(await stores.kept())
/** Hours of one place from the first of September 2025 on. */
const series = (length: number, of: (i: number) => string) => {
  const hour = (i: number) => new Date(Date.UTC(2025, 8, 1, i)).toISOString().slice(0, 16)
  return `ts,sensor,ins\n${Array.from({ length }, (_, i) => `${hour(i)},${of(i)}`).join('\n')}\n`
}

test.each<[string, string, Partial<ImportOptions>, string]>([
  [
    'lines that contradict each other',
    'ts,sensor,ins\n2025-09-01T10:00,a,4\n2025-09-01T10:00,a,9\n',
    {},
    'FILE_CONTRADICTORY',
  ],
  [
    'times that may be passages',
    'ts,sensor,ins\n2025-09-01T10:03:17,a,1\n2025-09-01T10:05:44,a,1\n',
    {},
    'IMPORT_LINES_UNCLEAR',
  ],
  [
    'an unused column of few texts',
    'ts,camera,ins\n2025-09-01T10:00,north,4\n2025-09-01T11:00,south,4\n2025-09-01T12:00,north,4\n2025-09-01T13:00,south,4\n',
    {},
    'FILE_COLUMN_UNUSED',
  ],
  [
    'two numbers of one place',
    'ts,sensor,sensor_id,ins\n2025-09-01T10:00,a,1,4\n2025-09-01T11:00,a,2,4\n2025-09-01T12:00,a,1,4\n2025-09-01T13:00,a,2,4\n',
    {},
    'FILE_COLUMN_UNUSED',
  ],
  ['counts of which none is known', 'ts,sensor,ins\n2025-09-01T10:00,a,\n', {}, 'IMPORT_NOTHING_TAKEN'],
  ['lines that are all quarantined', 'ts,sensor,ins\n2025-09-01T10:00,a,-1\n', {}, 'IMPORT_NOTHING_TAKEN'],
  ['hours that the store refuses', 'ts,sensor,ins,visits\n2025-09-01T10:00,a,1,5\n', {}, 'IMPORT_NOTHING_TAKEN'],
  ['rows of empty cells alone', 'ts,sensor,ins\n,,\n ,,\n', {}, 'FILE_NO_ROWS'],
  ['a file of next year', 'ts,sensor,ins\n2027-06-01T10:00,a,1\n', {}, 'FILE_TIME_RANGE'],
  ['offsets that the zone does not have', 'ts,sensor,ins\n2025-07-01T10:00+05:00,a,1\n', {}, 'FILE_OFFSETS_WRONG'],
  [
    'local times that say they are UTC',
    'ts,sensor,ins\n2025-03-30T01:00Z,a,1\n2025-03-30T03:00Z,a,1\n2025-03-30T04:00Z,a,1\n',
    {},
    'FILE_OFFSETS_WRONG',
  ],
  [
    '24 columns of which none is a count',
    `date,sensor,${Array.from({ length: 24 }, (_, h) => h).join()}\n2025-09-01,a,${'1,'.repeat(23)}1\n`,
    {},
    'FILE_COLUMNS_MISSING',
  ],
  ['two columns of one name', 'ts,sensor,count,count\n2025-09-01T10:00,a,1,2\n', {}, 'FILE_COLUMNS_MISSING'],
])('%s stop the import and leave nothing behind', async (_, text, options, code) => {
  await expect(run(text, options)).rejects.toMatchObject({ code })
  expect(await nothing()).toEqual([0, 0, 0])
})

test('contradicting lines are named with both values, and a rule that is given decides them', async () => {
  const text = 'ts,sensor,ins\n2025-09-01T10:00,a,4\n2025-09-01T10:00,a,4\n2025-09-01T10:00,a,9\n'
  await expect(run(text)).rejects.toMatchObject({
    lines: ['file.csv:4 = 9, file.csv:2 = 4: a, 2025-09-01T10:00'],
  })
  expect(await run(text, { preset: hourly({ duplicates: 'first' }) })).toMatchObject({
    merged: { duplicates: 1, contradictions: 1 },
    contradicting: { rule: 'first' },
  })
  expect(await hours()).toEqual([[1, 10, 4]])
})

test('one contradiction in two hundred lines is counted apart from repetitions, and the later line is kept', async () => {
  const text = `${series(200, (i) => `a,${i % 7}`)}2025-09-01T03:00,a,99\n2025-09-01T04:00,a,4\n`
  expect(await run(text)).toMatchObject({
    lines: 202,
    taken: 200,
    merged: { duplicates: 1, contradictions: 1 },
    contradicting: { rule: 'last', first: ['file.csv:202 = 99, file.csv:5 = 3: a, 2025-09-01T03:00'] },
  })
  expect((await hours())[3]).toEqual([1, 3, 99])
})

test.each([
  ['parts', 3, 5],
  ['passages', 3, 6],
  ['running', 3, 3],
] as const)('lines that are %s make %i lines one hour', async (lines, _, ins) => {
  const text =
    'ts,sensor,ins\n2025-09-01T10:03:17,a,1\n2025-09-01T10:03:17,a,1\n2025-09-01T10:05:44,a,1\n2025-09-01T10:45:00,a,3\n'
  const report = await run(text, { preset: hourly({ lines }) })
  expect({
    sum: report.sums.ins!.read,
    lost: report.sums.ins!.read - report.sums.ins!.stored - report.sums.ins!.outvoted,
  }).toEqual({ sum: 6, lost: 0 })
  expect(await hours()).toEqual([[1, 10, ins]])
})

test('passages need no count: each line is one', async () => {
  await run('ts,sensor\n2025-09-01T10:03:17,a\n2025-09-01T10:03:17,a\n2025-09-01T11:05:44,a\n', {
    preset: hourly({ lines: 'passages' }),
  })
  expect(await hours()).toEqual([
    [1, 10, 2],
    [1, 11, 1],
  ])
})

test.each([
  ['direction', 'in', 'out'],
  ['Sentido', 'Entrada', 'Salida'],
  ['směr', 'vstup', 'východ'],
])('a column %s that says %s and %s is no area: exits do not become entries', async (column, one, other) => {
  const lines = [
    ['10:03:17', one],
    ['10:03:18', other],
    ['11:05:44', one],
    ['11:06:44', other],
  ]
  const rows = lines.map(([time, direction]) => [`2025-09-01T${time}`, 'a', direction ?? ''])
  const header = ['ts', 'sensor', column]
  const preset = guessColumns(hourly({ lines: 'passages' }), header, rows, new Set())
  expect(preset.columns.area?.flat()).not.toContain(column)
  const report = await run([header, ...rows].map((cells) => cells.join(',')).join('\n'), { preset })
  expect([report.sums.ins?.stored, report.sums.outs?.stored]).toEqual([2, 2])
})

test('a column direction with the ways of a street is one of areas', () => {
  const rows = [
    ['2025-09-01T10:00', 'a', 'Northbound', '4'],
    ['2025-09-01T10:00', 'a', 'Southbound', '5'],
  ]
  const { columns } = guessColumns(hourly(), ['ts', 'sensor', 'direction', 'ins'], rows, new Set())
  expect(columns.area?.flat()).toContain('direction')
})

test('the report says what each column is used for, and a column that is ignored by hand stops nothing', async () => {
  const text =
    'ts,camera,note,ins\n2025-09-01T10:00,north,x,4\n2025-09-01T11:00,south,x,4\n2025-09-01T12:00,north,x,4\n2025-09-01T13:00,south,x,4\n'
  const report = await run(text, { preset: hourly({ ignore: ['camera'] }) })
  expect(report.columns).toEqual([
    { column: 'ts', use: 'time' },
    { column: 'camera', use: null },
    { column: 'note', use: null },
    { column: 'ins', use: 'ins' },
  ])
  expect((await run(text, { client: 'Other', preset: withMapping(hourly(), 'sensor=camera') })).places).toEqual([
    'north',
    'south',
  ])
})

test('rows of empty cells are no lines', async () => {
  expect(await run('ts,sensor,ins\n2025-09-01T10:00,a,4\n,,\n')).toMatchObject({ lines: 1, taken: 1, apart: [] })
})

test('all bad files of a run are named', async () => {
  const files = [
    written('', 'a.csv'),
    written('ts,sensor,ins\n2025-09-01T10:00,a,4\n', 'b.csv'),
    written('x\n1\n', 'c.csv'),
  ]
  const refusal = run(files)
  await expect(refusal).rejects.toMatchObject({
    code: 'FILE_EMPTY',
    message: '2 of 3 files cannot be taken. Nothing was loaded.',
    details: {
      files: [
        { file: 'a.csv', code: 'FILE_EMPTY' },
        { file: 'c.csv', code: 'FILE_COLUMNS_MISSING' },
      ],
    },
  })
  await expect(refusal).rejects.toMatchObject({
    lines: [expect.stringContaining('a.csv'), expect.stringContaining('c.csv')],
  })
})

test('the same file twice in one run is refused, at the same time in two runs it is stored once', async () => {
  const text = 'ts,sensor,ins\n2025-09-01T10:00,a,4\n'
  await expect(run([written(text, 'a.csv'), written(text, 'b.csv')])).rejects.toMatchObject({ code: 'FILE_TWICE' })
  const reports = await Promise.all([run([join(stores.folder, 'a.csv')]), run([join(stores.folder, 'a.csv')])])
  expect(reports.map(({ loaded }) => loaded!.newLocals).sort((a, b) => a - b)).toEqual([0, 1])
  expect(await hours()).toEqual([[1, 10, 4]])
})

test('a file that grows while it is read is refused at its end', async () => {
  const path = written('ts,sensor,ins\n')
  const { blocks } = streamText(path)
  const read = async () => {
    for await (const block of blocks) if (block.length > 0) appendFileSync(path, '2025-09-01T10:00,a,4\n')
  }
  await expect(read()).rejects.toMatchObject({ code: 'FILE_CHANGED' })
})

test('a second time zone for a known place is asked about', async () => {
  const text = 'ts,sensor,ins\n2025-09-01T10:00,a,4\n'
  await run(text)
  await expect(run(text, { zone: 'Europe/London' })).rejects.toMatchObject({
    code: 'IMPORT_ZONE_CONFLICT',
    lines: ['a: Europe/Madrid'],
  })
})

test('a file of places says how many it knows; none, or two names for one, is refused', async () => {
  const text = 'ts,sensor,ins\n2025-09-01T10:00,a,4\n2025-09-01T10:00,b,4\n2025-09-01T10:00,c,4\n'
  const sensors = (rows: string) => ({ sensors: written(`sensor,name\n${rows}`, 'places.csv') })
  await expect(run(text, sensors('x,X\n'))).rejects.toMatchObject({ code: 'IMPORT_SENSORS_UNMATCHED' })
  await expect(run(text, sensors('a,One\na,Two\n'))).rejects.toMatchObject({ code: 'IMPORT_SENSORS_AMBIGUOUS' })
  expect((await run(text, sensors('a,Same\nb,Same\n'))).sensors).toEqual({
    file: 'places.csv',
    column: 'sensor',
    matched: 2,
    missing: ['c'],
    shared: [{ name: 'Same', places: ['a', 'b'] }],
  })
})

test('a full scale of another width beside a broken count goes with it, the same number elsewhere counts', async () => {
  const text = series(200, (i) => `a,${i === 30 ? 4095 : i === 32 || i === 150 ? 2047 : i === 31 ? 7 : 10}`)
  expect((await run(text)).apart).toMatchObject([{ reason: 'SENTINEL', lines: 2 }])
  expect((await hours()).filter((row) => Number(row[2]) > 1000)).toHaveLength(1)
})
