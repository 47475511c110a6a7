import { textOf } from './cells.ts'
import { ImportError } from './import-error.ts'
import { splitRows } from './rows.ts'

export interface Line {
  /** Line of the file on which the row begins; the header is line 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface Table {
  readonly header: readonly string[]
  readonly rows: readonly Line[]
}

/**
 * A short file of separated values as a whole, by the rules of `readRows`, with or without a byte order mark.
 *
 * @throws {ImportError} FILE_EMPTY, FILE_QUOTE_OPEN with the line on which the quote was opened
 */
export function readCsv(text: string, file: string): Table {
  const rows: Line[] = []
  splitRows(Buffer.from(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text), file, (row) => {
    const cells = Array.from({ length: row.length }, (_, at) => textOf(row.buffer, row.starts[at]!, row.ends[at]!))
    rows.push({ line: row.line, cells })
  })
  const [head, ...body] = rows
  if (!head) throw new ImportError('FILE_EMPTY', `${file} has no lines; a header and at least one row were expected.`)
  return { header: head.cells.map((cell) => cell.trim()), rows: body }
}
