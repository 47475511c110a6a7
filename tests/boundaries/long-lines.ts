/** Lines beyond column 120 that could end before it. */
import { parseSync, Visitor } from 'oxc-parser'

const COLUMNS = 120

/**
 * Numbers of the lines of a file that are longer than 120 columns. In code some may be: the name of a test, a regular
 * expression, a text without a blank to break it at (an address, a path of a picture), what lint reads of a comment,
 * and the lines of a text that is printed verbatim, but of no statement. In Markdown: rows of tables, which cannot be
 * broken, and code.
 */
export function longLines(file: string, text: string): number[] {
  const lines = text.split('\n')
  const long = lines.flatMap((line, at) => (line.length > COLUMNS ? [at + 1] : []))
  if (long.length === 0) return long
  if (file.endsWith('.md')) return proseOf(lines, long)
  if (!/\.tsx?$/.test(file)) return long
  const excused = excusedLines(file, text)
  return long.filter((line) => !excused.has(line) && !/oxlint-disable/.test(lines[line - 1]!))
}

/** The long lines that are neither a row of a table, nor code in a block or in the line alone. */
function proseOf(lines: readonly string[], long: readonly number[]): number[] {
  let isCode = false
  const code = new Set<number>()
  lines.forEach((line, at) => {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isCode || isFence) code.add(at + 1)
    if (isFence) isCode = !isCode
  })
  return long.filter((line) => !code.has(line) && !/^\s*(?:\||`[^`]*`$)/.test(lines[line - 1]!))
}

const STATEMENT = /\b(?:SELECT|FROM|INSERT INTO|CREATE TABLE)\b/
const TEST = /^(?:test|it|describe)\b/

function excusedLines(file: string, text: string): Set<number> {
  const begins = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineAt = (offset: number) => begins.findLastIndex((begin) => begin <= offset) + 1
  const excused = new Set<number>()
  const excuse = (start: number, end: number, from = 0) => {
    for (let line = lineAt(start) + from; line <= lineAt(end); line++) excused.add(line)
  }
  new Visitor({
    CallExpression({ callee, arguments: [name] }) {
      if (name !== undefined && TEST.test(text.slice(callee.start, callee.start + 10))) excuse(name.start, name.end)
    },
    Literal({ start, end, value }) {
      if (value instanceof RegExp || (typeof value === 'string' && end - start > 60 && !value.includes(' ')))
        excuse(start, end)
    },
    TemplateLiteral({ start, end }) {
      // All lines but the first one begin within the text. A statement is the same with other breaks.
      if (lineAt(start) < lineAt(end) && !STATEMENT.test(text.slice(start, end))) excuse(start, end, 1)
    },
  }).visit(parseSync(file, text).program)
  return excused
}
