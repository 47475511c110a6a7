/** Campaigns: read by everyone who compares, changed by accounts with campaignManager. */
import type { CampaignDraft } from '#schemas/generated/api/campaign-draft.ts'
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { ApiClient } from './client.ts'

export const campaignsApi = (client: ApiClient) => ({
  clients: (signal?: AbortSignal): Promise<Client[]> => client.list('/clients', { signal }),
  /** Newest first. */
  list: (signal?: AbortSignal): Promise<Campaign[]> => client.list('/campaigns', { signal }),
  /** CAMPAIGN_NOT_FOUND. */
  find: (id: number, signal?: AbortSignal): Promise<Campaign> => client.json(`/campaigns/${id}`, { signal }),
  /** CLIENT_NOT_FOUND, DATES_INCORRECT. */
  add: (draft: CampaignDraft): Promise<Campaign> => client.json('/campaigns', { method: 'POST', body: draft }),
  save: (id: number, draft: CampaignDraft): Promise<Campaign> =>
    client.json(`/campaigns/${id}`, { method: 'PUT', body: draft }),
  async remove(id: number): Promise<void> {
    await client.send(`/campaigns/${id}`, { method: 'DELETE' })
  },
})

export type CampaignsApi = ReturnType<typeof campaignsApi>
