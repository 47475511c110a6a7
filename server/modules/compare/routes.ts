import type { FastifyInstance } from 'fastify'
import type { CompareQuery } from '#schemas/generated/api/compare-query.ts'
import type { CompareRangeQuery } from '#schemas/generated/api/compare-range-query.ts'
import type { HourlyQuery } from '#schemas/generated/api/hourly-query.ts'
import type { CountedDays } from '#schemas/generated/entities/counted-days.ts'
import { ARROW, sendFrame } from '../../lib/frame-answer.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import { COMPARE_CALLS } from './calls.ts'
import type { CompareService } from './service.ts'

const tags = ['Compare']
const authz: Authz = { subjects: 'user', flag: ['footCompare'], tenant: 'clients' }
/** The hourly download reads the same rows. */
const hourlyAuthz: Authz = { ...authz, flag: ['footCompare', 'canDownload'] }

const response = {
  200: {
    description: 'The columns; asOf is in the header x-as-of beside an Arrow stream.',
    content: { 'application/json': { schema: ref('data/frame') }, [ARROW]: { schema: { type: 'string' } } },
  },
}

export function compareRoutes(app: FastifyInstance, { compare }: { compare: CompareService }) {
  for (const call of COMPARE_CALLS) {
    app.get<{ Querystring: CompareQuery }>(
      `/compare${call.path}`,
      {
        config: { authz: { ...authz, screens: [call.source] } },
        schema: { tags, summary: call.summary, querystring: ref('api/compare-query'), response },
      },
      async (request, reply) =>
        sendFrame(request, reply, await compare.compare(callerOf(request).scope, call, request.query)),
    )
  }

  app.get<{ Querystring: CompareQuery }>(
    '/compare/holidays',
    {
      config: { authz: { ...authz, screens: ['compare.holidays'] } },
      schema: {
        tags,
        summary: 'The holidays of both periods, and how many locals keep them',
        querystring: ref('api/compare-query'),
        response,
      },
    },
    async (request, reply) => sendFrame(request, reply, await compare.holidays(callerOf(request).scope, request.query)),
  )

  app.get<{ Querystring: CompareQuery }>(
    '/compare/stores',
    {
      config: { authz: { ...authz, screens: ['compare.stores'] } },
      schema: {
        tags,
        summary: 'Which stores both periods have, and why the others are left out',
        querystring: ref('api/compare-query'),
        response,
      },
    },
    async (request, reply) => sendFrame(request, reply, await compare.stores(callerOf(request).scope, request.query)),
  )

  app.get<{ Querystring: CompareRangeQuery; Reply: CountedDays }>(
    '/compare/range',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'From when to when there are counts',
        querystring: ref('api/compare-range-query'),
        response: { 200: ref('entities/counted-days') },
      },
    },
    (request) => compare.range(callerOf(request).scope, request.query),
  )

  app.get<{ Querystring: CompareQuery }>(
    '/compare/days',
    {
      config: { authz: { ...authz, screens: ['compare.days'] } },
      schema: {
        tags,
        summary: 'Which day is compared with which, and which days have no counterpart',
        querystring: ref('api/compare-query'),
        response,
      },
    },
    async (request, reply) => sendFrame(request, reply, await compare.days(callerOf(request).scope, request.query)),
  )

  app.get<{ Querystring: HourlyQuery }>(
    '/compare/metrics/main/time',
    {
      config: { authz: hourlyAuthz },
      schema: { tags, summary: 'The hourly rows of one local', querystring: ref('api/hourly-query'), response },
    },
    async (request, reply) => sendFrame(request, reply, await compare.hourly(callerOf(request).scope, request.query)),
  )
}
