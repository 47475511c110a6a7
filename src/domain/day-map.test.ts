import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alignDays, blackFriday, CALENDAR_MARGIN, type DayNames, easterSunday } from './day-map.ts'
import { dayNumber, daysInMonth, dayOf, isoDay, weekday } from './days.ts'

const span = (begin: string, end: string) => ({ from: dayNumber(begin), to: dayNumber(end) })
const names = (days: Readonly<Record<string, string>>): DayNames =>
  new Map(Object.entries(days).map(([day, name]) => [dayNumber(day), name]))
const SPAIN = names({
  '2025-01-01': 'Año Nuevo',
  '2025-01-06': 'Reyes',
  '2025-04-17': 'Jueves Santo',
  '2025-04-18': 'Viernes Santo',
  '2025-05-01': 'Día del Trabajo',
  '2025-06-19': 'Corpus Christi',
  '2025-12-08': 'Inmaculada',
  '2025-12-25': 'Navidad',
  '2026-01-01': 'Año Nuevo',
  '2026-01-06': 'Reyes',
  '2026-04-02': 'Jueves Santo',
  '2026-04-03': 'Viernes Santo',
  '2026-05-01': 'Día del Trabajo',
  '2026-06-04': 'Corpus Christi',
  '2026-12-08': 'Inmaculada',
  '2026-12-25': 'Navidad',
})
const pairOf = (map: ReturnType<typeof alignDays>, day: string) => {
  const found = map.pairs.find((pair) => pair.day === dayNumber(day))
  return found && [isoDay(found.reference), found.reason, found.name]
}

test('Easter and Black Friday are on their days', () => {
  expect([2015, 2024, 2025, 2026, 2027, 2038].map((year) => isoDay(easterSunday(year)))).toEqual([
    '2015-04-05',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2038-04-25',
  ])
  expect([2022, 2023, 2024, 2025, 2026, 2029].map((year) => isoDay(blackFriday(year)))).toEqual([
    '2022-11-25',
    '2023-11-24',
    '2024-11-29',
    '2025-11-28',
    '2026-11-27',
    '2029-11-23',
  ])
})

describe('a spring against the spring before', () => {
  const spring = alignDays(span('2026-03-02', '2026-05-03'), span('2025-03-03', '2025-05-04'), SPAIN)

  test('lays Holy Week on Holy Week, day by day', () => {
    expect(pairOf(spring, '2026-03-29')).toEqual(['2025-04-13', 'event', 'easter'])
    expect(pairOf(spring, '2026-04-03')).toEqual(['2025-04-18', 'event', 'easter'])
    expect(pairOf(spring, '2026-04-06')).toEqual(['2025-04-21', 'event', 'easter'])
  })

  test('lays every other day on its weekday 52 weeks before, and May Day on May Day', () => {
    expect(pairOf(spring, '2026-03-28')).toEqual(['2025-03-29', 'weekday', ''])
    expect(pairOf(spring, '2026-04-24')).toEqual(['2025-04-25', 'weekday', ''])
    expect(pairOf(spring, '2026-05-01')).toEqual(['2025-05-01', 'holiday', 'Día del Trabajo'])
  })

  test('leaves out on both sides the days that Easter takes, and lists them', () => {
    const alone = (period: string) =>
      spring.alone.filter((one) => one.period === period).map(({ day, reason }) => `${isoDay(day)} ${reason}`)
    expect(alone('comparing')).toEqual(
      [
        '2026-04-12',
        '2026-04-13',
        '2026-04-14',
        '2026-04-15',
        '2026-04-16',
        '2026-04-17',
        '2026-04-18',
        '2026-04-19',
        '2026-04-20',
        '2026-04-30',
      ].map((day) => `${day} taken`),
    )
    expect(alone('reference')).toEqual(
      [
        '2025-03-30',
        '2025-03-31',
        '2025-04-01',
        '2025-04-02',
        '2025-04-03',
        '2025-04-04',
        '2025-04-05',
        '2025-04-06',
        '2025-04-07',
        '2025-05-02',
      ].map((day) => `${day} taken`),
    )
  })

  test('of a local that keeps no Easter is all weekdays', () => {
    const plain = alignDays(span('2026-03-02', '2026-05-03'), span('2025-03-03', '2025-05-04'), new Map())
    expect([
      plain.pairs.length,
      plain.pairs.every(({ day, reference, reason }) => reason === 'weekday' && day - reference === 364),
      plain.alone,
    ]).toEqual([63, true, []])
  })
})

test('a fiesta of another date meets itself', () => {
  expect(
    pairOf(alignDays(span('2026-05-25', '2026-06-28'), span('2025-05-26', '2025-06-29'), SPAIN), '2026-06-04'),
  ).toEqual(['2025-06-19', 'event', 'Corpus Christi'])
})

test('Black Friday of 2024 meets that of 2023, a week from its weekday', () => {
  const november = alignDays(span('2024-11-04', '2024-12-08'), span('2023-11-06', '2023-12-10'), new Map())
  expect(pairOf(november, '2024-11-29')).toEqual(['2023-11-24', 'event', 'blackFriday'])
  expect(pairOf(november, '2024-12-02')).toEqual(['2023-11-27', 'event', 'blackFriday'])
  expect(pairOf(november, '2024-11-15')).toEqual(['2023-11-17', 'weekday', ''])
})

test('a week around Easter has no Easter in the week of the year before: only weekdays meet', () => {
  const map = alignDays(span('2026-03-30', '2026-04-05'), span('2025-03-31', '2025-04-06'), SPAIN)
  expect([map.pairs.map(({ reason }) => reason), map.alone]).toEqual([Array(7).fill('weekday'), []])
})

test('a month meets the month before by weekday, and days beyond it are outside', () => {
  const map = alignDays(span('2026-11-01', '2026-11-23'), span('2026-10-01', '2026-10-23'), new Map())
  expect([
    map.distance,
    map.pairs.length,
    map.alone.map(({ period, day, reason }) => [period, isoDay(day), reason]),
  ]).toEqual([
    28,
    20,
    [
      ...['2026-11-21', '2026-11-22', '2026-11-23'].map((day) => ['comparing', day, 'outside']),
      ...['2026-10-01', '2026-10-02', '2026-10-03'].map((day) => ['reference', day, 'outside']),
    ],
  ])
})

test('days of less than a week meet in their order', () => {
  expect(
    alignDays(span('2026-11-19', '2026-11-20'), span('2026-11-17', '2026-11-18'), new Map()).pairs.map(
      ({ day, reference, reason }) => [day - reference, reason],
    ),
  ).toEqual([
    [2, 'order'],
    [2, 'order'],
  ])
})

test('over any two periods and any calendar each day is used once, weekdays are kept but for a reason that has a name, and every day is in it', () => {
  const calendar = fc
    .array(
      fc.record({
        year: fc.integer({ min: 2019, max: 2027 }),
        month: fc.integer({ min: 1, max: 12 }),
        date: fc.integer({ min: 1, max: 31 }),
        name: fc.constantFrom('', 'San Juan', 'Corpus', 'Reyes'),
      }),
      { maxLength: 40 },
    )
    .map(
      (days): DayNames =>
        new Map(
          days.map(({ year, month, date, name }) => [
            dayOf(year, month, Math.min(date, daysInMonth(year, month))),
            name,
          ]),
        ),
    )
  const easter = new Map(
    [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027].map((year): [number, string] => [
      easterSunday(year) - 2,
      'Viernes Santo',
    ]),
  )
  const from = fc.integer({ min: dayNumber('2019-01-15'), max: dayNumber('2026-06-01') })
  fc.assert(
    fc.property(
      from,
      from,
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 400 }),
      calendar,
      fc.boolean(),
      (first, second, length, otherLength, own, keepsEaster) => {
        const [now, before] = [
          { from: first, to: first + length - 1 },
          { from: second, to: second + otherLength - 1 },
        ]
        const map = alignDays(now, before, keepsEaster ? new Map([...own, ...easter]) : own)
        const used = (period: 'comparing' | 'reference') =>
          [
            ...map.pairs.map((pair) => (period === 'comparing' ? pair.day : pair.reference)),
            ...map.alone.filter((one) => one.period === period).map(({ day }) => day),
          ].toSorted((a, b) => a - b)
        const all = ({ from: begin, to }: typeof now) => Array.from({ length: to - begin + 1 }, (_, at) => begin + at)
        expect([used('comparing'), used('reference')]).toEqual([all(now), all(before)])
        for (const { day, reference, reason, name } of map.pairs) {
          if (reason === 'weekday') expect(weekday(day)).toBe(weekday(reference))
          if (reason === 'order') expect(Math.min(length, otherLength)).toBeLessThan(7)
          if (reason === 'event' || reason === 'holiday') expect(name !== '' || own.has(day)).toBe(true)
          if (name === 'easter' || name === 'blackFriday') expect(weekday(day)).toBe(weekday(reference))
        }
        expect(CALENDAR_MARGIN).toBeGreaterThanOrEqual(8)
      },
    ),
    { numRuns: 300 },
  )
})
