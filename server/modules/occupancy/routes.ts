import type { FastifyInstance } from 'fastify'
import type { OccupancyLevelsQuery } from '#schemas/generated/api/occupancy-levels-query.ts'
import type { OccupancyQuery } from '#schemas/generated/api/occupancy-query.ts'
import { ARROW, sendFrame } from '../../lib/frame-answer.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { ClientQuery } from '#schemas/generated/api/client-query.ts'
import type { OccupancyPeriodsQuery } from '#schemas/generated/api/occupancy-periods-query.ts'
import type { OccupancyFigures } from './figures.ts'
import type { LevelService } from './levels.ts'
import type { OccupancyService } from './service.ts'

const tags = ['Occupancy']
const authz: Authz = {
  subjects: 'user',
  flag: ['rtList', 'occupancyDashboard', 'zonesOccupancyDashboard', 'footCompare'],
  tenant: 'clients',
}
const response = {
  200: {
    description: 'The columns; asOf is in the header x-as-of beside an Arrow stream.',
    content: { 'application/json': { schema: ref('data/frame') }, [ARROW]: { schema: { type: 'string' } } },
  },
}
const querystring = ref('api/occupancy-query')

export function occupancyRoutes(
  app: FastifyInstance,
  { occupancy, levels, figures }: { occupancy: OccupancyService; levels: LevelService; figures: OccupancyFigures },
) {
  app.get<{ Querystring: OccupancyQuery }>(
    '/occupancy/now',
    {
      config: { authz: { ...authz, screens: ['occupancy.now'] } },
      schema: {
        tags,
        summary: 'People inside each local now, its capacity and how many of its doors answer',
        querystring,
        response,
      },
    },
    async (request, reply) => sendFrame(request, reply, await occupancy.now(callerOf(request).scope, request.query)),
  )

  app.get<{ Querystring: OccupancyQuery }>(
    '/occupancy/minutes',
    {
      config: { authz: { ...authz, screens: ['occupancy.minutes'] } },
      schema: { tags, summary: 'People inside each local by the minute of the last hour', querystring, response },
    },
    async (request, reply) =>
      sendFrame(request, reply, await occupancy.minutes(callerOf(request).scope, request.query)),
  )

  app.get<{ Querystring: OccupancyLevelsQuery }>(
    '/occupancy/levels',
    {
      config: { authz: { ...authz, screens: ['occupancy.levels'] } },
      schema: {
        tags,
        summary: 'People inside each local over some days, by quarter or hour: least, mean and most at one time',
        querystring: ref('api/occupancy-levels-query'),
        response,
      },
    },
    async (request, reply) => sendFrame(request, reply, await levels.levels(callerOf(request).scope, request.query)),
  )

  app.get<{ Querystring: OccupancyPeriodsQuery }>(
    '/occupancy/hours',
    {
      config: { authz: { ...authz, screens: ['occupancy.hours'] } },
      schema: {
        tags,
        summary: 'People inside all chosen locals together, hour by hour of one or two periods',
        querystring: ref('api/occupancy-periods-query'),
        response,
      },
    },
    async (request, reply) => sendFrame(request, reply, await figures.hours(callerOf(request).scope, request.query)),
  )

  app.get<{ Querystring: OccupancyPeriodsQuery }>(
    '/occupancy/rooms',
    {
      config: { authz: { ...authz, screens: ['occupancy.rooms'] } },
      schema: {
        tags,
        summary: 'People inside each local over one or two periods: peak, utilisation, time in use',
        querystring: ref('api/occupancy-periods-query'),
        response,
      },
    },
    async (request, reply) => sendFrame(request, reply, await figures.rooms(callerOf(request).scope, request.query)),
  )

  app.get(
    '/occupancy/clients',
    {
      config: { authz: { ...authz, screens: ['occupancy.clients'] } },
      schema: { tags, summary: 'The clients of which people inside or presence are known', response },
    },
    async (request, reply) => sendFrame(request, reply, await figures.clients(callerOf(request).scope)),
  )

  app.get<{ Querystring: ClientQuery }>(
    '/occupancy/locals',
    {
      config: { authz: { ...authz, screens: ['occupancy.locals'] } },
      schema: {
        tags,
        summary: 'The locals of which people inside or presence are known, and from when to when',
        querystring: ref('api/client-query'),
        response,
      },
    },
    async (request, reply) => sendFrame(request, reply, await figures.locals(callerOf(request).scope, request.query)),
  )
}
