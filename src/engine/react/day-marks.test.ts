import { expect, test } from 'vitest'
import type { Projection } from '../types.ts'
import { bandsOver, type DayMark } from './day-marks.ts'

const along = (days: readonly (number | null)[], more: Partial<Projection> = {}): Projection => ({
  columns: [
    { id: 'day', label: 'Day', format: 'day', role: 'dim' },
    { id: 'ins', label: 'Entries', format: 'count', role: 'measure' },
  ],
  rows: days.map((day) => [day, 1]),
  summary: '',
  ...more,
})
const mark = (begin: number, end = begin): DayMark => ({ id: 7, begin, end, text: 'Works' })
const places = (projection: Projection, ...marks: readonly DayMark[]) =>
  bandsOver(projection, marks).map(({ from, to }) => [from, to])

test.each([
  ['rows that are no days', along([1, 2], { columns: [{ id: 'local', label: '', format: 'text', role: 'dim' }] })],
  ['days in the order of their figures', along([3, 1, 2])],
  ['another axis than days', along([1, 2], { category: 'local' })],
  ['no rows', along([])],
  ['steps of the reference alone', along([null, null])],
])('over %s nothing is laid', (_, projection) => {
  expect(places(projection, mark(1, 9))).toEqual([])
})

test('a mark lies over the days that it touches, and beyond them not at all', () => {
  expect(places(along([10, 11, 12, 13]), mark(11, 12), mark(13, 20), mark(1, 9), mark(14))).toEqual([
    [1, 2],
    [3, 3],
  ])
})

test('a day within a week or a month lies over its step, the last one too; hours of a day are all of it', () => {
  expect(places(along([7, 14, 21]), mark(16), mark(27), mark(28))).toEqual([
    [1, 1],
    [2, 2],
  ])
  expect(places(along([5, 5, 5, 6, 6]), mark(5))).toEqual([[0, 2]])
})

test('a step without a day of its own stays between those that have one', () => {
  expect(places(along([null, 10, null, 11]), mark(10, 11))).toEqual([[1, 3]])
})
