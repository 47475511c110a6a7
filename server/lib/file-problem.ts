/** Why a file cannot be read at all. Errors of single rows are reported row by row (`row-validator.ts`). */
export type FileProblemCode =
  | 'UPLOAD_EMPTY'
  | 'UPLOAD_NOT_TEXT'
  | 'UPLOAD_NOT_WORKBOOK'
  | 'UPLOAD_DAMAGED'
  | 'UPLOAD_TOO_MUCH'
  | 'UPLOAD_SEPARATOR'
  | 'UPLOAD_SHEETS'
  | 'UPLOAD_COLUMNS'

export class FileProblem extends Error {
  readonly code: FileProblemCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: FileProblemCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'FileProblem'
    this.code = code
    this.details = details
  }
}

export const damaged = (what: string) =>
  new FileProblem('UPLOAD_DAMAGED', `The file is damaged: ${what}. Save it again and send it once more.`, { what })
export const tooMuch = (what: string, most: string) =>
  new FileProblem('UPLOAD_TOO_MUCH', `The file holds too much: ${what}; at most ${most} is read.`, { what, most })

/** Bounds of what is read of one file (reliability.md C2). */
export const FILE_LIMITS = {
  entries: 100,
  unpackedBytes: 200_000_000,
  ratio: 200,
  rows: 1_048_576,
  columns: 50,
  texts: 65_536,
  textLength: 32_768,
  depth: 100,
  lineLength: 65_536,
} as const
/** Below this a high ratio is only a small file of blanks. */
export const RATIO_FROM_BYTES = 1_000_000

/** Nothing to fix: most values of most files. */
const PLAIN = /^[!-~]*$/
/** Invisible blanks, and letters written in two ways, make no other code. */
export const clean = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .normalize('NFC')
        .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
        .replace(/\s+/g, ' ')
        .trim()
