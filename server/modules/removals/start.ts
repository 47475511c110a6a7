import type { Parts } from '../../module.ts'
import { removedSince } from '../../resource/removed-since.ts'

const EVERY_MS = 3_600_000

/** What was removed too long ago to be put back goes for good. */
export const jobs = ({ catalog, clock, config }: Parts) => [
  {
    name: 'removals',
    everyMs: EVERY_MS,
    run: async () => {
      await catalog.resources.forgetRemovals(removedSince(clock, config))
    },
  },
]
