/** Columns that an import does not use and that look like places are asked about: their counts would be lost. */
import { describe, expect, test } from 'vitest'
import { columnsOf } from './columns.ts'
import type { ImportError } from './import-error.ts'
import { presetNamed, type Preset } from './preset.ts'
import { splitRows } from './rows.ts'
import { createUnusedColumns } from './unused.ts'

const HOURLY = presetNamed('hourly')
/** Files with a time, a count, and other columns; each cell of the first of them is the place when it is the sensor. */
function watched(
  texts: readonly string[],
  { preset = HOURLY, places: named = ['Sol', 'Callao'] }: { preset?: Preset; places?: readonly string[] } = {},
) {
  const unused = createUnusedColumns(preset)
  const hasPlaces = texts.some((text) => text.startsWith('sensor'))
  const places = hasPlaces ? named : ['all']
  for (const text of texts) {
    const bytes = Buffer.from(text)
    const header = text.split('\n')[0]!.split(',')
    const watch = unused.watch(columnsOf('a.csv', header, preset))
    splitRows(bytes, 'a.csv', (row) => {
      if (row.line === 1) return
      const place = places.indexOf(row.buffer.toString('utf8', row.starts[0], row.ends[0]))
      watch(row, hasPlaces ? place : 0)
    })
  }
  const files = texts.map((_, i) => `${'abc'[i]}.csv`)
  return {
    refused: refusalOf(() => unused.refuse(files, places, hasPlaces)),
    reasons: Object.fromEntries(unused.reasons(places, hasPlaces)),
  }
}
function refusalOf(run: () => void): ImportError | null {
  try {
    run()
    return null
  } catch (error) {
    return error as ImportError
  }
}
/** A column of these cells, over and over, beside the time and the count of one place. */
const column = (name: string, cells: readonly string[], lines = 12) => {
  const rows = Array.from({ length: lines }, (_, i) => `2025-09-01T10:00,4,${cells[i % cells.length]}`)
  return `ts,count,${name}\n${rows.join('\n')}\n`
}
const isQuestioned = (name: string, cells: readonly string[], lines?: number) =>
  watched([column(name, cells, lines)]).refused !== null

describe('a column of a file without places looks like places', () => {
  test('when few texts repeat: each twice at least on the average, and two of them', () => {
    expect(isQuestioned('x', ['north', 'south'], 4)).toBe(true)
    expect(isQuestioned('x', ['north', 'south'], 3)).toBe(false)
    expect(isQuestioned('x', ['north'], 12)).toBe(false)
    expect(isQuestioned('x', ['north', 'south', ''], 12)).toBe(true)
  })

  test.each<[string, readonly string[]]>([
    ['a number', ['1', '2.5', '-1.5', '1 000', '1e5', '-2E-3', '3e+7']],
    ['an hour', ['7h', '8 hs', '7am', '8pm']],
    ['a share or a temperature', ['9%', '21°C', '-3°C']],
    ['a date', ['2025-09-01', '01/02/2025']],
    ['a day', ['Monday', 'martes', 'quarta-feira', 'úterý', 'dijous', 'venerdì', 'samedi', 'Sonntag', 'sam.', 'Sa']],
    ['a month', ['January', 'febrero', 'abril', 'mai', 'červen', 'setembre', 'ottobre', 'März', 'nov.', 'nov']],
    ['yes or no', 'true,false,Yes,no,Y,n,T,F,si,SÍ,sim,não,ano,ne,oui,non,ja,nein'.split(',')],
    ['a half of a day', ['AM', 'pm']],
  ])('but %s is the name of none', (_, words) => {
    for (const word of words) {
      // Two names are needed: this word is the second one only if it is one.
      expect([word, isQuestioned('x', [word, 'north'])]).toEqual([word, false])
      expect([word, isQuestioned('x', [`${word}z`, 'north'])]).toEqual([word, true])
    }
  })

  test('when two of its texts are names, and more than half of them', () => {
    expect(isQuestioned('x', ['1', '2', '3', 'north'], 40)).toBe(false)
    expect(isQuestioned('x', ['1', '2', ' ', 'north'], 40)).toBe(false)
    expect(isQuestioned('x', [' ', 'north', 'south', '1'], 40)).toBe(true)
    expect(isQuestioned('x', ['in', 'out', ' '], 40)).toBe(true)
  })

  test('when more than half of its texts are names, or numbers below a name of numbers', () => {
    expect(isQuestioned('x', ['1', 'north', 'south'])).toBe(true)
    expect(isQuestioned('x', ['1', '2', 'north', 'south'])).toBe(false)
    expect(isQuestioned('x', ['A1', 'B2'])).toBe(true)
    expect(isQuestioned('x', ['1', '2'])).toBe(false)
    for (const name of ['id', 'door', 'camera_id', 'Station Nr', 'x-code', ' device ', 'MAC', 'serial'])
      expect([name, isQuestioned(name, ['1', '2'])]).toEqual([name, true])
    expect([isQuestioned('idea', ['1', '2']), isQuestioned('grid', ['1', '2'])]).toEqual([false, false])
  })

  test('when it says in and out, also where one of these words is a month', () => {
    expect(isQuestioned('x', ['in', 'out'])).toBe(true)
    expect(isQuestioned('x', ['ent', 'out'])).toBe(false)
  })

  test('unless it is used, or said not to matter', () => {
    const text = column('modo', ['north', 'south'])
    expect(watched([text], { preset: { ...HOURLY, ignore: ['MODO '] } }).refused).toBe(null)
    expect(watched([text], { preset: { ...HOURLY, ignore: ['other'] } }).refused?.code).toBe('FILE_COLUMN_UNUSED')
    for (const columns of [{ kind: ['modo'] }, { area: [['modo']] }, { sensor: ['modo'] }])
      expect(watched([text], { preset: { ...HOURLY, columns: { ...HOURLY.columns, ...columns } } }).refused).toBe(null)
    const direction = { ...HOURLY, columns: { ...HOURLY.columns, direction: ['modo'] } }
    expect(watched([column('modo', ['in', 'out'])], { preset: direction }).refused).toBe(null)
    expect(isQuestioned('tickets', ['north', 'south'])).toBe(false)
    expect(isQuestioned('hour', ['north', 'south'])).toBe(false)
  })

  test('unless it has more than two thousand texts', () => {
    const texts = (n: number) => Array.from({ length: n }, (_, i) => `n${i}`)
    expect(isQuestioned('x', texts(2000), 6000)).toBe(true)
    expect(isQuestioned('x', texts(2001), 6000)).toBe(false)
  })

  test('over all files together', () => {
    const files = [column('x', ['north'], 3), column('X', ['south'], 3)]
    expect(watched(files.slice(0, 1)).refused).toBe(null)
    expect(watched(files).refused?.message).toMatch(/^2 files have the column x, whose few texts/)
    // Lines that have fewer cells have no value for it.
    expect(watched([`${column('x', ['north'], 3)}2025-09-01T10:00,4\n`]).refused).toBe(null)
  })
})

describe('the question', () => {
  test('names the column, what it has, and what can be said of it', () => {
    expect(watched([column('modo', ['north', 'south', 'a', 'b', 'c', 'd'], 24)]).refused).toMatchObject({
      code: 'FILE_COLUMN_UNUSED',
      message:
        'a.csv has the column modo, whose few texts repeat over the lines as places do, and nothing uses it. Say ' +
        '--map sensor=modo when it tells places apart, or --ignore modo when it does not matter. Nothing was loaded.',
      lines: ['modo (6): north, south, a, b, c; all: north, south'],
    })
    const long = column('x', ['n'.repeat(300), 'south'])
    expect(watched([long]).refused!.lines[0]).toHaveLength(300)
    expect(watched([column('', ['north', 'south'])]).refused!.message).toContain('has the column column 3, whose')
  })

  test('says that a column of in and out may be the direction', () => {
    const text = column('z,modo', ['north,in', 'south,out'])
    expect(watched([text]).refused!.message).toContain(
      'has the column z, modo, whose few texts repeat over the lines as places do, and nothing uses it. Say --map ' +
        'direction=modo when it says in or out, --map sensor=z when',
    )
  })
})

describe('beside a column of places', () => {
  const text = (cells: readonly (readonly [place: string, cell: string])[]) =>
    `sensor,ts,count,x\n${cells.map(([place, cell]) => `${place},2025-09-01T10:00,4,${cell}`).join('\n')}\n`

  test('a column is asked about when one place has two texts: it may distinguish its counters', () => {
    const { refused, reasons } = watched([
      text([
        ['Sol', 'north'],
        ['Sol', 'north'],
        ['Callao', 'north'],
        ['Callao', 'south'],
        ['Callao', 'west'],
        ['Sol', 'south'],
      ]),
    ])
    expect(refused).toMatchObject({
      message:
        'a.csv has the column x, whose few texts repeat over the lines as places do, and nothing uses it. Say --map ' +
        'area=x when it tells the counters of a place apart, or --ignore x when it does not matter. Nothing was ' +
        'loaded.',
      lines: ['x (3): north, south, west; Callao: north, south'],
    })
    expect(reasons).toEqual({})
  })

  test('and not when each place has one text, which the report says', () => {
    const one = text([
      ['Sol', 'north'],
      ['Callao', 'south'],
      ['Sol', 'north'],
      ['Callao', 'south'],
    ])
    expect(watched([one])).toEqual({ refused: null, reasons: { x: 'the same for each place' } })
    const numbers = text([
      ['Sol', '1'],
      ['Callao', '2'],
      ['Sol', '1'],
      ['Callao', '2'],
    ])
    expect(watched([numbers])).toEqual({ refused: null, reasons: {} })
  })

  test('of places there may be thousands', () => {
    const places = Array.from({ length: 3000 }, (_, i) => `p${i}`)
    const cells = (changed: number) =>
      text([...places, ...places].map((place, i) => [place, i === changed ? 'west' : i % 2 === 0 ? 'north' : 'south']))
    expect(watched([cells(-1)], { places })).toEqual({ refused: null, reasons: { x: 'the same for each place' } })
    expect(watched([cells(5500)], { places }).refused?.lines).toEqual(['x (3): north, south, west; p2500: north, west'])
  })
})
