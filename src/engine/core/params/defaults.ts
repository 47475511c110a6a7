/** The value of a filter without a choice: a literal, a pick from its options, or one that its kind computes. */
import type { Param } from '#schemas/generated/layout.ts'
import type { ResolvePeriods } from './ports.ts'
import { kindOf } from '../kinds/index.ts'
import type { OptionList } from './options.ts'
import { isRecord } from '../document/pointer.ts'

export interface DefaultContext {
  readonly list: OptionList | undefined
  readonly resolvePeriods: ResolvePeriods
  /** YYYY-MM-DD. */
  readonly today: string
}

/** The default value, or undefined when there is none. */
export const defaultOf = (definition: Param, context: DefaultContext): unknown =>
  kindOf(definition).defaultOf(definition.default, { ...context, definition })

/** False where the filter is empty for every reader who has chosen nothing. */
export function mayHaveDefault(definition: Param): boolean {
  const { default: given } = definition
  if (given === undefined) return kindOf(definition).hasOwnDefault === true
  return !isRecord(given) || given.pick !== 'none'
}

/** True when everything a list offers is chosen until the reader chooses. */
export const takesAll = (definition: Param | undefined): boolean =>
  definition !== undefined &&
  kindOf(definition).holds === 'many' &&
  isRecord(definition.default) &&
  definition.default.pick === 'all'
