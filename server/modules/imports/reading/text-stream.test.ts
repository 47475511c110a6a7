/** The bytes of a text file as they come, and what is no text file. */
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { binaryKind, readTextFile } from './read-file.ts'
import { streamText } from './text-stream.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-text-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const written = (bytes: string | Buffer) => {
  const path = join(folder, `${(files += 1)}.csv`)
  writeFileSync(path, bytes)
  return path
}
async function stream(bytes: string | Buffer) {
  const text = streamText(written(bytes))
  const blocks: Buffer[] = []
  for await (const block of text.blocks) blocks.push(block)
  return { text: Buffer.concat(blocks).toString(), pieces: blocks.length }
}
const refusal = (run: Promise<unknown>) =>
  run.then(
    () => 'taken',
    ({ code, message }: { code: string; message: string }) =>
      `${code}: ${message.replaceAll(folder, '').replaceAll(/\/?\d+\.csv/g, 'FILE')}`,
  )
const UTF16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

describe('a text', () => {
  test.each<[string, string | Buffer]>([
    ['in UTF-8', 'a,ñ\n'],
    ['in UTF-8 with a mark', '\ufeffa,ñ\n'],
    ['in UTF-16', UTF16('a,ñ\n')],
    ['in UTF-16 the other way round', UTF16('a,ñ\n', true)],
    ['packed', gzipSync('a,ñ\n')],
    ['packed, with a mark', gzipSync('\ufeffa,ñ\n')],
    ['packed, in UTF-16', gzipSync(UTF16('a,ñ\n'))],
  ])('%s is read', async (_, bytes) => {
    expect(
      [(await stream(bytes)).text, await readTextFile(written(bytes))].map((text) => text.replace('\ufeff', '')),
    ).toEqual(['a,ñ\n', 'a,ñ\n'])
  })

  test('in Windows-1252 comes as it is, and a short file is read as that', async () => {
    const bytes = Buffer.from([0x61, 0xf1, 0x80])
    expect([(await stream(bytes)).pieces, await readTextFile(written(bytes))]).toEqual([1, 'añ€'])
  })

  test('comes in blocks of half a megabyte, and only the first one has a mark', async () => {
    const body = `\ufeff${'x'.repeat(512 * 1024 - 3)}\ufeffy`
    const found = await stream(body)
    expect([found.pieces, found.text === body.slice(1)]).toEqual([2, true])
  })

  test('is known by its unpacked bytes, and how much of the file was read', async () => {
    const text = 'a,b\n'.repeat(200_000)
    const digest = createHash('sha256').update(text).digest('hex')
    const [plain, packed] = [await stream(text), await stream(gzipSync(text))]
    const read = async (bytes: Buffer) => {
      const one = streamText(written(bytes))
      for await (const _ of one.blocks);
      return [one.digest, one.bytes, one.read]
    }
    expect([plain.text === text, packed.text === text]).toEqual([true, true])
    expect(await read(Buffer.from(text))).toEqual([digest, text.length, text.length])
    expect(await read(gzipSync(text))).toEqual([digest, text.length, gzipSync(text).length])
  })
})

describe('is refused', () => {
  test('a file that is not there, a folder, and an empty one', async () => {
    const read = async (path: string) => {
      for await (const _ of streamText(path).blocks);
    }
    expect(await refusal(read(join(folder, 'none.csv')))).toBe('FILE_NOT_FOUND: /none.csv could not be read.')
    expect(await refusal(readTextFile(join(folder, 'none.csv')))).toBe('FILE_NOT_FOUND: /none.csv could not be read.')
    mkdirSync(join(folder, 'folder'))
    expect(await refusal(read(join(folder, 'folder')))).toBe('FILE_NOT_FOUND: /folder is no file.')
    expect(await refusal(stream(''))).toBe(
      'FILE_EMPTY: FILE has no lines; a header and at least one row were expected.',
    )
  })

  test.each<[string, string | Buffer, string]>([
    ['a zip archive or an Excel workbook', 'PK\u0003\u0004', 'a zip archive or an Excel workbook'],
    ['an old Excel workbook', Buffer.from('d0cf11e0a1b1', 'hex'), 'an old Excel workbook'],
    ['a PDF document', '%PDF-1.7', 'a PDF document'],
    ['a web page', ' \n<!DOCTYPE html>', 'a web page'],
    ['a web page without a word before', '<HTML>', 'a web page'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]), 'a binary file'],
    ['a picture with letters first', `${'a'.repeat(4095)}\0`, 'a binary file'],
  ])('%s', async (_, bytes, kind) => {
    const words = `FILE_NOT_TEXT: FILE is ${kind}; a text file with separated values (CSV) was expected.`
    expect([await refusal(stream(bytes)), await refusal(readTextFile(written(bytes)))]).toEqual([words, words])
    expect(await refusal(stream(gzipSync(bytes)))).toBe(words)
  })

  test('a damaged gzip file', async () => {
    const words = 'FILE_NOT_TEXT: FILE is a damaged gzip file.'
    const damaged = gzipSync('a,b\n'.repeat(1000)).subarray(0, 30)
    expect([await refusal(stream(damaged)), await refusal(readTextFile(written(damaged)))]).toEqual([words, words])
  })

  test('a file that changes while it is read', async () => {
    const path = written('a,b\n')
    const read = async () => {
      for await (const _ of streamText(path).blocks) appendFileSync(path, 'c')
    }
    expect(await refusal(read())).toBe(
      'FILE_CHANGED: FILE changed while it was read (4 bytes, then 5). Nothing was loaded; import it when it is whole.',
    )
  })
})

test('what is no text is recognised by its first bytes', () => {
  const kind = (text: string) => binaryKind(Buffer.from(text, 'latin1'))
  expect(['a,b', 'xPK', 'x%PDF', 'a<html', `${'x'.repeat(40)}<html>`, `${'a'.repeat(4096)}\0`].map(kind)).toEqual(
    Array(6).fill(null),
  )
})
