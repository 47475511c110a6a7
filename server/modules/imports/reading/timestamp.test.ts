import { expect, test } from 'vitest'
import { parseHour, parseTimestamp } from './timestamp.ts'

const at = (...parts: [number, number, number, number?, number?, number?]) =>
  Date.UTC(...(parts as [number, number, number])) / 1000

test.each([
  '',
  'yesterday',
  '2014-13-01',
  '2014-02-29',
  '31/04/2014',
  '2014-11-03 25:00',
  '2014-11-03 24:30',
  '2014-11-03 12:60',
  '13:00 PM',
  '2014-11-03 13:00 PM',
  '2014-11-03 12:00 Mars',
  '01-Foo-17',
  'x2014-11-03',
  '214-11-03',
  '20145-11-03',
  '2014-111-03',
  '1/2/201',
  '1/2/20145',
  '1-Ma-17',
  '1-Septemberr-17',
  '123/1/2014',
  '2014-11-03 123:00',
  '2014-11-03 12:0',
  '2014-11-03 12:00:5',
  '2014-11-03 12:00:00.1234567890',
  '2014-11-03 12:00:00.',
  '2014-11-03 12:00 XM',
  '2014-11-03 12:00+2',
  '2014-11-03 12:00+02:0',
  '2014-11-03x12:00',
  '2014-11-0312:00',
  '2014-11-03 12:00 Z Z',
  '2014-11-03 12:00:60',
  '2014-11-03T12:00+15:00',
  '2014-11-03T12:00+05:60',
  '2014-11-03T12:00x',
  '00:00 AM',
  '2014-11-03 00:30 AM',
])('%j is no time', (text) => {
  expect(parseTimestamp(text)).toBeNull()
})

test.each<[string, number, number | null]>([
  ['2014-11-03T05:00', at(2014, 10, 3, 5), null],
  ['2014-11-03 05:00:00', at(2014, 10, 3, 5), null],
  ['02/06/2014 5:30', at(2014, 5, 2, 5, 30), null],
  ['01-JAN-2012 00:00', at(2012, 0, 1), null],
  ['1-May-17 07:00', at(2017, 4, 1, 7), null],
  ['2014-11-03T24:00', at(2014, 10, 4), null],
  ['2014-11-03T05:00:00Z', at(2014, 10, 3, 5), 0],
  ['2014-11-03T05:00:00.000+0530', at(2014, 10, 3, 5), 19_800],
  ['2014-11-03 05:00-03:00', at(2014, 10, 3, 5), -10_800],
  ['2014-11-03 05:00:00 +02:00', at(2014, 10, 3, 5), 7200],
  ['2014-11-03 05:00  Z', at(2014, 10, 3, 5), 0],
  ['2014-11-03, 5', at(2014, 10, 3, 5), null],
  ['2014.11.3 5 pm', at(2014, 10, 3, 17), null],
  ['2014/1/3 5:00 A.M.', at(2014, 0, 3, 5), null],
  ['1/2/14 5:00p.m', at(2014, 1, 1, 17), null],
  ['1 May 2017 5:00 pM Z', at(2017, 4, 1, 17), 0],
  ['1.5.2017  05:00', at(2017, 4, 1, 5), null],
  ['2014-11-03T05:00:00.123456789', at(2014, 10, 3, 5), null],
  ['2014-11-03 05:00:00.1Z', at(2014, 10, 3, 5), 0],
  ['  2014-11-03 05:00  ', at(2014, 10, 3, 5), null],
  ['2014-11-03 05:59:59', at(2014, 10, 3, 5, 59, 59), null],
  ['2014-11-03T05:00+14:00', at(2014, 10, 3, 5), 50_400],
  ['2014-11-03T05:00+05:45', at(2014, 10, 3, 5), 20_700],
  ['2014-11-03T05:00-02', at(2014, 10, 3, 5), -7200],
])('%s is read', (text, civil, offset) => {
  expect(parseTimestamp(text)).toEqual({ civil, offset, dateOnly: false })
})

test('dates in American order and with twelve hours are read on request', () => {
  expect(parseTimestamp('10/03/2012 12:00:00 AM', 'mdy')).toEqual({
    civil: at(2012, 9, 3),
    offset: null,
    dateOnly: false,
  })
  expect(parseTimestamp('10/03/2012 01:00 pm', 'mdy')).toEqual({
    civil: at(2012, 9, 3, 13),
    offset: null,
    dateOnly: false,
  })
})

test('a date alone says that the hour is elsewhere, and hours come in their usual spellings', () => {
  expect(parseTimestamp('01-May-17')).toEqual({ civil: at(2017, 4, 1), offset: null, dateOnly: true })
  expect(['0', '23', '07:00', '7:30', '24', 'noon', ''].map(parseHour)).toEqual([
    0,
    82_800,
    25_200,
    27_000,
    86_400,
    null,
    null,
  ])
})

test('months have their English names, short or long', () => {
  const names = 'January February March April May June July August September October November December'.split(' ')
  for (const [month, name] of names.entries())
    for (const text of [`07-${name}-2014`, `7 ${name.slice(0, 3).toUpperCase()} 14`])
      expect([text, parseTimestamp(text)?.civil]).toEqual([text, at(2014, month, 7)])
})

test('an hour of the day is nothing but that', () => {
  expect(['7:30x', 'x7', '7:3', '7:30:5', '25', '7:60', '7:30:60', '24:01', '123', '7:30:59'].map(parseHour)).toEqual([
    ...Array.from({ length: 9 }, () => null),
    27_059,
  ])
})
