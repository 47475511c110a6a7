import { steadyOf } from '../../lib/clock.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Parts, ServiceMakers } from '../../module.ts'
import { mayBeNotified } from '../alerts/notices.ts'
import { webhookAddresses } from './addresses.ts'
import type { WebhookAddresses } from './addresses.ts'
import { webhookEvents } from './events.ts'
import type { WebhookEvents } from './events.ts'
import { webhookRoutes } from './routes.ts'
import { webhookSender } from './sender.ts'
import type { NotifyDisabled, WebhookSender } from './sender.ts'
import { webhookService } from './service.ts'
import type { WebhookService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly webhookAddresses: WebhookAddresses
    readonly webhookEvents: WebhookEvents
    readonly webhookSender: WebhookSender
    readonly webhooks: WebhookService
  }
}

/** Events begin to be sent within this time. */
const EVERY_MS = 5000
const SWEEP_MS = 3_600_000

/** Notifies the recipients of the client's alerts, except demo accounts, which may not see webhooks. */
const notifyDisabled =
  ({ mail, publicUrl, clock }: Pick<Parts, 'mail' | 'publicUrl' | 'clock'>): NotifyDisabled =>
  async ({ users, clients, mails }, webhook, because, { status }) => {
    const client = await clients.find(SYSTEM_SCOPE, webhook.client)
    for (const user of await users.list(SYSTEM_SCOPE))
      if (mayBeNotified(user, webhook.client) && !user.properties.demo)
        await mail.send(
          {
            to: user.username,
            kind: because === 'gone' ? 'webhookGone' : 'webhookFailing',
            language: user.properties.lang,
            values: {
              username: user.username,
              client: client?.name ?? '',
              name: webhook.name,
              host: new URL(webhook.address).host,
              answer: status === null ? '–' : `HTTP ${status}`,
              when: clock.now(),
              link: `${publicUrl}/users/alerts/webhooks/${webhook.id}/edit`,
            },
          },
          mails,
        )
  }

export const services = {
  webhookAddresses: ({ config }) => webhookAddresses(config.webhooks),
  webhookEvents,
  webhookSender: ({
    catalog,
    secrets,
    webhookAddresses: addresses,
    webhookEvents: events,
    mail,
    publicUrl,
    clock,
    log,
  }) =>
    webhookSender({
      catalog,
      secrets,
      addresses,
      events,
      clock,
      log,
      notifyDisabled: notifyDisabled({ mail, publicUrl, clock }),
      steady: steadyOf(clock),
    }),
  webhooks: (parts) => {
    const { catalog, clients, secrets, clock } = parts
    const { webhookAddresses: addresses, webhookEvents: events, webhookSender: sender } = parts
    return webhookService({ catalog, clients, secrets, addresses, events, sender, clock })
  },
} satisfies ServiceMakers
export const routes = webhookRoutes

export const jobs = ({ webhookSender: sender }: Parts) => [
  { name: 'webhooks', everyMs: EVERY_MS, run: sender.run },
  { name: 'webhooks of before', everyMs: SWEEP_MS, run: sender.sweep },
]
export const recover = ({ catalog }: Parts) => catalog.webhookDeliveries.release()
export const abort = ({ webhookSender: sender }: Parts) => sender.stop()
