/**
 * From an answer to what is shown of it, wherever that is: on the page, or on the server that makes a report's tables.
 */
import { storesOf } from './passport-facts.ts'
import type { PeriodBounds, Projection, ProjectionContext, ReadyState } from '../../types.ts'

interface PeriodsValue {
  readonly comparing: PeriodBounds
  readonly reference: PeriodBounds | null
}

type Shown = Pick<ReadyState, 'values' | 'basis'> & Partial<Pick<ReadyState, 'frames'>>

/** Everything a model may know besides its options and frames. */
export function projectionContext(
  { values, basis, frames }: Shown,
  about: Pick<ProjectionContext, 'locale' | 'labels' | 't'>,
): ProjectionContext {
  const periods = Object.values(values).find(
    (value): value is PeriodsValue => typeof value === 'object' && value !== null && 'comparing' in value,
  )
  // Counted when a passport is opened: an answer may have a row a store and hour.
  const stores = () => storesOf({ values, frames: frames ?? {}, ...(basis && { basis }) })
  return {
    ...about,
    params: values,
    stores,
    ...(basis && { basis }),
    ...(periods && { periods: { comparing: periods.comparing, reference: periods.reference } }),
  }
}

/**
 * A model sees columns only; what a comparison rests on, and what its stores are called, is known where it is shown.
 */
export const withBasis = (
  projection: Projection,
  { basis }: Pick<ReadyState, 'basis'>,
  { labels }: Pick<ProjectionContext, 'labels'>,
): Projection => (basis === undefined ? projection : { ...projection, basis, leftOutNames: labels.local })
