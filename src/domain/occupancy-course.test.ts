import { expect, test } from 'vitest'
import { courseOf } from './occupancy-levels.ts'
import { figuresOf, together } from './occupancy-course.ts'

const MINUTE = 60_000
const at = (minute: number, people: number) => ({ at: minute * MINUTE, people })

test('a minute has its last report, and a short gap is interpolated', () => {
  expect(courseOf([at(3, 8), at(0, 2), { at: 3 * MINUTE + 30_000, people: 9 }], 0, 5 * MINUTE)).toEqual([
    2,
    4,
    6,
    9,
    null,
  ])
})

test('a gap of ten minutes is filled, one of eleven is missing: no line is drawn across a night', () => {
  expect(courseOf([at(0, 0), at(10, 10)], 0, 11 * MINUTE)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(courseOf([at(0, 0), at(11, 11)], 0, 12 * MINUTE)).toEqual([0, ...Array.from({ length: 10 }, () => null), 11])
})

test('nothing is known before the first report and after the last', () => {
  expect(courseOf([at(2, 5)], 0, 4 * MINUTE)).toEqual([null, null, 5, null])
  expect(courseOf([], 0, 2 * MINUTE)).toEqual([null, null])
})

test('words from outside the stretch reach into it over a short gap', () => {
  expect(courseOf([at(-1, 1), at(3, 5)], 0, 2 * MINUTE)).toEqual([2, 3])
})

test('zones are added up minute by minute, and a zone that is not known leaves no sum', () => {
  expect(
    together([
      [1, 2, null],
      [10, null, 30],
    ]),
  ).toEqual([11, null, null])
  expect(together([])).toEqual([])
})

test('the peak of a building is its highest total at one time, not the sum of the peaks of its rooms', () => {
  const rooms = [
    [10, 0, 0],
    [0, 0, 20],
  ]
  expect(figuresOf(together(rooms))).toEqual({ min: 0, mean: 10, peak: 20, known: 3 })
})

test('figures are of known minutes only, and of none there are none', () => {
  expect(figuresOf([4, null, 8])).toEqual({ min: 4, mean: 6, peak: 8, known: 2 })
  expect(figuresOf([null])).toEqual({ min: null, mean: null, peak: null, known: 0 })
})
