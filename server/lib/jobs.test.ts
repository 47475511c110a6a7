import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startJobs } from './jobs.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a job that fails is reported and runs again', async () => {
  const failures: string[] = []
  let runs = 0
  const stop = startJobs(
    [
      {
        name: 'roll',
        everyMs: 1000,
        run: () => {
          runs++
          return Promise.reject(new Error(`no ${runs}`))
        },
      },
    ],
    (job, error) => {
      failures.push(`${job}: ${(error as Error).message}`)
    },
  )
  await vi.advanceTimersByTimeAsync(2500)
  await stop()
  expect(failures).toEqual(['roll: no 1', 'roll: no 2'])
})

test('a slow job is not overtaken by itself, and stopping waits for it', async () => {
  let runs = 0
  let finish = () => undefined as void
  const stop = startJobs(
    [
      {
        name: 'slow',
        everyMs: 1000,
        run: () => {
          runs++
          return new Promise<void>((resolve) => {
            finish = resolve
          })
        },
      },
    ],
    () => undefined,
  )
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toBe(1)
  let stopped = false
  const stopping = stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(stopped).toBe(false)
  finish()
  await stopping
  expect(runs).toBe(1)
})
