import { once } from 'node:events'
import { Readable } from 'node:stream'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
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
  started = new Promise((resolve) => {
    begun = resolve
  })
  const answer = new Promise<string>((resolve) => {
    finish = resolve
  })
  app = fastify()
  registerTimeLimit(app, { arrivalMs: 30_000, answerMs: 60_000 })
  registerErrors(app)
  app.get('/slow', () => {
    begun()
    return answer
  })
  app.post('/slow', () => 'read')
  app.get('/long', (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'first, '
          begun()
          yield await answer
        })(),
      ),
    ),
  )
  app.post('/file', { config: { timeLimits: { arrivalMs: 600_000, answerMs: 1_200_000 } } }, () => 'read')
  app.get('/load', { config: { timeLimits: { arrivalMs: 600_000, answerMs: 1_200_000 } } }, () => {
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
  const pending = app.inject('/slow')
  await started
  vi.advanceTimersByTime(62_000)
  const { statusCode, json } = await pending
  expect([statusCode, (json as () => { code: string })().code]).toEqual([503, 'HANDLER_TIMEOUT'])
  finish('late')
  expect((await app.inject('/slow')).body).toBe('late')
})

test('an answer within its time is not disturbed, nor the next one on the same server', async () => {
  const pending = app.inject('/slow')
  await started
  vi.advanceTimersByTime(59_000)
  finish('in time')
  expect((await pending).body).toBe('in time')
  vi.advanceTimersByTime(3_600_000)
  expect((await app.inject('/slow')).statusCode).toBe(200)
})

test('an answer that has begun is not cut: a large file goes over a thin line', async () => {
  const pending = app.inject('/long')
  await started
  vi.advanceTimersByTime(62_000)
  finish('last')
  expect((await pending).body).toBe('first, last')
})

test('a route with a limit of its own keeps that one', async () => {
  const pending = app.inject('/load')
  await started
  vi.advanceTimersByTime(600_000)
  finish('loaded')
  expect((await pending).body).toBe('loaded')
})

/** Sends the beginning of a request, waits, sends the rest; gives what was answered. */
async function trickle(path: string, pauseMs: number): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const arrived = once(app.server, 'request')
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: ` +
      `close\r\n\r\n{`,
  )
  await arrived
  vi.advanceTimersByTime(pauseMs)
  socket.write('}')
  return await text(socket)
}

test('a request of which the rest does not come is given up', async () => {
  expect(await trickle('/slow', 32_000)).toMatch(/^HTTP\/1\.1 408 [\s\S]*REQUEST_TIMEOUT/)
})

test('a request that is slow, yet here in time, is answered', async () => {
  expect(await trickle('/slow', 28_000)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*read$/)
})

test('a file may take longer to arrive', async () => {
  expect(await trickle('/file', 300_000)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*read$/)
})
