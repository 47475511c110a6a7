/** Shapes of values in the address: named, nothing coerced. */
import { shortDay } from '#domain/days'
import { dayOf as dayNumberOf, FIRST_YEAR, isoDay, parseDay } from '#domain/periods'
import { isRecord } from '../document/pointer.ts'
import type { KindContext } from './context.ts'

export interface ShapeRead {
  readonly value?: unknown
  /** Invalid texts, each with the expected shape. */
  readonly refused: readonly (readonly [text: string, shape: string])[]
}

export interface Shape {
  /** Its expected form, in English; other languages have it as `app:address.<shape>`. */
  readonly expected: string
  /** Query keys that it takes, from that of its filter; left out: that one alone. */
  keys?(key: string): readonly string[]
  read(key: string, text: (key: string) => string | null, context: KindContext): ShapeRead
  /** By query key; empty where the value cannot be written. */
  write(key: string, value: unknown): Readonly<Record<string, string>>
}

/** A shape of one key. `parse` and `format` answer undefined for what is not of the shape. */
export const shapeOf = (
  name: string,
  expected: string,
  parse: (text: string, context: KindContext) => unknown,
  format: (value: unknown) => string | undefined,
): Shape => ({
  expected,
  read(key, textAt, context) {
    const text = textAt(key)
    if (text === null) return { refused: [] }
    const value = parse(text, context)
    return value === undefined ? { refused: [[text, name]] } : { value, refused: [] }
  },
  write(key, value) {
    const text = format(value)
    return text === undefined ? {} : { [key]: text }
  },
})

const FIRST_DAY = dayNumberOf(FIRST_YEAR, 1, 1)
const MAX_IDS = 5_000
const MAX_TEXT = 500

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0

const PARSE: Readonly<Record<string, (text: string) => unknown>> = {
  id: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  ids(text) {
    if (!/^\d{1,15}(?:,\d{1,15})*$/.test(text)) return undefined
    const ids = [...new Set(text.split(',').map(Number))]
    return ids.length > MAX_IDS ? undefined : ids
  },
  number: (text) => (/^-?\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined),
  text: (text) => (text !== '' && text.length <= MAX_TEXT ? text : undefined),
  texts: textsOf,
  flag: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  range(text) {
    const [begin, end, ...more] = text.split('..').map(dayOf)
    return begin !== undefined && end !== undefined && more.length === 0 && begin <= end ? { begin, end } : undefined
  },
  place(text) {
    const [, prefix, index] = /^([a-zA-Z][a-zA-Z0-9-]{0,63})\.(\d{1,3})$/.exec(text) ?? []
    return prefix === undefined ? undefined : { prefix, index: Number(index) }
  },
  date: dayOf,
}

const FORMAT: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  id: (value) => (isId(value) ? String(value) : undefined),
  ids: (value) => (Array.isArray(value) && value.length > 0 && value.every(isId) ? value.join(',') : undefined),
  number: (value) =>
    typeof value === 'number' && parseShape('number', String(value)) === value ? String(value) : undefined,
  text: (value) => (typeof value === 'string' && value !== '' && value.length <= MAX_TEXT ? value : undefined),
  texts: (value) =>
    Array.isArray(value) && value.length > 0
      ? value.map((one) => encodeURIComponent(String(one))).join(',')
      : undefined,
  flag: (value) => (typeof value === 'boolean' ? String(Number(value)) : undefined),
  range: (value) =>
    isRecord(value) && typeof value.begin === 'string' && typeof value.end === 'string'
      ? `${value.begin}..${value.end}`
      : undefined,
  place: (value) =>
    isRecord(value) && typeof value.prefix === 'string' ? `${value.prefix}.${Number(value.index)}` : undefined,
  date: (value) => (typeof value === 'string' && parseDay(value) !== null ? shortDay(value) : undefined),
}

/** A day of the address; undefined before the first year that counts may be of. */
export function dayOf(text: string): string | undefined {
  const day = parseDay(text)
  return day === null || day < FIRST_DAY ? undefined : isoDay(day)
}

/** Each is encoded by itself, so a comma in one of them parts nothing. */
function textsOf(text: string): string[] | undefined {
  try {
    const all = text.split(',').map(decodeURIComponent)
    return all.includes('') || all.length > MAX_IDS ? undefined : all
  } catch {
    return undefined
  }
}

/** A value of a plain shape, or undefined when the text does not match it. */
export const parseShape = (shape: string, text: string): unknown => PARSE[shape]?.(text)

/** A value as its plain shape is written; undefined when it cannot be. `2026-03-09` becomes `2026-3-9`. */
export const formatShape = (shape: string, value: unknown): string | undefined => FORMAT[shape]?.(value)

const plain = (name: string, expected: string): [string, Shape] => [
  name,
  shapeOf(
    name,
    expected,
    (text) => parseShape(name, text),
    (value) => formatShape(name, value),
  ),
]

/** Shapes that any kind may have. */
export const PLAIN_SHAPES: Readonly<Record<string, Shape>> = Object.fromEntries([
  plain('id', 'a number'),
  plain('ids', 'numbers with commas'),
  plain('date', 'YYYY-M-D'),
  plain('text', 'a text'),
  plain('texts', 'texts with commas'),
  plain('number', 'a number'),
  plain('flag', '1 or 0'),
  plain('range', 'YYYY-MM-DD..YYYY-MM-DD'),
  plain('place', 'a list and a place in it'),
])
