import type { Player } from './player.ts'
import type { createPoster } from './post.ts'

export interface RunOptions {
  readonly player: Player
  readonly poster: ReturnType<typeof createPoster>
  /** Played time, epoch ms. */
  readonly from: number
  readonly until: number
  /** Played seconds in a second; Infinity = as fast as the server takes it. */
  readonly speed: number
  /** The true time: nothing is played before it has happened. */
  readonly now: () => number
  readonly stopped?: () => boolean
  readonly wait?: (ms: number) => Promise<void>
  /** Called after each step. */
  readonly onStep?: (playedTo: number) => void
}

const STEP_MS = 500
/** Without a clock to follow, a step is a quarter of a day. */
const LEAP_MS = 6 * 3_600_000

/**
 * Plays until `until`, or until it is stopped. Compressed time catches up with the true time and then goes on with it.
 */
export async function run({
  player,
  poster,
  from,
  until,
  speed,
  now,
  stopped = () => false,
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  onStep,
}: RunOptions): Promise<void> {
  const began = now()
  let played = from
  while (played < until && !stopped()) {
    const reached = Number.isFinite(speed) ? from + (now() - began) * speed : played + LEAP_MS
    played = Math.max(played, Math.min(until, reached, now()))
    await poster.send(player.advance(played))
    onStep?.(played)
    if (played < until && (Number.isFinite(speed) || played >= now())) await wait(STEP_MS)
  }
  if (!stopped()) await poster.send(player.rest())
}
