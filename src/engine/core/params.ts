/** Values of filters: what may be chosen, and what becomes of a choice once its list is known. */
import { isPeriodPair, parseDay } from '#domain/periods'
import type { Param } from '#schemas/generated/layout.ts'
import { defaultOf, prefixValue, type DefaultContext } from './defaults.ts'
import type { OptionList, OptionValue } from './options.ts'
import { isRecord, same } from './pointer.ts'
import type { ParamOrigin, ParamStatus } from './state.ts'

/** What somebody chose; absent = nobody did, so the default holds. `value: undefined` = chosen to be empty. */
export interface Wanted {
  readonly value: unknown
  readonly origin: ParamOrigin
}

export interface ParamRuntime {
  readonly status: ParamStatus
  /** Undefined unless `set`. */
  readonly value: unknown
  readonly origin: ParamOrigin
  readonly missing: readonly OptionValue[]
  readonly wanted: Wanted | undefined
}

/** A list as far as it is known. */
export type ListState = OptionList | 'failed' | undefined

const isOption = (value: unknown): value is OptionValue =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))

/** A choice in the form its kind has; undefined for "nothing"; null when it is no value of this kind. */
export function normalise(definition: Param, raw: unknown): unknown {
  if (raw === undefined || raw === null || raw === '') return undefined
  switch (definition.type) {
    case 'single':
      return isOption(raw) ? raw : Array.isArray(raw) && raw.length === 1 && isOption(raw[0]) ? raw[0] : null
    case 'multi': {
      const list = [raw].flat()
      if (!list.every(isOption)) return null
      return list.length === 0 ? undefined : [...new Set(list as OptionValue[])]
    }
    case 'text':
      return typeof raw === 'string' ? raw : null
    case 'number': {
      const { min = -Infinity, max = Infinity } = definition
      return typeof raw === 'number' && raw >= min && raw <= max ? raw : null
    }
    case 'toggle':
      return typeof raw === 'boolean' ? raw : null
    case 'date':
      return typeof raw === 'string' && parseDay(raw) !== null ? raw : null
    case 'dateRange': {
      if (!isRecord(raw) || typeof raw.begin !== 'string' || typeof raw.end !== 'string') return null
      const [from, to] = [parseDay(raw.begin), parseDay(raw.end)]
      return from !== null && to !== null && from <= to ? { begin: raw.begin, end: raw.end } : null
    }
    case 'periodPair':
      return isPeriodPair(raw) ? raw : null
    // A prefix.
    default:
      return (isRecord(raw) ? prefixValue(definition, String(raw.prefix), Number(raw.index ?? NaN)) : undefined) ?? null
  }
}

export type Outcome = 'kept' | 'default' | 'flagged' | 'reset' | 'cleared' | 'empty' | 'failed'

/** The state of a filter whose list (if it has one) is known, and how it came to it. */
export function settleParam(
  definition: Param,
  wanted: Wanted | undefined,
  list: ListState,
  context: Omit<DefaultContext, 'list'>,
): { runtime: ParamRuntime; outcome: Outcome; lost: readonly OptionValue[] } {
  const needsList = definition.options !== undefined && definition.type !== 'periodPair'
  if (needsList && list === 'failed')
    return {
      runtime: { status: 'failed', value: undefined, origin: wanted?.origin ?? 'default', missing: [], wanted },
      outcome: 'failed',
      lost: [],
    }
  const known = list === 'failed' ? undefined : list
  const toDefault = (origin: ParamOrigin) => {
    const value = defaultOf(definition, { ...context, list: known })
    return runtimeOf(value, origin, undefined)
  }
  if (wanted === undefined) {
    const runtime = toDefault('default')
    return { runtime, outcome: runtime.status === 'set' ? 'default' : 'empty', lost: [] }
  }
  if (wanted.value === undefined)
    return { runtime: runtimeOf(undefined, wanted.origin, wanted), outcome: 'empty', lost: [] }
  const campaign = campaignIn(wanted.value)
  if (campaign !== undefined && known !== undefined && !known.values.includes(campaign))
    return { runtime: toDefault('reset'), outcome: 'reset', lost: [campaign] }
  if (!needsList || known === undefined)
    return { runtime: runtimeOf(wanted.value, wanted.origin, wanted), outcome: 'kept', lost: [] }

  const chosen = [wanted.value].flat() as OptionValue[]
  const there = new Set(chosen.filter((value) => known.values.includes(value)))
  const lost = chosen.filter((value) => !there.has(value))
  // In the order of the list, so that the order of clicks changes neither the question nor the picture.
  const valid = known.values.filter((value) => there.has(value))
  // A link says all stores one by one, and means all: they are no choice once their list is known.
  const isUsual =
    definition.type === 'multi' &&
    wanted.origin === 'url' &&
    valid.length > 0 &&
    sameValue(valid, defaultOf(definition, { ...context, list: known }))
  if (isUsual && (lost.length === 0 || definition.onInvalid === 'default'))
    return { runtime: runtimeOf(valid, 'url', undefined), outcome: 'kept', lost }
  if (lost.length === 0)
    return {
      runtime: runtimeOf(definition.type === 'multi' ? valid : wanted.value, wanted.origin, wanted),
      outcome: 'kept',
      lost,
    }
  const rest = definition.type === 'multi' && valid.length > 0 ? valid : undefined
  switch (definition.onInvalid ?? 'flag') {
    case 'flag': {
      const runtime = runtimeOf(rest, wanted.origin, wanted)
      return {
        runtime: { ...runtime, status: rest === undefined ? 'flagged' : 'set', missing: lost },
        outcome: 'flagged',
        lost,
      }
    }
    case 'default': {
      if (rest !== undefined)
        return { runtime: runtimeOf(rest, 'reset', { value: rest, origin: 'reset' }), outcome: 'kept', lost }
      return { runtime: toDefault('reset'), outcome: 'reset', lost }
    }
    // Clear.
    default:
      return { runtime: runtimeOf(rest, 'reset', { value: rest, origin: 'reset' }), outcome: 'cleared', lost }
  }
}

/** The campaign that a pair of periods was made of; undefined for every other choice. */
const campaignIn = (value: unknown): number | undefined =>
  isPeriodPair(value) && value.option.key === 'campaigns' ? value.option.values?.campaign : undefined

function runtimeOf(value: unknown, origin: ParamOrigin, wanted: Wanted | undefined): ParamRuntime {
  const empty = value === undefined || value === null || (Array.isArray(value) && value.length === 0)
  return { status: empty ? 'unset' : 'set', value: empty ? undefined : value, origin, missing: [], wanted }
}

/** Lists are compared as sets: the order of ids means nothing. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item) => b.includes(item))
  return same(a, b)
}
