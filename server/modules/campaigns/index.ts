/** Campaigns: named stretches of days of a client. */
import type { ServerModule } from '../../module.ts'
import { campaignRepo } from './repo.ts'
import type { CampaignsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    campaigns: CampaignsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly campaigns: ReturnType<typeof campaignRepo>
  }
}

export const campaigns: ServerModule = {
  name: 'campaigns',
  repositories: { campaigns: campaignRepo },
  start: () => import('./start.ts'),
}
