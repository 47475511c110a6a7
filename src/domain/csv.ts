/**
 * CSV as bytes: `;` unless another separator is chosen, utf-8, one chunk of about 1 MiB at a time. No string is made
 * per cell: names are escaped and encoded once per dictionary entry, days once per day, digits come from a table of 0
 * to 9999 (performance.md section 4).
 */
import { isoDay } from './days.ts'
import { bitAt, encodeNumbers, encodeText } from './frame-build.ts'
import type { Cell, ColumnData } from './frame.ts'

export interface CsvColumn {
  readonly header: string
  readonly data: ColumnData
  /** Days are written YYYY-MM-DD, booleans true or false, numbers without grouping. */
  readonly as?: 'number' | 'day' | 'boolean'
  /** Fixed decimals, 0 to 4; every digit a number has when left out. */
  readonly decimals?: number
}

export interface CsvTable {
  readonly columns: readonly CsvColumn[]
  readonly rows: number
}

/**
 * How a file is written for who opens it: a spreadsheet reads numbers with the decimal sign of its language only.
 */
export interface CsvStyle {
  readonly separator: ';' | ',' | '\t'
  readonly decimal: '.' | ','
}

/** Specification: `;`. A point, because files without a style are read by programs. */
export const PLAIN_CSV: CsvStyle = { separator: ';', decimal: '.' }

export interface CsvOptions extends Partial<CsvStyle> {
  /** Byte order mark, for spreadsheets that need one to see utf-8. */
  readonly bom?: boolean
  /** Without the line of names, for a later part of a file. */
  readonly headless?: boolean
  readonly chunkBytes?: number
}

const CHUNK = 1 << 20
const END = [0x0d, 0x0a]
/** Longest text of a number or a day. */
const NUMBER_BYTES = 32

export interface CsvRows {
  readonly columns: readonly { readonly label: string; readonly format?: string }[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Decimals of the formats that people read: one more than on the screen, none where a fraction means nothing. */
const DECIMALS: Readonly<Record<string, number>> = { count: 1, percent: 2, points: 2, delta: 2, number: 2, duration: 0 }

/**
 * Columns of a projection: what the chart draws and the table shows. A column with a text among its numbers becomes
 * text.
 */
export function csvTableOf(
  { columns, rows }: CsvRows,
  { decimal = PLAIN_CSV.decimal }: Partial<CsvStyle> = {},
): CsvTable {
  return {
    rows: rows.length,
    columns: columns.map(({ label, format }, at) =>
      columnOfCells(
        label,
        format,
        rows.map((row) => row[at] ?? null),
        decimal,
      ),
    ),
  }
}

function columnOfCells(
  header: string,
  format: string | undefined,
  cells: readonly Cell[],
  decimal: CsvStyle['decimal'],
): CsvColumn {
  const decimals =
    format === undefined || cells.every((cell) => typeof cell !== 'number' || Number.isInteger(cell))
      ? undefined
      : DECIMALS[format]
  if (cells.every((cell) => cell === null || typeof cell === 'number')) {
    return {
      header,
      data: encodeNumbers(cells as (number | null)[], true),
      ...(format === 'day' && { as: 'day' as const }),
      ...(decimals !== undefined && { decimals }),
    }
  }
  const written = (cell: Cell): string | null => {
    if (cell === null || typeof cell !== 'number') return cell === null ? null : String(cell)
    if (format === 'day') return isoDay(cell)
    return (decimals === undefined ? String(cell) : cell.toFixed(decimals)).replace('.', decimal)
  }
  return { header, data: encodeText(cells.map(written)) }
}

/**
 * A text as a cell: what begins a formula is disarmed with an apostrophe unless the text is a number, and quotes go
 * round what holds a separator, a quote or a line end.
 */
export function escapeCell(text: string, separator: CsvStyle['separator'] = PLAIN_CSV.separator): string {
  const safe = disarmed(text)
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Characters that start a formula in a spreadsheet: = + - @, their full-width, small and raised forms, which East Asian
 * versions fold to them, and the minus sign; behind blanks and characters without width, which some drop when they read
 * a cell.
 */
const FORMULA = /[\s\0\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠﹦﹢﹣﹫⁺⁻⁼₊₋₌−]|[\t\r\n\0]/.source
const IS_FORMULA = new RegExp(`^'*(${FORMULA})`)
const IS_DISARMED = new RegExp(`^'+(${FORMULA})`)
const IS_NUMBER = /^[+-]?\d+([.,]\d+)?$/

/**
 * The text with an apostrophe in front where a spreadsheet would read it as a formula, or where it has such an
 * apostrophe already.
 */
export const disarmed = (text: string): string => (IS_FORMULA.test(text) && !IS_NUMBER.test(text) ? `'${text}` : text)

/** The text that was disarmed: without exactly one apostrophe. */
export const restored = (text: string): string => (IS_DISARMED.test(text) ? text.slice(1) : text)

/**
 * `data_export_2026-11-20_13-45-01.csv`, in the machine's time zone; `about` replaces the default where a file has
 * a name.
 */
export function csvFileName(now: Date, about = 'data_export'): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `${about}_${day}_${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('-')}.csv`
}

// ---------------------------------------------------------------- bytes

/** Encoded texts end to end; entry i is bytes[at[i]] to bytes[at[i + 1]]. */
interface Entries {
  readonly bytes: Uint8Array
  readonly at: Uint32Array
  readonly longest: number
}

interface Writer {
  readonly kind: 0 | 1 | 2
  /** kind 0: code per row into `entries`, -1 is empty. */
  readonly codes: Int32Array
  readonly entries: Entries
  /** kind 1: whole numbers. kind 2: doubles. */
  readonly whole: Int32Array
  readonly doubles: Float64Array
  readonly valid: Uint8Array | undefined
  readonly decimals: number
}

const ENTRIES = 0
const WHOLE = 1
const DOUBLES = 2

/** The file in chunks; each is a separate buffer, ready to be transferred. */
export function* writeCsv(
  { columns, rows }: CsvTable,
  options: CsvOptions = {},
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const {
    bom = false,
    headless = false,
    chunkBytes = CHUNK,
    separator = PLAIN_CSV.separator,
    decimal = PLAIN_CSV.decimal,
  } = options
  const names = columns.map(({ header }) => escapeCell(header, separator)).join(separator)
  const head = new TextEncoder().encode(headless ? '' : `${bom ? '\ufeff' : ''}${names}\r\n`)
  const signs: Signs = {
    separator: separator.charCodeAt(0),
    decimal: decimal.charCodeAt(0),
    isQuoted: separator === decimal,
  }
  const writers = columns.map((column) => writerOf(column, rows, separator))
  const longestRow = writers.reduce(
    (sum, { entries, kind }) => sum + 1 + (kind === ENTRIES ? entries.longest : NUMBER_BYTES),
    2,
  )
  const size = Math.max(chunkBytes, longestRow, head.length)
  let buffer = new Uint8Array(size)
  buffer.set(head)
  let row = 0
  let end = head.length
  while (row < rows) {
    const result = writeRows(writers, signs, row, rows, buffer, end, size - longestRow)
    row = result.row
    yield result.end === size ? buffer : buffer.slice(0, result.end)
    buffer = new Uint8Array(size)
    end = 0
  }
  if (end > 0) yield buffer.slice(0, end)
}

/** Bytes of the style. A number whose decimal sign is the separator is in quotes. */
interface Signs {
  readonly separator: number
  readonly decimal: number
  readonly isQuoted: boolean
}

/**
 * Rows until the buffer may not hold another one. One loop for all columns: a call per cell would cost as much as the
 * cell.
 */
function writeRows(
  writers: readonly Writer[],
  signs: Signs,
  from: number,
  rows: number,
  buffer: Uint8Array,
  start: number,
  limit: number,
): { row: number; end: number } {
  let end = start
  let row = from
  for (; row < rows && end <= limit; row++) {
    for (let c = 0; c < writers.length; c++) {
      const writer = writers[c] as Writer
      if (c > 0) buffer[end++] = signs.separator
      if (writer.kind === ENTRIES) {
        const code = writer.codes[row] as number
        if (code >= 0) end = copyEntry(writer.entries, code, buffer, end)
      } else if (writer.valid === undefined || bitAt(writer.valid, row)) {
        end =
          writer.kind === WHOLE
            ? writeWhole(buffer, end, writer.whole[row] as number)
            : writeDouble(buffer, end, writer.doubles[row] as number, writer.decimals, signs)
      }
    }
    buffer[end++] = END[0] as number
    buffer[end++] = END[1] as number
  }
  return { row, end }
}

function copyEntry({ bytes, at }: Entries, code: number, buffer: Uint8Array, start: number): number {
  const from = at[code] as number
  const to = at[code + 1] as number
  let end = start
  for (let i = from; i < to; i++) buffer[end++] = bytes[i] as number
  return end
}

/** Four digits of every number below 10000. */
const DIGITS = Uint8Array.from({ length: 40_000 }, (_, i) => 48 + (Math.floor((i >> 2) / 10 ** (3 - (i & 3))) % 10))

function writeWhole(buffer: Uint8Array, start: number, value: number): number {
  if (value >= 0) return writeDigits(buffer, start, value)
  buffer[start] = 0x2d
  return writeDigits(buffer, start + 1, -value)
}

/** A whole number from 0 to 2^53. */
function writeDigits(buffer: Uint8Array, start: number, value: number): number {
  let end = start
  let low = value
  if (value >= 10_000) {
    const high = Math.floor(value / 10_000)
    end = writeDigits(buffer, start, high)
    low = value - high * 10_000
    return writeFour(buffer, end, low)
  }
  const at = low * 4
  if (low >= 1000) buffer[end++] = DIGITS[at] as number
  if (low >= 100) buffer[end++] = DIGITS[at + 1] as number
  if (low >= 10) buffer[end++] = DIGITS[at + 2] as number
  buffer[end++] = DIGITS[at + 3] as number
  return end
}

function writeFour(buffer: Uint8Array, start: number, value: number): number {
  const at = value * 4
  buffer[start] = DIGITS[at] as number
  buffer[start + 1] = DIGITS[at + 1] as number
  buffer[start + 2] = DIGITS[at + 2] as number
  buffer[start + 3] = DIGITS[at + 3] as number
  return start + 4
}

const ANY_DECIMALS = -1
const SCALES = [1, 10, 100, 1000, 10_000]

const QUOTE = 0x22

function writeDouble(buffer: Uint8Array, start: number, value: number, decimals: number, signs: Signs): number {
  if (decimals === ANY_DECIMALS && Number.isInteger(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
    return writeWhole(buffer, start, value)
  if (!signs.isQuoted || decimals === 0) return writeFraction(buffer, start, value, decimals, signs.decimal)
  buffer[start] = QUOTE
  const end = writeFraction(buffer, start + 1, value, decimals, signs.decimal)
  buffer[end] = QUOTE
  return end + 1
}

function writeFraction(buffer: Uint8Array, start: number, value: number, decimals: number, decimal: number): number {
  const scale = SCALES[decimals] as number
  if (decimals === ANY_DECIMALS || !(Math.abs(value) * scale <= Number.MAX_SAFE_INTEGER))
    return writeAscii(buffer, start, Number.isFinite(value) ? String(value) : '', decimal)
  // Fixed decimals as a whole number of tenths, hundredths, ...
  const scaled = Math.round(Math.abs(value) * scale)
  const whole = Math.floor(scaled / scale)
  let end = start
  if (value < 0 && scaled > 0) buffer[end++] = 0x2d
  end = writeDigits(buffer, end, whole)
  if (decimals === 0) return end
  buffer[end++] = decimal
  const at = (scaled - whole * scale) * 4
  for (let digit = 4 - decimals; digit < 4; digit++) buffer[end++] = DIGITS[at + digit] as number
  return end
}

const POINT = 0x2e

function writeAscii(buffer: Uint8Array, start: number, text: string, decimal: number): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    buffer[start + i] = code === POINT ? decimal : code
  }
  return start + text.length
}

const NO_ENTRIES: Entries = { bytes: new Uint8Array(0), at: new Uint32Array(1), longest: 0 }
const NO_WHOLE = new Int32Array(0)
const NO_DOUBLES = new Float64Array(0)

function writerOf(
  { data, as = 'number', decimals }: CsvColumn,
  rows: number,
  separator: CsvStyle['separator'],
): Writer {
  const blank = {
    codes: NO_WHOLE,
    entries: NO_ENTRIES,
    whole: NO_WHOLE,
    doubles: NO_DOUBLES,
    valid: undefined,
    decimals: decimals ?? ANY_DECIMALS,
  }
  if (data.kind === 'text')
    return {
      ...blank,
      kind: ENTRIES,
      codes: data.codes,
      entries: encodeEntries(data.dictionary.map((text) => escapeCell(text, separator))),
    }
  const { values, valid } = data
  if (as === 'boolean')
    return {
      ...blank,
      kind: ENTRIES,
      codes: codesOf(rows, valid, (row) => (values[row] === 0 ? 0 : 1)),
      entries: encodeEntries(['false', 'true']),
    }
  if (as === 'day') return { ...blank, kind: ENTRIES, ...dayEntries(values, valid, rows) }
  if (values instanceof Int32Array && decimals === undefined) return { ...blank, kind: WHOLE, whole: values, valid }
  return {
    ...blank,
    kind: DOUBLES,
    doubles: values instanceof Float64Array ? values : Float64Array.from(values),
    valid,
  }
}

function codesOf(rows: number, valid: Uint8Array | undefined, code: (row: number) => number): Int32Array {
  return Int32Array.from({ length: rows }, (_, row) => (valid && !bitAt(valid, row) ? -1 : code(row)))
}

/** A day is written once and copied for every row that has it. */
function dayEntries(
  days: ArrayLike<number>,
  valid: Uint8Array | undefined,
  rows: number,
): { codes: Int32Array; entries: Entries } {
  const known = new Map<number, number>()
  const codes = codesOf(rows, valid, (row) => {
    const day = days[row] as number
    if (!known.has(day)) known.set(day, known.size)
    return known.get(day) as number
  })
  return { codes, entries: encodeEntries(Array.from(known.keys(), isoDay)) }
}

function encodeEntries(texts: readonly string[]): Entries {
  const encoder = new TextEncoder()
  const at = new Uint32Array(texts.length + 1)
  let bytes = new Uint8Array(
    Math.max(
      texts.reduce((sum, text) => sum + text.length, 0),
      1,
    ) * 3,
  )
  let longest = 0
  texts.forEach((text, i) => {
    const start = at[i] as number
    const { written } = encoder.encodeInto(text, bytes.subarray(start))
    at[i + 1] = start + written
    longest = Math.max(longest, written)
  })
  bytes = bytes.subarray(0, at[texts.length])
  return { bytes, at, longest }
}
