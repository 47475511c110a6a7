/** What a click on a chart does to a filter (`emits`): the value of the event, in the form of the filter it sets. */
import type { ResolvePeriods } from '../params/ports.ts'
import { kindOf } from '../kinds/index.ts'
import type { EmitRule, ParamModel } from '../document/model.ts'

/** The new value of a filter, or undefined when the event does not carry one. */
export function emittedValue(
  rule: EmitRule,
  { definition }: ParamModel,
  payload: Readonly<Record<string, unknown>>,
  now: unknown,
  context: { resolvePeriods: ResolvePeriods; today: string },
): unknown {
  const raw =
    'literal' in rule.to ? rule.to.literal : Object.hasOwn(payload, rule.to.field) ? payload[rule.to.field] : undefined
  if (raw === undefined || raw === null) return undefined
  const { fromEvent } = kindOf(definition)
  return fromEvent === undefined ? raw : fromEvent(raw, rule.path, now, { ...context, definition })
}
