/** The frame of the campaigns: their calls, and the words of refusals. */
import { Outlet } from 'react-router'
import { campaignsApi } from '../api/campaigns.ts'
import { CampaignsFrame } from '../features/campaigns/campaigns-frame.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { queryClient } from './queries.ts'

const calls = campaignsApi(api.client)

export function CampaignsRoute() {
  return <CampaignsFrame api={calls} say={errorText} queries={queryClient}><Outlet /></CampaignsFrame>
}
