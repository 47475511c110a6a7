/**
 * Webhooks as people handle them: of the clients they may read, for those with canAlerts. A webhook belongs to its
 * client, not to who made it (decision 119).
 */
import { BOTH_SECRETS_MS, MAX_WEBHOOKS } from '#domain/webhooks'
import type { WebhookDraft } from '#schemas/generated/api/webhook-draft.ts'
import type { WebhookMade } from '#schemas/generated/api/webhook-made.ts'
import type { WebhooksQuery } from '#schemas/generated/api/webhooks-query.ts'
import type { WebhookDelivery } from '#schemas/generated/entities/webhook-delivery.ts'
import type { Webhook } from '#schemas/generated/entities/webhook.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { sealedPlace } from '../../db/sealed.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { Collection } from '../../plugins/collection.ts'
import type { ClientService } from '../clients/service.ts'
import type { WebhookAddresses } from './addresses.ts'
import type { StoredDelivery } from './stored-delivery.ts'
import type { WebhookEvents } from './events.ts'
import type { StoredWebhook } from './repo.ts'
import type { WebhookSender } from './sender.ts'
import { newEventId, newWebhookSecret } from './signature.ts'

interface Parts {
  readonly catalog: Catalog
  readonly clients: Pick<ClientService, 'find'>
  readonly secrets: Secrets
  readonly addresses: Pick<WebhookAddresses, 'check'>
  readonly events: WebhookEvents
  readonly sender: Pick<WebhookSender, 'post'>
  readonly clock: Clock
}

type Action = `webhook.${'create' | 'change' | 'remove' | 'secret' | 'test' | 'again'}`

function entityAt(now: number, { secret: _secret, oldSecret: _old, madeBy: _by, ...shown }: StoredWebhook): Webhook {
  const { bothUntil } = shown
  return { ...shown, bothUntil: bothUntil !== null && now < bothUntil ? bothUntil : null }
}

const deliveryOf = ({ webhook: _webhook, data: _data, ...shown }: StoredDelivery): WebhookDelivery => shown

const notFound = (id: number) =>
  new AppError('WEBHOOK_NOT_FOUND', `There is no webhook ${id} among those this account may see.`, { webhook: id })

export function webhookService(parts: Parts) {
  const { catalog, clients, secrets, addresses, clock } = parts
  const entity = (stored: StoredWebhook) => entityAt(clock.now(), stored)

  /** Throws WEBHOOK_NOT_FOUND. */
  async function find(scope: Scope, id: number): Promise<StoredWebhook> {
    const [found] = await catalog.webhooks.some(scope, [id])
    if (found === undefined) throw notFound(id)
    return found
  }

  /** An address may hold what only its owner may know, so that the log has its origin. */
  const record = (
    { audit }: Pick<Repositories, 'audit'>,
    scope: Scope,
    action: Action,
    { id, client, name, address, events, enabled }: Webhook,
  ) =>
    audit.append(scope, {
      action,
      target: `webhook ${id}`,
      details: { client, name, address: new URL(address).origin, events, enabled },
      at: clock.now(),
    })

  /** Throws CLIENT_NOT_FOUND, WEBHOOK_ADDRESS_INVALID and what else `WebhookAddresses.check` throws. */
  async function checked(scope: Scope, { client, name, address, events, enabled = true }: WebhookDraft) {
    await clients.find(scope, client)
    await addresses.check(address)
    return { name: name.trim(), address, events, enabled }
  }

  const collection: Collection<Webhook, WebhookDraft, WebhooksQuery> = {
    async list(scope, { client }) {
      if (client !== undefined) await clients.find(scope, client)
      return (await catalog.webhooks.list(scope, { ...(client !== undefined && { client }) })).map(entity)
    },
    find: async (scope, id) => entity(await find(scope, id)),
    some: async (scope, ids) => (await catalog.webhooks.some(scope, ids)).map(entity),

    /** With its secret, this once. */
    async create(scope, draft): Promise<WebhookMade> {
      const content = await checked(scope, draft)
      const secret = newWebhookSecret()
      return catalog.transaction(async (repositories) => {
        const { locks, webhooks } = repositories
        await locks.hold('webhooks', draft.client)
        if ((await webhooks.list(scope, { client: draft.client })).length >= MAX_WEBHOOKS)
          throw new AppError(
            'WEBHOOK_LIMIT_EXCEEDED',
            `A client has at most ${MAX_WEBHOOKS} webhooks; remove one first.`,
            { most: MAX_WEBHOOKS },
          )
        const seal = (id: number) => secrets.seal(secret, sealedPlace('webhooks.secret', id))
        const made = await webhooks.insert(scope, draft.client, content, clock.now(), seal)
        await record(repositories, scope, 'webhook.create', made)
        return { ...entity(made), secret }
      })
    },

    /** The client of a webhook stays. */
    async replace(scope, id, draft) {
      const before = await find(scope, id)
      const content = await checked(scope, draft)
      if (draft.client !== before.client) throw notFound(id)
      return catalog.transaction(async (repositories) => {
        const { webhooks, webhookDeliveries } = repositories
        const isNew = content.enabled && (!before.enabled || content.address !== before.address)
        const saved = await webhooks.replace(scope, id, content, clock.now(), isNew)
        if (saved === undefined) throw notFound(id)
        if (!saved.enabled) await webhookDeliveries.drop(id)
        await record(repositories, scope, 'webhook.change', saved)
        return entity(saved)
      })
    },

    async remove(scope, id) {
      await catalog.transaction(async (repositories) => {
        const [found] = await repositories.webhooks.some(scope, [id])
        if (found === undefined) throw notFound(id)
        await repositories.webhooks.remove(scope, id)
        await record(repositories, scope, 'webhook.remove', found)
      })
    },
  }

  return { collection, ...webhookActions(parts, { find, record }) }
}

interface Tools {
  readonly find: (scope: Scope, id: number) => Promise<StoredWebhook>
  readonly record: (
    repositories: Pick<Repositories, 'audit'>,
    scope: Scope,
    action: Action,
    webhook: Webhook,
  ) => Promise<unknown>
}

function webhookActions({ catalog, secrets, events, sender, clock }: Parts, { find, record }: Tools) {
  return {
    /** Another secret, shown this once; the one before is valid beside it for a day. Throws WEBHOOK_NOT_FOUND. */
    async rotate(scope: Scope, id: number): Promise<WebhookMade> {
      const secret = newWebhookSecret()
      return catalog.transaction(async (repositories) => {
        const [before] = await repositories.webhooks.some(scope, [id])
        if (before === undefined) throw notFound(id)
        const place = sealedPlace('webhooks.secret', id)
        const saved = await repositories.webhooks.rotate(
          scope,
          id,
          {
            secret: secrets.seal(secret, place),
            oldSecret: secrets.seal(secrets.open(before.secret, place), sealedPlace('webhooks.old_secret', id)),
            bothUntil: clock.now() + BOTH_SECRETS_MS,
          },
          clock.now(),
        )
        if (saved === undefined) throw notFound(id)
        await record(repositories, scope, 'webhook.secret', saved)
        return { ...entityAt(clock.now(), saved), secret }
      })
    },

    /** Sends a test at once, also where it is off, and says what came of it. Throws WEBHOOK_NOT_FOUND. */
    async test(scope: Scope, id: number): Promise<WebhookDelivery> {
      const webhook = await find(scope, id)
      const at = clock.now()
      const event = newEventId()
      const data = await events.testData(scope, id, webhook.client)
      const { outcome, ms } = await sender.post(webhook, { event, type: 'webhook.test', createdAt: at, data })
      return catalog.transaction(async (repositories) => {
        if ((await repositories.webhooks.some(scope, [id])).length === 0) throw notFound(id)
        const kept = await repositories.webhookDeliveries.keepTest(id, { event, data, outcome, ms }, at)
        await record(repositories, scope, 'webhook.test', webhook)
        return deliveryOf(kept)
      })
    },

    /** The newest first, at most two hundred. Throws WEBHOOK_NOT_FOUND. */
    async deliveries(scope: Scope, id: number): Promise<WebhookDelivery[]> {
      await find(scope, id)
      return (await catalog.webhookDeliveries.list(id)).map(deliveryOf)
    },

    /** Sends one again, under the id it had. Throws WEBHOOK_NOT_FOUND, WEBHOOK_OFF, WEBHOOK_DELIVERY_NOT_FOUND. */
    async again(scope: Scope, id: number, delivery: number): Promise<WebhookDelivery> {
      const webhook = await find(scope, id)
      const kept = await catalog.transaction(async (repositories) => {
        const found = webhook.enabled ? await repositories.webhookDeliveries.again(id, delivery, clock.now()) : null
        if (found === null)
          throw new AppError('WEBHOOK_OFF', `The webhook ${id} is off, and is sent nothing; switch it on first.`, {
            webhook: id,
          })
        if (found === undefined)
          throw new AppError(
            'WEBHOOK_DELIVERY_NOT_FOUND',
            `The webhook ${id} has no event ${delivery} that can be sent again.`,
            { webhook: id, delivery },
          )
        await record(repositories, scope, 'webhook.again', webhook)
        return found
      })
      return deliveryOf(kept)
    },
  }
}

export type WebhookService = ReturnType<typeof webhookService>
