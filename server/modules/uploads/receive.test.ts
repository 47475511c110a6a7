import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveFile, sweepArriving } from './receive.ts'

const MAX = 4_000_000
let folder = ''
const files = Fastify({ bodyLimit: 2 * MAX })
let address = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aforo-receive-'))
  await files.register(multipart)
  files.post('/', (request) => take(request))
  address = await files.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await files.close()
  await rm(folder, { recursive: true, force: true })
})

async function take(request: FastifyRequest): Promise<{ name: string; bytes: number; hash: string }> {
  const file = await receiveFile(request, folder, MAX)
  const content = await readFile(file.path)
  await file.remove()
  return { name: file.name, bytes: content.length, hash: hashOf(content) }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Over a real connection: pieces come as the network cuts them. */
async function send(content: Uint8Array<ArrayBuffer>): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new FormData()
  form.append('before', 'a field')
  form.append('file', new Blob([content]), 'counts.csv')
  form.append('after', 'another one, in the same piece as the end of the file')
  const answer = await fetch(address, { method: 'POST', body: form })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('a file is stored as it was sent, byte by byte, with anything around it in the body', async () => {
  const lines = Buffer.from(
    Array.from({ length: 60_000 }, (_, n) => `S${n % 500};2026-03-${(n % 28) + 1};10:00:00;+00;${n % 40}\r\n`).join(''),
  )
  for (const content of [
    new Uint8Array(0),
    new Uint8Array(randomBytes(3_000_000)),
    new Uint8Array(lines),
    new Uint8Array(1_000_000).fill(13),
    new Uint8Array(Buffer.from('\r\n--'.repeat(400_000))),
  ]) {
    expect(await send(content)).toEqual({
      status: 200,
      body: { name: 'counts.csv', bytes: content.length, hash: hashOf(content) },
    })
  }
})

test('one that is too large is refused, and no part of it stays on the disk', async () => {
  const { status } = await send(new Uint8Array(MAX + 1))
  expect(status).toBeGreaterThanOrEqual(400)
  expect(await readdir(folder)).toEqual([])
})

test('an upload that stopped midway is removed after a while, and nothing else of its folder', async () => {
  for (const [name, at] of [
    ['old.upload', 1000],
    ['young.upload', 3000],
    ['.upload-old', 1000],
  ] as const) {
    await writeFile(join(folder, name), 'x')
    await utimes(join(folder, name), at, at)
  }
  expect(await sweepArriving(folder, 2_000_000)).toBe(1)
  expect((await readdir(folder)).toSorted()).toEqual(['.upload-old', 'young.upload'])
})
