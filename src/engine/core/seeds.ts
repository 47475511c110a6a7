/** Where the first values of the filters come from: the address, else what this device remembers, else (elsewhere) the default. */
import { isoDay, parseDay, presetOption, type PeriodOption, type PeriodPair } from '#domain/periods'
import type { Issue } from '../types.ts'
import type { ResolvePeriods } from './dashboard-types.ts'
import { issue } from './issue.ts'
import type { ParamKey, ParamModel } from './model.ts'
import { normalise, type Wanted } from './params.ts'
import type { Memory } from './persist.ts'
import { isRecord } from './pointer.ts'
import type { UrlRead } from './url.ts'

export interface SeedContext {
  readonly resolvePeriods: ResolvePeriods
  readonly today: string
  readonly label: (param: ParamModel) => string
  /** Period pairs this page has written to the address before, by filter and end: going back restores them as they were. */
  readonly seen?: ReadonlyMap<string, PeriodPair>
}

/** Seeds of all filters, and what had to be ignored. */
export function seedsOf(params: Iterable<ParamModel>, url: UrlRead['values'], memory: Memory, context: SeedContext): { seeds: Map<ParamKey, Wanted>; notices: Issue[] } {
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
    const seed = definition.type === 'periodPair'
      ? periodSeed(param, typeof given === 'string' ? given : undefined, isRecord(stored) ? (stored as unknown as PeriodPair) : undefined, context)
      : given !== undefined ? { value: normalise(definition, given) ?? undefined, origin: 'url' as const }
        : stored !== undefined && stored !== null ? { value: stored, origin: 'persisted' as const } : undefined
    if (seed !== undefined) seeds.set(key, seed)
  }
  return { seeds, notices }
}

/** What a filter was when a report was made; undefined where it had its default. Null where it is no value of this kind any more. */
export function givenSeed({ key, definition }: ParamModel, given: Readonly<Record<ParamKey, unknown>> = {}): Wanted | undefined | null {
  if (!Object.hasOwn(given, key)) return undefined
  const value = normalise(definition, given[key])
  return value === null ? null : { value, origin: 'url' }
}

/** Bounds that a date cannot move: chosen by hand, or a campaign's. */
const isFixed = ({ key, values }: PeriodOption) => key === 'campaigns' || key === 'customPeriods' || (key === 'noPeriods' && values?.comparing !== undefined)

/**
 * The address holds only the last day of the comparing period. The remembered choice is taken as it is when it ends there today;
 * else it is worked out as if that day were yesterday; and when it cannot end there (last month, a campaign), the default preset
 * is, which always can. Without a date in the address a relative choice is worked out for today and a fixed one keeps its bounds.
 */
export function periodSeed({ key, definition }: ParamModel, end: string | undefined, stored: PeriodPair | undefined, { resolvePeriods, today, seen }: SeedContext): Wanted | undefined {
  const now = stored && (isFixed(stored.option) ? stored : resolvePeriods(stored.option, { today }) ?? undefined)
  if (end === undefined) return now && { value: now, origin: 'persisted' }
  const before = seen?.get(`${key} ${end}`)
  if (before !== undefined) return { value: before, origin: 'url' }
  if (now?.comparing.end === end) return { value: now, origin: 'url' }
  const dayAfter = isoDay((parseDay(end) ?? 0) + 1)
  const preset = isRecord(definition.default) ? definition.default.preset : undefined
  const usual = presetOption(preset as Parameters<typeof presetOption>[0])
  for (const option of [...(stored && !isFixed(stored.option) ? [stored.option] : []), usual, presetOption()]) {
    const pair = resolvePeriods(option, { today: dayAfter })
    if (pair?.comparing.end === end) return { value: pair, origin: 'url' }
  }
  return now && { value: now, origin: 'persisted' }
}
