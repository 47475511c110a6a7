import { expect, test } from 'vitest'
import { brushOf } from './brush.ts'

const bars = (members: (string | number | null)[], format: 'text' | 'day' = 'text') => ({
  members,
  category: 'local',
  columns: [{ id: 'local', label: 'Store', format, role: 'dim' as const }],
})

test('a gesture on several bars tells their members, first and last one included', () => {
  expect(brushOf(bars([11, 12, 13, 14]), 1, 2)).toEqual({ values: [12, 13], range: null })
})

test('Others are no member: marked alone they tell nothing', () => {
  expect(brushOf(bars([11, 12, null]), 1, 2)?.values).toEqual([12])
  expect(brushOf(bars([11, null]), 1, 1)).toBeNull()
})

test('bars of days tell their range too, whatever their order', () => {
  expect(brushOf(bars([20_412, 20_410, 20_411], 'day'), 0, 1)).toEqual({
    values: [20_412, 20_410],
    range: { begin: '2025-11-18', end: '2025-11-20' },
  })
})
