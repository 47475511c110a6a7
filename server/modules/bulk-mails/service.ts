/** Bulk mails besides what every noun can: whom one is for, how a person gets it, a test, and what came of each. */
import type { BulkMailAudience } from '#schemas/generated/api/bulk-mail-audience.ts'
import type { BulkMailOutcomesQuery } from '#schemas/generated/api/bulk-mail-outcomes-query.ts'
import type { BulkMailAudiencePreview } from '#schemas/generated/entities/bulk-mail-audience-preview.ts'
import type { BulkMailOutcomes } from '#schemas/generated/entities/bulk-mail-outcomes.ts'
import type { BulkMailPreview } from '#schemas/generated/entities/bulk-mail-preview.ts'
import type { BulkMailRecipient } from '#schemas/generated/entities/bulk-mail-recipient.ts'
import type { BulkMail } from '#schemas/generated/entities/bulk-mail.ts'
import type { Unsubscription } from '#schemas/generated/entities/unsubscription.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { AllClients } from '../../lib/scope.ts'
import type { Parts } from '../../module.ts'
import type { AnyResource } from '../../resource/description.ts'
import { requireMail } from '../mail/service.ts'
import { allOf } from '../places/find-place.ts'
import type { Caller } from '../../lib/caller.ts'
import type { User } from '../../lib/user.ts'
import { audienceOf } from './audience.ts'
import { letterOf } from './letter.ts'
import type { UnsubscribeTokens } from './letter.ts'

const SHOWN = 50

type ServiceParts = Pick<Parts, 'catalog' | 'clock' | 'mail' | 'publicUrl'> & { readonly tokens: UnsubscribeTokens }

export function bulkMailService(resource: AnyResource, { catalog, clock, mail, publicUrl, tokens }: ServiceParts) {
  async function find(scope: AllClients, id: number): Promise<BulkMail> {
    const found = await catalog.resources.find(resource, scope, id)
    if (found === undefined)
      throw new AppError('ENTRY_NOT_FOUND', `There is no bulkMail ${id} among those this account may see.`, {
        noun: 'bulkMail',
        id,
      })
    return found as unknown as BulkMail
  }

  const letterFor = (bulkMail: BulkMail, { id, username, properties }: User) =>
    letterOf(bulkMail, { user: id, address: username, language: properties.lang }, { tokens, publicUrl })

  async function userOfLink(token: string): Promise<User> {
    const id = tokens.read(token)
    const user = id === null ? undefined : await catalog.users.find(SYSTEM_SCOPE, id)
    if (user === undefined)
      throw new AppError(
        'LINK_INVALID',
        'This link is not signed by this server, or its account is gone; nothing was changed.',
      )
    return user
  }

  return {
    async audience(scope: Caller['scope'], { kind, filter }: BulkMailAudience): Promise<BulkMailAudiencePreview> {
      allOf(scope)
      const people = await audienceOf(catalog, filter, clock.now())
      const left = kind === 'news' ? people.filter(({ isUnsubscribed }) => !isUnsubscribed) : people
      return {
        total: left.length,
        unsubscribed: people.length - left.length,
        shown: left.slice(0, SHOWN).map(({ user, address, language }) => ({ user, address, language })),
      }
    },

    /** Throws ENTRY_NOT_FOUND, USER_NOT_FOUND. */
    async preview(scope: Caller['scope'], id: number, userId: number): Promise<BulkMailPreview> {
      const bulkMail = await find(allOf(scope), id)
      const user = await catalog.users.find(SYSTEM_SCOPE, userId)
      if (user === undefined) throw new AppError('USER_NOT_FOUND', `There is no account ${userId}.`, { user: userId })
      const { language, subject, text } = letterFor(bulkMail, user)
      return { to: user.username, language, subject, text }
    },

    /** To the caller alone, as they would get it. Throws ENTRY_NOT_FOUND, MAIL_UNAVAILABLE, BULK_MAIL_TEST_FAILED. */
    async test({ scope, user }: Caller, id: number): Promise<void> {
      const bulkMail = await find(allOf(scope), id)
      requireMail(mail)
      const failure = await mail.hand(letterFor(bulkMail, user), bulkMail.kind === 'news' ? 'news' : 'notice')
      await catalog.audit.append(scope, {
        action: 'bulkMail.test',
        target: bulkMail.name,
        details: { id, ...(failure !== undefined && { reason: failure.reason }) },
        at: clock.now(),
      })
      if (failure !== undefined)
        throw new AppError('BULK_MAIL_TEST_FAILED', `The mail server did not take the test: ${failure.reason}.`, {
          reason: failure.reason,
        })
    },

    /** Throws ENTRY_NOT_FOUND. */
    async outcomes(scope: Caller['scope'], id: number, query: BulkMailOutcomesQuery): Promise<BulkMailOutcomes> {
      const all = allOf(scope)
      await find(all, id)
      return catalog.bulkMails.outcomes(all, id, query)
    },

    /** Throws BULK_MAIL_RECIPIENT_NOT_FOUND, BULK_MAIL_RECIPIENT_CONFLICT. */
    async again(scope: Caller['scope'], id: number, recipient: number): Promise<BulkMailRecipient> {
      const all = allOf(scope)
      const { name } = await find(all, id)
      return catalog.transaction(async ({ bulkMails, audit }) => {
        const before = await bulkMails.recipient(all, id, recipient)
        if (before === undefined)
          throw new AppError('BULK_MAIL_RECIPIENT_NOT_FOUND', `The bulk mail ${id} has no recipient ${recipient}.`, {
            recipient,
          })
        if (!(await bulkMails.again(all, id, recipient, clock.now())))
          throw new AppError(
            'BULK_MAIL_RECIPIENT_CONFLICT',
            `The mail to ${before.address} is ${before.outcome}; only one that failed or is in doubt is sent again.`,
            { address: before.address, outcome: before.outcome },
          )
        const { address, outcome } = before
        const details = { id, address, before: { outcome } }
        await audit.append(all, { action: 'bulkMail.again', target: name, details, at: clock.now() })
        return { ...before, outcome: 'waiting', reason: null, tries: 0, at: clock.now() }
      })
    },

    /** Throws LINK_INVALID. */
    async subscription(token: string): Promise<Unsubscription> {
      const { id, username } = await userOfLink(token)
      return { address: username, isUnsubscribed: (await catalog.bulkMails.unsubscribed(SYSTEM_SCOPE)).has(id) }
    },

    /** However often it is asked. Throws LINK_INVALID. */
    async unsubscribe(token: string): Promise<void> {
      const { id, username } = await userOfLink(token)
      await catalog.transaction(async ({ bulkMails, audit }) => {
        const scope = { ...SYSTEM_SCOPE, userId: id }
        if (await bulkMails.unsubscribe(SYSTEM_SCOPE, id, clock.now()))
          await audit.append(scope, { action: 'bulkMail.unsubscribe', target: username, details: {}, at: clock.now() })
      })
    },
  }
}

export type BulkMailService = ReturnType<typeof bulkMailService>
