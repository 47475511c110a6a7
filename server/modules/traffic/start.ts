import type { FastifyInstance } from 'fastify'
import type { LocalGroup } from '#schemas/generated/entities/local-group.ts'
import type { Parts } from '../../module.ts'
import { localGroups } from '../local-groups/index.ts'
import { trafficRoutes } from './routes.ts'
import { trafficService } from './service.ts'

export const routes = (api: FastifyInstance, { catalog, compare, locals }: Parts) =>
  trafficRoutes(api, {
    traffic: trafficService({
      compare,
      locals,
      areas: catalog.areas,
      groups: async (scope) =>
        (await catalog.resources.list(localGroups.resource, scope)) as unknown as readonly LocalGroup[],
    }),
  })
