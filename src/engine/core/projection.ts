/** From an answer to what is shown of it, wherever that is: on the page, or on the server that makes a report's tables. */
import type { PeriodBounds, ProjectionContext, ReadyState } from '../types.ts'

interface PeriodsValue { readonly comparing: PeriodBounds; readonly reference: PeriodBounds | null }

/** Everything a model may know besides its options and frames. */
export function projectionContext({ values, basis }: Pick<ReadyState, 'values' | 'basis'>, about: Pick<ProjectionContext, 'locale' | 'labels' | 't'>): ProjectionContext {
  const periods = Object.values(values).find((value): value is PeriodsValue => typeof value === 'object' && value !== null && 'comparing' in value)
  return { ...about, params: values, ...(basis && { basis }), ...(periods && { periods: { comparing: periods.comparing, reference: periods.reference } }) }
}
