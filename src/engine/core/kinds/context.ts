/** What a kind may know of the filter it decides for. */
import type { Param } from '#schemas/generated/layout.ts'
import type { ResolvePeriods } from '../params/ports.ts'

export interface KindContext {
  readonly definition: Param
  /** YYYY-MM-DD. */
  readonly today: string
  readonly resolvePeriods: ResolvePeriods
}
