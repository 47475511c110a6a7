/**
 * The steps of the axis: days, weeks and months lie on each other by their place in the period; hours by their day and
 * hour.
 */
import { dayNumber } from '#domain/periods'
import { cellOf, columnIndex, takeRows } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
import { ofOneHour } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { ProjectionContext } from '#engine/types'
import { added, additive, gather } from '../lib/fields.ts'
import { groupsOf, isSlightOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { periodOf, timeline } from '../lib/periods.ts'
import type { Granularity, Slot } from '../lib/periods.ts'

export interface Steps {
  readonly granularity: Granularity | 'hour'
  readonly steps: readonly Slot[]
}

/** More steps than hours of a fortnight are read as days. */
const HOURS_UP_TO_DAYS = 7
const MAX_STEPS = 20_000

export function stepsOf(frame: Frame, wanted: Granularity | 'hour' | 'auto', context: ProjectionContext): Steps {
  const hasHours = columnIndex(frame, 'hour') >= 0
  if (hasHours && (wanted === 'hour' || (wanted === 'auto' && daysIn(frame) <= HOURS_UP_TO_DAYS)))
    return { granularity: 'hour', steps: hoursOf(frame, context) }
  const summed = additive(frame)
  const found = timeline(summed, wanted === 'hour' ? 'day' : wanted, context)
  // Where each day is one row nothing is added up: what may not be added (a peak) is kept.
  const isWhole =
    summed !== frame && found.granularity === 'day' && groupsOf(frame, ['period', 'index', 'day']).length === frame.rows
  const { granularity, slots } = isWhole ? timeline(frame, 'day', context) : found
  return { granularity, steps: slots }
}

function daysIn(frame: Frame): number {
  const at = columnIndex(frame, 'day')
  const days = new Set<Cell>()
  for (let row = 0; row < frame.rows; row++) days.add(cellOf(frame, at, row))
  // Both periods have their own days.
  return columnIndex(frame, 'period') < 0 ? days.size : Math.ceil(days.size / 2)
}

function hoursOf(frame: Frame, context: ProjectionContext): Slot[] {
  const groups = gather(frame, ['period', 'day', 'hour']).filter(
    ({ key: [period, day, hour] }) =>
      typeof day === 'number' &&
      typeof hour === 'number' &&
      !(periodOf(period) === 'reference' && context.periods?.reference === null),
  )
  const first = (period: 'comparing' | 'reference') => {
    const bounds = context.periods?.[period]
    return bounds
      ? dayNumber(bounds.begin)
      : Math.min(...groups.filter(({ key }) => periodOf(key[0]) === period).map(({ key }) => key[1] as number))
  }
  const begin = { comparing: first('comparing'), reference: first('reference') }
  const found = new Map<
    number,
    { day: number | null; referenceDay: number | null; hour: number; comparing: Atoms | null; reference: Atoms | null }
  >()
  for (const {
    key: [period, day, hour],
    atoms,
  } of groups) {
    const side = periodOf(period)
    const index = (day as number) - begin[side]
    if (!(index >= 0) || (hour as number) < 0 || (hour as number) > 47 || found.size >= MAX_STEPS) continue
    const name = index * 48 + (hour as number)
    const step = found.get(name) ?? {
      day: null,
      referenceDay: null,
      hour: hour as number,
      comparing: null,
      reference: null,
    }
    const before = step[side]
    step[side] = before === null ? ofOneHour(atoms) : added([before, ofOneHour(atoms)])
    step[side === 'comparing' ? 'day' : 'referenceDay'] = day as number
    found.set(name, step)
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([, step]) => ({
      ...step,
      states: { comparing: stateOfAtoms(step.comparing), reference: stateOfAtoms(step.reference) },
      slight: { comparing: isSlightOfAtoms(step.comparing), reference: isSlightOfAtoms(step.reference) },
    }))
}

/** Steps that do not follow on the one before: no line leads to the first hour after a night. */
export function breaksOf({ granularity, steps }: Steps): number[] {
  if (granularity !== 'hour') return []
  return steps.flatMap(({ day, referenceDay, hour }, at) => {
    const before = steps[at - 1]
    if (before === undefined || hour === null || before.hour === null) return []
    const days =
      day !== null && before.day !== null ? day - before.day : (referenceDay ?? 0) - (before.referenceDay ?? 0)
    return 24 * days + hour - before.hour > 1 ? [at] : []
  })
}

/** The rows in which a dimension has one of these values. */
export function rowsWhere(frame: Frame, column: string, values: ReadonlySet<Cell>): Frame {
  const at = columnIndex(frame, column)
  const order: number[] = []
  for (let row = 0; row < frame.rows; row++) if (values.has(at < 0 ? null : cellOf(frame, at, row))) order.push(row)
  return takeRows(frame, Uint32Array.from(order))
}
