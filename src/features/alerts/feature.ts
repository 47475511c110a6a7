/** Alerts: for accounts with canAlerts. */
import type { Feature } from '../lib/feature.ts'

const flag = 'canAlerts'

export const alerts: Feature = {
  texts: ['alerts', 'webhooks'],
  frame: async () => (await import('./alerts-frame.tsx')).Frame,
  pages: [
    {
      path: 'alerts/manage',
      flag,
      title: 'alerts:title',
      page: async () => (await import('./manage-page.tsx')).ManagePage,
    },
    {
      path: 'alerts/rules/new',
      flag,
      title: 'alerts:rules.newTitle',
      page: async () => (await import('./rule-pages.tsx')).NewRulePage,
    },
    {
      path: 'alerts/rules/:id/edit',
      flag,
      title: 'alerts:rules.one',
      page: async () => (await import('./rule-pages.tsx')).EditRulePage,
    },
    {
      path: 'alerts/webhooks/new',
      flag,
      title: 'webhooks:newTitle',
      page: async () => (await import('./webhooks/webhook-pages.tsx')).NewWebhookPage,
    },
    {
      path: 'alerts/webhooks/:id/edit',
      flag,
      title: 'webhooks:one',
      page: async () => (await import('./webhooks/webhook-pages.tsx')).EditWebhookPage,
    },
  ],
}
