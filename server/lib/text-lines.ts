/** Reads a text file line by line, as columns between `;`, never more than a piece of it in memory. */
import { closeSync, openSync, readSync } from 'node:fs'
import { FILE_LIMITS, FileProblem, tooMuch } from './file-problem.ts'

/**
 * So short that the lines of one are garbage before they are old: old garbage is collected by threads of the whole
 * server.
 */
const PIECE_BYTES = 32 * 1024
/** A file that begins like this is not text, with any extension. */
const MAGIC: readonly [string, string][] = [
  ['PK\u0003\u0004', 'a workbook or archive'],
  ['%PDF', 'a PDF'],
  ['\u00D0\u00CF\u0011\u00E0', 'an old workbook'],
  ['\u001F\u008B', 'a compressed file'],
]

const notText = (what: string) => new FileProblem('UPLOAD_NOT_TEXT', `This is no CSV file: ${what}.`, { what })

/** Null = a quote that was not closed. */
export type Columns = readonly string[] | null

/**
 * Of a file on disk, or of its bytes. UTF-8, UTF-16 with its mark, else Windows-1252; lines end with LF, CR or both.
 * Blank lines are left out.
 *
 * @throws {FileProblem} UPLOAD_EMPTY, UPLOAD_NOT_TEXT, UPLOAD_TOO_MUCH
 */
export function readLines(source: string | Buffer, take: (line: number, columns: Columns) => void): void {
  decode(source, encodingOf(source), take)
}

/** One buffer for the whole file: pieces of their own would be garbage faster than it is collected. */
function readPieces(source: string | Buffer, take: (bytes: Buffer) => boolean): void {
  if (typeof source !== 'string') {
    for (let at = 0; at < source.length; at += PIECE_BYTES) if (!take(source.subarray(at, at + PIECE_BYTES))) return
    return
  }
  const file = openSync(source, 'r')
  try {
    const buffer = Buffer.allocUnsafe(PIECE_BYTES)
    for (;;) {
      const size = readSync(file, buffer, 0, PIECE_BYTES, null)
      if (size === 0 || !take(buffer.subarray(0, size))) return
    }
  } finally {
    closeSync(file)
  }
}

function encodingOf(source: string | Buffer): string {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let found: string | null = null
  let isFirst = true
  readPieces(source, (bytes) => {
    if (isFirst) {
      isFirst = false
      const head = bytes.subarray(0, 4).toString('latin1')
      for (const [magic, what] of MAGIC) if (head.startsWith(magic)) throw notText(what)
      if (head.startsWith('\u00FF\u00FE')) found = 'utf-16le'
      if (head.startsWith('\u00FE\u00FF')) found = 'utf-16be'
      if (found !== null) return false
    }
    if (bytes.includes(0)) throw notText('it holds NUL characters')
    try {
      strict.decode(bytes, { stream: true })
      return true
    } catch {
      found = 'windows-1252'
      return false
    }
  })
  if (isFirst) throw new FileProblem('UPLOAD_EMPTY', 'The file is empty.')
  try {
    if (found === null) strict.decode()
  } catch {
    found = 'windows-1252'
  }
  return found ?? 'utf-8'
}

function decode(source: string | Buffer, encoding: string, take: (line: number, columns: Columns) => void): void {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  let line = 0
  let rows = 0
  const one = (text: string) => {
    line += 1
    if (text.length > FILE_LIMITS.lineLength)
      throw tooMuch('a line of more than 65,536 characters', '65,536 characters')
    if (text.trim() === '') return
    rows += 1
    if (rows > FILE_LIMITS.rows) throw tooMuch('more than 1,048,576 rows', '1,048,576 rows')
    if (text.includes('\0')) throw notText('it holds NUL characters')
    take(line, columnsOf(text))
  }
  const pieces = (text: string, isLast: boolean) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const each of lines) one(each)
    if (rest.length > FILE_LIMITS.lineLength) one(rest)
    if (isLast && rest !== '') one(rest.replace(/\r$/, ''))
  }
  readPieces(source, (bytes) => {
    pieces(decoder.decode(bytes, { stream: true }), false)
    return true
  })
  pieces(decoder.decode(), true)
  if (rows === 0) throw new FileProblem('UPLOAD_EMPTY', 'The file holds nothing but blank lines.')
}

function columnsOf(text: string): Columns {
  if (!text.includes('"')) return text.split(';')
  const columns: string[] = []
  let at = 0
  for (;;) {
    if (text[at] === '"') {
      let value = ''
      for (;;) {
        const end = text.indexOf('"', at + 1)
        if (end < 0) return null
        value += text.slice(at + 1, end)
        at = end
        if (text[end + 1] !== '"') break
        value += '"'
        at = end + 1
      }
      const next = text.indexOf(';', at)
      columns.push(value)
      if (next < 0) return columns
      at = next + 1
    } else {
      const next = text.indexOf(';', at)
      if (next < 0) return [...columns, text.slice(at)]
      columns.push(text.slice(at, next))
      at = next + 1
    }
  }
}
