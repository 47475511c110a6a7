import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findOverlap } from './schedule.ts'
import {
  closingMinute,
  movedTo,
  openingMinute,
  readTime,
  resizedTo,
  sameWeek,
  timeOf,
  toStep,
  withChanged,
  withoutShift,
  withShift,
} from './week-edit.ts'
import type { WeekShift } from './week-edit.ts'

const shift = (opening: string, closing: string, weekDay = 1): WeekShift => ({ weekDay, opening, closing })
const same = (one: WeekShift) => one
const MORNING = shift('10:00', '14:00')
const EVENING = shift('16:00', '20:00')
const WEEK = [MORNING, EVENING]

describe('a shift is not taken', () => {
  test('when it overlaps another of its day: the refusal names both', () => {
    expect(withShift(WEEK, { begin: '13:59', end: '15:00', days: [2, 1] }, same)).toEqual({
      week: null,
      refused: { reason: 'overlap', shift: shift('13:59', '15:00'), other: MORNING },
    })
    expect(withChanged(WEEK, EVENING, shift('13:00', '15:00'))).toEqual({
      week: null,
      refused: { reason: 'overlap', shift: shift('13:00', '15:00'), other: MORNING },
    })
  })

  test('when its part after midnight overlaps the next day, Sunday into Monday too', () => {
    expect(withShift([shift('00:30', '02:00', 1)], { begin: '22:00', end: '01:00', days: [7] }, same)).toEqual({
      week: null,
      refused: { reason: 'overlap', shift: shift('00:00', '01:00', 1), other: shift('00:30', '02:00', 1) },
    })
  })

  test('when it closes as it opens', () => {
    expect(withShift([], { begin: '10:00', end: '10:00', days: [1] }, same)).toEqual({
      week: null,
      refused: { reason: 'empty' },
    })
  })
})

test('a shift is added on all its days, and one that passes midnight as two', () => {
  expect(withShift(WEEK, { begin: '22:00', end: '02:00', days: [1, 7] }, same).week).toEqual([
    shift('00:00', '02:00', 1),
    MORNING,
    EVENING,
    shift('22:00', '23:59', 1),
    shift('00:00', '02:00', 2),
    shift('22:00', '23:59', 7),
  ])
  expect(withShift([], { begin: '20:00', end: '00:00', days: [3] }, same).week).toEqual([shift('20:00', '23:59', 3)])
})

test('a shift that is replaced is not in the way, and one that is taken out is gone', () => {
  expect(withShift(WEEK, { begin: '09:00', end: '15:00', days: [1] }, same, MORNING).week).toEqual([
    shift('09:00', '15:00'),
    EVENING,
  ])
  expect(withoutShift(WEEK, MORNING)).toEqual([EVENING])
})

test('a shift keeps its length when it is moved and stays in its day and its week', () => {
  expect([movedTo(MORNING, 3, 615), movedTo(MORNING, 9, 1400), movedTo(MORNING, 0, -50)]).toEqual([
    shift('10:15', '14:15', 3),
    shift('20:00', '23:59', 7),
    shift('00:00', '04:00', 1),
  ])
})

test('an edge goes where it is put, to the end of the day at most, and never past the other', () => {
  expect([
    resizedTo(MORNING, 'closing', 1500),
    resizedTo(MORNING, 'closing', 30),
    resizedTo(MORNING, 'opening', -5),
    resizedTo(MORNING, 'opening', 900),
  ]).toEqual([shift('10:00', '23:59'), shift('10:00', '10:15'), shift('00:00', '14:00'), shift('13:45', '14:00')])
})

test('typed times are read as people write them, and nothing else is', () => {
  expect(['9', '930', '9:30', '9.30', ' 21:05 ', '24:00', '0', '10h'].map(readTime)).toEqual([
    '09:00',
    '09:30',
    '09:30',
    '09:30',
    '21:05',
    '00:00',
    '00:00',
    '10:00',
  ])
  expect(['', 'x', '25', '10:60', '1:2:3', '24:01', '-1', '10:5'].map(readTime)).toEqual(
    Array.from({ length: 8 }, () => null),
  )
})

test('two weeks are the same in any order of their shifts', () => {
  expect([sameWeek(WEEK, WEEK.toReversed()), sameWeek(WEEK, [MORNING]), sameWeek([], [])]).toEqual([true, false, true])
})

test('after any edits of a week, its shifts never overlap, are never empty and end in their day', () => {
  const minute = fc.integer({ min: 0, max: 1500 })
  const day = fc.integer({ min: 0, max: 8 })
  const act = fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      begin: fc.integer({ min: 0, max: 1439 }),
      end: fc.integer({ min: 0, max: 1439 }),
      day: fc.integer({ min: 1, max: 7 }),
    }),
    fc.record({
      kind: fc.constantFrom('move' as const, 'opening' as const, 'closing' as const),
      at: fc.nat(5),
      minute,
      day,
    }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      let week: readonly WeekShift[] = []
      for (const one of acts) {
        if (one.kind === 'add') {
          week = withShift(week, { begin: timeOf(one.begin), end: timeOf(one.end), days: [one.day] }, same).week ?? week
          continue
        }
        const chosen = week[one.at]
        if (chosen === undefined) continue
        week =
          withChanged(
            week,
            chosen,
            one.kind === 'move'
              ? movedTo(chosen, one.day, toStep(one.minute))
              : resizedTo(chosen, one.kind, one.minute),
          ).week ?? week
      }
      expect(findOverlap(week.map((part) => ({ local: 0, area: null, ...part })))).toBe(null)
      expect(
        week.every(
          ({ opening, closing, weekDay }) =>
            openingMinute(opening) < closingMinute(closing) && weekDay >= 1 && weekDay <= 7,
        ),
      ).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('keys and drags move in quarters of an hour, inside of the day', () => {
  expect([-20, 0, 7, 8, 22, 23, 605, 1432, 1433, 1500].map(toStep)).toEqual([
    0, 0, 0, 15, 15, 30, 600, 1425, 1440, 1440,
  ])
})

test('an empty shift is refused at any place of the added ones', () => {
  expect(withShift([], { begin: '10:00', end: '10:00', days: [1, 2] }, same).week).toBeNull()
  expect(withChanged([MORNING, EVENING], MORNING, shift('12:00', '12:00'))).toEqual({
    week: null,
    refused: { reason: 'empty' },
  })
})
