import { ImportError } from './import-error.ts'

export interface Line {
  /** Line of the file on which the row begins; the header is line 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface Table {
  readonly header: readonly string[]
  readonly rows: readonly Line[]
}

const DELIMITERS = [',', ';', '\t', '|']

/**
 * Reads separated values: any of `, ; tab |`, quotes, LF, CRLF or bare CR, with or without a byte order mark. Empty
 * lines are left out.
 *
 * @throws {ImportError} FILE_EMPTY, FILE_QUOTE_OPEN with the line on which the quote was opened
 */
export function readCsv(text: string): Table {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  const rows = [...split(source, delimiterOf(source))].filter(({ cells }) => cells.length > 1 || cells[0] !== '')
  const [head, ...body] = rows
  if (!head) throw new ImportError('FILE_EMPTY', 'The file has no lines; a header and at least one row were expected.')
  return { header: head.cells.map((cell) => cell.trim()), rows: body }
}

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

function* split(source: string, delimiter: string): Generator<Line> {
  let at = 0
  let line = 1
  while (at < source.length) {
    const cells: string[] = []
    const begin = line
    for (;;) {
      if (source[at] === '"') {
        let value = ''
        const opened = line
        at += 1
        for (;;) {
          const quote = source.indexOf('"', at)
          if (quote < 0) throw new ImportError('FILE_QUOTE_OPEN', `The quote opened on line ${opened} is never closed.`)
          const piece = source.slice(at, quote)
          line += breaks(piece)
          value += piece
          at = quote + 1
          if (source[at] !== '"') break
          value += '"'
          at += 1
        }
        // What follows a closing quote belongs to the cell, as in the files of careless writers.
        const end = endOfCell(source, at, delimiter)
        cells.push(value + source.slice(at, end))
        at = end
      } else {
        const end = endOfCell(source, at, delimiter)
        cells.push(source.slice(at, end))
        at = end
      }
      if (source[at] !== delimiter) break
      at += 1
    }
    if (source[at] === '\r' && source[at + 1] === '\n') at += 2
    else at += 1
    line += 1
    yield { line: begin, cells }
  }
}

function endOfCell(source: string, from: number, delimiter: string): number {
  let at = from
  for (; at < source.length; at += 1) {
    const character = source[at]
    if (character === delimiter || character === '\n' || character === '\r') break
  }
  return at
}

const breaks = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0
