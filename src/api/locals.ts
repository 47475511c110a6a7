/** Clients, their locals and their campaigns. */
import type { Campaign } from '#schemas/generated/entities/campaign.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { ApiClient } from './client.ts'

export const localsApi = (client: ApiClient) => ({
  clients: (signal?: AbortSignal): Promise<Client[]> => client.list('/clients', { signal }),
  /** Without the venues that have no data, for those who may not see them. */
  locals: (of: number, signal?: AbortSignal): Promise<Local[]> =>
    client.list('/locals', { query: { client: of, hideNoData: true }, signal }),
  /** Those in business on a day, YYYY-MM-DD. */
  activeLocals: (of: number, workday: string, signal?: AbortSignal): Promise<Local[]> =>
    client.list('/locals/active', { query: { client: of, workday }, signal }),
  /** Of every client at once. */
  everyLocal: (signal?: AbortSignal): Promise<Local[]> =>
    client.list('/locals', { query: { hideNoData: true }, signal }),
  campaigns: (signal?: AbortSignal): Promise<Campaign[]> => client.list('/campaigns', { signal }),
})
