/** The frame of the campaigns: their calls, and the words of refusals. */
import { Outlet } from 'react-router'
import { campaignsApi } from '../api/campaigns.ts'
import { CampaignsFrame } from '../features/campaigns/campaigns-frame.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { queryClient } from './queries.ts'

const ports = { api: campaignsApi(api.client), say: errorText }

export function CampaignsRoute() {
  return (
    <CampaignsFrame ports={ports} queries={queryClient}>
      <Outlet />
    </CampaignsFrame>
  )
}
