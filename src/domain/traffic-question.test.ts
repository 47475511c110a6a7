import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dimensionsOf,
  measuresOf,
  MAX_TRAFFIC_DAYS,
  requireFits,
  TRAFFIC_DIMENSIONS,
  TRAFFIC_MEASURES,
  trafficCost,
} from './traffic-question.ts'

const period = (from: number, days: number) => ({ name: 'comparing', from, to: from + days - 1 })
const MONDAY = 20_773

describe('refusals', () => {
  test('a dimension or a measure that the traffic does not have is named, with those it has', () => {
    expect(() => dimensionsOf('local,quarterHour')).toThrow(
      'quarterHour is no column of the traffic; one of local, area,',
    )
    expect(() => measuresOf('ins,peopleS')).toThrow('peopleS is no column of the traffic; one of far, fro, ins,')
    expect(() => measuresOf('utilisation')).toThrow('utilisation is no column of the traffic')
  })

  test('a period of more than three years, and an answer of too many rows, say how many and how many may be', () => {
    const long = [period(0, MAX_TRAFFIC_DAYS + 1)]
    const asked = { by: [], measures: 9, locals: 1, groups: 0, types: 0 }
    expect(() => requireFits(trafficCost({ ...asked, periods: long }), long)).toThrow(
      'A period of 1097 days was asked for; choose at most 1096.',
    )
    const year = [period(MONDAY, 365)]
    expect(() =>
      requireFits(trafficCost({ ...asked, by: ['local', 'day', 'hour'], locals: 50, periods: year }), year),
    ).toThrow('The answer could have 438000 rows; at most 250000 are given. Leave out a dimension,')
  })
})

test('a metric is queried by its parts, and no part comes twice', () => {
  expect(measuresOf('ins,captureRate,conversionRate')).toEqual(['ins', 'fro', 'tickets', 'visitsWithTickets'])
  expect(measuresOf('ins,ins')).toEqual(['ins'])
  expect(TRAFFIC_MEASURES).not.toContain('expected')
})

test('the cost of hours by weekdays is 168 rows, for any locals and days', () => {
  const cost = trafficCost({
    by: ['weekday', 'hour'],
    measures: 9,
    locals: 300,
    groups: 0,
    types: 0,
    periods: [period(MONDAY, 365)],
  })
  expect(cost).toMatchObject({ rows: 168, hours: 300 * 365 * 24, fits: true })
})

test('without locals nothing is queried', () => {
  expect(
    trafficCost({ by: ['day'], measures: 9, locals: 0, groups: 0, types: 0, periods: [period(MONDAY, 7)] }),
  ).toMatchObject({ rows: 0, hours: 0, fits: true })
})

/** Combinations of members that there are, by counting them one by one. */
test('no answer has more rows than its cost says', () =>
  fc.assert(
    fc.property(
      fc.subarray([...TRAFFIC_DIMENSIONS]),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: MONDAY - 40, max: MONDAY + 40 }),
      fc.integer({ min: 1, max: 70 }),
      (by, locals, from, days) => {
        const rows = new Set<string>()
        for (let local = 0; local < locals; local++)
          for (let day = from; day < from + days; day++)
            for (let hour = 0; hour < 24; hour += 6)
              for (const group of local === 0 ? ['a', 'b'] : [null]) {
                const date = new Date(day * 86_400_000)
                const weekday = ((day + 3) % 7) + 1
                const cell = {
                  local,
                  area: local * 2 + (hour > 6 ? 1 : 0),
                  day,
                  week: day - weekday,
                  month: date.getUTCFullYear() * 12 + date.getUTCMonth(),
                  weekday,
                  hour,
                  type: local % 2,
                  group,
                }
                rows.add(by.map((id) => cell[id]).join())
              }
        const cost = trafficCost({ by, measures: 9, locals, groups: 2, types: 2, periods: [period(from, days)] })
        expect(cost.rows).toBeGreaterThanOrEqual(rows.size)
      },
    ),
  ))
