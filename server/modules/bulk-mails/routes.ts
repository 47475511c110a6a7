import type { FastifyInstance } from 'fastify'
import type { BulkMailAudience } from '#schemas/generated/api/bulk-mail-audience.ts'
import type { BulkMailOutcomesQuery } from '#schemas/generated/api/bulk-mail-outcomes-query.ts'
import type { BulkMailRecipientParams } from '#schemas/generated/api/bulk-mail-recipient-params.ts'
import type { BulkMailUserParams } from '#schemas/generated/api/bulk-mail-user-params.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { UnsubscribeParams } from '#schemas/generated/api/unsubscribe-params.ts'
import { ANYONE, callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import { readForms } from '../oauth/read-forms.ts'
import type { BulkMailService } from './service.ts'

const ADMIN: Authz = { subjects: 'admin', tenant: 'none' }
const config = { authz: ADMIN }
const tags = ['Bulk mails']
const params = ref('api/id-params')
const NOTHING = { 204: { type: 'null' } }

export function bulkMailRoutes(api: FastifyInstance, service: BulkMailService): void {
  api.post<{ Body: BulkMailAudience }>(
    '/bulk-mails/audience',
    {
      config,
      schema: {
        tags,
        summary: 'Whom a bulk mail would go to now',
        body: ref('api/bulk-mail-audience'),
        response: { 200: ref('entities/bulk-mail-audience-preview') },
      },
    },
    (request) => service.audience(callerOf(request).scope, request.body),
  )

  api.get<{ Params: BulkMailUserParams }>(
    '/bulk-mails/:id/preview/:user',
    {
      config,
      schema: {
        tags,
        summary: 'A bulk mail as one person gets it, in their language',
        params: ref('api/bulk-mail-user-params'),
        response: { 200: ref('entities/bulk-mail-preview') },
      },
    },
    (request) => service.preview(callerOf(request).scope, request.params.id, request.params.user),
  )

  api.post<{ Params: IdParams }>(
    '/bulk-mails/:id/test',
    { config, schema: { tags, summary: 'Sends a bulk mail to the caller alone', params, response: NOTHING } },
    async (request, reply) => {
      await service.test(callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )

  api.get<{ Params: IdParams; Querystring: BulkMailOutcomesQuery }>(
    '/bulk-mails/:id/recipients',
    {
      config,
      schema: {
        tags,
        summary: 'What came of a bulk mail: how many of each outcome, and its recipients, 200 at a time',
        params,
        querystring: ref('api/bulk-mail-outcomes-query'),
        response: { 200: ref('entities/bulk-mail-outcomes') },
      },
    },
    (request) => service.outcomes(callerOf(request).scope, request.params.id, request.query),
  )

  api.post<{ Params: BulkMailRecipientParams }>(
    '/bulk-mails/:id/recipients/:recipient/again',
    {
      config,
      schema: {
        tags,
        summary: 'Sends a bulk mail again to a recipient for whom it failed or is uncertain',
        params: ref('api/bulk-mail-recipient-params'),
        response: { 200: ref('entities/bulk-mail-recipient') },
      },
    },
    (request) => service.again(callerOf(request).scope, request.params.id, request.params.recipient),
  )

  // Mail programs send a form (RFC 8058); only these routes read one.
  void api.register((own, _options, done) => {
    readForms(own)
    unsubscribeRoutes(own, service)
    done()
  })
}

function unsubscribeRoutes(api: FastifyInstance, service: BulkMailService): void {
  const link = ref('api/unsubscribe-params')
  api.get<{ Params: UnsubscribeParams }>(
    '/unsubscribe/:token',
    {
      config: { authz: ANYONE },
      schema: {
        tags,
        summary: 'Whose link it is, and whether they get news; changes nothing',
        params: link,
        response: { 200: ref('entities/unsubscription') },
      },
    },
    (request) => service.subscription(request.params.token),
  )

  api.post<{ Params: UnsubscribeParams }>(
    '/unsubscribe/:token',
    {
      config: { authz: ANYONE },
      schema: {
        tags,
        summary: 'No more news for the account of the link, with one click (RFC 8058)',
        params: link,
        response: NOTHING,
      },
    },
    async (request, reply) => {
      await service.unsubscribe(request.params.token)
      return reply.code(204).send()
    },
  )
}
