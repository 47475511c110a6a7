import type { AuditAction } from '#domain/audit-actions'
import { daySpan, isoDay } from '#domain/days'
import { ranks } from '#domain/names'
import { requireYear } from '#domain/year-limit'
import type { CampaignDraft } from '#schemas/generated/api/campaign-draft.ts'
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { clientNotFound } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { NewCampaign } from './repo.ts'

interface Parts {
  readonly catalog: Pick<Catalog, 'campaigns' | 'transaction'>
  readonly clients: ClientService
  readonly clock: Clock
}

const notFound = (id: number) =>
  new AppError('CAMPAIGN_NOT_FOUND', `There is no campaign ${id} among those this account may see.`, { campaign: id })

/**
 * The campaign as the account may see it. The made-up number depends on the other campaigns, so an answer to a change
 * has none.
 */
const shown = (scope: Scope, campaign: Campaign): Campaign =>
  scope.demo ? { ...campaign, name: 'Demo Campaign', description: '' } : campaign

export function campaignService({ catalog, clients, clock }: Parts) {
  /** A campaign is named after what it sells, so demo users get numbers instead. */
  function disguised(rows: readonly Campaign[]): Campaign[] {
    const rank = ranks(rows)
    return rows.map((campaign) => ({
      ...campaign,
      name: `Demo Campaign ${rank.get(campaign.id) ?? 0}`,
      description: '',
    }))
  }

  async function all(scope: Scope): Promise<Campaign[]> {
    const rows = await catalog.campaigns.list(scope)
    return scope.demo ? disguised(rows) : rows
  }

  return {
    /** Newest first; of one client when given. Throws CLIENT_NOT_FOUND for a client outside the scope. */
    async list(scope: Scope, { client }: { client?: number }): Promise<Campaign[]> {
      if (client !== undefined) await clients.find(scope, client)
      const rows = await all(scope)
      return client === undefined ? rows : rows.filter((campaign) => campaign.client === client)
    },

    /** Throws CAMPAIGN_NOT_FOUND, for a foreign campaign as for one that does not exist. */
    async find(scope: Scope, id: number): Promise<Campaign> {
      const campaign = (await all(scope)).find((row) => row.id === id)
      if (campaign === undefined) throw notFound(id)
      return campaign
    },

    /**
     * Throws CLIENT_NOT_FOUND, DATE_INVALID, DATES_INCORRECT, YEAR_OUT_OF_RANGE. Without a client it is one of the
     * first (spec 2, section 5).
     */
    async create(scope: Scope, draft: CampaignDraft): Promise<Campaign> {
      const campaign = await checked(scope, draft)
      return catalog.transaction(async (repositories) => {
        const made = await repositories.campaigns.insert(scope, campaign)
        await record(repositories, scope, 'campaign.create', made)
        return shown(scope, made)
      })
    },

    /** Throws as `create`, and CAMPAIGN_NOT_FOUND. */
    async replace(scope: Scope, id: number, draft: CampaignDraft): Promise<Campaign> {
      const before = await catalog.campaigns.find(scope, id)
      if (before === undefined) throw notFound(id)
      const campaign = await checked(scope, draft)
      return catalog.transaction(async (repositories) => {
        const after = await repositories.campaigns.replace(scope, id, campaign)
        if (after === undefined) throw notFound(id)
        await record(repositories, scope, 'campaign.change', after)
        return shown(scope, after)
      })
    },

    /** Throws CAMPAIGN_NOT_FOUND. */
    async remove(scope: Scope, id: number): Promise<void> {
      await catalog.transaction(async (repositories) => {
        const campaign = await repositories.campaigns.find(scope, id)
        if (campaign === undefined) throw notFound(id)
        await repositories.campaigns.remove(scope, id)
        await record(repositories, scope, 'campaign.remove', campaign)
      })
    },
  }

  async function checked(
    scope: Scope,
    { client, name, begin, end, description = '' }: CampaignDraft,
  ): Promise<NewCampaign> {
    const { from, to } = daySpan(begin, end)
    const today = new Date(clock.now()).toISOString()
    for (const day of [begin, end]) requireYear(day, today)
    const of = client ?? (await clients.list(scope))[0]?.id
    if (of === undefined) throw clientNotFound(0)
    await clients.find(scope, of)
    return { client: of, name: name.trim(), begin: isoDay(from), end: isoDay(to), description: description.trim() }
  }

  async function record(
    { audit }: Pick<Repositories, 'audit'>,
    scope: Scope,
    action: AuditAction,
    { id, client, name, begin, end }: Campaign,
  ): Promise<void> {
    await audit.append(scope, { action, target: name, details: { campaign: id, client, begin, end }, at: clock.now() })
  }
}

export type CampaignService = ReturnType<typeof campaignService>
