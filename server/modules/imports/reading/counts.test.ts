import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ATOM_COLUMNS, NULL } from '../../../facts/columns.ts'
import { createQuarantine, type QuarantinedLine } from './quarantine.ts'
import { columnsOf } from './columns.ts'
import { createCountReader } from './counts.ts'
import { linesOf } from './reading.ts'
import { presetNamed, type Preset } from './preset.ts'
import { FLAG, isWholeDay, slotOf, type Stage } from './stage.ts'
import { createUnusedColumns } from './unused.ts'

const NOW_S = Date.UTC(2026, 10, 20, 12) / 1000
const HOURLY = presetNamed('hourly')
type Changes = Omit<Partial<Preset>, 'columns'> & { readonly columns?: Partial<Preset['columns']> }
const hourly = ({ columns, ...changes }: Changes = {}): Preset => ({
  ...HOURLY,
  ...changes,
  columns: { ...HOURLY.columns, ...columns },
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-counts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const columns = Array.from({ length: 5 + ATOM_COLUMNS.length }, () => new Int32Array(131_072))
/** A stage in memory. */
function memory() {
  const [lines, kept]: [number[][], QuarantinedLine[]] = [[], []]
  const writer: Stage['writer'] = (_, width) => {
    const rows = {
      columns: columns.slice(0, width),
      capacity: 131_072,
      length: 0,
      async flush() {
        for (let i = 0; i < rows.length; i += 1) lines.push(rows.columns.map((column) => column[i]!))
        rows.length = 0
      },
    }
    return rows
  }
  const stage: Pick<Stage, 'writer' | 'quarantine'> = { writer, quarantine: async (rows) => void kept.push(...rows) }
  return { lines, kept, stage: stage as Stage }
}

interface Options {
  readonly preset?: Preset
  readonly zone?: string
}
/** Files are read one after the other; a line of the stage as `hour place/area: counts`. */
async function read(texts: string | readonly string[], { preset = HOURLY, zone = 'Europe/Madrid' }: Options = {}) {
  const { lines, kept, stage } = memory()
  const quarantine = createQuarantine()
  const files = typeof texts === 'string' ? [texts] : texts
  const at = files.map((text) => columnsOf('a.csv', text.split('\n', 1)[0]!.split(','), preset))
  const progress: [number, number][] = []
  const reader = createCountReader({
    atoms: ATOM_COLUMNS.filter((atom) => at.some((one) => one.atoms.has(atom))),
    preset,
    zone,
    nowS: NOW_S,
    stage,
    quarantine,
    unused: createUnusedColumns(preset),
    onRead: (bytes, of) => progress.push([bytes, of]),
  })
  for (const [i, text] of files.entries()) {
    const path = join(folder, `${i}.csv`)
    writeFileSync(path, text)
    await reader.readFile(path, `${'abc'[i]}.csv`, at[i]!)
  }
  const reading = reader.reading()
  return {
    reading,
    progress: progress,
    kept,
    apart: kept.map(({ line, reason }) => `${line} ${reason}`),
    lines: lines.map(([hour = 0, stream = 0, , , , ...values]) => {
      const { place, area } = reading.streams[stream]!
      const slot = slotOf(hour)
      const day = new Date(slot.day * 86_400_000).toISOString().slice(0, 10)
      const where = [reading.places[place], reading.areas[area]].filter(Boolean).join('/')
      return (
        `${day}${isWholeDay(hour) ? '' : `T${String(slot.hour).padStart(2, '0')}`} ${where}: ` +
        values.map((value) => (value === NULL ? '-' : value)).join(' ')
      )
    }),
    seconds: lines.map(([, , second]) => second),
    flags: lines.map(([, , , flags]) => flags),
    numbers: lines.map(([, , , , line]) => line!),
  }
}
const GOOD = Array.from({ length: 60 }, (_, i) => `2025-08-${String(1 + (i % 28)).padStart(2, '0')}T12:00,Sol,1`)
/** Why one line is not taken, among sixty that are. */
const reasonOf = async (cells: string, preset = HOURLY, header = 'ts,sensor,ins', good = GOOD, zone?: string) => {
  const { apart } = await read([header, ...good, cells, ''].join('\n'), { preset, ...(zone !== undefined && { zone }) })
  return apart.map((line) => line.split(' ')[1]).join() || 'taken'
}

describe('a line', () => {
  test('has an hour, a place, a counter of it, and its counts', async () => {
    const { lines, reading, apart } = await read(
      'ts,sensor,area,direction,outs,ins\n2025-09-01T10:00,Sol,North,up,3,4\n2025-09-01T11:00, SOL , north,UP ' +
        ',,5\n2025-09-01T10:00,Callao,,,0,\n2025-09-01T10:00,Sol,north,,1,2\n',
    )
    expect(lines).toEqual([
      '2025-09-01T10 Sol/North up: 4 3',
      '2025-09-01T11 Sol/North up: 5 -',
      '2025-09-01T10 Callao: - 0',
      '2025-09-01T10 Sol/north: 2 1',
    ])
    expect(reading).toMatchObject({
      places: ['Sol', 'Callao'],
      areas: ['North up', '', 'north'],
      streams: [
        { place: 0, area: 0 },
        { place: 1, area: 1 },
        { place: 0, area: 2 },
      ],
      atoms: ['ins', 'outs'],
      zone: 'Europe/Madrid',
      lines: 4,
      sums: [11, 4],
      renamed: 1,
      skipped: 0,
      hasWholeDays: false,
      hasFullScale: false,
    })
    expect(apart).toEqual([])
  })

  test('is of the only place of a file without a column of places', async () => {
    expect(await read('ts,ins\n2025-09-01T10:00,4\n2025-09-01T11:00,5\n')).toMatchObject({
      lines: ['2025-09-01T10 all: 4', '2025-09-01T11 all: 5'],
      reading: { places: ['all'], areas: [''], renamed: 0 },
    })
  })

  test('has its hour beside its date, or none: then it is a whole day', async () => {
    expect((await read('date,hour,ins\n2025-09-01,7,4\n2025-09-01, 23:00 ,5\n2025-09-01,24,6\n')).lines).toEqual([
      '2025-09-01T07 all: 4',
      '2025-09-01T23 all: 5',
      '2025-09-02T00 all: 6',
    ])
    // A time of day that the date has goes before the other column.
    expect((await read('date,hour,ins\n2025-09-01T10:00,7,4\n')).lines).toEqual(['2025-09-01T10 all: 4'])
    const days = await read('date,hour,ins\n2025-09-01,,4\n2025-09-02, ,5\n')
    expect([days.lines, days.reading.hasWholeDays, [...days.reading.seconds]]).toEqual([
      ['2025-09-01 all: 4', '2025-09-02 all: 5'],
      true,
      [],
    ])
    expect((await read('ts,ins\n2025-09-01T10:30Z,4\n', { preset: hourly({ lines: 'daily' }) })).lines).toEqual([
      '2025-09-01 all: 4',
    ])
  })

  test('has the second of its hour, in the clock of the place', async () => {
    const { seconds, reading } = await read(
      'ts,ins\n2025-09-01T10:00,1\n2025-09-01T10:15:30,1\n2025-09-01T10:59:59,1\n2025-09-01T10:15:30,1\n',
    )
    expect([seconds, [...reading.seconds]]).toEqual([
      [0, 930, 3599, 930],
      [0, 930, 3599],
    ])
    const india = await read('ts,ins\n2025-09-01T10:00:05Z,1\n2025-09-01T10:00+05:30,1\n', { zone: 'Asia/Kolkata' })
    expect([india.seconds, india.lines]).toEqual([
      [1805, 0],
      ['2025-09-01T15 all: 1', '2025-09-01T10 all: 1'],
    ])
    expect((await read('ts,ins\n2025-09-01T10:07,1\n', { zone: 'Asia/Kolkata' })).seconds).toEqual([420])
  })

  test('knows its number over all files, each of which knows its own', async () => {
    const { numbers, reading, progress } = await read([
      'ts,ins\n2025-09-01T10:00,1\n\n2025-09-01T11:00,1\n',
      'ts,sensor,ins\n2025-09-01T10:00,Sol,1\n',
      'ts,visits\n2025-09-01T10:00,7\n',
    ])
    expect(numbers).toEqual([2, 4, 6, 8])
    expect(numbers.map(reading.lineAt)).toEqual([
      { file: 'a.csv', line: 2 },
      { file: 'a.csv', line: 4 },
      { file: 'b.csv', line: 2 },
      { file: 'c.csv', line: 2 },
    ])
    expect([reading.lines, reading.atoms, reading.sums]).toEqual([4, ['ins', 'visits'], [3, 7]])
    expect(progress.at(-1)).toEqual(['ts,visits\n2025-09-01T10:00,7\n'.length, 3])
    expect(linesOf([{ file: 'a.csv', base: 0 }])(0)).toEqual({ file: 'a.csv', line: 0 })
  })

  test('of empty cells is none', async () => {
    const { lines, reading, apart } = await read('ts,ins\n,\n \t , \n2025-09-01T10:00,1\n')
    expect([lines.length, reading.lines, apart]).toEqual([1, 1, []])
  })
})

describe('a line is quarantined', () => {
  test.each<[string, string, Changes, string]>([
    ['that has fewer cells than it needs', '2025-09-01T10:00,Sol', {}, 'CELLS_MISSING'],
    ['with an invalid time', 'soon,Sol,1', {}, 'TIME_UNREADABLE'],
    ['without an hour among hours', '2025-09-01,Sol,1', {}, 'HOUR_MISSING'],
    ['without a place', '2025-09-01T10:00, ,1', {}, 'SENSOR_MISSING'],
    ['with an invalid count', '2025-09-01T10:00,Sol,x', {}, 'COUNT_UNREADABLE'],
    ['of a negative number of people', '2025-09-01T10:00,Sol,-1', {}, 'NEGATIVE'],
    ['of more than an hour can have', '2025-09-01T10:00,Sol,200001', {}, 'ABSURD'],
    ['of as many as an hour can have', '2025-09-01T10:00,Sol,200000', {}, 'taken'],
    ['of tomorrow', '2026-11-21T13:00,Sol,1', {}, 'taken'],
    ['of the day after tomorrow', '2026-11-22T14:00,Sol,1', {}, 'FUTURE'],
    ['of before 2001', '2000-12-31T22:00,Sol,1', {}, 'TOO_OLD'],
    ['in an hour that was skipped', '2025-03-30T02:30,Sol,1', {}, 'taken'],
    [
      'in an hour that was skipped, when it may not be',
      '2025-03-30T02:30,Sol,1',
      { skippedHour: 'quarantine' },
      'TIME_SKIPPED',
    ],
    ['in an hour that comes twice', '2025-10-26T02:30,Sol,1', { skippedHour: 'quarantine' }, 'taken'],
    ['with another offset than the zone has', '2025-09-01T10:00+05:00,Sol,1', {}, 'OFFSET_WRONG'],
    ['with that offset, when it is trusted', '2025-09-01T10:00+05:00,Sol,1', { offsets: 'trust' }, 'taken'],
    ['with that offset, when it says nothing', '2025-09-01T10:00+05:00,Sol,1', { offsets: 'ignore' }, 'taken'],
    ['with the offset of the zone', '2025-09-01T10:00+02:00,Sol,1', {}, 'taken'],
    ['with a count marked as unknown', '2025-09-01T10:00,Sol,NA', {}, 'taken'],
  ])('%s', async (_, cells, changes, reason) => {
    expect(await reasonOf(cells, hourly(changes))).toBe(reason)
  })

  test('with an hour among whole days, and with no hour of the day', async () => {
    const days = GOOD.map((line) => line.replace('T12:00', ','))
    expect(await reasonOf('2025-09-01,7,Sol,1', HOURLY, 'date,hour,sensor,ins', days)).toBe('HOUR_UNEXPECTED')
    const hours = GOOD.map((line) => line.replace('T12:00', ',12'))
    expect(await reasonOf('2025-09-01,x,Sol,1', HOURLY, 'date,hour,sensor,ins', hours)).toBe('TIME_UNREADABLE')
    expect(await reasonOf('2025-09-01,,Sol,1', HOURLY, 'date,hour,sensor,ins', hours)).toBe('HOUR_MISSING')
    expect(await reasonOf('2025-09-01T10:00,Sol,1', hourly({ lines: 'daily' }))).toBe('taken')
  })

  test('of a day with more than its hours can have', async () => {
    const days = GOOD.map((line) => line.replace('T12:00', ''))
    const of = (cells: string) => reasonOf(cells, HOURLY, 'ts,sensor,ins', days)
    expect([await of('2025-09-01,Sol,4800000'), await of('2025-09-01,Sol,4800001')]).toEqual(['taken', 'ABSURD'])
  })

  test('of amounts and seconds that cannot be', async () => {
    const preset = hourly({ columns: { atoms: { sales: ['sales'], insTimeS: ['stay'], visitTimeS: ['visit'] } } })
    const good = GOOD.map((line) => `${line},1,1`)
    const of = (cells: string) => reasonOf(`2025-09-01T10:00,Sol,${cells}`, preset, 'ts,sensor,sales,stay,visit', good)
    expect([
      await of('20000000,2000000000,2000000000'),
      await of('20000000.01,1,1'),
      await of('1,2000000001,1'),
      await of('1,1,2000000001'),
      await of('4 euro,1,1'),
      await of('-0.01,1,1'),
      await of(',,'),
    ]).toEqual([
      'COUNT_UNREADABLE',
      'ABSURD',
      'COUNT_UNREADABLE',
      'COUNT_UNREADABLE',
      'COUNT_UNREADABLE',
      'NEGATIVE',
      'taken',
    ])
  })

  test('that is a ticket without an amount', async () => {
    const preset = hourly({ each: 'tickets', lines: 'passages', columns: { atoms: { sales: ['sales'] } } })
    const of = (amount: string) => reasonOf(`2025-09-01T10:00,Sol,${amount}`, preset, 'ts,sensor,sales')
    expect([await of('0'), await of('0.00'), await of('0.01'), await of('')]).toEqual([
      'TICKET_EMPTY',
      'TICKET_EMPTY',
      'taken',
      'taken',
    ])
    expect(
      await reasonOf('2025-09-01T10:00,Sol,0', hourly({ columns: { atoms: { sales: ['sales'] } } }), 'ts,sensor,sales'),
    ).toBe('taken')
    const { lines, reading } = await read('ts,sensor,sales\n2025-09-01T10:00,Sol,12.50\n', { preset })
    expect([lines, reading.atoms]).toEqual([['2025-09-01T10 Sol: 1 1250'], ['tickets', 'sales']])
  })

  test('with all its cells, forty of them, each with two hundred letters', async () => {
    const header = ['ts', 'ins', '', ...Array.from({ length: 50 }, (_, i) => `c${i}`)].join(',')
    const { kept } = await read(
      [
        header,
        ...GOOD.map((line) => line.replace('Sol,', '')),
        `soon,1,x,${'y'.repeat(300)},${'z,'.repeat(48)}z`,
        '',
      ].join('\n'),
    )
    expect(kept).toMatchObject([{ file: 'a.csv', line: 62, cells: { ts: 'soon', c0: 'y'.repeat(200) } }])
    expect(Object.keys(kept[0]!.cells)).toEqual([
      'ts',
      'ins',
      'column 3',
      ...Array.from({ length: 37 }, (_, i) => `c${i}`),
    ])
  })
})

describe('in and out', () => {
  const lines = 'ts,way,ins\n2025-09-01T10:00,in,4\n2025-09-01T11:00,out,5\n'
  const columns = { direction: ['way'], atoms: { ins: ['ins'] } }

  test('a count is of its direction, and has no value for the other', async () => {
    expect((await read(lines, { preset: hourly({ columns }) })).lines).toEqual([
      '2025-09-01T10 all: 4 -',
      '2025-09-01T11 all: - 5',
    ])
    const { lines: turned, reading } = await read(lines, { preset: hourly({ columns, directions: 'swapped' }) })
    expect([turned, reading.sums]).toEqual([
      ['2025-09-01T10 all: - 4', '2025-09-01T11 all: 5 -'],
      [5, 4],
    ])
    expect((await read(lines, { preset: hourly({ columns, directions: 'asWritten' }) })).lines[0]).toBe(
      '2025-09-01T10 all: 4 -',
    )
  })

  test('a passage of one direction is none of the other', async () => {
    const preset = hourly({ columns, lines: 'passages' })
    expect((await read(lines.replaceAll(/,(ins|\d)\n/g, '\n'), { preset })).lines).toEqual([
      '2025-09-01T10 all: 1 0',
      '2025-09-01T11 all: 0 1',
    ])
    expect((await read(lines, { preset })).lines).toEqual(['2025-09-01T10 all: 4 0', '2025-09-01T11 all: 0 5'])
  })

  test('another word is a line that is not taken', async () => {
    expect(
      await reasonOf(
        '2025-09-01T10:00,up,1',
        hourly({ columns }),
        'ts,way,ins',
        GOOD.map((line) => line.replace('Sol', 'in')),
      ),
    ).toBe('DIRECTION_UNKNOWN')
  })
})

describe('places and counters', () => {
  test('that are left out are counted by themselves, with any content', async () => {
    const preset = hourly({ skips: ['sol ', 'unknown'] })
    const { reading, lines, apart } = await read(
      'ts,sensor,ins\n2025-09-01T10:00,Sol,4\n2025-09-01T11:00,SOL,x\n2025-09-01T11:00,Callao,7\n',
      { preset },
    )
    expect([lines, apart]).toEqual([['2025-09-01T11 Callao: 7'], []])
    expect(reading).toMatchObject({ lines: 1, skipped: 2, skippedPlaces: [[0, 2]], sums: [7] })
    const none = await read('ts,sensor,ins\n2025-09-01T10:00,Sol,4\n', { preset })
    expect(none.reading).toMatchObject({ lines: 0, skipped: 1 })
  })

  test('have their new name, and lines with an old name or spelling are reported', async () => {
    const { reading } = await read(
      'ts,sensor,ins\n2025-09-01T10:00,Puerta,4\n2025-09-01T11:00,PUERTA,4\n2025-09-01T12:00,Sol,4\n2025-09-01T13:00,sol,4\n',
      { preset: hourly({ renames: { puerta: 'Sol' } }) },
    )
    expect([reading.places, reading.renamed]).toEqual([['Sol'], 3])
  })

  test('say what they count where a column or the format does', async () => {
    const kinds = async (cells: readonly string[], changes: Changes = {}) =>
      (
        await read(`ts,modo,ins\n${cells.map((cell, i) => `2025-09-01T1${i}:00,${cell},1`).join('\n')}\n`, {
          preset: hourly({ columns: { kind: ['modo'] }, ...changes }),
        })
      ).reading.kinds
    expect(await kinds(['Ped', 'bikes', 'coche', 'scooter', ''])).toEqual(['people', 'bicycle', 'car', 'other', null])
    expect(await kinds(['Ped', ''], { traffic: 'bicycle' })).toEqual(['people', 'bicycle'])
    expect((await read('ts,area,ins\n2025-09-01T10:00,ped,1\n')).reading.kinds).toEqual([null])
  })

  test('are a hundred thousand at most: more are another column', async () => {
    const most = `ts,sensor,ins\n${Array.from({ length: 100_000 }, (_, i) => `2025-09-01T10:00,${i},1\n`).join('')}`
    // The first file has as many as there may be; the second one has one of them, and one more.
    await expect(read([most, 'ts,sensor,ins\n2025-09-01T11:00,7,1\n2025-09-01T11:00,Sol,1\n'])).rejects.toMatchObject({
      code: 'FILE_COLUMNS_MISSING',
      message:
        'b.csv has more than 100000 different places in the column sensor; another column was expected. Name it ' +
        'with --map sensor=...',
    })
  })
})

test('a count at the full scale of a counter is noticed in an hour, not in a day', async () => {
  const has = async (text: string, preset = HOURLY) => (await read(text, { preset })).reading.hasFullScale
  expect([
    await has('ts,ins\n2025-09-01T10:00,4095\n'),
    await has('ts,ins\n2025-09-01T10:00,4094\n'),
    await has('ts,ins\n2025-09-01,4095\n'),
    await has('ts,ins\n2025-09-01T10:00,4095\n', hourly({ fullScale: [] })),
    await has('ts,ins,outs\n2025-09-01T10:00,1,8191\n'),
  ]).toEqual([true, false, false, false, true])
})

test('a line of the second pass of an hour, of one that comes twice and of one that was skipped says so', async () => {
  const { flags } = await read(
    'ts,ins\n2025-10-26T02:00,1\n2025-10-26T02:00+02:00,1\n2025-10-26T02:00+01:00,1\n2025-03-30T02:00,1\n2025-09-01T02:00,1\n',
  )
  expect(flags).toEqual([FLAG.repeated, 0, FLAG.secondPass, FLAG.skipped, 0])
})

test('times marked as UTC that skip the hour that the clocks skip are refused, unless confirmed', async () => {
  const text = 'ts,ins\n2025-03-30T01:00Z,1\n2025-03-30T03:00Z,1\n'
  await expect(read(text)).rejects.toMatchObject({ code: 'FILE_OFFSETS_WRONG' })
  expect((await read(text, { preset: hourly({ offsets: 'trust' }) })).lines[1]).toBe('2025-03-30T05 all: 1')
  expect((await read(text, { preset: hourly({ offsets: 'ignore' }) })).lines[1]).toBe('2025-03-30T03 all: 1')
  expect((await read(text.replaceAll('Z', ''))).lines[1]).toBe('2025-03-30T03 all: 1')
})
