import type { FastifyInstance } from 'fastify'
import type { AreaOpeningHours } from '#schemas/generated/api/area-opening-hours.ts'
import type { ClientParams } from '#schemas/generated/api/client-params.ts'
import type { LocalIdParams } from '#schemas/generated/api/local-id-params.ts'
import type { OpeningHourRow } from '#schemas/generated/api/opening-hour-row.ts'
import type { OpeningHoursList } from '#schemas/generated/api/opening-hours-list.ts'
import type { LocalArea } from '#schemas/generated/entities/local-area.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { OpeningHourService } from './service.ts'

/** When a shop is open is no secret to who may read its figures; changing it changes what is expected of them. */
const reading: Authz = { subjects: 'user', tenant: 'clients' }
const writing: Authz = { subjects: 'user', flag: ['scheduleManager'], tenant: 'clients' }
const tags = ['Opening hours']
const response = { 200: listOf('api/opening-hour-row') }
/** A client of a thousand stores sends its whole week at once. */
const bodyLimit = 2 * 1024 * 1024

export function openingHourRoutes(app: FastifyInstance, { openingHours }: { openingHours: OpeningHourService }) {
  app.get<{ Params: ClientParams; Reply: OpeningHourRow[] }>(
    '/opening-hours/client/:clientId',
    {
      config: { authz: reading },
      schema: {
        tags,
        summary: 'The opening hours of the locals of a client',
        params: ref('api/client-params'),
        response,
      },
    },
    (request) => openingHours.list(callerOf(request).scope, request.params.clientId),
  )

  app.put<{ Params: ClientParams; Body: OpeningHoursList; Reply: OpeningHourRow[] }>(
    '/opening-hours/client/:clientId',
    {
      bodyLimit,
      config: { authz: writing },
      schema: {
        tags,
        summary: 'The opening hours of all locals of a client: replace',
        params: ref('api/client-params'),
        body: ref('api/opening-hours-list'),
        response,
      },
    },
    (request) => openingHours.replaceClient(callerOf(request).scope, request.params.clientId, request.body),
  )

  app.put<{ Params: LocalIdParams; Body: OpeningHoursList; Reply: OpeningHourRow[] }>(
    '/opening-hours/local/:localId',
    {
      config: { authz: writing },
      schema: {
        tags,
        summary: 'The opening hours of a local and its areas: replace',
        params: ref('api/local-id-params'),
        body: ref('api/opening-hours-list'),
        response,
      },
    },
    (request) => openingHours.replaceLocal(callerOf(request).scope, request.params.localId, request.body),
  )

  app.put<{ Params: LocalIdParams; Body: AreaOpeningHours; Reply: OpeningHourRow[] }>(
    '/opening-hours/local/:localId/area',
    {
      config: { authz: writing },
      schema: {
        tags,
        summary: 'The opening hours of one area: replace',
        params: ref('api/local-id-params'),
        body: ref('api/area-opening-hours'),
        response,
      },
    },
    (request) => openingHours.replaceArea(callerOf(request).scope, request.params.localId, request.body),
  )

  app.get<{ Params: ClientParams; Reply: LocalArea[] }>(
    '/areas/client/:clientId',
    {
      config: { authz: reading },
      schema: {
        tags,
        summary: 'The areas of the locals of a client',
        params: ref('api/client-params'),
        response: { 200: listOf('entities/local-area') },
      },
    },
    (request) => openingHours.areas(callerOf(request).scope, request.params.clientId),
  )
}
