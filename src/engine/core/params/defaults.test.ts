import { expect, test } from 'vitest'
import { defaultOf } from './defaults.ts'

const context = { list: undefined, resolvePeriods: () => null, today: '2026-03-01' }

test('a date may begin with today or with yesterday, by the day of the dashboard', () => {
  expect(
    [{ day: 'today' }, { day: 'yesterday' }].map((given) =>
      defaultOf({ type: 'date', label: 'x', default: given as never }, context),
    ),
  ).toEqual(['2026-03-01', '2026-02-28'])
})
