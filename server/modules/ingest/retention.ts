import { DAY_MS } from '#domain/days'
import type { Clock } from '../../lib/clock.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Job } from '../../lib/jobs.ts'

/** Longer than readings are taken for: no hour is worked out again from what is left of its readings. */
const MARGIN_DAYS = 2

/** Deletes single readings older than the given number of days; the hours made of them stay. 0 = never. */
export const readingRetention = (
  { readings }: Pick<FactStore, 'readings'>,
  clock: Clock,
  readingDays: number,
): Job => ({
  name: 'reading retention',
  everyMs: DAY_MS,
  run: async () => {
    if (readingDays === 0) return
    await readings.forget(clock.now() - (readingDays + MARGIN_DAYS) * DAY_MS)
  },
})
