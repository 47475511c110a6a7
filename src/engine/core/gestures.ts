/** What a click on a chart does to a filter (`emits`): the value of the event, in the form of the filter it sets. */
import { dayNumber, isoDay, isPeriodPair, parseDay, type Bounds, type PeriodOption } from '#domain/periods'
import type { ResolvePeriods } from './dashboard-types.ts'
import type { EmitRule, ParamModel } from './model.ts'
import { isRecord } from './pointer.ts'

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
  if (definition.type === 'multi') return [raw].flat()
  if (definition.type !== 'periodPair' || rule.path.length === 0) return raw

  const bounds = boundsOf(raw)
  if (bounds === undefined || !isPeriodPair(now)) return undefined
  const which = rule.path[0] === 'reference' ? 'reference' : 'comparing'
  const ranges: { comparing: Bounds; reference?: Bounds } = {
    comparing: now.comparing,
    ...(now.reference && { reference: now.reference }),
    [which]: bounds,
  }
  if (which === 'comparing' && now.reference !== null) ranges.reference = alike(bounds, now.comparing, now.reference)
  const key = ranges.reference === undefined ? 'noPeriods' : 'customPeriods'
  const option: PeriodOption = {
    type: 'default',
    key,
    name: key,
    values: Object.fromEntries(Object.entries(ranges).map(([name, { begin, end }]) => [name, { begin, end }])),
  }
  return context.resolvePeriods(option, { today: context.today }) ?? undefined
}

/**
 * One day is compared with its own day of the reference, not with the whole of it: the one at the same distance from
 * the begin. A longer range, or a day beyond the reference, is compared with the same weekdays just before it.
 */
function alike(chosen: Bounds, comparing: Bounds, reference: Bounds): Bounds {
  const [from, to] = [dayNumber(chosen.begin), dayNumber(chosen.end)]
  const shift = dayNumber(comparing.begin) - dayNumber(reference.begin)
  const inside = from - shift >= dayNumber(reference.begin) && to - shift <= dayNumber(reference.end)
  const back = inside ? shift : 7 * Math.ceil((to - from + 1) / 7)
  return { begin: isoDay(from - back), end: isoDay(to - back) }
}

/** A day (number or date) is a range of one; a range is itself. */
function boundsOf(raw: unknown): Bounds | undefined {
  if (isRecord(raw))
    return typeof raw.begin === 'string' && typeof raw.end === 'string' ? { begin: raw.begin, end: raw.end } : undefined
  const day = typeof raw === 'number' && Number.isInteger(raw) ? raw : typeof raw === 'string' ? parseDay(raw) : null
  return day === null ? undefined : { begin: isoDay(day), end: isoDay(day) }
}
