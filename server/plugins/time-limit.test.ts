import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerErrors } from './errors.ts'
import { registerTimeLimit } from './time-limit.ts'

let app: FastifyInstance
let begun: () => void
/** Resolves when the handler has begun. */
let started: Promise<void>
let finish: (answer: string) => void
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  started = new Promise((resolve) => { begun = resolve })
  const answer = new Promise<string>((resolve) => { finish = resolve })
  app = fastify()
  registerTimeLimit(app, 60_000)
  registerErrors(app)
  app.get('/slow', () => {
    begun()
    return answer
  })
  await app.ready()
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

test('an answer that has not begun within its time is given up, and what comes later is dropped', async () => {
  const asked = app.inject('/slow')
  await started
  vi.advanceTimersByTime(62_000)
  const { statusCode, json } = await asked
  expect([statusCode, (json as () => { code: string })().code]).toEqual([503, 'HANDLER_TIMEOUT'])
  finish('late')
  expect((await app.inject('/slow')).body).toBe('late')
})

test('an answer within its time is not disturbed, nor the next one on the same server', async () => {
  const asked = app.inject('/slow')
  await started
  vi.advanceTimersByTime(59_000)
  finish('in time')
  expect((await asked).body).toBe('in time')
  vi.advanceTimersByTime(3_600_000)
  expect((await app.inject('/slow')).statusCode).toBe(200)
})
