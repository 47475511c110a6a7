import type { EntryCount } from '#schemas/generated/entities/entry-count.ts'
import type { FastifyInstance } from 'fastify'
import type { Parts } from '../../module.ts'
import { callerOf } from '../../plugins/access.ts'
import { listOf } from '../../plugins/schemas.ts'
import { removedSince } from '../../resource/removed-since.ts'

const EVERY_MS = 3_600_000

export function routes(api: FastifyInstance, { catalog }: Parts) {
  api.get<{ Reply: EntryCount[] }>(
    '/management/entries/counts',
    {
      config: { authz: { subjects: 'admin', tenant: 'none' } },
      schema: {
        tags: ['Entries'],
        summary: 'How many entries of each noun with states are in each of them',
        response: { 200: listOf('entities/entry-count') },
      },
    },
    (request) => catalog.resources.counts(callerOf(request).scope),
  )
}

/** Entries removed too long ago to be restored are deleted for good. */
export const jobs = ({ catalog, clock, config }: Parts) => [
  {
    name: 'removals',
    everyMs: EVERY_MS,
    run: async () => {
      await catalog.resources.forgetRemovals(removedSince(clock, config))
    },
  },
]
