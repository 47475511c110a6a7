import { DAY_MS } from '#domain/days'
import type { Clock } from '../lib/clock.ts'
import type { Config } from '../lib/config.ts'

/** Entries that were removed at this moment or later can be put back. Epoch ms. */
export const removedSince = (clock: Pick<Clock, 'now'>, { removalDays }: Pick<Config, 'removalDays'>): number =>
  clock.now() - removalDays * DAY_MS
