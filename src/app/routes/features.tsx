/** The pages of the features, below /users: each with its access rule, in the frame of its feature. */
import { ensureTexts } from '#i18n'
import { Outlet, type RouteObject } from 'react-router'
import type { Feature } from '../../features/lib/feature.ts'
import { FEATURES } from '../features.ts'
import { guarded } from '../guards.ts'

const routesOf = ({ texts, frame, pages }: Feature): RouteObject =>
  guarded({
    handle: {},
    lazy: async () => {
      const [Frame, { usePagePorts, PageQueries }] = await Promise.all([frame(), import('../page-ports.tsx')])
      return {
        Component: function FeatureRoute() {
          const ports = usePagePorts()
          return ports === null ? null : (
            <PageQueries>
              <Frame ports={ports}>
                <Outlet />
              </Frame>
            </PageQueries>
          )
        },
      }
    },
    children: pages.map(({ path, title, flag, admin, page }) =>
      guarded({
        path,
        handle: { title, ...(flag !== undefined && { flag }), ...(admin !== undefined && { admin }) },
        lazy: async () => {
          const [Component] = await Promise.all([page(), ensureTexts(...texts)])
          return { Component }
        },
      }),
    ),
  })

export const featureRoutes: RouteObject[] = FEATURES.map(routesOf)
