import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser whose idle moments come when the test says so. */
function browser() {
  const asked = new Map<number, { run: () => void; timeout: number | undefined }>()
  vi.stubGlobal('requestIdleCallback', (run: () => void, { timeout }: IdleRequestOptions = {}) => {
    asked.set(asked.size + 1, { run, timeout })
    return asked.size
  })
  vi.stubGlobal('cancelIdleCallback', (handle: number) => asked.delete(handle))
  return asked
}

test('a job waits for an idle moment, at the latest for two seconds', () => {
  const asked = browser()
  const run = vi.fn<() => void>()
  whenIdle(run)
  vi.advanceTimersByTime(10_000)
  expect(run).not.toHaveBeenCalled()
  expect([...asked.values()].map(({ timeout }) => timeout)).toEqual([2000])
  for (const one of asked.values()) one.run()
  expect(run).toHaveBeenCalledTimes(1)
})

test('an idle moment before the job may run is not taken, and the two seconds count from the beginning', () => {
  const asked = browser()
  whenIdle(() => undefined, 600)
  vi.advanceTimersByTime(599)
  expect(asked.size).toBe(0)
  vi.advanceTimersByTime(1)
  expect([...asked.values()].map(({ timeout }) => timeout)).toEqual([1400])
})

test('without idle moments it runs after two seconds', () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const run = vi.fn<() => void>()
  whenIdle(run)
  whenIdle(run, 1000)
  vi.advanceTimersByTime(1999)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(2)
})

test('a job that is cancelled does not run, whether it waits for its time, an idle moment or the two seconds', () => {
  const asked = browser()
  const run = vi.fn<() => void>()
  whenIdle(run)()
  whenIdle(run, 1000)()
  const cancel = whenIdle(run, 500)
  vi.advanceTimersByTime(500)
  cancel()
  vi.advanceTimersByTime(10_000)
  expect(asked.size).toBe(0)
  vi.stubGlobal('requestIdleCallback', undefined)
  whenIdle(run)()
  vi.advanceTimersByTime(10_000)
  expect(run).not.toHaveBeenCalled()
})
