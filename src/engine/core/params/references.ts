/** `$param` and `$param.path`: how they are written, found and read. */
import { partsIn } from '../kinds/index.ts'
import type { Reference } from '../document/model.ts'
import { isRecord } from '../document/pointer.ts'

const PATTERN = /^\$([a-zA-Z][a-zA-Z0-9-]*)((?:\.[a-zA-Z][a-zA-Z0-9]*)*)$/

/** Reads a `$param.path`; undefined for a literal. */
export function parseReference(value: unknown): Reference | undefined {
  if (typeof value !== 'string') return undefined
  const match = PATTERN.exec(value)
  return match === null ? undefined : { param: match[1] ?? '', path: (match[2] ?? '').split('.').slice(1) }
}

/** Reads `param.path` without the dollar, as `emits` and `show` write it. */
export const parsePlace = (value: string): Reference | undefined => parseReference(`$${value}`)

/** Names of the parts of a kind of filter, for messages and suggestions. */
export const partsOf = (type: string): readonly string[] => Object.keys(partsIn(type)).filter((part) => part !== '')

/** The value at a path; undefined and null are both "nothing". */
export function readPath(value: unknown, path: readonly string[]): unknown {
  let here = value
  for (const part of path) here = isRecord(here) && Object.hasOwn(here, part) ? here[part] : undefined
  return here ?? undefined
}

/** `$param` texts in the conditions of filter steps, the only place where a step may refer to a filter. */
export function stepReferences(
  steps: readonly unknown[],
): { readonly text: string; readonly at: readonly (string | number)[] }[] {
  return steps.flatMap((step, index) => {
    if (!isRecord(step) || step.op !== 'filter' || !isRecord(step.where)) return []
    return Object.entries(step.where).flatMap(([column, condition]) =>
      (isRecord(condition) ? Object.entries(condition) : []).flatMap(([operator, value]) =>
        typeof value === 'string' && parseReference(value) !== undefined
          ? [{ text: value, at: [index, 'where', column, operator] }]
          : [],
      ),
    )
  })
}

/**
 * Steps with every `$param` replaced by its value; an empty part of a filter is null, or an empty list for `in`. Of a
 * filter that is empty as a whole there is no condition: only one that may be left empty comes here so.
 */
export function fillSteps(steps: readonly unknown[], value: (param: string) => unknown): readonly unknown[] {
  if (stepReferences(steps).length === 0) return steps
  return steps.map((step) => {
    if (!isRecord(step) || step.op !== 'filter' || !isRecord(step.where)) return step
    const where = Object.entries(step.where).map(([column, condition]) => [
      column,
      isRecord(condition)
        ? Object.fromEntries(
            Object.entries(condition).flatMap(([operator, raw]): readonly (readonly [string, unknown])[] => {
              const ref = parseReference(raw)
              if (ref === undefined) return [[operator, raw]]
              const filled = readPath(value(ref.param), ref.path)
              if (filled === undefined && ref.path.length === 0) return []
              return [[operator, operator === 'in' ? [filled ?? []].flat() : (filled ?? null)]]
            }),
          )
        : condition,
    ])
    return { ...step, where: Object.fromEntries(where) }
  })
}
