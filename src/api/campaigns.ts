/** Campaigns: read by everyone who compares, changed by accounts with campaignManager. */
import type { CampaignDraft } from '#schemas/generated/api/campaign-draft.ts'
import { type Campaign, isCampaign } from '#schemas/generated/entities/campaign.ts'
import { type Client, isClient } from '#schemas/generated/entities/client.ts'
import type { ApiClient } from './client.ts'

export const campaignsApi = (client: ApiClient) => ({
  clients: (signal?: AbortSignal): Promise<Client[]> => client.list('/clients', isClient, { signal }),
  /** Newest first. */
  list: (signal?: AbortSignal): Promise<Campaign[]> => client.list('/campaigns', isCampaign, { signal }),
  /** CAMPAIGN_NOT_FOUND. */
  find: (id: number, signal?: AbortSignal): Promise<Campaign> =>
    client.json(`/campaigns/${id}`, isCampaign, { signal }),
  /** CLIENT_NOT_FOUND, DATES_INCORRECT. */
  add: (draft: CampaignDraft): Promise<Campaign> =>
    client.json('/campaigns', isCampaign, { method: 'POST', body: draft }),
  save: (id: number, draft: CampaignDraft): Promise<Campaign> =>
    client.json(`/campaigns/${id}`, isCampaign, { method: 'PUT', body: draft }),
  async remove(id: number): Promise<void> {
    await client.send(`/campaigns/${id}`, { method: 'DELETE' })
  },
})

export type CampaignsApi = ReturnType<typeof campaignsApi>
