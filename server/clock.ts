/** The time, as an argument: tests hold it still. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export const SYSTEM_CLOCK: Clock = { now: () => Date.now() }
