/** Weeks, quarters and periods beside another implementation, SQLite's, on every day from 2014 to 2030. */
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { addUnits, isoWeekLabel, quarterOf, unitStart } from '../../src/domain/calendar.ts'
import { civil, dayNumber, isoDay, weekday } from '../../src/domain/days.ts'
import { PERIOD_UNITS, presetOption, resolvePeriods } from '../../src/domain/periods.ts'

interface Row {
  day: string
  iso: string
  week: string
  month: string
  quarter: string
  year: string
  monthAgo: string
  quarterAgo: string
  yearAgo: string
}

/** First days of units as SQLite computes them; two of a kind earlier for the last three. */
const DAYS = new DatabaseSync(':memory:')
  .prepare(
    `WITH RECURSIVE days(day) AS (
       SELECT '2014-01-01' UNION ALL SELECT date(day, '+1 day') FROM days WHERE day < '2030-12-31'
     ), starts AS (
       SELECT day,
              strftime('%G-W%V-%u', day) AS iso,
              date(day, 'weekday 0', '-6 days') AS week,
              date(day, 'start of month') AS month,
              date(day, 'start of month', '-' || ((strftime('%m', day) - 1) % 3) || ' months') AS quarter,
              date(day, 'start of year') AS year
       FROM days
     )
     SELECT *, date(month, '-2 months') AS monthAgo, date(quarter, '-6 months') AS quarterAgo,
            date(year, '-2 years') AS yearAgo
     FROM starts`,
  )
  .all() as unknown as Row[]

test('weeks, months, quarters and years are those of another implementation', () => {
  expect(DAYS).toHaveLength(6209)
  const ours = DAYS.map(({ day: text }): Row => {
    const day = dayNumber(text)
    const start = (unit: (typeof PERIOD_UNITS)[number]) => isoDay(unitStart(unit, day))
    const ago = (unit: (typeof PERIOD_UNITS)[number]) => isoDay(addUnits(unitStart(unit, day), -2, unit))
    return {
      day: text,
      iso: `${isoWeekLabel(day)}-${weekday(day)}`,
      week: start('week'),
      month: start('month'),
      quarter: start('quarter'),
      year: start('year'),
      monthAgo: ago('month'),
      quarterAgo: ago('quarter'),
      yearAgo: ago('year'),
    }
  })
  expect(ours).toEqual(DAYS.map((row) => ({ ...row })))
  for (const { day, quarter } of DAYS)
    expect(quarterOf(civil(dayNumber(day)).month)).toBe((Number(quarter.slice(5, 7)) + 2) / 3)
})

test('"this" is from the first day of its unit to yesterday, "last" the unit before, and the reference begins so many units earlier', () => {
  const wrong: string[] = []
  for (const { day, ...row } of DAYS) {
    for (const unit of PERIOD_UNITS) {
      const found = (thisOrLast: 'this' | 'last') =>
        resolvePeriods(
          presetOption('advanced', {
            thisOrLast,
            thisOrLastPeriod: unit,
            howManyPeriodsInThePast: 2,
            periodsInThePast: unit,
          }),
          { today: day },
        )
      const yesterday = isoDay(dayNumber(day) - 1)
      const [shown, last] = [found('this'), found('last')]
      const expected = row[unit] === day ? last?.comparing.begin : row[unit]
      if (shown?.comparing.begin !== expected || shown?.comparing.end !== yesterday) wrong.push(`${day} this ${unit}`)
      if (last?.comparing.end !== isoDay(dayNumber(row[unit]) - 1)) wrong.push(`${day} last ${unit}`)
      const ago = unit === 'week' ? isoDay(dayNumber(row.week) - 14) : row[`${unit}Ago`]
      if (row[unit] !== day && shown?.reference?.begin !== ago) wrong.push(`${day} two before this ${unit}`)
    }
  }
  expect(wrong).toEqual([])
})
