/**
 * Figures with estimates in tables and files: the part that is estimated, and the interval, in separate columns.
 */
import type { Cell } from '#domain/frame'
import { ESTIMATED, isOfTills } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness, ProjectionColumn, ProjectionContext } from '#engine/types'
import { isPartlyReported } from './groups.ts'
import { metricName } from './measure.ts'
import type { PeriodKey } from './periods.ts'
import { sumRules } from './sum-rules.ts'

/** The one of these measures that may hold an estimate. */
export const estimatedAmong = (measures: readonly (string | null)[]): string | null =>
  measures.find((id) => id !== null && ESTIMATED.includes(id)) ?? null

/**
 * The state of rows or points of several measures: with an estimate, that of the measure which holds it; where
 * counters were silent and tills reported some of it, it is incomplete.
 */
export function stateAmong(measures: readonly (string | null)[]): (atoms: Atoms | null) => Completeness {
  if (measures.length > 0 && measures.every(isOfTills)) return sumRules(measures[0]).state
  const { state } = sumRules(estimatedAmong(measures))
  if (!measures.some(isOfTills)) return state
  return (atoms) => (isPartlyReported(atoms, measures) ? 'partial' : state(atoms))
}

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
  const { estimate } = sumRules(measure)
  const shown = lines
    .map(({ period, label, atoms }) => ({ period, label, estimates: atoms.map(estimate) }))
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
        const found = estimates[row] ?? null
        return found === null ? [null, null, null] : [found.estimated, found.low, found.high]
      }),
  }
}
