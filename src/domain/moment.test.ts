import { expect, test } from 'vitest'
import { dayNumber } from './days.ts'
import { tableDay } from './day-digits.ts'
import { barDate, barMoment, clockTime, tableDate, tableMoment } from './moment.ts'

const at = new Date(2026, 0, 5, 7, 8, 9).getTime()
test('the bar writes DD/MM/YYYY HH:mm:ss, each part with two digits', () => {
  expect([barDate(at), clockTime(at), barMoment(at)]).toEqual(['05/01/2026', '07:08:09', '05/01/2026 07:08:09'])
})
test('tables write DD-MM-YYYY HH:mm:ss, of epoch ms and of ISO text', () => {
  expect([
    tableDate(at),
    tableMoment(at),
    tableMoment(new Date(at).toISOString()),
    tableDay(dayNumber('2026-01-05')),
  ]).toEqual(['05-01-2026', '05-01-2026 07:08:09', '05-01-2026 07:08:09', '05-01-2026'])
})
test('a plain day is no moment: it is the same day everywhere, and has no time', () => {
  expect([tableMoment('2026-01-06'), tableDate('2026-01-06')]).toEqual(['06-01-2026', '06-01-2026'])
})
test('an invalid moment is a dash', () => {
  expect(['nonsense', '', undefined, null, Number.NaN].map((value) => tableMoment(value))).toEqual([
    '–',
    '–',
    '–',
    '–',
    '–',
  ])
})
