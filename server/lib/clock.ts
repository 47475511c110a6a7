/** The time, as an argument: tests hold it still. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** The same as they would be if the clock had not been set since the start. Without it, `now`. */
  steady?(): number
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  steady: () => Math.round(performance.timeOrigin + performance.now()),
}

/**
 * For how long something is valid and how long a caller waits: a clock that is set a day forward ends no session, and
 * one that is set back locks no account.
 */
export const steadyOf = (clock: Clock): Clock => ({ now: () => clock.steady?.() ?? clock.now() })
