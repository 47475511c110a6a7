/**
 * Figures with estimates in tables and files: the part that is estimated, and the interval, in separate columns.
 */
import type { Cell } from '#domain/frame'
import { ESTIMATED, isOfTills } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness, ProjectionColumn, ProjectionContext } from '#engine/types'
import { estimateOf, isPartlyReported, stateOfAtoms } from './groups.ts'
import { metricName } from './measure.ts'
import type { PeriodKey } from './periods.ts'

/** The one of these measures that may hold an estimate. */
export const estimatedAmong = (measures: readonly (string | null)[]): string | null =>
  measures.find((id) => id !== null && ESTIMATED.includes(id)) ?? null

/**
 * The state of a row or a point of several measures: with an estimate, that of the measure which holds it; where
 * counters were silent and tills reported some of it, it is incomplete.
 */
export const stateAmong = (atoms: Atoms | null, measures: readonly (string | null)[]): Completeness =>
  measures.length > 0 && measures.every(isOfTills)
    ? stateOfAtoms(atoms, measures[0])
    : isPartlyReported(atoms, measures)
      ? 'partial'
      : stateOfAtoms(atoms, estimatedAmong(measures))

export interface EstimateColumns {
  readonly columns: readonly ProjectionColumn[]
  readonly cells: (row: number) => readonly Cell[]
}

const NONE: EstimateColumns = { columns: [], cells: () => [] }

/**
 * Columns of what is estimated of a measure, one line of sums a row. Nothing where no figure holds an estimate.
 *
 * @param lines each period that is shown, with its name; of one alone the columns are named without it
 */
export function estimateColumns(
  measure: string | null,
  lines: readonly { readonly period: PeriodKey; readonly label: string; readonly atoms: readonly (Atoms | null)[] }[],
  context: ProjectionContext,
): EstimateColumns {
  if (measure === null) return NONE
  const shown = lines
    .map(({ period, label, atoms }) => ({ period, label, estimates: atoms.map((one) => estimateOf(one, measure)) }))
    .filter(({ estimates }) => estimates.some((one) => one !== null))
  const column = (id: string, label: string): ProjectionColumn => ({
    id,
    label,
    format: 'count',
    role: 'measure',
    unit: 'count',
  })
  return {
    columns: shown.flatMap(({ period, label }) => {
      const part = (id: string) => context.t(`ui:figure.${id}`)
      // A table of one period stays as narrow as it can.
      const of = (id: string) =>
        lines.length === 1
          ? part(id)
          : context.t('ui:figure.columnOf', { metric: metricName(context, measure), period: label, part: part(id) })
      return [
        column(`${measure}.${period}.estimated`, of('estimatedColumn')),
        column(`${measure}.${period}.low`, of('low')),
        column(`${measure}.${period}.high`, of('high')),
      ]
    }),
    cells: (row) =>
      shown.flatMap(({ estimates }): Cell[] => {
        const estimate = estimates[row] ?? null
        return estimate === null ? [null, null, null] : [estimate.estimated, estimate.low, estimate.high]
      }),
  }
}
