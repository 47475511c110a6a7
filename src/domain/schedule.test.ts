import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter, findOverlap, isEmptyShift, openMinutes, splitAtMidnight, splitRows, WEEK_DAYS } from './schedule.ts'
import type { DayShift } from './schedule.ts'

const row = (opening: string, closing: string, part: Partial<DayShift> = {}): DayShift => ({
  local: 1,
  area: null,
  weekDay: 1,
  opening,
  closing,
  ...part,
})
const time = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
const someRow = fc.record({
  local: fc.constant(1),
  area: fc.option(fc.constant(2)),
  weekDay: fc.integer({ min: 1, max: 7 }),
  opening: time,
  closing: time,
})

describe('a shift', () => {
  test('within one day stays as it is', () => {
    expect(splitAtMidnight({ begin: '10:00', end: '21:00', days: [1, 2] })).toEqual([
      { begin: '10:00', end: '21:00', days: [1, 2] },
    ])
  })

  test('that ends at 00:00 ends at 23:59 of the same day', () => {
    expect(splitAtMidnight({ begin: '18:00', end: '00:00', days: [5] })).toEqual([
      { begin: '18:00', end: '23:59', days: [5] },
    ])
    expect(splitAtMidnight({ begin: '00:00', end: '00:00', days: [5] })).toEqual([
      { begin: '00:00', end: '23:59', days: [5] },
    ])
  })

  test('that passes midnight on Sunday continues into Monday', () => {
    expect(splitAtMidnight({ begin: '22:00', end: '02:00', days: [7] })).toEqual([
      { begin: '22:00', end: '23:59', days: [7] },
      { begin: '00:00', end: '02:00', days: [1] },
    ])
  })

  test('as a row keeps its local and its area, and loses its seconds', () => {
    expect(splitRows([row('22:00:00', '02:00:00', { area: 4, weekDay: 3 })])).toEqual([
      row('22:00', '23:59', { area: 4, weekDay: 3 }),
      row('00:00', '02:00', { area: 4, weekDay: 4 }),
    ])
  })

  test('is open as long after the cut as before it, and each part stays in its day', () => {
    fc.assert(
      fc.property(time, time, fc.integer({ min: 1, max: 7 }), (opening, closing, weekDay) => {
        const [from, to] = [opening, closing].map((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))
        const wanted =
          closing === '00:00' || closing === '23:59' ? 1440 - from! : from! <= to! ? to! - from! : 1440 - from! + to!
        const parts = splitRows([row(opening, closing, { weekDay })])
        // A local that closes in the last minute is open to the end of the day.
        if (closing !== '23:59' || opening !== '23:59')
          expect(WEEK_DAYS.reduce((sum, day) => sum + openMinutes(parts, day), 0)).toBe(wanted)
        expect(parts.every((part) => part.opening <= part.closing)).toBe(true)
      }),
    )
  })

  test('that closes when it opens is not open', () => {
    expect([
      isEmptyShift(row('10:00', '10:00')),
      isEmptyShift(row('10:00', '10:01')),
      isEmptyShift(row('23:59', '23:59')),
    ]).toEqual([true, false, false])
  })
})

describe('an overlap', () => {
  test('is two shifts of one area open at the same minute of the same day', () => {
    const [morning, noon] = [row('10:00', '14:00'), row('13:59', '20:00')]
    expect(findOverlap([noon, morning])).toEqual({ first: morning, second: noon })
  })

  test('is seen behind a shorter shift in between', () => {
    const [long, short, late] = [
      row('08:00', '20:00', { weekDay: 2 }),
      row('21:00', '22:00', { weekDay: 2 }),
      row('19:00', '19:30', { weekDay: 2 }),
    ]
    expect(findOverlap([short, long, late])).toEqual({ first: long, second: late })
  })

  test('is none when one begins as the other ends, on another day, in another area or for the whole local', () => {
    expect(
      findOverlap([
        row('10:00', '14:00'),
        row('14:00', '20:00'),
        row('10:00', '14:00', { weekDay: 2 }),
        row('10:00', '14:00', { area: 2 }),
        row('10:00', '14:00', { local: 2 }),
      ]),
    ).toBe(null)
    expect(findOverlap([])).toBe(null)
  })

  test('is the same in any order of the shifts', () => {
    fc.assert(
      fc.property(fc.array(someRow, { maxLength: 12 }), (rows) => {
        const parts = splitRows(rows)
        expect(findOverlap(parts) === null).toBe(findOverlap(parts.toReversed()) === null)
      }),
    )
  })

  test('is found exactly when some minute is covered twice', () => {
    fc.assert(
      fc.property(fc.array(someRow, { maxLength: 8 }), (rows) => {
        const parts = splitRows(rows).filter((part) => !isEmptyShift(part))
        const places = [...Map.groupBy(parts, ({ area, weekDay }) => `${area} ${weekDay}`).values()]
        const doubled = places.some(
          (list) =>
            list.reduce((sum, one) => sum + openMinutes([one], one.weekDay), 0) !== openMinutes(list, list[0]!.weekDay),
        )
        expect(findOverlap(parts) !== null).toBe(doubled)
      }),
    )
  })
})

test('the minutes open on a day count each minute once, and 23:59 is the end of the day', () => {
  expect(
    openMinutes(
      [row('10:00', '14:00'), row('12:00', '16:00'), row('22:00', '23:59'), row('00:00', '23:59', { weekDay: 2 })],
      1,
    ),
  ).toBe(480)
  expect(openMinutes([row('00:00', '23:59', { weekDay: 2 })], 2)).toBe(1440)
  expect(openMinutes([], 3)).toBe(0)
})

test('weekdays run from Monday, 1, to Sunday, 7, and begin again', () => {
  expect(WEEK_DAYS.map(dayAfter)).toEqual([2, 3, 4, 5, 6, 7, 1])
})
