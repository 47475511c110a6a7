/** What a filter is when nobody chose: a literal, a pick from its options, or a preset of the period selector. */
import { dayNumber, isoDay, presetOption } from '#domain/periods'
import type { Param } from '#schemas/generated/layout.ts'
import type { ResolvePeriods } from './dashboard-types.ts'
import type { OptionList, OptionValue } from './options.ts'
import { isRecord } from './pointer.ts'

export interface DefaultContext {
  readonly list: OptionList | undefined
  readonly resolvePeriods: ResolvePeriods
  /** YYYY-MM-DD. */
  readonly today: string
}

/** The default value, or undefined when there is none. */
export function defaultOf(definition: Param, context: DefaultContext): unknown {
  const { type, default: given } = definition
  const offered = context.list?.values ?? []
  if (isRecord(given)) {
    if (typeof given.pick === 'string') return picked(type, given.pick, offered)
    if (type === 'date') return given.day === 'yesterday' ? isoDay(dayNumber(context.today) - 1) : context.today
    if (type === 'periodPair')
      return (
        context.resolvePeriods(presetOption(given.preset as Parameters<typeof presetOption>[0]), {
          today: context.today,
        }) ?? undefined
      )
    if (type === 'prefix') return prefixValue(definition, String(given.prefix), Number(given.index ?? NaN))
    return undefined
  }
  if (given === undefined) {
    if (type === 'periodPair') return context.resolvePeriods(presetOption(), { today: context.today }) ?? undefined
    if (type === 'prefix') return prefixValue(definition, Object.keys(definition.prefixes ?? {})[0] ?? '', NaN)
    return type === 'toggle' ? false : undefined
  }
  return context.list === undefined || type === 'toggle' ? given : kept(type, given, offered)
}

/** False where the filter is empty for every reader who has chosen nothing. */
export function mayHaveDefault({ type, default: given }: Param): boolean {
  if (given === undefined) return type === 'periodPair' || type === 'prefix' || type === 'toggle'
  return !isRecord(given) || given.pick !== 'none'
}

/** True when everything a list offers is chosen until somebody chooses. */
export const takesAll = (definition: Param | undefined): boolean =>
  definition?.type === 'multi' && isRecord(definition.default) && definition.default.pick === 'all'

function picked(type: Param['type'], pick: string, offered: readonly OptionValue[]): unknown {
  const chosen =
    pick === 'all'
      ? offered
      : pick === 'first'
        ? offered.slice(0, 1)
        : pick === 'onlyOption' && offered.length === 1
          ? offered
          : []
  return type === 'multi' ? chosen : chosen[0]
}

/** A literal default that the list does not offer is no default. */
function kept(type: Param['type'], given: unknown, offered: readonly OptionValue[]): unknown {
  if (type === 'multi') return offered.filter((value) => Array.isArray(given) && given.includes(value))
  return offered.includes(given as OptionValue) ? given : undefined
}

export interface PrefixValue {
  readonly prefix: string
  readonly index: number
  readonly value: OptionValue
}

/**
 * One place of a prefix filter; NaN stands for the prefix' own default, and a place beyond the list for its last one.
 */
export function prefixValue({ prefixes = {} }: Param, prefix: string, index: number): PrefixValue | undefined {
  const list = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined
  if (list === undefined) return undefined
  const wanted = Number.isInteger(index) ? index : (list.default ?? 0)
  const at = Math.max(0, Math.min(wanted, list.entries.length - 1))
  const entry = list.entries[at]
  return entry && { prefix, index: at, value: entry.value }
}
