import { expect, test } from 'vitest'
import { positionWaiters } from './position-waiters.ts'

test('who waits is let go once the facts have the position, and not before; the rest is refused at the end', async () => {
  const waiters = positionWaiters()
  const settled: string[] = []
  const wait = (segment: number, place: number) =>
    waiters.wait({ segment, place }).then(
      () => settled.push(`${segment}:${place}`),
      (cause: unknown) => settled.push(`${segment}:${place} ${(cause as Error).message}`),
    )
  expect(waiters.isEmpty).toBe(true)
  const all = [wait(1, 10), wait(1, 11), wait(2, 0)]
  waiters.settle({ segment: 1, place: 10 })
  await all[0]
  expect(settled).toEqual(['1:10'])
  waiters.settle({ segment: 1, place: 12 })
  await all[1]
  expect([settled, waiters.isEmpty]).toEqual([['1:10', '1:11'], false])
  waiters.refuse(new Error('closed'))
  await all[2]
  expect([settled.at(-1), waiters.isEmpty]).toEqual(['2:0 closed', true])
})
