import fc from 'fast-check'
import { expect, test } from 'vitest'
import { enabledOr } from './enabled-or.ts'

const choices = [{ id: 'day', isDisabled: true }, { id: 'week' }, { id: 'month' }]

test('a choice that became disabled gives way to the first enabled one', () => {
  expect(enabledOr(choices, 'day')).toBe('week')
})
test('a choice that is gone gives way to the first enabled one', () => {
  expect(enabledOr(choices, 'year')).toBe('week')
})
test('an enabled choice stays', () => {
  expect(enabledOr(choices, 'month')).toBe('month')
})
test('with nothing enabled there is no choice', () => {
  expect([enabledOr([{ id: 'day', isDisabled: true }], 'day'), enabledOr([], 'day')]).toEqual([null, null])
})
test('the answer is always enabled, is the value whenever that is enabled, and asking again changes nothing', () => {
  const list = fc.uniqueArray(fc.record({ id: fc.integer({ min: 0, max: 9 }), isDisabled: fc.boolean() }), {
    selector: ({ id }) => id,
  })
  fc.assert(
    fc.property(list, fc.integer({ min: 0, max: 9 }), (offered, value) => {
      const enabled = offered.filter(({ isDisabled }) => !isDisabled).map(({ id }) => id)
      const found = enabledOr(offered, value)
      expect(found).toBe(enabled.includes(value) ? value : (enabled[0] ?? null))
      expect(enabledOr(offered, found)).toBe(found)
    }),
  )
})
