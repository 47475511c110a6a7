/** Alerts, below /users: for accounts with canAlerts, all others are sent to the root. */
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
    path: `alerts${path}`,
    handle: { flag: 'canAlerts', title },
    lazy: async () => {
      const [module] = await Promise.all([load(), ensureTexts('alerts')])
      return { Component: module[name] }
    },
  })

const rules = () => import('../../features/alerts/rule-pages.tsx')

export const alertRoutes: RouteObject[] = [
  guarded({
    handle: {},
    lazy: async () => {
      const { AlertsRoute } = await import('../alerts-route.tsx')
      return { Component: AlertsRoute }
    },
    children: [
      page('/manage', 'alerts:title', () => import('../../features/alerts/manage-page.tsx'), 'ManagePage'),
      page('/rules/new', 'alerts:rules.newTitle', rules, 'NewRulePage'),
      page('/rules/:id/edit', 'alerts:rules.one', rules, 'EditRulePage'),
    ],
  }),
]
