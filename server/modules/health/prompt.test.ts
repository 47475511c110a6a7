import { stat } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { promptly } from './prompt.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a check that is late answers what it said last within 40 ms, and no longer than for two seconds; it is asked once at a time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
  let queries = 0
  const check = promptly(async () => {
    const answer = await answers[queries++]!.promise
    if (queries === 3) throw new Error('away')
    return answer
  })
  answers[0]!.resolve(true)
  expect(await check()).toBe(true)
  const began = Date.now()
  expect([await check(), await check(), queries]).toEqual([true, true, 2])
  expect(Date.now() - began).toBeLessThan(1000)
  vi.advanceTimersByTime(2000)
  expect(await check()).toBe(false)
  answers[1]!.resolve(true)
  await answers[1]!.promise
  answers[2]!.resolve(true)
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  expect(await check()).toBe(false)
})

test('the first answer is not late because this thread was at other work while it lay there', async () => {
  // One step of the thread pool: reading a file takes several, which a busy machine does not do in 40 ms.
  const check = promptly(async () => (await stat(import.meta.filename)).isFile())
  const answer = check()
  const until = performance.now() + 2100
  while (performance.now() < until);
  expect(await answer).toBe(true)
})
