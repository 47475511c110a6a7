/** Campaigns: for accounts with campaignManager, which administrators hold only when it was given to them. */
import type { Feature } from '../lib/feature.ts'

const flag = 'campaignManager'

export const campaigns: Feature = {
  texts: ['campaigns'],
  frame: async () => (await import('./campaigns-frame.tsx')).Frame,
  pages: [
    {
      path: 'campaigns',
      flag,
      title: 'home:screen.campaigns',
      page: async () => (await import('./list-page.tsx')).CampaignsPage,
    },
    {
      path: 'campaigns/new',
      flag,
      title: 'campaigns:newTitle',
      page: async () => (await import('./form-pages.tsx')).NewCampaignPage,
    },
    {
      path: 'campaigns/edit/:id',
      flag,
      title: 'campaigns:one',
      page: async () => (await import('./form-pages.tsx')).EditCampaignPage,
    },
  ],
}
