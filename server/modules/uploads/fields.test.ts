/** Single values of a row: what is taken for a date, an hour, a count, an amount. */
import { describe, expect, test } from 'vitest'
import { centsFrom, countFrom, dayFromCell, offsetFrom, secondsOf, textFrom } from './fields.ts'

const day = (iso: string) => Date.parse(iso) / 86_400_000

describe('a day', () => {
  test.each<[string, string]>([
    ['2026-11-16', '2026-11-16'],
    ['2024-02-29', '2024-02-29'],
    ['2026-12-31', '2026-12-31'],
    ['2026-01-01', '2026-01-01'],
    [' 2026-11-16 ', '2026-11-16'],
    ['2026-11-16 10:00', '2026-11-16'],
    ['2026-11-16T10:00:00', '2026-11-16'],
    ['2026-11-16 10:00:00.123', '2026-11-16'],
    ['2026-11-16\u200B', '2026-11-16'],
  ])('is written as %j', (text, iso) => {
    expect(dayFromCell(text, false)).toBe(day(iso))
  })

  test.each([
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-00-01',
    '2026-04-31',
    '2026-04-00',
    '16/11/2026',
    '2026-1-1',
    'x2026-11-16',
    '2026-11-16x',
    '2026-11-16 1:00',
    '2026-11-16 10',
    '2026-11-16 10:00:0',
    '2026-11-16 10:00:00.',
    '2026-11-16 10:00 2026-11-16 10:00',
    '45977',
  ])('is not written as %j', (text) => {
    expect(dayFromCell(text, false)).toBe(null)
  })

  test('is a number of a workbook, of 1900 or of 1904; 29 February 1900 never was', () => {
    const of = (cell: number, is1904 = false) => {
      const found = dayFromCell(cell, is1904)
      return found === null ? null : new Date(found * 86_400_000).toISOString().slice(0, 10)
    }
    expect([of(25_569), of(46_342), of(46_342.99), of(1), of(59), of(61), of(2_958_465)]).toEqual([
      '1970-01-01',
      '2026-11-16',
      '2026-11-16',
      '1900-01-01',
      '1900-02-28',
      '1900-03-01',
      '9999-12-31',
    ])
    expect([of(60), of(60.5), of(-1), of(-0.1), of(2_958_466)]).toEqual(Array(5).fill(null))
    expect([of(24_107, true), of(60, true), of(0, true)]).toEqual(['1970-01-01', '1904-03-01', '1904-01-01'])
    expect([dayFromCell(null, false), of(0)]).toEqual([null, '1899-12-31'])
  })
})

test('an hour is one of the clock, with minutes and seconds', () => {
  expect(['00:00:00', '09:05:07', '23:59:59', '19:00:00', '20:00:00'].map(secondsOf)).toEqual([
    0,
    9 * 3600 + 5 * 60 + 7,
    86_399,
    68_400,
    72_000,
  ])
  for (const text of ['24:00:00', '29:00:00', '9:05:07', '09:05', '09:60:00', '09:00:60', '09:05:07x', 'x09:05:07', ''])
    expect([text, secondsOf(text)]).toEqual([text, null])
})

test('an offset has its sign, two digits of hours, and minutes if it likes', () => {
  expect(['+00', '-00', '+02', '-0330', '+05:30', '+14', '-1400', '+13:59'].map(offsetFrom)).toEqual([
    0, 0, 7200, -12_600, 19_800, 50_400, -50_400, 50_340,
  ])
  for (const text of ['', 'Z', '02', '+2', '+14:01', '+15', '+0260', '+02:', '+02:3', 'x+02', '+02x', '+002'])
    expect([text, offsetFrom(text)]).toEqual([text, null])
  expect(Object.is(offsetFrom('-00'), -0)).toBe(false)
})

test('a count is a whole number from 0 to the highest possible', () => {
  expect([0, 7, 1000, '0', '7', '1000', ' 7 ', '007'].map((cell) => countFrom(cell, 1000))).toEqual([
    0, 7, 1000, 0, 7, 1000, 7, 7,
  ])
  for (const cell of [
    -1,
    1.5,
    1001,
    Number.NaN,
    '-1',
    '1.5',
    '1001',
    '',
    ' ',
    null,
    '1e3',
    '0x10',
    '1 000',
    '+1',
    '1234567890',
  ])
    expect([cell, countFrom(cell, 1000)]).toEqual([cell, null])
  expect(Object.is(countFrom(-0, 10), 0)).toBe(true)
})

test('an amount is in cents, with two decimals at most', () => {
  expect(
    ['0', '12', '12,5', '12.50', '12,05', ' 7 ', '1234567890', 12, 12.5, 0.1, 0.005].map((cell) =>
      centsFrom(cell, 2e9),
    ),
  ).toEqual([0, 1200, 1250, 1250, 1205, 700, 123_456_789_000, 1200, 1250, 10, 1])
  expect([
    centsFrom('1000000000'),
    centsFrom(1_000_000_000),
    centsFrom('1000000000.01'),
    centsFrom('100.01', 100),
  ]).toEqual([100_000_000_000, 100_000_000_000, null, null])
  for (const cell of [
    '',
    '-1',
    '1,234',
    '1.234,5',
    '.5',
    '5.',
    '1e3',
    '€5',
    '12345678901',
    -1,
    -0.01,
    Number.NaN,
    null,
  ])
    expect([cell, centsFrom(cell)]).toEqual([cell, null])
})

test('a text is as it is seen, and a formula that was made harmless is what it was', () => {
  expect([textFrom(' Café  1 '), textFrom("'=1+1"), textFrom(7), textFrom(null), textFrom('U\u20601')]).toEqual([
    'Café 1',
    '=1+1',
    '7',
    '',
    'U1',
  ])
})
