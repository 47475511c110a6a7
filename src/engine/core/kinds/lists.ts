/** Shared by the kinds that choose from a list. */
import type { Param } from '#schemas/generated/layout.ts'
import type { OptionList, OptionValue } from '../params/options.ts'
import { isRecord } from '../document/pointer.ts'
import type { Found } from './kind.ts'

export const isOption = (value: unknown): value is OptionValue =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))

/** The default picked from a list; undefined where no rule picks one. */
export function picked(given: Param['default'], list: OptionList | undefined): readonly OptionValue[] | undefined {
  if (!isRecord(given)) return undefined
  const offered = list?.values ?? []
  switch (given.pick) {
    case 'all':
      return offered
    case 'first':
      return offered.slice(0, 1)
    case 'onlyOption':
      return offered.length === 1 ? offered : []
    default:
      return []
  }
}

/** One of these picks, with nothing beside it. */
export const isPick = (given: unknown, picks: readonly string[]): boolean =>
  isRecord(given) && Object.keys(given).join() === 'pick' && picks.includes(String(given.pick))

/** One value of a list, as it was chosen. */
export const findOne = (choice: unknown, { values }: OptionList): Found =>
  values.includes(choice as OptionValue)
    ? { value: choice, choice, lost: [] }
    : { value: undefined, choice: undefined, lost: [choice as OptionValue] }

/** Several, in the order of the list: the order of clicks changes neither the question nor the picture. */
export function findMany(choice: unknown, { values }: OptionList): Found {
  const chosen = new Set([choice].flat() as OptionValue[])
  const valid = values.filter((value) => chosen.has(value))
  const there = new Set(valid)
  const rest = valid.length > 0 ? valid : undefined
  return { value: rest, choice: rest, lost: [...chosen].filter((value) => !there.has(value)) }
}
