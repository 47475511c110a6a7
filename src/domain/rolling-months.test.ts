import { expect, test } from 'vitest'
import { monthSeries, together } from './rolling-months.ts'

const JAN = 2024 * 12
const year = Array.from({ length: 12 }, (_, m) => ({ month: JAN + m, months: 1, figure: m + 1 }))

test('three and twelve months end with a month, and a missing month leaves every sum over it unknown', () => {
  const series = monthSeries(year)
  expect([series.sum(JAN + 11, 1), series.sum(JAN + 11, 3), series.sum(JAN + 11, 12)]).toEqual([12, 33, 78])
  expect(series.sum(JAN + 1, 3)).toBeNull()
  const holed = monthSeries(year.filter(({ month }) => month !== JAN + 5))
  expect([5, 6, 7, 8].map((m) => holed.sum(JAN + m, 3))).toEqual([null, null, null, 24])
  expect([holed.sum(JAN + 5, 1), holed.sum(JAN + 11, 12)]).toEqual([null, null])
})

test('a quarter counts whole or not at all: it is never divided into months', () => {
  const series = monthSeries([{ month: JAN, months: 3, figure: 90 }, ...year.slice(3, 6)])
  expect([series.sum(JAN + 2, 1), series.sum(JAN + 2, 3), series.sum(JAN + 3, 3)]).toEqual([null, 90, null])
  expect([series.sum(JAN + 5, 3), series.sum(JAN + 5, 6)]).toEqual([15, 105])
  expect(series.span).toEqual({ first: JAN, last: JAN + 5 })
})

test('figures of one month are added up, and nothing has no span', () => {
  expect(monthSeries([...year, { month: JAN, months: 1, figure: 10 }]).sum(JAN, 1)).toBe(11)
  expect(monthSeries([]).span).toBeNull()
})

test('two places have a sum where both are known', () => {
  const both = together([monthSeries(year), monthSeries(year.slice(6))])
  expect([both.sum(JAN + 11, 3), both.sum(JAN + 11, 12), both.span]).toEqual([66, null, { first: JAN, last: JAN + 11 }])
  expect(together([]).sum(JAN, 1)).toBeNull()
})
