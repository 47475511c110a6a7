import type { FastifyInstance } from 'fastify'
import type { ContactsQuery } from '#schemas/generated/api/contacts-query.ts'
import type { IdList } from '#schemas/generated/api/id-list.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { QuarantineQuery } from '#schemas/generated/api/quarantine-query.ts'
import type { QuarantineRelease } from '#schemas/generated/api/quarantine-release.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { QuarantineService } from './quarantine-service.ts'

const tags = ['Ingest']
const config: { authz: Authz } = { authz: { subjects: 'admin', tenant: 'none' } }
const params = ref('api/id-params')

export function quarantineRoutes(app: FastifyInstance, { quarantine }: { quarantine: QuarantineService }) {
  app.get<{ Querystring: ContactsQuery }>(
    '/ingest/contacts',
    {
      config,
      schema: {
        tags,
        summary: 'Last word of each device',
        querystring: ref('api/contacts-query'),
        response: { 200: listOf('entities/contact') },
      },
    },
    (request) => quarantine.contacts(request.query.client),
  )

  app.get<{ Querystring: QuarantineQuery }>(
    '/ingest/quarantine',
    {
      config,
      schema: {
        tags,
        summary: 'Quarantined readings, newest first',
        querystring: ref('api/quarantine-query'),
        response: { 200: listOf('entities/quarantined-reading') },
      },
    },
    (request) => quarantine.list(request.query),
  )

  app.post<{ Params: IdParams; Body: QuarantineRelease }>(
    '/ingest/quarantine/:id/release',
    {
      config,
      schema: {
        tags,
        summary: 'Count a quarantined reading, as it is or corrected',
        params,
        body: ref('api/quarantine-release'),
        response: { 200: ref('entities/quarantined-reading') },
      },
    },
    (request) => quarantine.releaseOne(callerOf(request).scope, request.params.id, request.body),
  )

  app.post<{ Body: IdList }>(
    '/ingest/quarantine/release',
    {
      config,
      schema: {
        tags,
        summary: 'Count several of them as they are: all or none',
        body: ref('api/id-list'),
        response: { 200: listOf('entities/quarantined-reading') },
      },
    },
    (request) => quarantine.releaseAll(callerOf(request).scope, request.body.ids),
  )

  app.delete<{ Params: IdParams }>(
    '/ingest/quarantine/:id',
    {
      config,
      schema: { tags, summary: 'Discard a quarantined reading', params, response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      await quarantine.discard(callerOf(request).scope, request.params.id)
      return reply.code(204).send()
    },
  )
}
