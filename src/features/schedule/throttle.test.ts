import { expect, test } from 'vitest'
import { throttled } from './throttle.ts'

test('a throttled function runs at once and then once per 3 s, however often it is called', () => {
  const at: number[] = []
  let now = 10_000
  const run = throttled(
    () => {
      at.push(now)
    },
    3000,
    () => now,
  )
  for (now of [10_000, 10_001, 12_999, 13_000, 13_500, 15_999, 16_000]) run()
  expect(at).toEqual([10_000, 13_000, 16_000])
})
