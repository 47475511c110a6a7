import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../../catalog.ts'
import { DAMAGE_PARTS } from '../../lib/damages.ts'
import type { Damages } from '../../lib/damages.ts'
import type { DiskWatch } from '../../lib/disk-space.ts'
import type { FactStore } from '../../facts/store.ts'
import { ANYONE } from '../../plugins/access.ts'
import { promptly } from './prompt.ts'

interface Parts {
  catalog: Pick<Catalog, 'ready'>
  facts: Pick<FactStore, 'ready'>
  disk: Pick<DiskWatch, 'hasRoom'>
  damages: Pick<Damages, 'list'>
  leaving: AbortSignal | undefined
}

const tags = ['Health']
const answer = {
  type: 'object',
  required: ['status'],
  properties: {
    status: { enum: ['ok', 'degraded', 'not ok'] },
    parts: {
      type: 'array',
      items: { enum: ['disk', ...DAMAGE_PARTS] },
      description: 'What is full or damaged while the rest goes on.',
    },
  },
}

/**
 * Anonymous, so they name no more than the part that is not well; the log and the page of the server have the reason.
 */
export function healthRoutes(app: FastifyInstance, { catalog, facts, disk, damages, leaving }: Parts) {
  const catalogReady = promptly(() => catalog.ready())
  const factsReady = promptly(() => facts.ready())
  const hasRoom = promptly(() => disk.hasRoom())

  app.get(
    '/health/live',
    {
      config: { authz: ANYONE },
      logLevel: 'warn',
      schema: { tags, summary: 'The process answers', response: { 200: answer } },
    },
    async () => ({ status: 'ok' }),
  )

  app.get(
    '/health/ready',
    {
      config: { authz: ANYONE },
      logLevel: 'warn',
      schema: {
        tags,
        summary: 'Stores and migrations are fit to work, and the server is not shutting down',
        description: 'degraded: it works, but for the parts it names; a full disk stores nothing and reads on.',
        response: { 200: answer, 503: answer },
      },
    },
    async (request, reply) => {
      const [isCatalogReady, areFactsReady, isRoom] = await Promise.all([catalogReady(), factsReady(), hasRoom()])
      const checks = { catalog: isCatalogReady, facts: areFactsReady, staying: leaving?.aborted !== true }
      if (!Object.values(checks).every(Boolean)) {
        if (request.server.strangersLog.takeFailure()) request.log.warn({ checks }, 'not ready')
        return reply.code(503).send({ status: 'not ok' })
      }
      const parts = [...(isRoom ? [] : ['disk']), ...new Set(damages.list().map(({ part }) => part))]
      return parts.length === 0 ? { status: 'ok' } : { status: 'degraded', parts }
    },
  )
}
