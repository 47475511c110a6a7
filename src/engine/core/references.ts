/** `$param` and `$param.path`: how they are written, found and read. */
import type { Reference } from './model.ts'
import { isRecord } from './pointer.ts'

const PATTERN = /^\$([a-zA-Z][a-zA-Z0-9-]*)((?:\.[a-zA-Z][a-zA-Z0-9]*)*)$/

/** Reads a `$param.path`; undefined for a literal. */
export function parseReference(value: unknown): Reference | undefined {
  if (typeof value !== 'string') return undefined
  const match = PATTERN.exec(value)
  return match === null ? undefined : { param: match[1] ?? '', path: (match[2] ?? '').split('.').slice(1) }
}

/** Reads `param.path` without the dollar, as `emits` and `show` write it. */
export const parsePlace = (value: string): Reference | undefined => parseReference(`$${value}`)

/** Parts that the value of a filter type has; undefined = none may be named. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  periodPair: ['comparing', 'comparing.begin', 'comparing.end', 'comparing.name', 'reference', 'reference.begin', 'reference.end', 'reference.name', 'option.key'],
  dateRange: ['begin', 'end'],
  prefix: ['prefix', 'index', 'value'],
}

/** Names of the parts of a filter type, for messages and suggestions. */
export const partsOf = (type: string): readonly string[] => (Object.hasOwn(PARTS, type) ? PARTS[type] ?? [] : [])

/** The value at a path; undefined and null are both "nothing". */
export function readPath(value: unknown, path: readonly string[]): unknown {
  let here = value
  for (const part of path) here = isRecord(here) && Object.hasOwn(here, part) ? here[part] : undefined
  return here ?? undefined
}
