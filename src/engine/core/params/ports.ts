/** The ports of the engine: time, the address, the reader's storage, the calendar. */
import type { CampaignPeriod, PeriodOption, PeriodPair } from '#domain/periods'

export interface Clock {
  /** Epoch ms. */
  now(): number
  /** Calls once after `ms`; the answer cancels. */
  after(ms: number, run: () => void): () => void
}

/** The address bar, or anything like it. */
export interface UrlPort {
  /** With or without the question mark. */
  search(): string
  write(search: string, mode: 'replace' | 'push'): void
  /** Back and forward. The answer unsubscribes. */
  onChange?(listener: () => void): () => void
}

/** Whether the page is on show. */
export interface VisibilityPort {
  hidden(): boolean
  /** The answer unsubscribes. */
  onChange(listener: () => void): () => void
}

export type StoragePort = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `resolvePeriods` of `#domain/periods`. */
export type ResolvePeriods = (
  option: PeriodOption,
  context: { today: string; campaigns?: readonly CampaignPeriod[] },
) => PeriodPair | null
