import { describe, expect, test } from 'vitest'
import { createClock } from '../clock.ts'
import { createNames } from '../names.ts'
import { createLineReader, FIELDS, monthOf, PLACE_KEYS, type FigureField, type LineContext } from './kinds.ts'

const NOW_S = Date.UTC(2026, 10, 20, 12) / 1000
type Cells = { readonly [field in FigureField]?: string }

function reader(kind: 'flows' | 'profile' | 'monthly', changes: Partial<LineContext> = {}) {
  const names: [number, string][] = []
  const context = {
    clock: createClock('Europe/Madrid', NOW_S),
    places: createNames(),
    items: createNames(),
    dateOrder: 'dmy' as const,
    month: 2026 * 12 + 10,
    isRest: (item: string) => item === 'other',
    onName: (place: number, name: string) => names.push([place, name]),
    ...changes,
  }
  const read = createLineReader(kind, context)
  return { read: (cells: Cells) => read((field) => cells[field] ?? ''), names, context }
}

test('of each kind the columns that a file needs, those it may have, and those that are figures', () => {
  expect(FIELDS).toEqual({
    flows: { needs: ['time', 'origin', 'destination', 'trips'], may: ['hour'], values: ['trips'], most: 200_000 },
    profile: {
      needs: ['sensor', 'slotStart', 'slotEnd', 'boardings', 'alightings'],
      may: ['placeName'],
      values: ['boardings', 'alightings'],
      most: 200_000,
    },
    monthly: { needs: ['month', 'figure'], may: ['sensor', 'item'], values: ['figure'], most: 1_000_000_000 },
  })
  expect(PLACE_KEYS).toEqual({ flows: 2, profile: 1, monthly: 0 })
})

describe('a trip', () => {
  const trip = (cells: Cells, changes: Partial<LineContext> = {}) =>
    reader('flows', changes).read({ origin: 'A', destination: 'B', ...cells })
  const day = (iso: string) => Date.parse(iso) / 86_400_000

  test('has its two places, its day and the hour of its begin', () => {
    const { read, context } = reader('flows')
    expect([
      read({ origin: 'A', destination: 'B', time: '2025-08-01', hour: '7' }),
      read({ origin: 'B', destination: 'b ', time: '2025-08-01 08:59' }),
      read({ origin: 'C', destination: 'A', time: '1/8/2025', hour: '07:30' }),
      read({ origin: 'A', destination: 'B', time: '2025-08-01T05:00Z', hour: '9' }),
    ]).toEqual([
      [0, 1, day('2025-08-01'), 7, 0],
      [1, 1, day('2025-08-01'), 8, 0],
      [2, 0, day('2025-08-01'), 7, 0],
      [0, 1, day('2025-08-01'), 7, 0],
    ])
    expect(context.places.list).toEqual(['A', 'B', 'C'])
    expect(trip({ time: '1/8/2025', hour: '7' }, { dateOrder: 'mdy' })).toEqual([0, 1, day('2025-01-08'), 7, 0])
  })

  test.each<[string, Cells, string]>([
    ['without a begin', { origin: '', time: '2025-08-01', hour: '7' }, 'SENSOR_MISSING'],
    ['without an end', { destination: '', time: '2025-08-01', hour: '7' }, 'SENSOR_MISSING'],
    ['on no day', { time: 'soon', hour: '7' }, 'TIME_UNREADABLE'],
    ['on a day without an hour', { time: '2025-08-01' }, 'HOUR_MISSING'],
    ['at no hour', { time: '2025-08-01', hour: 'x' }, 'TIME_UNREADABLE'],
    ['that has not been', { time: '2027-08-01', hour: '7' }, 'FUTURE'],
    ['before 2001', { time: '1999-08-01', hour: '7' }, 'TOO_OLD'],
    ['in an hour that the clocks skip', { time: '2025-03-30', hour: '2' }, 'TIME_SKIPPED'],
  ])('%s is quarantined', (_, cells, reason) => {
    expect([trip(cells), trip(cells)]).toEqual([reason, reason])
  })

  test('in an hour that comes twice is of its second pass when it is the second of its places, or says so', () => {
    const { read } = reader('flows')
    const fold = (cells: Cells) => (read({ time: '2025-10-26', hour: '2', ...cells }) as readonly number[])[4]
    expect([
      fold({ origin: 'A', destination: 'B' }),
      fold({ origin: 'B', destination: 'A' }),
      fold({ origin: 'A', destination: 'B' }),
      fold({ origin: 'A', destination: 'A' }),
      fold({ origin: 'A', destination: 'B', hour: '3' }),
      fold({ origin: 'A', destination: 'B', hour: '3' }),
      fold({ origin: 'A', destination: 'C', time: '2025-10-26T00:00Z' }),
      fold({ origin: 'A', destination: 'C', time: '2025-10-26T01:00Z' }),
      fold({ origin: 'A', destination: 'C', time: '2025-10-26T02:00Z' }),
    ]).toEqual([0, 0, 1, 0, 0, 0, 0, 1, 0])
  })
})

describe('a slot of an average day', () => {
  const slot = (slotStart: string, slotEnd: string, sensor = 'A') =>
    reader('profile').read({ sensor, slotStart, slotEnd })

  test.each<[string, string, number, number]>([
    ['05:00', '05:30', 300, 30],
    ['5:00', '6:00:00', 300, 60],
    ['00:00', '04:00', 0, 240],
    ['23:30', '00:00', 1410, 30],
    ['23:30', '24:00', 1410, 30],
    ['23:00', '01:00', 1380, 120],
    ['22:00', '02:00', 1320, 240],
  ])('from %s to %s', (start, end, minute, minutes) => {
    expect(slot(start, end)).toEqual([0, minute, minutes, 0, 0])
  })

  test.each([
    ['00:00', '04:01'],
    ['10:00', '09:59'],
    ['10:00', '10:00'],
    ['24:00', '01:00'],
    ['24:01', '01:00'],
    ['23:00', '24:30'],
    ['05:60', '06:00'],
    ['05:00', '05:60'],
    ['05:00:30', '06:00'],
    ['5', '6'],
    ['', '06:00'],
    ['05:00', ''],
    ['x05:00', '06:00'],
    ['05:00x', '06:00'],
  ])('from %j to %j is none', (start, end) => {
    expect(slot(start, end)).toBe('TIME_UNREADABLE')
  })

  test('is of a place, which a line may name', () => {
    expect(slot('05:00', '05:30', '')).toBe('SENSOR_MISSING')
    const { read, names, context } = reader('profile')
    read({ sensor: '1', slotStart: '05:00', slotEnd: '05:30', placeName: 'Calafell' })
    read({ sensor: '2', slotStart: '05:00', slotEnd: '05:30' })
    read({ sensor: '3', slotStart: 'x', slotEnd: '05:30', placeName: 'Lost' })
    expect([names, context.places.list]).toEqual([[[0, 'Calafell']], ['1', '2']])
  })
})

describe('a figure of a month', () => {
  const figure = (month: string, cells: Cells = {}) => reader('monthly').read({ month, ...cells })

  test('has its place, its item and its month or quarter; what is not named is an item without a name', () => {
    const { read, context } = reader('monthly')
    expect([
      read({ month: '2024-03', sensor: 'ES', item: 'Seat' }),
      read({ month: '2024-Q1', sensor: 'ES', item: 'other' }),
      read({ month: '03/2024' }),
    ]).toEqual([
      [0, 0, 2024 * 12 + 2, 1, 0],
      [0, 1, 2024 * 12, 3, 0],
      [1, 1, 2024 * 12 + 2, 1, 0],
    ])
    expect([context.places.list, context.items.list]).toEqual([
      ['ES', ''],
      ['Seat', ''],
    ])
  })

  test('is of this month at the latest, and of 2001 at the earliest', () => {
    expect([figure('2026-11'), figure('2026-12'), figure('2001-01'), figure('2000-12')]).toEqual([
      [0, 0, 2026 * 12 + 10, 1, 0],
      'FUTURE',
      [0, 0, 2001 * 12, 1, 0],
      'TOO_OLD',
    ])
    expect(figure('soon')).toBe('TIME_UNREADABLE')
  })
})

describe('a month', () => {
  test.each<[string, number, number]>([
    ['2024-03', 2, 1],
    ['2024/3', 2, 1],
    ['2024.12', 11, 1],
    ['03/2024', 2, 1],
    ['3-2024', 2, 1],
    ['1.2024', 0, 1],
    ['2024-03-01', 2, 1],
    ['01/03/2024', 2, 1],
    ['1-Mar-2024', 2, 1],
    ['2024-01-01', 0, 1],
    ['2024-Q1', 0, 3],
    ['2024Q2', 3, 3],
    ['2024 q3', 6, 3],
    ['2024/T4', 9, 3],
  ])('is written as %s', (text, month, months) => {
    expect(monthOf(text, 'dmy')).toEqual({ month: 2024 * 12 + month, months })
  })

  test.each([
    '2024-13',
    '2024-00',
    '00/2024',
    '13/2024',
    '2024-03-02',
    '2024-02-29',
    '2024-Q0',
    '2024-Q5',
    '2024--Q1',
    'x2024-Q1',
    '2024-Q11',
    '2024-03x',
    'x2024-03',
    '2024-03-01 00:00',
    'March',
    '2024',
    '',
  ])('is none that says %j', (text) => {
    expect(monthOf(text, 'dmy')).toBeNull()
  })

  test('in the American order is the first number', () => {
    expect([monthOf('03/01/2024', 'mdy'), monthOf('03/01/2024', 'dmy')]).toEqual([
      { month: 2024 * 12 + 2, months: 1 },
      null,
    ])
  })
})
