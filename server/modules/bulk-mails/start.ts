import type { Parts, StartedModule } from '../../module.ts'
import type { AnyResource } from '../../resource/description.ts'
import { startResource } from '../../resource/start.ts'
import { requireMail } from '../mail/service.ts'
import { bulkMailDelivery } from './delivery.ts'
import { unsubscribeTokens } from './letter.ts'
import { bulkMailRoutes } from './routes.ts'
import { bulkMailService } from './service.ts'

/** A started bulk mail begins to leave within this time. */
const EVERY_MS = 5000

export function startBulkMails(resource: AnyResource): StartedModule {
  const deliveries = new WeakMap<Parts, ReturnType<typeof bulkMailDelivery>>()
  const deliveryOf = (parts: Parts) => {
    const made =
      deliveries.get(parts) ?? bulkMailDelivery({ ...parts, resource, tokens: unsubscribeTokens(parts.secrets) })
    deliveries.set(parts, made)
    return made
  }
  return {
    routes(api, parts) {
      const { catalog, clock, mail, publicUrl, secrets } = parts
      // Where no mail leaves, nothing is called sent: refused before anyone is addressed.
      const sending: AnyResource = {
        ...resource,
        effects: (repositories, led) => {
          requireMail(mail)
          return resource.effects?.(repositories, led) ?? Promise.resolve([])
        },
      }
      startResource(sending).routes?.(api, parts)
      const tokens = unsubscribeTokens(secrets)
      bulkMailRoutes(api, bulkMailService(resource, { catalog, clock, mail, publicUrl, tokens }))
    },
    recover: ({ catalog, clock }) => catalog.bulkMails.doubt(clock.now()),
    jobs: (parts) => [{ name: 'bulk-mails', everyMs: EVERY_MS, run: () => deliveryOf(parts).run() }],
    stop: (parts) => deliveryOf(parts).stop(),
  }
}
