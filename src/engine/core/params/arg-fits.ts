/** Whether a value, or a filter, gives an argument of a source what it takes. */
import { parseDay } from '#domain/periods'
import type { Param } from '#schemas/generated/layout.ts'
import type { SourceArg } from '../../types.ts'
import { kindOf, partsIn } from '../kinds/index.ts'

const isId = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0
const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** A fixed value as it is written in a document. */
export function literalFits({ type, all }: SourceArg, value: unknown): boolean {
  switch (type) {
    case 'id':
      return isId(value)
    case 'ids':
      return isId(value) || (Array.isArray(value) && value.every(isId)) || (all !== undefined && value === all.word)
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && parseDay(value) !== null
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'text':
      return isWord(value) || typeof value === 'boolean' || (Array.isArray(value) && value.every(isWord))
  }
}

/**
 * A filter, or a part of it. True also for a part that the kind has not: that is told elsewhere. What one of a list is
 * depends on the list; several of it are no single value.
 *
 * @param path for example `['comparing', 'begin']`; empty for the whole
 */
export function filterFits({ type }: SourceArg, filter: Pick<Param, 'type'>, path: readonly string[]): boolean {
  const part = partsIn(filter.type)[path.join('.')]
  if (part === undefined || part.includes(type)) return true
  return path.length === 0 && kindOf(filter).list !== undefined && (part.includes('id') || type === 'text')
}
