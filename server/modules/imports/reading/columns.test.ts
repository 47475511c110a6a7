/** Where the fields of a format are in a file, and the report of each column. */
import { describe, expect, test } from 'vitest'
import { columnsOf, columnUses } from './columns.ts'
import { presetNamed, type Preset } from './preset.ts'

const HOURLY = presetNamed('hourly')
const withColumns = (columns: Partial<Preset['columns']>, changes: Partial<Preset> = {}): Preset => ({
  ...HOURLY,
  ...changes,
  columns: { ...HOURLY.columns, ...columns },
})
const at = (header: string, preset = HOURLY) => {
  const { atoms, header: _, ...rest } = columnsOf('a.csv', header.split(','), preset)
  return { ...rest, atoms: Object.fromEntries(atoms) }
}
const refusal = (header: string, preset = HOURLY) => {
  try {
    at(header, preset)
    return 'taken'
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
}
const NONE = { time: -1, hour: -1, sensor: -1, area: [], kind: -1, direction: -1 }

describe('fields are found', () => {
  test.each<[string, Preset, object]>([
    ['ts,sensor,ins', HOURLY, { ...NONE, time: 0, sensor: 1, atoms: { ins: 2 }, least: 3 }],
    [' TS ,x,Ins,SENSOR', HOURLY, { ...NONE, time: 0, sensor: 3, atoms: { ins: 2 }, least: 4 }],
    ['count,date,hour', HOURLY, { ...NONE, time: 1, hour: 2, atoms: { ins: 0 }, least: 3 }],
    [
      'ts,sensor,area,direction,ins,outs,x',
      HOURLY,
      { ...NONE, time: 0, sensor: 1, area: [2, 3], atoms: { ins: 4, outs: 5 }, least: 6 },
    ],
    [
      'ts,area,modo,ins',
      withColumns({ kind: ['modo'] }),
      { ...NONE, time: 0, area: [1, 2], kind: 2, atoms: { ins: 3 }, least: 4 },
    ],
    [
      'ts,ins,modo',
      withColumns({ kind: ['modo'], area: [['modo']] }),
      { ...NONE, time: 0, area: [2], kind: 2, atoms: { ins: 1 }, least: 3 },
    ],
    [
      'modo,ts,ins',
      withColumns({ kind: ['modo'] }),
      { ...NONE, time: 1, area: [0], kind: 0, atoms: { ins: 2 }, least: 3 },
    ],
    ['ts,sensor', { ...HOURLY, lines: 'passages' }, { ...NONE, time: 0, sensor: 1, atoms: { ins: -1 }, least: 2 }],
    ['ts,sales', { ...HOURLY, each: 'tickets' }, { ...NONE, time: 0, atoms: { sales: 1, tickets: -1 }, least: 2 }],
    [
      'ts,ins,way',
      withColumns({ direction: ['way'] }),
      { ...NONE, time: 0, direction: 2, atoms: { ins: 1, outs: 1 }, least: 3 },
    ],
    [
      'ts,way',
      withColumns({ direction: ['way'] }, { lines: 'passages' }),
      { ...NONE, time: 0, direction: 1, atoms: { ins: -1, outs: -1 }, least: 2 },
    ],
    ['total,ts,count', HOURLY, { ...NONE, time: 1, atoms: { ins: 2 }, least: 3 }],
  ])('in %s', (header, preset, found) => {
    expect(at(header, preset)).toEqual(found)
  })
})

describe('a file is refused', () => {
  const NAMES = 'Name them with --map, for example --map ts=...,sensor=...,ins=...'
  test('that has no time, no place of a format that needs one, or no count, with what is missing', () => {
    const leeds = presetNamed('leeds')
    expect(refusal('a,b', leeds)).toBe(
      'FILE_COLUMNS_MISSING: a.csv has the columns a, b; the time (ts_local or DateTime or ts) and the place ' +
        `(sensor) and a count (count) was expected. ${NAMES}. When each line is one passage and nothing is counted, ` +
        'say --lines passages.',
    )
    expect(refusal('ts,count', leeds)).toBe(
      `FILE_COLUMNS_MISSING: a.csv has the columns ts, count; the place (sensor) was expected. ${NAMES}`,
    )
    expect(refusal('ts,sensor,fro', withColumns({ time: ['when'] }))).toBe(
      `FILE_COLUMNS_MISSING: a.csv has the columns ts, sensor, fro; the time (when) was expected. ${NAMES}`,
    )
    expect(refusal('ts', withColumns({ atoms: { ins: ['in', 'n'], outs: ['out'] } }))).toContain(
      ' a count (in or n or out) was expected.',
    )
  })

  test('whose columns are many is shown with the first of them', () => {
    const header = Array.from({ length: 400 }, (_, i) => `c${i}x`).join(',')
    const words = refusal(header)
    expect(words.indexOf('; the time')).toBe('FILE_COLUMNS_MISSING: a.csv has the columns '.length + 1000)
  })

  test('with a column for each hour of the day is asked to turn them into rows', () => {
    const hours = (name: (hour: number) => string, count = 24) =>
      refusal(`date,${Array.from({ length: count }, (_, hour) => name(hour)).join(',')}`)
    const listing = (count: number) =>
      `${count} columns look like the hours of a day; one row for each hour was expected, so turn the columns into ` +
      'rows first.'
    for (const name of [
      (hour: number) => String(hour),
      (hour: number) => `h${hour}`,
      (hour: number) => `Hour_${hour}`,
      (hour: number) => `hour ${hour}`,
      (hour: number) => `${hour}:00`,
      (hour: number) => `${String(hour).padStart(2, '0')}.00`,
      (hour: number) => `${hour}h`,
      (hour: number) => ` ${hour} - ${hour + 1} `,
      (hour: number) => `${hour}-${hour + 1}`,
    ])
      expect([name(7), hours(name).endsWith(`. ${listing(24)}`)]).toEqual([name(7), true])
    expect(hours(String, 25)).toContain(listing(25))
    for (const words of [
      hours(String, 23),
      hours((hour) => `x${hour}`),
      hours((hour) => `${hour}x`),
      hours((hour) => `1${hour + 10}`),
      hours((hour) => `${hour}:30`),
    ])
      expect(words).toMatch(/say --lines passages\.$/)
  })

  test('that has two columns of one name, which would say nothing', () => {
    expect(refusal('ts,count,sensor, COUNT')).toBe(
      'FILE_COLUMNS_MISSING: a.csv has two columns named count (columns 2 and 4); rename the one that is not meant.',
    )
    expect(refusal('ts,ts,count')).toContain('two columns named ts (columns 1 and 2)')
    expect(refusal('ts,count,x,x')).toBe('taken')
  })

  test('that has a direction beside people out, or beside no count it could be of', () => {
    expect(refusal('ts,way,in,out', withColumns({ direction: ['way'] }))).toBe(
      'IMPORT_OPTION_INVALID: a.csv has the direction in way and a column of people out; one of the two was expected.',
    )
    expect(refusal('ts,way,fro', withColumns({ direction: ['way'] }))).toBe(
      'IMPORT_OPTION_INVALID: a.csv has the direction in way and no count of people it could be of; --map ins=... ' +
        'or --lines passages was expected.',
    )
    expect(refusal('ts,way,fro', withColumns({ direction: ['way'] }, { lines: 'passages' }))).toBe('taken')
  })
})

describe('the report says what is done with a column', () => {
  const uses = (files: readonly string[], preset = HOURLY, ignored: Readonly<Record<string, string>> = {}) =>
    columnUses(
      files.map((header) => columnsOf('a.csv', header.split(','), preset)),
      new Map(Object.entries(ignored)),
    ).map(({ column, use }) => `${column}: ${use}`)

  test('by its field', () => {
    expect(uses(['date,hour,sensor,modo,area,in,way,x,'], withColumns({ kind: ['modo'], direction: ['way'] }))).toEqual(
      [
        'date: date',
        'hour: hour',
        'sensor: place',
        'modo: kind of traffic',
        'area: area',
        'in: ins',
        'way: direction',
        'x: null',
        'column 9: null',
      ],
    )
    expect(uses(['ts,outs,visits'])).toEqual(['ts: time', 'outs: outs', 'visits: visits'])
  })

  test('over all files once, used where one of them uses it, and why it is not asked about', () => {
    expect(uses(['ts,in,X,y', 'y,Time,x,in,z'], withColumns({ time: ['ts', 'time'], sensor: ['x'] }))).toEqual([
      'ts: time',
      'in: ins',
      'x: place',
      'y: null',
      'Time: time',
      'z: null',
    ])
    expect(uses(['ts,in,X', 'TS,in,x'], HOURLY, { x: 'said so', in: 'no reason' })).toEqual([
      'TS: time',
      'in: ins',
      'X (said so): null',
    ])
  })
})
