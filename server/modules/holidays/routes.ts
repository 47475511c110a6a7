import type { FastifyInstance } from 'fastify'
import type { HolidayChanges } from '#schemas/generated/api/holiday-changes.ts'
import type { HolidayQuery } from '#schemas/generated/api/holiday-query.ts'
import type { LocalIdParams } from '#schemas/generated/api/local-id-params.ts'
import type { HolidayCalendar } from '#schemas/generated/entities/holiday-calendar.ts'
import type { HolidayChange } from '#schemas/generated/entities/holiday-change.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { HolidayService } from './service.ts'

const authz: Authz = { subjects: 'user', flag: ['scheduleManager'], tenant: 'clients' }
const tags = ['Opening hours']
const params = ref('api/local-id-params')

export function holidayRoutes(app: FastifyInstance, { holidays }: { holidays: HolidayService }) {
  app.addHook('onClose', () => holidays.close())

  app.get<{ Params: LocalIdParams; Querystring: HolidayQuery; Reply: HolidayCalendar }>(
    '/holidays/local/:localId',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'A year of holidays of a local, beside the official ones',
        params,
        querystring: ref('api/holiday-query'),
        response: { 200: ref('entities/holiday-calendar') },
      },
    },
    (request) => holidays.calendar(callerOf(request).scope, request.params.localId, request.query),
  )

  app.put<{ Params: LocalIdParams; Body: HolidayChanges; Reply: HolidayChange }>(
    '/holidays/local/:localId',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Days on which a local, or every local of its client, closes or opens again',
        params,
        body: ref('api/holiday-changes'),
        response: { 200: ref('entities/holiday-change') },
      },
    },
    (request) => holidays.change(callerOf(request).scope, request.params.localId, request.body),
  )
}
