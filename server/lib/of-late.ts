/** Who has had much of late comes after who has had little: what counts as of late, in one place. */

/** The use of a tenant so long ago counts half. */
const HALF_MS = 5000

/** The rest after a decay. @param had milliseconds of the shared resource @param ms since then */
export const ofLate = (had: number, ms: number): number => had * 2 ** (-ms / HALF_MS)
