/** Whether a value, or a filter, gives an argument of a source what it takes. */
import { parseDay } from '#domain/periods'
import type { Param } from '#schemas/generated/layout.ts'
import type { SourceArg } from '../../types.ts'
import { kindOf, partsIn } from '../kinds/index.ts'

const isId = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0
const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/**
 * The first part of a text that is none of an argument's words; undefined where all are, or it has none to choose from.
 */
export function strangeWord({ words }: SourceArg, value: unknown): string | undefined {
  if (words === undefined) return undefined
  const parts = words.isList === true ? (Array.isArray(value) ? value : String(value).split(',')) : [value]
  return parts.length === 0 ? '' : parts.map(String).find((part) => !words.of.includes(part))
}

/** Whether a question with these arguments needs this one. */
export const isRequired = (
  { required, requiredWithout }: SourceArg,
  args: Readonly<Record<string, unknown>>,
): boolean => required === true || (requiredWithout !== undefined && !Object.hasOwn(args, requiredWithout))

/** A fixed value as it is written in a document. */
export function literalFits(arg: SourceArg, value: unknown): boolean {
  const { type, all } = arg
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
      return (
        (isWord(value) || typeof value === 'boolean' || (Array.isArray(value) && value.every(isWord))) &&
        strangeWord(arg, value) === undefined
      )
  }
}

/**
 * A filter, or a part of it. True also for a part that the kind has not: that is reported elsewhere. What one entry of
 * a list is depends on the list, and a list in the document is known; several entries are no single value.
 *
 * @param path for example `['comparing', 'begin']`; empty for the whole
 */
export function filterFits(arg: SourceArg, filter: Pick<Param, 'type' | 'options'>, path: readonly string[]): boolean {
  const { type } = arg
  const part = partsIn(filter.type)[path.join('.')]
  const { options } = filter
  if (path.length === 0 && Array.isArray(options) && options.some(({ value }) => strangeWord(arg, value) !== undefined))
    return false
  if (part === undefined || part.includes(type)) return true
  return path.length === 0 && kindOf(filter).list !== undefined && (part.includes('id') || type === 'text')
}
