import { describe, expect, test } from 'vitest'
import { alignDays, type DayNames, easterSunday } from './day-map.ts'
import { dayNumber, isoDay } from './days.ts'

/** As the churches print them. */
const EASTER = [
  '1954-04-18',
  '1981-04-19',
  '2000-04-23',
  '2001-04-15',
  '2002-03-31',
  '2003-04-20',
  '2004-04-11',
  '2005-03-27',
  '2006-04-16',
  '2007-04-08',
  '2008-03-23',
  '2009-04-12',
  '2010-04-04',
  '2011-04-24',
  '2012-04-08',
  '2013-03-31',
  '2014-04-20',
  '2015-04-05',
  '2016-03-27',
  '2017-04-16',
  '2018-04-01',
  '2019-04-21',
  '2020-04-12',
  '2021-04-04',
  '2022-04-17',
  '2023-04-09',
  '2028-04-16',
  '2029-04-01',
  '2030-04-21',
  '2031-04-13',
  '2032-03-28',
  '2033-04-17',
  '2034-04-09',
  '2035-03-25',
  '2036-04-13',
  '2037-04-05',
  '2049-04-18',
  '2076-04-19',
  '2100-03-28',
  '2285-03-22',
]

test('Easter Sunday is where it is printed, also in years in which the rule has its exceptions', () => {
  expect(EASTER.map((day) => isoDay(easterSunday(Number(day.slice(0, 4)))))).toEqual(EASTER)
})

const span = (begin: string, end: string) => ({ from: dayNumber(begin), to: dayNumber(end) })
const names = (days: Readonly<Record<string, string>>): DayNames =>
  new Map(Object.entries(days).map(([day, name]) => [dayNumber(day), name]))
const said = (map: ReturnType<typeof alignDays>) =>
  map.pairs
    .filter(({ reason }) => reason === 'event' || reason === 'holiday')
    .map(({ day, reference, reason, name }) => [isoDay(day), isoDay(reference), reason, name])
const aloneOf = (map: ReturnType<typeof alignDays>) =>
  map.alone.map(({ period, day, reason }) => `${period} ${isoDay(day)} ${reason}`)
const YEAR = [span('2026-01-05', '2026-11-15'), span('2025-01-06', '2025-11-16')] as const

describe('holidays meet their like', () => {
  test('of the same name on another date, the nearest within forty days', () => {
    const fair = (...days: string[]) =>
      said(alignDays(...YEAR, names(Object.fromEntries(days.map((day) => [day, 'Feria'])))))
    expect(fair('2026-05-20', '2025-06-11')).toEqual([['2026-05-20', '2025-06-11', 'event', 'Feria']])
    expect(fair('2026-05-20', '2025-06-29', '2025-05-01')).toEqual([['2026-05-20', '2025-05-01', 'event', 'Feria']])
    // 364 days before it is 21 May; forty days from there it is the same fair, one more and it is another.
    expect(fair('2026-05-20', '2025-06-30')).toEqual([['2026-05-20', '2025-06-30', 'event', 'Feria']])
    expect(fair('2026-05-20', '2025-07-01')).toEqual([])
    expect(fair('2026-05-20', '2025-04-11')).toEqual([['2026-05-20', '2025-04-11', 'event', 'Feria']])
    expect(fair('2026-05-20', '2025-04-10')).toEqual([])
  })

  test('of another name only on the same date, and days without a name by their date alone', () => {
    const days = names({
      '2026-05-20': 'Feria',
      '2025-05-20': 'Fiesta',
      '2026-09-08': '',
      '2025-09-08': '',
      '2026-10-06': '',
      '2025-10-20': '',
      '2026-11-03': 'Uno',
      '2025-11-12': 'Dos',
    })
    expect(said(alignDays(...YEAR, days))).toEqual([
      ['2026-05-20', '2025-05-20', 'holiday', 'Feria'],
      ['2026-09-08', '2025-09-08', 'holiday', ''],
    ])
  })

  test('only inside the two periods', () => {
    const days = names({ '2026-05-20': 'Feria', '2025-06-11': 'Feria' })
    expect(said(alignDays(span('2026-05-04', '2026-05-31'), span('2025-05-05', '2025-06-01'), days))).toEqual([])
    expect(said(alignDays(span('2026-05-21', '2026-06-17'), span('2025-05-22', '2025-06-18'), days))).toEqual([])
  })
})

describe('Holy Week is kept', () => {
  const pairs = (days: Readonly<Record<string, string>>) =>
    said(alignDays(...YEAR, names(days))).filter(([, , , name]) => name === 'easter').length

  test('where one of the days from Maundy Thursday to Easter Monday is a holiday, in either year', () => {
    const each = ['2026-04-02', '2026-04-03', '2026-04-06', '2025-04-17', '2025-04-21']
    expect(each.map((day) => pairs({ [day]: 'x' }))).toEqual([9, 9, 9, 9, 9])
    expect(['2026-04-01', '2026-04-07', '2025-04-16', '2025-04-22'].map((day) => pairs({ [day]: 'x' }))).toEqual([
      0, 0, 0, 0,
    ])
  })
})

test('a day whose counterpart went to another day is alone, as is one whose counterpart lies outside', () => {
  const days = names({ '2026-05-20': 'Feria', '2025-05-23': 'Feria' })
  const map = alignDays(span('2026-05-18', '2026-05-24'), span('2025-05-19', '2025-05-25'), days)
  expect(map.pairs.map(({ day, reference }) => [isoDay(day).slice(8), isoDay(reference).slice(8)])).toEqual([
    ['18', '19'],
    ['19', '20'],
    ['20', '23'],
    ['21', '22'],
    ['23', '24'],
    ['24', '25'],
  ])
  expect(aloneOf(map)).toEqual(['comparing 2026-05-22 taken', 'reference 2025-05-21 taken'])
  const short = alignDays(span('2026-05-18', '2026-05-20'), span('2025-05-19', '2025-05-20'), names({}))
  expect(aloneOf(short)).toEqual(['comparing 2026-05-20 outside'])
  expect(aloneOf(alignDays(span('2026-05-18', '2026-05-18'), span('2025-05-19', '2025-05-20'), names({})))).toEqual([
    'reference 2025-05-20 outside',
  ])
})

test('Black Friday of a week that begins in the margin before a period belongs to it', () => {
  const map = alignDays(span('2026-11-30', '2026-12-06'), span('2025-12-01', '2025-12-07'), names({}))
  expect(said(map)).toEqual([['2026-11-30', '2025-12-01', 'event', 'blackFriday']])
})
