import { daysInMonth, dayOf } from '#domain/days'
import { NULL } from '../../../facts/columns.ts'
import { parseTimestamp, type Civil, type DateOrder } from './timestamp.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows = new TextDecoder('windows-1252')

/** The text of a cell: UTF-8, and Windows-1252 where it is not. */
export function textOf(buffer: Buffer, start: number, end: number): string {
  for (let at = start; at < end; at += 1) {
    if (buffer[at]! < 0x80) continue
    const bytes = buffer.subarray(start, end)
    try {
      return utf8.decode(bytes)
    } catch {
      return windows.decode(bytes)
    }
  }
  return buffer.toString('latin1', start, end)
}

export interface Interner {
  readonly size: number
  /** The number of these bytes, from 0; the same bytes have the same number. */
  idOf(buffer: Buffer, start: number, end: number): number
  textAt(id: number): string
}

/** Numbers the different texts of a column without making a string for each cell. */
export function createInterner(): Interner {
  let table = new Int32Array(256).fill(-1)
  let arena = Buffer.alloc(4096)
  let offsets = new Int32Array(128)
  let hashes = new Int32Array(128)
  let size = 0

  const rehash = () => {
    table = new Int32Array(table.length * 4).fill(-1)
    for (let id = 0; id < size; id += 1) {
      let slot = hashes[id]! & (table.length - 1)
      while (table[slot] !== -1) slot = (slot + 1) & (table.length - 1)
      table[slot] = id
    }
  }
  const add = (buffer: Buffer, start: number, end: number, hash: number): number => {
    if (size + 2 > offsets.length) {
      offsets = widened(offsets)
      hashes = widened(hashes)
    }
    const from = offsets[size]!
    if (from + end - start > arena.length) arena = Buffer.concat([arena], (from + end - start) * 2)
    buffer.copy(arena, from, start, end)
    hashes[size] = hash
    size += 1
    offsets[size] = from + end - start
    return size - 1
  }
  const isSame = (id: number, buffer: Buffer, start: number, end: number): boolean => {
    const from = offsets[id]!
    if (offsets[id + 1]! - from !== end - start) return false
    for (let at = start, there = from; at < end; at += 1, there += 1) if (buffer[at] !== arena[there]) return false
    return true
  }

  return {
    get size() {
      return size
    },
    idOf(buffer, start, end) {
      let hash = 0x811c9dc5
      for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ buffer[at]!, 0x01000193)
      hash ^= hash >>> 15
      let slot = hash & (table.length - 1)
      for (let id = table[slot]!; id !== -1; id = table[slot]!) {
        if (hashes[id] === hash && isSame(id, buffer, start, end)) return id
        slot = (slot + 1) & (table.length - 1)
      }
      table[slot] = add(buffer, start, end, hash)
      if (size * 2 > table.length) rehash()
      return size - 1
    },
    textAt: (id) => textOf(arena, offsets[id]!, offsets[id + 1]!),
  }
}

function widened(old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wide = new Int32Array(old.length * 2)
  wide.set(old)
  return wide
}

/**
 * A count, `NULL` when none was reported, NaN when it cannot be read. `12.0` is twelve people, `1,204` is not 1.204;
 * with a decimal comma the other way round.
 */
export function countOf(
  buffer: Buffer,
  start: number,
  end: number,
  nulls: readonly string[],
  decimal: ',' | '.' = '.',
): number {
  if (end - start > 9 || end === start) return slowCount(buffer, start, end, nulls, decimal)
  let value = 0
  for (let at = start; at < end; at += 1) {
    const digit = buffer[at]! - 0x30
    if (digit < 0 || digit > 9) return slowCount(buffer, start, end, nulls, decimal)
    value = value * 10 + digit
  }
  return value
}

function slowCount(buffer: Buffer, start: number, end: number, nulls: readonly string[], decimal: ',' | '.'): number {
  const written = textOf(buffer, start, end).trim()
  if (written === '' || nulls.includes(written)) return NULL
  const text = decimal === '.' ? written : written.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ','))
  if (/^-?\d{1,9}(\.0+)?$/.test(text)) return Number(text)
  return /^\d{1,3}(,\d{3})+$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

/** An amount of money in hundredths, with a comma or a point before its decimals; NaN for anything else. */
export function moneyOf(buffer: Buffer, start: number, end: number, nulls: readonly string[]): number {
  const text = textOf(buffer, start, end).trim()
  if (text === '' || nulls.includes(text)) return NULL
  const plain = /^-?\d{1,8}([.,]\d{1,6})?$/.test(text)
    ? text.replace(',', '.')
    : /^-?\d{1,3}(,\d{3})+(\.\d{1,6})?$/.test(text)
      ? text.replaceAll(',', '')
      : /^-?\d{1,3}(\.\d{3})+(,\d{1,6})$/.test(text)
        ? text.replaceAll('.', '').replace(',', '.')
        : ''
  return plain === '' ? Number.NaN : Math.round(Number(plain) * 100)
}

/** The cache of parsed times is cleared beyond so many different texts. */
const REMEMBERED = 100_000

/**
 * Reads the times of a column as `parseTimestamp` does. The usual forms are read from their digits: a file of passages
 * has a different time on each line, so remembering texts would not help.
 */
export function createTimes(order: DateOrder): (buffer: Buffer, start: number, end: number) => Civil | null {
  const remembered = new Map<string, Civil | null>()
  const quick: { civil: number; offset: number | null; dateOnly: boolean } = { civil: 0, offset: null, dateOnly: false }
  let lastDate = -1
  let lastDay = 0

  const dayFrom = (year: number, month: number, date: number): boolean => {
    const key = year * 10_000 + month * 100 + date
    if (key === lastDate) return true
    if (month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month)) return false
    lastDate = key
    lastDay = dayOf(year, month, date)
    return true
  }
  return (buffer, start, end) => {
    const length = end - start
    if ((length === 16 || length === 19) && readDate(buffer, start)) {
      const hour = two(buffer, start + 11)
      const minute = two(buffer, start + 14)
      const second = length === 19 ? two(buffer, start + 17) : 0
      const isClock =
        buffer[start + 13] === 0x3a &&
        (length === 16 || buffer[start + 16] === 0x3a) &&
        hour >= 0 &&
        hour < 24 &&
        minute >= 0 &&
        minute < 60 &&
        second >= 0 &&
        second < 60
      if (isClock && (buffer[start + 10] === 0x20 || buffer[start + 10] === 0x54)) {
        quick.civil = lastDay * 86_400 + hour * 3600 + minute * 60 + second
        return quick
      }
    }
    const text = textOf(buffer, start, end)
    let found = remembered.get(text)
    if (found === undefined) {
      if (remembered.size > REMEMBERED) remembered.clear()
      remembered.set(text, (found = parseTimestamp(text, order)))
    }
    return found
  }

  function readDate(buffer: Buffer, at: number): boolean {
    if (isDateMark(buffer[at + 4]) && isDateMark(buffer[at + 7])) {
      const [century, year, month, date] = [
        two(buffer, at),
        two(buffer, at + 2),
        two(buffer, at + 5),
        two(buffer, at + 8),
      ]
      return century >= 0 && year >= 0 && month > 0 && date > 0 && dayFrom(century * 100 + year, month, date)
    }
    if (!isDateMark(buffer[at + 2]) || !isDateMark(buffer[at + 5])) return false
    const [first, second, century, year] = [
      two(buffer, at),
      two(buffer, at + 3),
      two(buffer, at + 6),
      two(buffer, at + 8),
    ]
    if (first < 0 || second < 0 || century < 0 || year < 0) return false
    return order === 'dmy' ? dayFrom(century * 100 + year, second, first) : dayFrom(century * 100 + year, first, second)
  }
}

const isDateMark = (byte: number | undefined) => byte === 0x2d || byte === 0x2f || byte === 0x2e

/** Two digits, or -1. */
function two(buffer: Buffer, at: number): number {
  const tens = buffer[at]! - 0x30
  const ones = buffer[at + 1]! - 0x30
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}
