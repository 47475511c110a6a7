/** Ports of every page of campaigns: its calls, and error messages. */
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { CampaignsApi } from '../../api/campaigns.ts'
import { useMemo } from 'react'
import { campaignsApi } from '../../api/campaigns.ts'
import type { FrameProps } from '../lib/feature.ts'

export interface Campaigns {
  readonly api: CampaignsApi
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
}

export const [CampaignsFrame, useCampaigns] = featureFrame<Campaigns>('CampaignsFrame')

export const PATHS = {
  list: '/users/campaigns',
  add: '/users/campaigns/new',
  edit: (id: number) => `/users/campaigns/edit/${id}`,
} as const

export function Frame({ ports: { client, say }, children }: FrameProps) {
  const ports = useMemo(() => ({ api: campaignsApi(client), say }), [client, say])
  return <CampaignsFrame ports={ports}>{children}</CampaignsFrame>
}
