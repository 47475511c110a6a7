import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportFiles, type ExportFiles } from './files.ts'

let [folder, files]: [string, ExportFiles] = ['', undefined!]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-export-files-'))
  files = exportFiles(folder)
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function made(id: number): Promise<void> {
  const part = await files.begin(id)
  await part.write('a.json', Buffer.from('{}'))
  await part.complete()
}

test('a file is there once its export is complete, with its bytes and checksum', async () => {
  const part = await files.begin(4)
  const bytes = Buffer.from('{"rows":1}\n')
  expect(await part.write('a.json', bytes)).toEqual({
    name: 'a.json',
    bytes: 11,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  expect(files.pathOf(4, 'a.json')).toBeUndefined()
  await part.complete()
  expect(readFileSync(files.pathOf(4, 'a.json')!)).toEqual(bytes)
})

test('a restarted export keeps none of the earlier attempt', async () => {
  const part = await files.begin(4)
  await part.write('a.json', Buffer.from('{}'))
  await files.begin(4)
  expect(readdirSync(folder, { recursive: true })).toEqual(['4.part'])
})

test('sweeping removes what is not known and what was cut off, and leaves what is known or being made', async () => {
  for (const id of [1, 2]) await made(id)
  for (const id of [3, 4, 5]) await files.begin(id)
  await files.sweep(
    async () => [1, 3, 4],
    (id) => id === 4,
  )
  expect(readdirSync(folder).toSorted()).toEqual(['1', '4.part'])
})

test('a folder that was never made is nothing to sweep, and nothing is asked for it', async () => {
  rmSync(folder, { recursive: true })
  await files.sweep(
    () => Promise.reject(new Error('asked')),
    () => false,
  )
  expect(existsSync(folder)).toBe(false)
})
