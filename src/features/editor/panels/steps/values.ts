/**
 * How conditions and lists of a step are written in a field, and read from it: every value is read back
 * unchanged.
 */
import { isRecord } from '#engine/core/document/pointer'

export type Scalar = string | number | boolean | null
export const OPERATORS = ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte'] as const
export type Operator = (typeof OPERATORS)[number]

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** A text that would be read as something else, or hold a comma, is in quotes. */
export function showScalar(value: Scalar): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return value.trim() === value && value !== '' && !/[",]/.test(value) && readScalar(value) === value
    ? value
    : JSON.stringify(value)
}

export function readScalar(text: string): Scalar {
  const plain = text.trim()
  if (plain === 'null') return null
  if (plain === 'true' || plain === 'false') return plain === 'true'
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(plain)) return Number(plain)
  if (plain.startsWith('"')) {
    try {
      const quoted: unknown = JSON.parse(plain)
      if (typeof quoted === 'string') return quoted
    } catch {
      /* a quote that is never closed is a letter like any other */
    }
  }
  return plain
}

/** A dollar in a list is a letter; alone in the field it names a filter. */
export const showList = (values: readonly Scalar[]): string =>
  values
    .map((value) => (typeof value === 'string' && value.startsWith('$') ? JSON.stringify(value) : showScalar(value)))
    .join(', ')

/** Parts between commas, those in quotes left whole. */
export function readList(text: string): Scalar[] {
  const parts = text.match(/\s*(?:"(?:[^"\\]|\\.)*"[^,]*|[^,]*)(?:,|$)/g) ?? []
  return parts
    .map((part) => part.replace(/,$/, '').trim())
    .filter((part) => part !== '')
    .map(readScalar)
}

export interface Condition {
  readonly column: string
  readonly operator: Operator
  readonly value: Scalar | readonly Scalar[]
}

/** One row for each condition; null where they cannot be shown as rows. */
export function conditionsOf(where: unknown): readonly Condition[] | null {
  if (!isRecord(where)) return null
  const rows: Condition[] = []
  for (const [column, condition] of Object.entries(where)) {
    if (!isRecord(condition) || Object.keys(condition).length === 0) return null
    for (const [operator, value] of Object.entries(condition)) {
      if (!OPERATORS.some((known) => known === operator)) return null
      const fits =
        operator === 'in'
          ? (Array.isArray(value) && value.every(isScalar)) || (typeof value === 'string' && value.startsWith('$'))
          : isScalar(value)
      if (!fits) return null
      rows.push({ column, operator: operator as Operator, value: value as Condition['value'] })
    }
  }
  return rows
}

export function whereOf(rows: readonly Condition[]): Record<string, Record<string, unknown>> {
  const where: Record<string, Record<string, unknown>> = {}
  for (const { column, operator, value } of rows) where[column] = { ...where[column], [operator]: value }
  return where
}

export const showValue = ({ operator, value }: Condition): string =>
  operator === 'in' && Array.isArray(value) ? showList(value) : showScalar(value as Scalar)

/** The typed text as this operator takes it: a list for `in`, unless it names a filter. */
export function readValue(operator: Operator, text: string): Condition['value'] {
  if (operator !== 'in') return readScalar(text)
  return text.trim().startsWith('$') ? text.trim() : readList(text)
}

/** The same value for another operator. */
export function fitValue(operator: Operator, value: Condition['value']): Condition['value'] {
  if (operator === 'in')
    return Array.isArray(value) || (typeof value === 'string' && value.startsWith('$'))
      ? value
      : value === null
        ? []
        : [value as Scalar]
  return Array.isArray(value) ? ((value as readonly Scalar[])[0] ?? null) : value
}
