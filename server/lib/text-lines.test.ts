/** Lines of a text file as columns between semicolons. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLines, type Columns } from './text-lines.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-lines-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
function read(bytes: string | Buffer) {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  const lines: [number, Columns][] = []
  readLines(path, (line, columns) => lines.push([line, columns]))
  return lines
}
const refusal = (bytes: string | Buffer) => {
  try {
    read(bytes)
    return 'taken'
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
}
const TWO: [number, Columns][] = [
  [1, ['ñ', '1']],
  [2, ['b', '2']],
]

test.each<[string, string | Buffer]>([
  ['UTF-8', 'ñ;1\nb;2'],
  ['UTF-8 with a mark', '\ufeffñ;1\nb;2\n'],
  ['UTF-16', Buffer.from('\ufeffñ;1\nb;2', 'utf16le')],
  ['UTF-16 the other way round', Buffer.from('\ufeffñ;1\nb;2', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from('ñ;1\nb;2', 'latin1')],
  ['lines that end with CR', 'ñ;1\rb;2\r'],
  ['lines that end with CR and LF', 'ñ;1\r\nb;2\r\n'],
])('%s is read', (_, bytes) => {
  expect(read(bytes)).toEqual(TWO)
})

test('a letter of Windows-1252 at the end of a file identifies it as well as one in the middle', () => {
  expect(read(Buffer.from('a;ñ', 'latin1'))).toEqual([[1, ['a', 'ñ']]])
  expect(read(Buffer.from([0x61, 0xc3]))).toEqual([[1, ['aÃ']]])
})

test('blank lines are left out, and count', () => {
  expect(read('\n a;1\n \t \n\r\nb;2')).toEqual([
    [2, [' a', '1']],
    [5, ['b', '2']],
  ])
})

test('columns are between semicolons; quotes keep them together', () => {
  const columns = (text: string) => read(text)[0]![1]
  expect(columns('a;;b;')).toEqual(['a', '', 'b', ''])
  expect(columns('"a;b";c')).toEqual(['a;b', 'c'])
  expect(columns('c;"a;b"')).toEqual(['c', 'a;b'])
  expect(columns('"say ""no""";""')).toEqual(['say "no"', ''])
  expect(columns('"a"x;b')).toEqual(['a', 'b'])
  expect(columns('a"b;c"')).toEqual(['a"b', 'c"'])
  expect(columns('"";"";x')).toEqual(['', '', 'x'])
  expect(columns('x;"a;b')).toBe(null)
  expect(columns('"')).toBe(null)
  expect(columns('"a""')).toBe(null)
})

test('pieces of a file are read as one, wherever they end', () => {
  const line = (i: number) => `${'ñ'.repeat(i % 7)}x${i};"${i}"`
  const text = Array.from({ length: 9000 }, (_, i) => line(i)).join('\r\n')
  expect(Buffer.byteLength(text)).toBeGreaterThan(4 * 32 * 1024)
  const lines = read(text)
  expect([
    lines.length,
    lines.every(([n, columns], i) => n === i + 1 && columns?.join('|') === `${'ñ'.repeat(i % 7)}x${i}|${i}`),
  ]).toEqual([9000, true])
})

describe('a file is refused', () => {
  test.each<[string, string | Buffer, string]>([
    ['without a byte', '', 'UPLOAD_EMPTY: The file is empty.'],
    ['of blank lines', ' \n\r\n', 'UPLOAD_EMPTY: The file holds nothing but blank lines.'],
    ['that is a workbook', 'PK\u0003\u0004x', 'UPLOAD_NOT_TEXT: This is no CSV file: a workbook or archive.'],
    ['that is a PDF', '%PDF-1.7', 'UPLOAD_NOT_TEXT: This is no CSV file: a PDF.'],
    [
      'that is an old workbook',
      Buffer.from('d0cf11e0a1', 'hex'),
      'UPLOAD_NOT_TEXT: This is no CSV file: an old workbook.',
    ],
    ['that is packed', Buffer.from('1f8b08', 'hex'), 'UPLOAD_NOT_TEXT: This is no CSV file: a compressed file.'],
    ['with NUL', 'a;b\0', 'UPLOAD_NOT_TEXT: This is no CSV file: it holds NUL characters.'],
    [
      'with NUL in UTF-16',
      Buffer.from('\ufeffa;b\0', 'utf16le'),
      'UPLOAD_NOT_TEXT: This is no CSV file: it holds NUL characters.',
    ],
  ])('%s', (_, bytes, words) => {
    expect(refusal(bytes)).toBe(words)
  })

  test('with a line of more than 65,536 letters, whether it ends or not', () => {
    const words =
      'UPLOAD_TOO_MUCH: The file holds too much: a line of more than 65,536 characters; at most 65,536 characters ' +
      'is read.'
    const most = 'x'.repeat(65_536)
    expect([refusal(most), refusal(`${most}\n`), refusal(`a\n${most}x`), refusal(`${most}x\nb`)]).toEqual([
      'taken',
      'taken',
      words,
      words,
    ])
  })
})
