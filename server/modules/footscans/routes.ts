import type { FastifyInstance } from 'fastify'
import type { FootscanDraft } from '#schemas/generated/api/footscan-draft.ts'
import type { FootscansQuery } from '#schemas/generated/api/footscans-query.ts'
import { collectionRoutes } from '../../plugins/collection.ts'
import type { FootscanService } from './service.ts'

export function footscanRoutes(app: FastifyInstance, { footscans }: { footscans: FootscanService }) {
  collectionRoutes<unknown, FootscanDraft, FootscansQuery>(
    app,
    {
      path: '/footscans',
      tag: 'Device fleet',
      one: 'A footscan',
      many: 'footscans, by id',
      authz: { subjects: 'admin', tenant: 'none' },
      entity: 'entities/fleet-footscan',
      draft: 'api/footscan-draft',
      query: 'api/footscans-query',
    },
    footscans,
  )
}
