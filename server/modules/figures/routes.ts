import type { FastifyInstance } from 'fastify'
import type { FigureClientsQuery } from '#schemas/generated/api/figure-clients-query.ts'
import type { FlowsQuery } from '#schemas/generated/api/flows-query.ts'
import type { MonthlyQuery } from '#schemas/generated/api/monthly-query.ts'
import type { ProfileQuery } from '#schemas/generated/api/profile-query.ts'
import { ARROW, sendFrame } from '../../lib/frame-answer.ts'
import { callerOf, type Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { FigureClients } from './clients.ts'
import type { FlowService } from './flows.ts'
import type { MonthService } from './months.ts'
import type { ProfileService } from './profiles.ts'

const tags = ['Figures']
const transport: Authz = { subjects: 'user', flag: ['hasRenfeDash'], tenant: 'clients' }
const tendency: Authz = { subjects: 'user', flag: ['hasAutomotiveTendency'], tenant: 'clients' }
const either: Authz = { subjects: 'user', flag: ['hasRenfeDash', 'hasAutomotiveTendency'], tenant: 'clients' }
const response = {
  200: {
    description: 'The columns.',
    content: { 'application/json': { schema: ref('data/frame') }, [ARROW]: { schema: { type: 'string' } } },
  },
}

interface Services {
  readonly clients: FigureClients
  readonly flows: FlowService
  readonly profiles: ProfileService
  readonly months: MonthService
}

export function figureRoutes(app: FastifyInstance, { clients, flows, profiles, months }: Services) {
  app.get<{ Querystring: FigureClientsQuery }>(
    '/figures/clients',
    {
      config: { authz: { ...either, screens: ['figures.clients'] } },
      schema: {
        tags,
        summary: 'The clients that have figures of a kind',
        querystring: ref('api/figure-clients-query'),
        response,
      },
    },
    async (request, reply) => sendFrame(request, reply, await clients(callerOf(request).scope, request.query)),
  )

  const flow = (path: keyof FlowService, summary: string) =>
    app.get<{ Querystring: FlowsQuery }>(
      `/flows/${path}`,
      {
        config: { authz: { ...transport, screens: [`flows.${path}`] } },
        schema: { tags, summary, querystring: ref('api/flows-query'), response },
      },
      async (request, reply) => sendFrame(request, reply, await flows[path](callerOf(request).scope, request.query)),
    )
  flow('months', 'Months from the first to the last of which trips or entries are known')
  flow('pairs', 'Trips between each two places, and the other way')
  flow('stations', 'Trips from and to each place, beside its entries and exits on the days on which trips are known')
  flow('hours', 'Trips by the hour of their begin, beside the entries')
  flow('days', 'Trips by day, beside the entries; days without known trips are listed')

  const profile = (path: keyof ProfileService, summary: string) =>
    app.get<{ Querystring: ProfileQuery }>(
      `/profile/${path}`,
      {
        config: { authz: { ...transport, screens: [`profile.${path}`] } },
        schema: { tags, summary, querystring: ref('api/profile-query'), response },
      },
      async (request, reply) => sendFrame(request, reply, await profiles[path](callerOf(request).scope, request.query)),
    )
  profile('slots', 'Boardings and alightings of an average day by slot')
  profile('stations', 'Boardings and alightings of an average day by place, and its busiest slot')

  const monthly = (path: keyof MonthService, summary: string) =>
    app.get<{ Querystring: MonthlyQuery }>(
      `/monthly/${path}`,
      {
        config: { authz: { ...tendency, screens: [`monthly.${path}`] } },
        schema: { tags, summary, querystring: ref('api/monthly-query'), response },
      },
      async (request, reply) => sendFrame(request, reply, await months[path](callerOf(request).scope, request.query)),
    )
  monthly('places', 'Places with figures of months')
  monthly('months', 'Months with figures of a place')
  monthly(
    'course',
    'Each month with the sums of three and of twelve months that end with it, and the twelve before those',
  )
  monthly(
    'summary',
    'The sums that end with a month against the same of the year before, and how much of them is named in both',
  )
  monthly('items', 'The same by item, of those that are named')
}
