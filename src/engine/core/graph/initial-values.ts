/**
 * Initial values of the filters: from the URL, else as remembered on this device. Without either the default applies,
 * which is resolved elsewhere.
 */
import type { Issue } from '../../types.ts'
import type { ResolvePeriods } from '../params/ports.ts'
import { issue } from '../document/issue.ts'
import { kindOf } from '../kinds/index.ts'
import type { ParamKey, ParamModel } from '../document/model.ts'
import { normalise, type RequestedValue } from '../params/params.ts'
import type { Memory } from '../params/persist.ts'
import type { UrlRead } from '../params/url.ts'

export interface InitialValueContext {
  readonly resolvePeriods: ResolvePeriods
  readonly today: string
  readonly label: (param: ParamModel) => string
}

/** Initial values of all filters, and notices of stored values that were ignored. */
export function initialValuesOf(
  params: Iterable<ParamModel>,
  url: UrlRead['values'],
  memory: Memory,
  context: InitialValueContext,
): { values: Map<ParamKey, RequestedValue>; notices: Issue[] } {
  const values = new Map<ParamKey, RequestedValue>()
  const notices: Issue[] = []
  for (const param of params) {
    const { definition, key } = param
    const raw = definition.persist === undefined ? undefined : memory.read(key)
    const stored = raw === undefined || raw === null ? raw : normalise(definition, raw)
    if (stored === null) {
      memory.forget(key)
      notices.push(issue('STORED_VALUE_IGNORED', `/params/${key}`, { param: context.label(param) }))
    }
    const given = url.get(key)
    if (given !== undefined) {
      values.set(key, { value: normalise(definition, given) ?? undefined, origin: 'url' })
      continue
    }
    const value = stored === undefined || stored === null ? undefined : remembered(param, stored, context)
    if (value !== undefined) values.set(key, { value, origin: 'persisted' })
  }
  return { values, notices }
}

/**
 * The same, overridden by values chosen elsewhere: on the previous dashboard, or when a report was made.
 * Null where the value is no longer valid for its kind.
 */
export function openingValues(
  params: readonly ParamModel[],
  url: UrlRead['values'],
  memory: Memory,
  context: InitialValueContext,
  chosenOf: (param: ParamModel) => RequestedValue | undefined | null,
): ReturnType<typeof initialValuesOf> {
  const { values, notices } = initialValuesOf(params, url, memory, context)
  for (const param of params) {
    const chosen = chosenOf(param)
    if (chosen === null)
      notices.push(issue('STORED_VALUE_IGNORED', `/params/${param.key}`, { param: context.label(param) }))
    else if (chosen !== undefined) values.set(param.key, chosen)
  }
  return { values, notices }
}

/**
 * The value of a filter when a report was made; undefined = its default; null = no longer valid for its kind.
 */
export function givenValue(
  { key, definition }: ParamModel,
  given: Readonly<Record<ParamKey, unknown>> = {},
): RequestedValue | undefined | null {
  if (!Object.hasOwn(given, key)) return undefined
  const value = normalise(definition, given[key])
  return value === null ? null : { value, origin: 'url' }
}

/** The stored value, with relative periods resolved for today. */
function remembered(
  { definition }: ParamModel,
  stored: unknown,
  { resolvePeriods, today }: InitialValueContext,
): unknown {
  const kind = kindOf(definition)
  return kind.remembered === undefined ? stored : kind.remembered(stored, { definition, resolvePeriods, today })
}
