import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fastify } from 'fastify'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendDiskFile } from '../lib/file-answer.ts'
import type { Caller } from '../lib/caller.ts'
import { USUAL_QUOTAS } from '../lib/quotas.ts'
import { fixture } from '../testing/fixture.ts'
import type { Fixture } from '../testing/fixture.ts'
import { registerErrors } from './errors.ts'
import { registerOpenAnswers } from './open-answers.ts'

const MB = 1_000_000
/** More than the two ends of a connection hold. */
const BYTES = 40 * MB

let dir: string
let app: FastifyInstance
const sockets: Socket[] = []
/** The same connections, on the side of the server. */
const served = new Set<Socket>()

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'aforo-open-'))
  writeFileSync(join(dir, 'file'), Buffer.alloc(BYTES, 'x'))
  app = fastify()
  registerErrors(app)
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const { user } = request.headers
    if (typeof user === 'string') request.caller = { user: { id: Number(user) } } as Caller
  })
  registerOpenAnswers(app, { ...USUAL_QUOTAS, downloads: 2, unreadMb: 50 }, 200)
  app.get('/file', async (request, reply) => {
    app.openDownloads.take(request.caller?.user.id ?? 0, reply)
    return sendDiskFile(request, reply, {
      path: join(dir, 'file'),
      name: 'file',
      type: 'application/octet-stream',
      bytes: BYTES,
      sha256: 'x',
    })
  })
  app.get('/answer', async () => Buffer.alloc(BYTES / 2))
  app.server.on('connection', (socket) => {
    served.add(socket)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  // The server hears of it a moment later.
  await wait(100)
})
afterAll(async () => {
  await app.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Sends a request, reads the head of the answer, and none of the rest. */
function ask(path: string, user: number): Promise<{ head: string; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', reject)
    socket.once('data', (bytes) => {
      socket.pause()
      resolve({ head: bytes.toString('latin1', 0, 800), socket })
    })
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nuser: ${user}\r\n\r\n`)
  })
}
const statusOf = ({ head }: { head: string }) => Number(head.slice(9, 12))

describe('who does not read', () => {
  test('has two downloads; others are refused with the seconds to wait, and other accounts are not', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => ask('/file', 1)))
    expect(all.map(statusOf).toSorted((a, b) => a - b)).toEqual([200, 200, ...Array<number>(10).fill(429)])
    const refused = all.find((answer) => statusOf(answer) === 429)
    expect(refused?.head).toContain('retry-after: 5')
    expect(refused?.head).toContain('DOWNLOADS_EXCEEDED')
    expect(statusOf(await ask('/file', 2))).toBe(200)
    all.find((answer) => statusOf(answer) === 200)?.socket.destroy()
    await wait(100)
    expect(statusOf(await ask('/file', 1))).toBe(200)
    expect(statusOf(await ask('/file', 1))).toBe(429)
  })

  test('holds less than 1 MB of a file in memory', async () => {
    const { socket } = await ask('/file', 3)
    await wait(300)
    const open = [...served].find((one) => one.remotePort === socket.localPort)
    expect(open?.bytesWritten).toBeLessThan(BYTES / 2)
    expect(open?.writableLength).toBeLessThan(MB)
  })

  test('has so many megabytes of other answers', async () => {
    const answers: number[] = []
    for (let n = 0; n < 4; n++) answers.push(statusOf(await ask('/answer', 4)))
    expect(answers).toEqual([200, 200, 429, 429])
    expect((await ask('/answer', 4)).head).toContain('UNREAD_ANSWERS_EXCEEDED')
    expect(statusOf(await ask('/answer', 5))).toBe(200)
  })
})

test('who reads may go on for ever', async () => {
  const { port } = app.server.address() as AddressInfo
  for (let n = 0; n < 6; n++) {
    for (const path of ['/answer', '/file']) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { user: '6' } })
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([
        200,
        path === '/file' ? BYTES : BYTES / 2,
      ])
    }
  }
})

/** A reply that ends on demand. */
function replyThatWaits(held: (() => void)[]): FastifyReply {
  const raw = new PassThrough()
  held.push(() => {
    raw.destroy()
  })
  return { raw } as unknown as FastifyReply
}

describe('every file of the product', () => {
  let f: Fixture
  beforeAll(async () => {
    f = await fixture()
  })
  afterAll(() => f.close())

  test.each([
    ['GET', '/downloads?client=1&begin=2026-11-10&end=2026-11-11'],
    ['GET', '/exports/1/files/data'],
    ['POST', '/exports/1/files/data/link'],
    ['GET', '/reports/runs/1/files/1'],
  ] as const)('counts as a download: %s %s', async (method, path) => {
    const token = await f.signIn('operator')
    const { id } = (await f.get('/me', token)).body as { id: number }
    const send = async () => (await f.app.inject({ method, url: `/api${path}`, headers: { access_token: token } })).body
    const held: (() => void)[] = []
    for (let n = 0; n < 2; n++) f.app.openDownloads.take(id, replyThatWaits(held))
    expect(await send()).toContain('DOWNLOADS_EXCEEDED')
    for (const release of held) release()
    await wait(10)
    expect(await send()).not.toContain('DOWNLOADS_EXCEEDED')
  })
})
