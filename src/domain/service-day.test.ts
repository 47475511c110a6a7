import { expect, test } from 'vitest'
import { inServiceOrder, slotName } from './service-day.ts'

test('the night is the longest time without a slot: slots after midnight end the day', () => {
  const day = Array.from({ length: 20 }, (_, n) => 270 + n * 60)
  expect(inServiceOrder([0, 30, ...day])).toEqual([...day, 0, 30])
  expect(inServiceOrder(day.toReversed())).toEqual(day)
  // However long the pause of a quiet line, no day begins in the evening.
  expect(inServiceOrder([0, 300, 480, 1410])).toEqual([300, 480, 1410, 0])
  expect(inServiceOrder([600, 600])).toEqual([600])
  expect(inServiceOrder([])).toEqual([])
})

test('a slot over midnight has the clock of the next day at its end', () => {
  expect([slotName(300, 30), slotName(1410, 30), slotName(1410, 60)]).toEqual([
    '05:00–05:30',
    '23:30–00:00',
    '23:30–00:30',
  ])
})
