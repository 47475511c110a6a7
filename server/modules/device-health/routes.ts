import type { FastifyInstance } from 'fastify'
import type { FootscanStatesQuery } from '#schemas/generated/api/footscan-states-query.ts'
import type { FootscanWorkdayQuery } from '#schemas/generated/api/footscan-workday-query.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { LocalStatusQuery } from '#schemas/generated/api/local-status-query.ts'
import type { FootscanState } from '#schemas/generated/entities/footscan-state.ts'
import type { LocalStatus } from '#schemas/generated/entities/local-status.ts'
import { ARROW, sendFrame } from '../../lib/frame-answer.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { DeviceHealthService } from './service.ts'

const tags = ['Footscan status']
const authz: Authz = { subjects: 'user', flag: ['footStatus'], tenant: 'clients' }
const response = {
  200: {
    description: 'The columns; asOf is in the header x-as-of beside an Arrow stream.',
    content: { 'application/json': { schema: ref('data/frame') }, [ARROW]: { schema: { type: 'string' } } },
  },
}
const querystring = ref('api/footscan-workday-query')

export function deviceHealthRoutes(app: FastifyInstance, { health }: { health: DeviceHealthService }) {
  app.get<{ Querystring: FootscanWorkdayQuery }>(
    '/monitoring/footscans/workday',
    {
      config: { authz: { ...authz, screens: ['footscans.workday'] } },
      schema: { tags, summary: 'Every footscan on every workday', querystring, response },
    },
    async (request, reply) => sendFrame(request, reply, await health.workday(callerOf(request).scope, request.query)),
  )

  app.get<{ Querystring: FootscanWorkdayQuery }>(
    '/monitoring/footscans/summary',
    {
      config: { authz: { ...authz, screens: ['footscans.summary'] } },
      schema: { tags, summary: 'Footscans up, down, closed and new, by date', querystring, response },
    },
    async (request, reply) => sendFrame(request, reply, await health.summary(callerOf(request).scope, request.query)),
  )

  app.get<{ Querystring: FootscanStatesQuery; Reply: FootscanState[] }>(
    '/monitoring/footscans/current',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'How every footscan of a client is now',
        querystring: ref('api/footscan-states-query'),
        response: { 200: listOf('entities/footscan-state') },
      },
    },
    (request) => health.states(callerOf(request).scope, request.query.client),
  )

  app.get<{ Params: IdParams; Querystring: LocalStatusQuery; Reply: LocalStatus }>(
    '/locals/status/:id',
    {
      config: { authz: { subjects: 'user', tenant: 'clients' } },
      schema: {
        tags,
        summary: 'A local and its footscans on one workday',
        params: ref('api/id-params'),
        querystring: ref('api/local-status-query'),
        response: { 200: ref('entities/local-status') },
      },
    },
    (request) => health.ofLocal(callerOf(request).scope, request.params.id, request.query.date),
  )
}
