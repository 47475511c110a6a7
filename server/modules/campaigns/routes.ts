import type { FastifyInstance } from 'fastify'
import type { CampaignsQuery } from '#schemas/generated/api/campaigns-query.ts'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { CampaignService } from './service.ts'

/** Reading is for everyone who compares; `campaignManager` is needed to change them. */
const authz: Authz = { subjects: 'user', tenant: 'clients' }
const tags = ['Campaigns']

export function campaignRoutes(app: FastifyInstance, { campaigns }: { campaigns: CampaignService }) {
  app.get<{ Querystring: CampaignsQuery; Reply: Campaign[] }>(
    '/campaigns',
    { config: { authz }, schema: { tags, summary: 'The campaigns of this account, newest first', querystring: ref('api/campaigns-query'), response: { 200: listOf('entities/campaign') } } },
    (request) => campaigns.list(callerOf(request).scope, request.query),
  )

  app.get<{ Params: IdParams; Reply: Campaign }>(
    '/campaigns/:id',
    { config: { authz }, schema: { tags, summary: 'One campaign', params: ref('api/id-params'), response: { 200: ref('entities/campaign') } } },
    (request) => campaigns.find(callerOf(request).scope, request.params.id),
  )
}
