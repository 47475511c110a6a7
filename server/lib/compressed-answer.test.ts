import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCompressedAnswer } from './compressed-answer.ts'
import { fixture } from '../testing/fixture.ts'
import type { Fixture } from '../testing/fixture.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())

async function ask(path: string, headers: Record<string, string> = {}) {
  const reply = await f.app.inject({ url: `/api${path}`, headers })
  return { status: reply.statusCode, headers: reply.headers, raw: reply.rawPayload, text: reply.body }
}

describe.each(['/openapi.json', '/docs'])('%s', (path) => {
  test('comes as brotli, gzip, or plain, each with a tag of its own, and says so', async () => {
    const [plain, br, zipped] = [
      await ask(path),
      await ask(path, { 'accept-encoding': 'gzip, deflate, br' }),
      await ask(path, { 'accept-encoding': 'gzip;q=0.5, br;q=0' }),
    ]
    expect([
      plain.headers['content-encoding'],
      br.headers['content-encoding'],
      zipped.headers['content-encoding'],
    ]).toEqual([undefined, 'br', 'gzip'])
    expect([brotliDecompressSync(br.raw).equals(plain.raw), gunzipSync(zipped.raw).equals(plain.raw)]).toEqual([
      true,
      true,
    ])
    expect(br.raw.length).toBeLessThan(plain.raw.length / 5)
    expect(new Set([plain, br, zipped].map(({ headers }) => headers.etag)).size).toBe(3)
    for (const { headers } of [plain, br, zipped])
      expect(headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-cache' })
  })

  test('is not sent to who has it', async () => {
    const headers = { 'accept-encoding': 'br' }
    const { etag } = (await ask(path, headers)).headers
    expect(await ask(path, { ...headers, 'if-none-match': `"other", W/${String(etag)}` })).toMatchObject({
      status: 304,
      text: '',
    })
    expect((await ask(path, { ...headers, 'if-none-match': '"other"' })).status).toBe(200)
    expect((await ask(path, { 'if-none-match': String(etag) })).status).toBe(200)
  })
})

test('a text is made once, also for those who ask at the same time', async () => {
  let made = 0
  const app = fastify()
  app.get(
    '/',
    createCompressedAnswer('text/plain', () => `text ${++made}`),
  )
  const answers = await Promise.all(Array.from({ length: 5 }, () => app.inject('/')))
  expect([answers.map(({ body }) => body), made]).toEqual([Array<string>(5).fill('text 1'), 1])
  await app.close()
})
