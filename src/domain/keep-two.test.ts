import { expect, test, vi } from 'vitest'
import { keepTwo } from './keep-two.ts'

test('the last two answers are kept, in any order of requests, and no third one', () => {
  const [a, b, c] = [{ n: 1 }, { n: 2 }, { n: 3 }]
  const make = vi.fn(({ n }: { n: number }) => 10 * n)
  const kept = keepTwo(make)
  expect([a, b, a, b, b, a].map(kept)).toEqual([10, 20, 10, 20, 20, 10])
  expect(make).toHaveBeenCalledTimes(2)
  expect([c, b, a, c].map(kept)).toEqual([30, 20, 10, 30])
  // The first went for the third, and the second for the first.
  expect(make.mock.calls.map(([{ n }]) => n)).toEqual([1, 2, 3, 1])
})
