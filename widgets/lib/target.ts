/** The value to reach: of a column of the data, or as the option has it. */
import type { Frame } from '#domain/frame'
import type { Atoms } from '#domain/metrics/index'
import type { ProjectionContext } from '#engine/types'
import { fieldOf, fieldValue } from './fields.ts'

/** The sum of the comparing period; none where the data do not know it. */
export function targetOf(
  { target, targetColumn }: { readonly target: number | null; readonly targetColumn: string },
  rows: Frame | undefined,
  comparing: Atoms | null,
  context: ProjectionContext,
): number | null {
  return targetColumn === '' ? target : fieldValue(fieldOf(targetColumn, rows, context), comparing)
}
