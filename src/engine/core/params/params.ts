/** Values of filters: what may be chosen, and what becomes of a choice once its list is known. */
import type { Param } from '#schemas/generated/layout.ts'
import { defaultOf, type DefaultContext } from './defaults.ts'
import { kindOf } from '../kinds/index.ts'
import { findOne } from '../kinds/lists.ts'
import type { OptionList, OptionValue } from './options.ts'
import { same } from '../document/pointer.ts'
import type { ParamOrigin, ParamStatus } from './state.ts'

/** Absent = nothing was chosen, so the default applies. `value: undefined` = deliberately empty. */
export interface RequestedValue {
  readonly value: unknown
  readonly origin: ParamOrigin
}

export interface ParamRuntime {
  readonly status: ParamStatus
  /** Undefined unless `set`. */
  readonly value: unknown
  readonly origin: ParamOrigin
  readonly missing: readonly OptionValue[]
  readonly requested: RequestedValue | undefined
  /** The choice, where it differs from the sent value: the branches of a tree, of which the leaves are sent. */
  readonly choice?: unknown
}

/** A list as far as it is known. */
export type ListState = OptionList | 'failed' | undefined

/** A choice in the form its kind has; undefined for "nothing"; null when it is no value of this kind. */
export function normalise(definition: Param, raw: unknown): unknown {
  if (raw === undefined || raw === null || raw === '') return undefined
  return kindOf(definition).normalise(raw, definition)
}

export type Outcome = 'kept' | 'default' | 'flagged' | 'reset' | 'cleared' | 'empty' | 'failed'

/** The state of a filter whose list (if it has one) is known, and how it came to it. */
export function settleParam(
  definition: Param,
  requested: RequestedValue | undefined,
  list: ListState,
  context: Omit<DefaultContext, 'list'>,
): { runtime: ParamRuntime; outcome: Outcome; lost: readonly OptionValue[] } {
  const kind = kindOf(definition)
  const needsList = definition.options !== undefined && kind.list !== 'offer'
  if (needsList && list === 'failed')
    return {
      runtime: { status: 'failed', value: undefined, origin: requested?.origin ?? 'default', missing: [], requested },
      outcome: 'failed',
      lost: [],
    }
  const known = list === 'failed' ? undefined : list
  const usual = () => defaultOf(definition, { ...context, list: known })
  const runtimeOf = (...made: Parameters<typeof runtimeWith>): ParamRuntime => {
    const runtime = runtimeWith(...made)
    // Nothing is a value too.
    return definition.optional === true && runtime.status === 'unset' ? { ...runtime, status: 'set' } : runtime
  }
  const toDefault = (origin: ParamOrigin) => {
    const choice = usual()
    const found = kind.find !== undefined && known !== undefined && choice !== undefined && kind.find(choice, known)
    return found === false
      ? runtimeOf(choice, origin, undefined)
      : runtimeOf(found.value, origin, undefined, found.choice)
  }
  if (requested === undefined) {
    const runtime = toDefault('default')
    return { runtime, outcome: runtime.value === undefined ? 'empty' : 'default', lost: [] }
  }
  if (requested.value === undefined)
    return { runtime: runtimeOf(undefined, requested.origin, requested), outcome: 'empty', lost: [] }
  const gone = known && kind.gone?.(requested.value, known)
  if (gone !== undefined) return { runtime: toDefault('reset'), outcome: 'reset', lost: [gone] }
  if (!needsList || known === undefined)
    return { runtime: runtimeOf(requested.value, requested.origin, requested), outcome: 'kept', lost: [] }

  const { value, choice, lost } = (kind.find ?? findOne)(requested.value, known)
  // A link says all stores one by one, and means all: they are no choice once their list is known.
  const isUsual =
    kind.holds === 'many' && requested.origin === 'url' && value !== undefined && sameValue(choice, usual())
  if (isUsual && (lost.length === 0 || definition.onInvalid === 'default'))
    return { runtime: runtimeOf(value, 'url', undefined, choice), outcome: 'kept', lost }
  if (lost.length === 0)
    return { runtime: runtimeOf(value, requested.origin, requested, choice), outcome: 'kept', lost }
  const rest = value === undefined ? undefined : choice
  switch (definition.onInvalid ?? 'flag') {
    case 'flag': {
      const runtime = runtimeOf(value, requested.origin, requested, choice)
      return {
        runtime: { ...runtime, status: value === undefined ? 'flagged' : 'set', missing: lost },
        outcome: 'flagged',
        lost,
      }
    }
    case 'default': {
      if (value !== undefined)
        return { runtime: runtimeOf(value, 'reset', { value: rest, origin: 'reset' }, rest), outcome: 'kept', lost }
      return { runtime: toDefault('reset'), outcome: 'reset', lost }
    }
    // Clear.
    default:
      return {
        runtime: runtimeOf(value, 'reset', { value: rest, origin: 'reset' }, rest),
        outcome: 'cleared',
        lost,
      }
  }
}

function runtimeWith(
  value: unknown,
  origin: ParamOrigin,
  requested: RequestedValue | undefined,
  choice: unknown = value,
): ParamRuntime {
  const empty = value === undefined || value === null || (Array.isArray(value) && value.length === 0)
  return {
    status: empty ? 'unset' : 'set',
    value: empty ? undefined : value,
    origin,
    missing: [],
    requested,
    ...(choice !== value && !empty && { choice }),
  }
}

/** Lists are compared as sets: the order of ids means nothing. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item) => b.includes(item))
  return same(a, b)
}
