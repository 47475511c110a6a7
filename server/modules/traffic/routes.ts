import type { FastifyInstance } from 'fastify'
import type { ClientQuery } from '#schemas/generated/api/client-query.ts'
import type { TrafficQuery } from '#schemas/generated/api/traffic-query.ts'
import type { TrafficCost } from '#schemas/generated/entities/traffic-cost.ts'
import { ARROW, sendFrame } from '../../lib/frame-answer.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { TrafficService } from './service.ts'

const tags = ['Traffic']
const asking: Authz = { subjects: 'user', flag: ['footCompare'], tenant: 'clients' }
const authz: Authz = { ...asking, screens: ['traffic'] }

export function trafficRoutes(app: FastifyInstance, { traffic }: { traffic: TrafficService }) {
  app.get<{ Querystring: TrafficQuery }>(
    '/traffic',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Measures by any dimensions',
        querystring: ref('api/traffic-query'),
        response: {
          200: {
            description: 'The columns; asOf is in the header x-as-of beside an Arrow stream.',
            content: { 'application/json': { schema: ref('data/frame') }, [ARROW]: { schema: { type: 'string' } } },
          },
        },
      },
    },
    async (request, reply) => sendFrame(request, reply, await traffic.ask(callerOf(request).scope, request.query)),
  )

  app.get<{ Querystring: ClientQuery }>(
    '/traffic/groups',
    {
      config: { authz: { ...authz, screens: ['localGroups.byClient'] } },
      schema: {
        tags,
        summary: 'The groups of locals of a client',
        querystring: ref('api/client-query'),
        response: {
          200: {
            description: 'The columns.',
            content: { 'application/json': { schema: ref('data/frame') }, [ARROW]: { schema: { type: 'string' } } },
          },
        },
      },
    },
    async (request, reply) => sendFrame(request, reply, await traffic.groups(callerOf(request).scope, request.query)),
  )

  app.get<{ Querystring: TrafficQuery; Reply: TrafficCost }>(
    '/traffic/cost',
    {
      config: { authz: asking },
      schema: {
        tags,
        summary: 'What the question costs at most, without asking it',
        querystring: ref('api/traffic-query'),
        response: { 200: ref('entities/traffic-cost') },
      },
    },
    (request) => traffic.cost(callerOf(request).scope, request.query),
  )
}
