/** The value to reach: of a column of the data, or as the option has it. */
import type { Frame } from '#domain/frame'
import type { Atoms } from '#domain/metrics/index'
import type { ProjectionContext } from '#engine/types'
import { type Field, fieldOf, fieldValue } from './fields.ts'
import { write } from './measure.ts'

/** The sum of the comparing period; none where the data do not know it. */
export function targetOf(
  { target, targetColumn }: { readonly target: number | null; readonly targetColumn: string },
  rows: Frame | undefined,
  comparing: Atoms | null,
  context: ProjectionContext,
): number | null {
  return targetColumn === '' ? target : fieldValue(fieldOf(targetColumn, rows, context), comparing)
}

/** A figure compared with the value to reach. */
export interface Goal {
  readonly isReached: boolean
  readonly tone: 'good' | 'bad'
  /** "Target reached.", or by how much it is short of it, or beyond it where less is better. */
  readonly words: string
}

/** Null where either is not known. A share is short by points, which are no percent of it. */
export function goalOf(
  field: Field,
  value: number | null,
  target: number | null,
  context: ProjectionContext,
): Goal | null {
  if (value === null || target === null) return null
  const isLower = field.betterWhen === 'down'
  const isReached = isLower ? value <= target : value >= target
  // Points are written as a change is, with a sign; here the word says which way.
  const gap = write(context, Math.abs(target - value), field.unit === 'percent' ? 'points' : field.format)
  return {
    isReached,
    tone: isReached ? 'good' : 'bad',
    words: isReached
      ? context.t('goal.reached')
      : context.t(isLower ? 'goal.over' : 'goal.short', { gap: gap.replace(/^\+/, '') }),
  }
}
