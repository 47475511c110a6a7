import { ranks } from '#domain/names'
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import { AppError } from '../../errors.ts'
import type { Scope } from '../../scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { CampaignRepo } from './repo.ts'

export function campaignService({ campaigns, clients }: { campaigns: CampaignRepo; clients: ClientService }) {
  /** A campaign is named after what it sells, so demo users get numbers instead. */
  function disguised(rows: readonly Campaign[]): Campaign[] {
    const rank = ranks(rows)
    return rows.map((campaign) => ({ ...campaign, name: `Demo Campaign ${rank.get(campaign.id) ?? 0}`, description: '' }))
  }

  async function all(scope: Scope): Promise<Campaign[]> {
    const rows = await campaigns.list(scope)
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
      if (campaign === undefined) throw new AppError('CAMPAIGN_NOT_FOUND', `There is no campaign ${id} among those this account may see.`, { campaign: id })
      return campaign
    },
  }
}

export type CampaignService = ReturnType<typeof campaignService>
