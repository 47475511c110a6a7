import type { FastifyInstance } from 'fastify'
import type { PeriodPair } from '#domain/periods'
import type { PeriodConfigQuery } from '#schemas/generated/api/period-config-query.ts'
import { callerOf } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { PeriodService } from './service.ts'

export function periodRoutes(app: FastifyInstance, { periods }: { periods: PeriodService }) {
  app.post<{ Querystring: PeriodConfigQuery; Reply: PeriodPair }>(
    '/period/config',
    {
      config: { authz: { subjects: 'user', tenant: 'clients', changes: 'nothing' } },
      schema: {
        tags: ['Periods'],
        summary: 'The two periods of an option of the period selector',
        querystring: ref('api/period-config-query'),
        response: { 200: ref('api/period-pair') },
      },
    },
    (request) => periods.resolve(callerOf(request).scope, request.query),
  )
}
