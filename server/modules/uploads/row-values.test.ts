import { expect, test } from 'vitest'
import { contradiction, instantOf, valuesOf } from './row-values.ts'
import { Wrong } from './wrong.ts'

const row = { line: 2, date: '2026-11-20' }
const wrongOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Wrong) return [error.problem, error.field]
    throw error
  }
}

test('of several cells that cannot be, the first is said', () => {
  expect(wrongOf(() => valuesOf({ ...row, tickets: 'x', sales: 'y', units: 'z' }))).toEqual(['countInvalid', 'Tickets'])
  expect(wrongOf(() => valuesOf({ ...row, tickets: 1, sales: 'y', units: 'z' }))).toEqual(['amountInvalid', 'Sales'])
  expect(wrongOf(() => valuesOf({ ...row, tickets: 1, sales: 2, units: 'z' }))).toEqual(['countInvalid', 'Units'])
  expect(wrongOf(() => valuesOf({ ...row, offers: 'x' }))).toEqual(['countInvalid', 'Offers'])
})

test('an hour with its offset is an instant, a day is none, and what is to come is refused', () => {
  const day = 20_777
  const at = { ...row, hour: '10:00:00', offset: '+01:00' }
  expect(instantOf(at, day, Infinity)).toBe(day * 86_400 + 9 * 3600)
  expect(instantOf(row, day, 0)).toBe(0)
  expect(wrongOf(() => instantOf(at, day, day * 86_400))).toEqual(['dateUnusable', 'Date'])
  expect(wrongOf(() => instantOf({ ...at, offset: 'x' }, day, Infinity))).toEqual(['offsetInvalid', 'UTC offset'])
})

test('a contradiction names the cell that another row has otherwise; rows without tickets name their day', () => {
  const { field, cell } = contradiction({ ...row, tickets: 1, sales: 2, units: 3 }, 'second')
  expect([field, cell]).toEqual(['Sales', 2])
  expect(contradiction({ ...row, offers: 1 }, 'first').field).toBe('Date')
})
