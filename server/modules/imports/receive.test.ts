/** The files and settings of an import as a form brings them. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../lib/errors.ts'
import { formOf, type FormPart } from '../uploads/testing.ts'
import { MAX_FILES, receiveImport } from './receive.ts'

let root: string
const app = Fastify({ bodyLimit: 4_000_000 })
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'aforo-receive-import-'))
  await app.register(multipart)
  app.setErrorHandler((error, _request, reply) =>
    reply.code(400).send({
      said: error instanceof AppError ? `${error.code}: ${error.message}` : String(error),
      details: error instanceof AppError ? error.details : null,
    }),
  )
  app.post('/', (request) => take(request))
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})
async function take(request: FastifyRequest) {
  const { files, settings, folder, remove } = await receiveImport(request, join(root, 'new'))
  const found = {
    files: files.map(({ path, name }) => [path.slice(folder.length + 1), name, readFileSync(path, 'utf8')]),
    settings,
    inPlace: folder === join(root, 'new'),
  }
  await remove()
  return found
}

const send = async (parts: readonly FormPart[], headers: Record<string, string> = {}) => {
  const form = formOf(parts)
  const { body } = await app.inject({ method: 'POST', url: '/', ...form, headers: { ...form.headers, ...headers } })
  expect(existsSync(join(root, 'new'))).toBe(false)
  return JSON.parse(body) as { said?: string; details?: unknown }
}
const file = (name: string, field = 'file'): FormPart => ({ field, fileName: name, data: `of ${name}` })
const settings = (data: string): FormPart => ({ field: 'settings', data })

test('files come in their order, under generated names, with their details', async () => {
  expect(
    await send([
      file('a.csv'),
      { field: 'x', data: 'y' },
      settings('{"client":7,"lines":"parts"}'),
      file('C:\\dir\\b.csv', 'files'),
      file('../c.csv', 'data'),
    ]),
  ).toEqual({
    files: [
      ['file-0', 'a.csv', 'of a.csv'],
      ['file-1', 'b.csv', 'of C:\\dir\\b.csv'],
      ['file-2', 'c.csv', 'of ../c.csv'],
    ],
    settings: { client: 7, lines: 'parts' },
    inPlace: true,
  })
  expect(await send([file('a.csv')])).toMatchObject({ settings: {} })
})

describe('is refused, with nothing left behind', () => {
  test('another kind of body', async () => {
    const { body } = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })
    expect(JSON.parse(body)).toMatchObject({
      said:
        'CONTENT_TYPE_UNSUPPORTED: Send the files as multipart/form-data, in fields named file, and what is ' +
        'known of them in a field named settings.',
    })
  })

  test.each<[string, readonly FormPart[], string]>([
    [
      'a form without a file',
      [settings('{}')],
      'UPLOAD_FILE_MISSING: There is no file in the body; send one or more in fields named file.',
    ],
    [
      'a file in another field',
      [file('a.csv'), file('b.csv', 'z'.repeat(50))],
      `UPLOAD_BODY_INVALID: The body is no form as it was expected: a file is in the field ${'z'.repeat(40)}; file ` +
        'or files was expected.',
    ],
    ['settings that are no JSON', [file('a.csv'), settings('{')], 'REQUEST_INVALID: The field settings is no JSON.'],
    [
      'invalid settings',
      [file('a.csv'), settings('{"lines":7}')],
      'REQUEST_INVALID: The field settings is not as /entities/import-settings says; see GET /api/openapi.json.',
    ],
    [
      'more than twenty files',
      Array.from({ length: MAX_FILES + 1 }, (_, i) => file(`${i}.csv`)),
      'UPLOAD_BODY_INVALID: The body is no form as it was expected: there are too many files.',
    ],
  ])('%s', async (_, parts, words) => {
    expect((await send(parts)).said).toBe(words)
  })

  test('what says that it is larger than half of the room there is', async () => {
    expect((await send([file('a.csv')], { 'content-length': '1000000000000000' })).said).toBe(
      'STORAGE_FULL: There is no room for the files on the server.',
    )
    expect(readdirSync(root)).toEqual([])
  })

  test('with the place of what is wrong', async () => {
    expect((await send([file('a.csv'), settings('{')])).details).toEqual({ place: 'settings' })
    expect((await send([file('a.csv'), settings('7')])).details).toEqual({ place: 'settings' })
  })
})

test('twenty files are taken', async () => {
  const { files } = (await send(Array.from({ length: MAX_FILES }, (_, i) => file(`${i}.csv`)))) as never as {
    files: unknown[]
  }
  expect(files.length).toBe(20)
})
