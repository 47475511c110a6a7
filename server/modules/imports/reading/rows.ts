import { ImportError } from './import-error.ts'

/** Cells of one row: bytes `starts[i]` to `ends[i]` of `buffer`, valid until the next row. */
export interface Row {
  buffer: Buffer
  starts: Int32Array
  ends: Int32Array
  length: number
  /** Line of the file on which the row begins; the header is line 1. */
  line: number
}

/** Enough of a file to see what separates its cells. */
const HEAD = 20_000
/** A row longer than this is no row: an open quote swallows the rest of a file. */
const LONGEST_ROW = 4 * 1024 * 1024

const DELIMITERS = [',', ';', '\t', '|']
const [QUOTE, LF, CR] = [0x22, 0x0a, 0x0d]

/** The separator that cuts the first lines into most columns of the same number. */
export function delimiterOf(source: string): string {
  const lines = source
    .slice(0, 20_000)
    .split(/\r\n|\n|\r/, 6)
    .filter(Boolean)
  const score = (delimiter: string) => {
    const counts = lines.map((line) => line.split(delimiter).length)
    return Math.min(...counts) > 1 ? counts[0]! : 1
  }
  return DELIMITERS.reduce((best, delimiter) => (score(delimiter) > score(best) ? delimiter : best))
}

/**
 * Cuts blocks of bytes into rows, in bounded memory: cells between any of `, ; tab |`, quotes, LF, CRLF or bare CR.
 * Empty lines are left out.
 *
 * @param onRow called with each row, the header first; it may not keep the row
 * @param separator what is between the cells; found out when left out
 * @returns the number of the last line
 * @throws {ImportError} FILE_EMPTY, FILE_QUOTE_OPEN with the line on which the quote was opened, FILE_NOT_TEXT
 */
export async function readRows(
  blocks: AsyncIterable<Buffer>,
  file: string,
  onRow: (row: Row) => void,
  separator?: string,
): Promise<number> {
  let splitter: RowSplitter | null = null
  let rest: Buffer = Buffer.alloc(0)
  const split = (block: Buffer, isLast: boolean) => {
    splitter ??= new RowSplitter(
      file,
      (separator ?? delimiterOf(block.toString('latin1', 0, HEAD))).charCodeAt(0),
      onRow,
    )
    return block.subarray(splitter.split(block, isLast))
  }
  for await (const block of blocks) {
    rest = rest.length === 0 ? block : Buffer.concat([rest, block])
    if (splitter === null && rest.length < HEAD) continue
    rest = split(rest, false)
    if (rest.length > LONGEST_ROW) splitter!.refuseLongRow(rest)
  }
  split(rest, true)
  if (splitter!.rows === 0)
    throw new ImportError('FILE_EMPTY', `${file} has no lines; a header and at least one row were expected.`)
  return splitter!.line - 1
}

/**
 * The rows of a whole file at once, by the same rules.
 *
 * @throws {ImportError} FILE_QUOTE_OPEN with the line on which the quote was opened
 */
export function splitRows(bytes: Buffer, file: string, onRow: (row: Row) => void): void {
  new RowSplitter(file, delimiterOf(bytes.toString('latin1', 0, HEAD)).charCodeAt(0), onRow).split(bytes, true)
}

class RowSplitter {
  line = 1
  rows = 0
  readonly #file: string
  readonly #delimiter: number
  readonly #onRow: (row: Row) => void
  readonly #row: Row = {
    buffer: Buffer.alloc(0),
    starts: new Int32Array(256),
    ends: new Int32Array(256),
    length: 0,
    line: 1,
  }
  /** Cells of a row with quotes, without their quotes. */
  #plain = Buffer.alloc(4096)

  constructor(file: string, delimiter: number, onRow: (row: Row) => void) {
    this.#file = file
    this.#delimiter = delimiter
    this.#onRow = onRow
  }

  /** Calls back with every complete row of a block. Returns where the first incomplete row begins. */
  split(block: Buffer, isLast: boolean): number {
    const delimiter = this.#delimiter
    const row = this.#row
    const { length } = block
    let begin = 0
    while (begin < length) {
      let { starts, ends } = row
      let cells = 0
      let at = begin
      let next = -1
      starts[0] = begin
      for (; at < length; at += 1) {
        const byte = block[at]!
        if (byte === delimiter) {
          ends[cells] = at
          cells += 1
          if (cells === starts.length) [starts, ends] = this.#grow()
          starts[cells] = at + 1
        } else if (byte === LF) {
          next = at + 1
          break
        } else if (byte === CR) {
          if (at + 1 < length) next = block[at + 1] === LF ? at + 2 : at + 1
          else if (isLast) next = at + 1
          break
        } else if (byte === QUOTE && at === starts[cells]) {
          next = -2
          break
        }
      }
      if (next === -2) {
        const end = this.#quoted(block, begin, isLast)
        if (end < 0) return begin
        begin = end
        continue
      }
      if (next < 0) {
        if (!isLast) return begin
        next = length
      }
      ends[cells] = at
      row.buffer = block
      this.#tell(cells + 1, this.line)
      this.line += 1
      begin = next
    }
    return begin
  }

  refuseLongRow(rest: Buffer): never {
    const isQuoted = rest.includes(QUOTE)
    if (isQuoted) this.#quoted(rest, 0, true)
    throw new ImportError(
      'FILE_NOT_TEXT',
      `Line ${this.line} of ${this.#file} is longer than ${LONGEST_ROW / 1024 / 1024} MB; a text file with ` +
        'separated values (CSV) was expected.',
    )
  }

  #tell(length: number, line: number) {
    const row = this.#row
    if (length === 1 && row.starts[0] === row.ends[0]) return
    row.length = length
    row.line = line
    this.rows += 1
    this.#onRow(row)
  }

  #grow(): [Int32Array, Int32Array] {
    const grown = (old: Int32Array) => {
      const wide = new Int32Array(old.length * 2)
      wide.set(old)
      return wide
    }
    this.#row.starts = grown(this.#row.starts)
    this.#row.ends = grown(this.#row.ends)
    return [this.#row.starts, this.#row.ends]
  }

  /** Reads a row with quotes. Returns where the next one begins, or -1 when this one is not whole. */
  #quoted(block: Buffer, from: number, isLast: boolean): number {
    let at = from
    let line = this.line
    let cells = 0
    let size = 0
    const take = (start: number, end: number) => {
      if (size + end - start > this.#plain.length)
        this.#plain = Buffer.concat([this.#plain.subarray(0, size)], (size + end - start) * 2)
      size += block.copy(this.#plain, size, start, end)
    }
    for (;;) {
      if (cells === this.#row.starts.length) this.#grow()
      this.#row.starts[cells] = size
      if (block[at] === QUOTE) {
        const opened = line
        at += 1
        for (;;) {
          const quote = block.indexOf(QUOTE, at)
          if (quote < 0) {
            if (isLast)
              throw new ImportError(
                'FILE_QUOTE_OPEN',
                `The quote opened on line ${opened} of ${this.#file} is never closed.`,
              )
            return -1
          }
          // The bytes after the last quote of a block may be its second half.
          if (quote + 1 === block.length && !isLast) return -1
          line += lineBreaks(block, at, quote)
          take(at, quote)
          at = quote + 1
          if (block[at] !== QUOTE) break
          take(at, at + 1)
          at += 1
        }
      }
      // Text after a closing quote belongs to the cell, as careless writers produce it.
      let end = at
      while (end < block.length && block[end] !== this.#delimiter && block[end] !== LF && block[end] !== CR) end += 1
      if (!isLast && (end === block.length || (block[end] === CR && end + 1 === block.length))) return -1
      take(at, end)
      this.#row.ends[cells] = size
      cells += 1
      at = end
      if (block[at] !== this.#delimiter) break
      at += 1
    }
    at += block[at] === CR && block[at + 1] === LF ? 2 : 1
    this.#row.buffer = this.#plain
    this.#tell(cells, this.line)
    this.line = line + 1
    return at
  }
}

function lineBreaks(block: Buffer, from: number, to: number): number {
  let breaks = 0
  for (let at = from; at < to; at += 1) {
    if (block[at] === LF || (block[at] === CR && block[at + 1] !== LF)) breaks += 1
  }
  return breaks
}
