/** The facts of a filter that its kind may use. */
import type { Param } from '#schemas/generated/layout.ts'
import type { ResolvePeriods } from '../params/ports.ts'

export interface KindContext {
  readonly definition: Param
  /** YYYY-MM-DD. */
  readonly today: string
  readonly resolvePeriods: ResolvePeriods
}
