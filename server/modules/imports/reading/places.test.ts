/** A file of places: which column names the places of the counts, and what it says of them. */
import { describe, expect, test } from 'vitest'
import { readCsv } from './csv.ts'
import { isPlaceFile, readPlaces } from './places.ts'
import { presetNamed, type Preset } from './preset.ts'

const HOURLY = presetNamed('hourly')
const read = (text: string, wanted: readonly string[], places?: Preset['places']) => {
  const { places: _, ...preset } = HOURLY
  const { infos, ...rest } = readPlaces('places.csv', readCsv(text, 'places.csv'), wanted, {
    ...preset,
    ...(places && { places }),
  })
  return { ...rest, infos: Object.fromEntries(infos) }
}
const refusal = (...args: Parameters<typeof read>) => {
  try {
    read(...args)
    return null
  } catch (error) {
    const { code, message, lines } = error as { code: string; message: string; lines: readonly string[] }
    return { text: `${code}: ${message}`, lines }
  }
}

describe('a file is one of places', () => {
  test.each(['id,name', 'id, Description ', 'TITLE', 'station,x', 'id,lat,lng', 'id,Latitude,Longitude', 'lat,lon'])(
    'that has the columns %s',
    (header) => {
      expect(isPlaceFile(header.split(','))).toBe(true)
    },
  )

  test.each([
    'id',
    'id,lat',
    'id,lng',
    'id,name,ts',
    'name, Date ',
    'lat,lng,HOUR',
    'name,DateTime',
    'name,Date_Time',
    '',
  ])('and not one that has the columns %j', (header) => {
    expect(isPlaceFile(header.split(','))).toBe(false)
  })
})

describe('the places of the counts', () => {
  test('are found by the column that fits most of them, under any header, without regard to case and blanks', () => {
    const text = 'n,code,name,lat,lng\n1,A,Sol,40.4,-3.7\n2,b ,Callao,,\n3,C,Gran Vía,91,181\n'
    expect(read(text, ['a', 'B', 'z'])).toEqual({
      file: 'places.csv',
      column: 'code',
      infos: {
        a: { name: 'Sol', lat: 40.4, lng: -3.7 },
        b: { name: 'Callao', lat: null, lng: null },
        c: { name: 'Gran Vía', lat: null, lng: null },
      },
      matched: 2,
      missing: ['z'],
      shared: [],
    })
    expect(read(text, ['1', '3']).column).toBe('n')
    expect(read(text, ['1', 'A']).column).toBe('n')
    expect(read(text, ['1', 'A', 'B']).column).toBe('code')
  })

  test('are found by the column of the format, as far as it knows one of them', () => {
    const text = 'n,code,name\n1,2,Sol\n2,1,Callao\n3,x,Gran Vía\n'
    expect(read(text, ['1', '2']).column).toBe('n')
    expect(read(text, ['1', '2'], { key: ['other', 'CODE'] })).toMatchObject({
      column: 'code',
      infos: { 1: { name: 'Callao' }, 2: { name: 'Sol' } },
    })
    expect(read(text, ['3'], { key: ['code'] }).column).toBe('n')
    expect(read(text, ['1'], { key: ['other'] }).column).toBe('n')
  })

  test('have the name that the format says, else that of a usual column, else their own', () => {
    const text = 'id,name,description,title,station\n1,A,B,C,D\n'
    const named = (header: string, places?: Preset['places']) =>
      read(text.replace('id,name,description,title,station', header), ['1'], places).infos[1]!.name
    expect([
      named('id,name,description,title,station', { name: ['x', 'TITLE'] }),
      named('id,name,description,title,station'),
      named('id,x,Description,title,station'),
      named('id,x,y,title,station'),
      named('id,x,y,z,Station'),
      named('id,x,y,z,w'),
    ]).toEqual(['C', 'A', 'B', 'C', 'D', '1'])
    expect(read('id,name\n1, \n2,  Gran   Vía\n', ['1', '2']).infos).toMatchObject({
      1: { name: '1' },
      2: { name: 'Gran Vía' },
    })
  })

  test('are where their columns say, in degrees', () => {
    const where = (lat: string, lng: string, header = 'lat,lng', places?: Preset['places']) => {
      const info = read(`id,name,${header}\n1,A,${lat},${lng}\n`, ['1'], places).infos[1]!
      return [info.lat, info.lng]
    }
    expect([
      where('40.4', '-3.7'),
      where('90', '180'),
      where('-90', '-180'),
      where('90.1', '180.1'),
      where('-90.1', '-180.1'),
      where('', ' '),
      where('0', '0'),
      where('north', 'Infinity'),
      where('1', '2', 'Latitude,Longitude'),
      where('1', '2', 'y,Lon'),
      where('1', '2', 'y,x', { lat: ['Y'], lng: ['X'] }),
    ]).toEqual([
      [40.4, -3.7],
      [90, 180],
      [-90, -180],
      [null, null],
      [null, null],
      [null, null],
      [0, 0],
      [null, null],
      [1, 2],
      [null, 2],
      [1, 2],
    ])
  })

  test('that have one name are reported, and those that the file does not have', () => {
    expect(read('id,name\n1,Sol\n2,Sol\n3,Sol\n4,Callao\n5,Opera\n6,Opera\n', ['1', '2', '4', '5', '9'])).toMatchObject(
      {
        matched: 4,
        missing: ['9'],
        shared: [{ name: 'Sol', places: ['1', '2'] }],
      },
    )
  })
})

describe('is refused', () => {
  test('a file that knows none of them, with some of them and its columns', () => {
    expect(refusal('id,name\n1,Sol\n', ['a', 'b', 'c', 'd'])?.text).toBe(
      'IMPORT_SENSORS_UNMATCHED: places.csv names none of the 4 places of the counts (such as a, b, c); it has the ' +
        'columns id, name. Nothing was loaded.',
    )
  })

  test('a file that says two things of one of them, with both lines; ten places are shown', () => {
    const two = (n: number) => Array.from({ length: n }, (_, i) => `${i + 1},Sol,x\n${i + 1},Callao,x\n`).join('')
    const all = (n: number) => Array.from({ length: n }, (_, i) => String(i + 1))
    expect(refusal(`id,name,z\n${two(1)}2,Opera,x\n`, ['1', '2'])).toEqual({
      text:
        'IMPORT_SENSORS_AMBIGUOUS: places.csv has several lines for 1 of the places; leave one line for each. ' +
        'Nothing was loaded.',
      lines: ['1: Sol (places.csv:2), Callao (places.csv:3)'],
    })
    expect(refusal(`id,name,z\n${two(12)}`, all(12))).toMatchObject({
      text: expect.stringContaining('several lines for 12 of the places'),
      lines: { length: 10 },
    })
    // Any other cell may differ as well.
    expect(refusal('id,name,z\n1,Sol,x\n1,Sol,y\n', ['1'])?.text).toContain('IMPORT_SENSORS_AMBIGUOUS')
  })

  test('but not one that says it twice, or two things of a place that no count is of', () => {
    expect(refusal('id,name\n1,Sol\n1,Sol\n', ['1'])).toBe(null)
    expect(refusal('id,name\n1,Sol\n2,A\n2,B\n', ['1'])).toBe(null)
  })
})
