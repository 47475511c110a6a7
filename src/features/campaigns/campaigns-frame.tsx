/** What every page of campaigns needs: its calls, and the words of a refusal. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { CampaignsApi } from '../../api/campaigns.ts'

export interface Campaigns {
  readonly api: CampaignsApi
  /** The sentence of a refusal, in the reader's language. */
  readonly say: (cause: unknown) => string
}

const CampaignsContext = createContext<Campaigns | null>(null)

/** Throws outside a `CampaignsFrame`. */
export function useCampaigns(): Campaigns {
  const campaigns = use(CampaignsContext)
  if (campaigns === null) throw new Error('This page stands outside the campaigns: there is no CampaignsFrame around it.')
  return campaigns
}

export function CampaignsFrame({ api, say, queries, children }: Campaigns & { queries: QueryClient; children: ReactNode }) {
  const campaigns = useMemo(() => ({ api, say }), [api, say])
  return <QueryClientProvider client={queries}><CampaignsContext value={campaigns}>{children}</CampaignsContext></QueryClientProvider>
}

export const PATHS = { list: '/users/campaigns', add: '/users/campaigns/new', edit: (id: number) => `/users/campaigns/edit/${id}` } as const
