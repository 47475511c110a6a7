/**
 * Campaigns, below /users: for accounts with campaignManager, which administrators hold only when it was given to them.
 */
import { ensureTexts } from '#i18n'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { guarded } from '../guards.ts'

const page = <Name extends string>(
  path: string,
  title: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject =>
  guarded({
    path: `campaigns${path}`,
    handle: { flag: 'campaignManager', title },
    lazy: async () => {
      const [module] = await Promise.all([load(), ensureTexts('campaigns')])
      return { Component: module[name] }
    },
  })

const forms = () => import('../../features/campaigns/form-pages.tsx')

export const campaignRoutes: RouteObject[] = [
  guarded({
    handle: {},
    lazy: async () => {
      const { CampaignsRoute } = await import('../campaigns-route.tsx')
      return { Component: CampaignsRoute }
    },
    children: [
      page('', 'home:screen.campaigns', () => import('../../features/campaigns/list-page.tsx'), 'CampaignsPage'),
      page('/new', 'campaigns:newTitle', forms, 'NewCampaignPage'),
      page('/edit/:id', 'campaigns:one', forms, 'EditCampaignPage'),
    ],
  }),
]
