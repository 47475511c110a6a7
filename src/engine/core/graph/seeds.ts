/**
 * Where the first values of the filters come from: the address, else what this device remembers, else (elsewhere) the
 * default.
 */
import type { Issue } from '../../types.ts'
import type { ResolvePeriods } from '../params/ports.ts'
import { issue } from '../document/issue.ts'
import { kindOf } from '../kinds/index.ts'
import type { ParamKey, ParamModel } from '../document/model.ts'
import { normalise, type Wanted } from '../params/params.ts'
import type { Memory } from '../params/persist.ts'
import type { UrlRead } from '../params/url.ts'

export interface SeedContext {
  readonly resolvePeriods: ResolvePeriods
  readonly today: string
  readonly label: (param: ParamModel) => string
}

/** Seeds of all filters, and what had to be ignored. */
export function seedsOf(
  params: Iterable<ParamModel>,
  url: UrlRead['values'],
  memory: Memory,
  context: SeedContext,
): { seeds: Map<ParamKey, Wanted>; notices: Issue[] } {
  const seeds = new Map<ParamKey, Wanted>()
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
      seeds.set(key, { value: normalise(definition, given) ?? undefined, origin: 'url' })
      continue
    }
    const value = stored === undefined || stored === null ? undefined : remembered(param, stored, context)
    if (value !== undefined) seeds.set(key, { value, origin: 'persisted' })
  }
  return { seeds, notices }
}

/**
 * The same with what was chosen elsewhere, which wins: on the dashboard before this one, or when a report was made.
 * Null where it is no value of this kind any more.
 */
export function openingSeeds(
  params: readonly ParamModel[],
  url: UrlRead['values'],
  memory: Memory,
  context: SeedContext,
  chosenOf: (param: ParamModel) => Wanted | undefined | null,
): ReturnType<typeof seedsOf> {
  const { seeds, notices } = seedsOf(params, url, memory, context)
  for (const param of params) {
    const chosen = chosenOf(param)
    if (chosen === null)
      notices.push(issue('STORED_VALUE_IGNORED', `/params/${param.key}`, { param: context.label(param) }))
    else if (chosen !== undefined) seeds.set(param.key, chosen)
  }
  return { seeds, notices }
}

/**
 * What a filter was when a report was made; undefined where it had its default. Null where it is no value of this kind
 * any more.
 */
export function givenSeed(
  { key, definition }: ParamModel,
  given: Readonly<Record<ParamKey, unknown>> = {},
): Wanted | undefined | null {
  if (!Object.hasOwn(given, key)) return undefined
  const value = normalise(definition, given[key])
  return value === null ? null : { value, origin: 'url' }
}

/** What this device remembers, as it is today. */
function remembered({ definition }: ParamModel, stored: unknown, { resolvePeriods, today }: SeedContext): unknown {
  const kind = kindOf(definition)
  return kind.remembered === undefined ? stored : kind.remembered(stored, { definition, resolvePeriods, today })
}
