/** Configuration of the period selector. */
import type { PeriodOption, PeriodPair } from '#domain/periods'

export interface PeriodControlConfig {
  /** Today in the client's zone, YYYY-MM-DD. */
  readonly today: () => string
  /** POST /period/config: the server resolves the same settings, and keeps them honest. Rejects with a sentence. */
  readonly confirm: (option: PeriodOption) => Promise<PeriodPair>
}
