/** Cells of a file as bytes: texts, numbers of texts, counts, money and times. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NULL } from '../../../facts/columns.ts'
import { countOf, createInterner, createTimes, moneyOf, textOf } from './cells.ts'
import { parseTimestamp, type DateOrder } from './timestamp.ts'

/** A cell between others, as it lies in a block of a file. */
const inRow = (cell: string | Buffer) => {
  const bytes = Buffer.from(cell)
  const buffer = Buffer.concat([Buffer.from('9,'), bytes, Buffer.from(',9')])
  return [buffer, 2, 2 + bytes.length] as const
}

describe('a text', () => {
  test('is UTF-8, and Windows-1252 where it is not', () => {
    expect(textOf(...inRow('plain'))).toBe('plain')
    expect(textOf(...inRow('Gran Vía €'))).toBe('Gran Vía €')
    expect(textOf(...inRow(Buffer.from([0x56, 0xed, 0x61])))).toBe('Vía')
    expect(textOf(...inRow(Buffer.from([0x80, 0x35])))).toBe('€5')
    expect(textOf(...inRow(''))).toBe('')
  })

  test('has the same number in every cell, another text has another one, and each number its text again', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'ñ', '1'), maxLength: 4 }), { maxLength: 40 })
    fc.assert(
      fc.property(texts, (list) => {
        const interner = createInterner()
        const ids = list.map((text) => interner.idOf(...inRow(text)))
        const order = [...new Set(list)]
        expect(ids).toEqual(list.map((text) => order.indexOf(text)))
        expect([interner.size, order.map((_, id) => interner.textAt(id))]).toEqual([order.length, order])
      }),
    )
  })

  test('keeps its number among five thousand others, however long they are', () => {
    const interner = createInterner()
    const text = (i: number) => `${i} ${'x'.repeat(i % 50)}`
    const all = Array.from({ length: 5000 }, (_, i) => text(i))
    expect(all.map((one) => interner.idOf(...inRow(one)))).toEqual(all.map((_, i) => i))
    const long = 'y'.repeat(100_000)
    expect([interner.idOf(...inRow(long)), interner.idOf(...inRow(long)), interner.size]).toEqual([5000, 5000, 5001])
    expect(all.map((one) => interner.idOf(...inRow(one)))).toEqual(all.map((_, i) => i))
    expect([interner.textAt(5000), all.every((one, i) => interner.textAt(i) === one)]).toEqual([long, true])
  })
})

describe('a count', () => {
  const NULLS = ['NA', '-']
  const count = (cell: string, decimal?: ',' | '.') => countOf(...inRow(cell), NULLS, decimal)

  test.each<[string, number]>([
    ['0', 0],
    ['7', 7],
    ['9', 9],
    ['90', 90],
    ['0042', 42],
    ['123456789', 123_456_789],
    ['  12 ', 12],
    ['-3', -3],
    ['12.0', 12],
    ['12.000', 12],
    ['1,204', 1204],
    ['12,345,678', 12_345_678],
    ['', NULL],
    ['   ', NULL],
    ['NA', NULL],
    [' NA ', NULL],
    ['-', NULL],
  ])('%j is %d', (cell, value) => {
    expect(count(cell)).toBe(value)
  })

  test.each([
    '12.5',
    '12.05',
    '1,20',
    '1204,5',
    ',204',
    '1234567890',
    '12a',
    'a12',
    '1 204',
    '--3',
    'na',
    '1.2.3',
    '/',
    ':',
  ])('%j is none', (cell) => {
    expect(count(cell)).toBeNaN()
  })

  test('with a decimal comma is read the other way round', () => {
    expect(['12,0', '1.204', '1.204.500', '12', '-3,00'].map((cell) => count(cell, ','))).toEqual([
      12, 1204, 1_204_500, 12, -3,
    ])
    expect(['12.0', '1,204', '12,5'].map((cell) => count(cell, ','))).toEqual([NaN, NaN, NaN])
  })
})

describe('an amount of money in hundredths', () => {
  const money = (cell: string) => moneyOf(...inRow(cell), ['NA'])

  test.each<[string, number]>([
    ['0', 0],
    ['100.5', 10_050],
    ['100,5', 10_050],
    ['1234', 123_400],
    ['-3.10', -310],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['-1,234,567', -123_456_700],
    ['1,234,567.5', 123_456_750],
    ['1.234.567,5', 123_456_750],
    ['-1.234,5', -123_450],
    ['12.345,5', 1_234_550],
    ['123.456,5', 12_345_650],
    ['0.125', 13],
    ['0.123456', 12],
    [' 7 ', 700],
    ['', NULL],
    [' ', NULL],
    ['NA', NULL],
  ])('%j is %d', (cell, value) => {
    expect(money(cell)).toBe(value)
  })

  test.each([
    '4 euro',
    '€4',
    '1.2.3',
    '1,23,4',
    '.5',
    '1.1234567',
    '123456789',
    '1.234.567',
    '1234,567.8',
    '1.2345,6',
    'x1.234,5',
    '1234.567,5',
    '1.234,5x',
  ])('%j is none', (cell) => {
    expect(money(cell)).toBeNaN()
  })
})

describe('a time', () => {
  const times = (order: DateOrder) => {
    const timeOf = createTimes(order)
    return (cell: string) => {
      const found = timeOf(...inRow(cell))
      return found === null ? null : { ...found }
    }
  }

  test.each<[DateOrder, string, string]>([
    ['dmy', '2025-03-04 05:06', '2025-03-04T05:06Z'],
    ['dmy', '2025-03-04T05:06:07', '2025-03-04T05:06:07Z'],
    ['mdy', '2025.03.04 05:06', '2025-03-04T05:06Z'],
    ['dmy', '2025/12/31T23:59:59', '2025-12-31T23:59:59Z'],
    ['dmy', '03/04/2025 05:06', '2025-04-03T05:06Z'],
    ['mdy', '03/04/2025 05:06', '2025-03-04T05:06Z'],
    ['dmy', '31-12-1999 00:00:00', '1999-12-31T00:00Z'],
    ['mdy', '12.31.2025 00:00', '2025-12-31T00:00Z'],
  ])('of a clock, with dates in the order %s, is read from its digits: %s', (order, cell, iso) => {
    expect(times(order)(cell)).toEqual({ civil: Date.parse(iso) / 1000, offset: null, dateOnly: false })
  })

  test.each([
    '2025-02-29 05:06',
    '2025-13-01 05:06',
    '2025-00-01 05:06',
    '2025-04-31 05:06',
    '2025-04-00 05:06',
    '2025-04-01 24:01',
    '2025-04-01 05:60',
    '2025-04-01 05:06:60',
    '2025-04-01 05.06',
    '2025-04-01 05:06.07',
    '2025-04-01x05:06',
    '31/02/2025 05:06',
    '32/01/2025 05:06',
    'a1/01/2025 05:06',
    '01/a1/2025 05:06',
    '01/01/2a25 05:06',
    '01/01/202a 05:06',
    '2025-0a-01 05:06',
    '2025-01-a1 05:06',
    '20a5-01-01 05:06',
    'a025-01-01 05:06',
    '2025-01-01 0a:06',
    '2025-01-01 05:a6',
    '2025-01-01 05:06:0a',
    '2025-01+01 05:06',
    '2025+01-01 05:06',
  ])('%j is none, also after one that is', (cell) => {
    const timeOf = times('dmy')
    for (const other of ['2025-04-01 05:06', '01/01/2025 05:06', '2025-04-01 05:06:07']) {
      timeOf(other)
      expect([cell, timeOf(cell), timeOf(cell)]).toEqual([cell, null, null])
    }
  })

  test('of a clock is not remembered: a file of passages has another one on each line', () => {
    for (const order of ['dmy', 'mdy'] as const) {
      const timeOf = createTimes(order)
      const expected = timeOf(...inRow('2025-04-01 05:06'))
      for (const cell of [
        '2000-01-01T00:00',
        '2025-12-31 23:59:59',
        '2025.10.09T09:09:09',
        '2009/09/30 00:00:00',
        '01/12/2025 05:06',
        '12.01.1999T19:00:00',
        '12-12-2000 00:00',
      ])
        expect([cell, timeOf(...inRow(cell)) === expected]).toEqual([cell, true])
      expect(timeOf(...inRow('2025-04-01'))).not.toBe(expected)
    }
  })

  test('that is not written with its digits in their places is read as any other', () => {
    const timeOf = times('dmy')
    for (const cell of [
      '2025-4-1 5:06',
      '2025-04-01',
      '2025-04-01T24:00',
      '2025-04-01T05:06:07Z',
      '1-Apr-25 05:06 pm',
      '1/4/2025 5:06:07 am',
      '2025-04-01 05:06+02',
    ])
      expect([cell, timeOf(cell)]).toEqual([cell, parseTimestamp(cell, 'dmy')])
  })

  test('is, for any sixteen or nineteen characters, what reading its text says', () => {
    const digits = (n: number) => fc.stringMatching(new RegExp(`^[0-9]{${n}}$`))
    const mark = fc.constantFrom('-', '/', '.', ':')
    const date = fc.oneof(
      fc.tuple(fc.constantFrom('2024', '2025', '2000'), mark, digits(2), mark, digits(2)),
      fc.tuple(digits(2), mark, digits(2), mark, fc.constantFrom('2024', '2025')),
    )
    const small = fc.integer({ min: 0, max: 61 }).map((n) => String(n).padStart(2, '0'))
    const cell = fc
      .tuple(
        date,
        fc.constantFrom(' ', 'T', 'x'),
        small,
        fc.constantFrom(':', '.'),
        small,
        fc.option(fc.tuple(fc.constantFrom(':', '-'), small)),
      )
      .map(
        ([day, between, hour, colon, minute, second]) =>
          `${day.join('')}${between}${hour}${colon}${minute}${second?.join('') ?? ''}`,
      )
    for (const order of ['dmy', 'mdy'] as const) {
      const timeOf = times(order)
      fc.assert(
        fc.property(cell, (text) => {
          expect([text, timeOf(text)]).toEqual([text, parseTimestamp(text, order)])
        }),
        { numRuns: 500 },
      )
    }
  })
})
