import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Catalog } from '../../db/catalog.ts'
import { diskSpace } from '../../disk-space.ts'
import type { FactStore } from '../../facts/store.ts'
import { ANYONE } from '../../plugins/access.ts'
import { promptly } from './prompt.ts'

interface Parts { catalog: Pick<Catalog, 'ready'>; facts: Pick<FactStore, 'ready'>; config: Pick<Config, 'dataDir'>; leaving: AbortSignal | undefined }

const tags = ['Health']
const answer = { type: 'object', required: ['status'], properties: { status: { enum: ['ok', 'not ok'] } } }

/** Anonymous, so they say ok or not ok and nothing else; the log has the reason. */
export function healthRoutes(app: FastifyInstance, { catalog, facts, config, leaving }: Parts) {
  const catalogReady = promptly(() => catalog.ready())
  const factsReady = promptly(() => facts.ready())
  const hasSpace = promptly(async () => (await diskSpace(config.dataDir)).enough)

  app.get(
    '/health/live',
    { config: { authz: ANYONE }, logLevel: 'warn', schema: { tags, summary: 'The process answers', response: { 200: answer } } },
    async () => ({ status: 'ok' }),
  )

  app.get(
    '/health/ready',
    { config: { authz: ANYONE }, logLevel: 'warn', schema: { tags, summary: 'Stores, migrations and disk are fit to work, and the server is not on its way out', response: { 200: answer, 503: answer } } },
    async (request, reply) => {
      const [isCatalogReady, areFactsReady, disk] = await Promise.all([catalogReady(), factsReady(), hasSpace()])
      const checks = { catalog: isCatalogReady, facts: areFactsReady, disk, staying: leaving?.aborted !== true }
      if (Object.values(checks).every(Boolean)) return { status: 'ok' }
      request.log.warn({ checks }, 'not ready')
      return reply.code(503).send({ status: 'not ok' })
    },
  )
}
