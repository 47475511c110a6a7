import type { FastifyInstance } from 'fastify'
import type { CampaignDraft } from '#schemas/generated/api/campaign-draft.ts'
import type { CampaignsQuery } from '#schemas/generated/api/campaigns-query.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { CampaignService } from './service.ts'

/** Reading is for everyone who compares; `campaignManager` is needed to change them. */
const authz: Authz = { subjects: 'user', tenant: 'clients' }
/** Administrators hold this right only when it was given to them. */
const changing: Authz = { ...authz, flag: ['campaignManager'] }
const tags = ['Campaigns']

export function campaignRoutes(app: FastifyInstance, { campaigns }: { campaigns: CampaignService }) {
  app.get<{ Querystring: CampaignsQuery; Reply: Campaign[] }>(
    '/campaigns',
    {
      config: { authz: { ...authz, screens: ['campaigns.list'] } },
      schema: {
        tags,
        summary: 'The campaigns of this account, newest first',
        querystring: ref('api/campaigns-query'),
        response: { 200: listOf('entities/campaign') },
      },
    },
    (request) => campaigns.list(callerOf(request).scope, request.query),
  )

  app.get<{ Params: IdParams; Reply: Campaign }>(
    '/campaigns/:id',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'One campaign',
        params: ref('api/id-params'),
        response: { 200: ref('entities/campaign') },
      },
    },
    (request) => campaigns.find(callerOf(request).scope, request.params.id),
  )

  app.post<{ Body: CampaignDraft; Reply: Campaign }>(
    '/campaigns',
    {
      config: { authz: changing },
      schema: {
        tags,
        summary: 'Add a campaign',
        body: ref('api/campaign-draft'),
        response: { 201: ref('entities/campaign') },
      },
    },
    async (request, reply) => reply.code(201).send(await campaigns.create(callerOf(request).scope, request.body)),
  )

  app.put<{ Params: IdParams; Body: CampaignDraft; Reply: Campaign }>(
    '/campaigns/:id',
    {
      config: { authz: changing },
      schema: {
        tags,
        summary: 'Replace a campaign',
        params: ref('api/id-params'),
        body: ref('api/campaign-draft'),
        response: { 200: ref('entities/campaign') },
      },
    },
    (request) => campaigns.replace(callerOf(request).scope, request.params.id, request.body),
  )

  app.delete<{ Params: IdParams }>(
    '/campaigns/:id',
    {
      config: { authz: changing },
      schema: { tags, summary: 'Remove a campaign', params: ref('api/id-params'), response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      await campaigns.remove(callerOf(request).scope, request.params.id)
      return reply.code(204).send()
    },
  )
}
