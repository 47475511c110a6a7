import { expect, test } from 'vitest'
import { METRICS } from './registry.ts'
import { isOfTills, isReportedByTills } from './tills.ts'

test('tickets, sales, units and their ratios are of tills alone; shares of people are not', () => {
  expect(METRICS.map(({ id }) => id).filter((id) => isOfTills(id))).toEqual([
    'tickets',
    'sales',
    'units',
    'averageTicket',
    'unitsPerTicket',
  ])
  expect([isOfTills(null), isOfTills(undefined), isOfTills('nothing')]).toEqual([false, false, false])
})

test('a figure of tills is reported where it has a value, 0 among them', () => {
  expect(isReportedByTills({ sales: 0 }, 'sales')).toBe(true)
  expect(isReportedByTills({ sales: null }, 'sales')).toBe(false)
  expect(isReportedByTills({ ins: 5 }, 'ins')).toBe(false)
  expect(isReportedByTills({ salesWithTickets: 10, ticketsWithSales: 0 }, 'averageTicket')).toBe(false)
  expect(isReportedByTills(null, 'sales')).toBe(false)
})
