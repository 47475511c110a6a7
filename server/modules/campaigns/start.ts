import type { ServiceMakers } from '../../module.ts'
import { campaignRoutes } from './routes.ts'
import { campaignService } from './service.ts'
import type { CampaignService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly campaigns: CampaignService
  }
}

export const services = { campaigns: campaignService } satisfies ServiceMakers
export const routes = campaignRoutes
