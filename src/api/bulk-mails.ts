/** Bulk mails besides what every noun can. Administrators only; the links in them are for everyone. */
import type { BulkMailAudience } from '#schemas/generated/api/bulk-mail-audience.ts'
import type { BulkMailOutcomesQuery } from '#schemas/generated/api/bulk-mail-outcomes-query.ts'
import type { BulkMailAudiencePreview } from '#schemas/generated/entities/bulk-mail-audience-preview.ts'
import type { BulkMailOutcomes } from '#schemas/generated/entities/bulk-mail-outcomes.ts'
import type { BulkMailPreview } from '#schemas/generated/entities/bulk-mail-preview.ts'
import type { BulkMailRecipient } from '#schemas/generated/entities/bulk-mail-recipient.ts'
import type { Unsubscription } from '#schemas/generated/entities/unsubscription.ts'
import type { ApiClient } from './client.ts'

export const bulkMailsApi = (client: ApiClient) => ({
  audience: (audience: BulkMailAudience, signal?: AbortSignal): Promise<BulkMailAudiencePreview> =>
    client.json('/bulk-mails/audience', { method: 'POST', body: audience, signal }),
  /** USER_NOT_FOUND. */
  preview: (id: number, user: number, signal?: AbortSignal): Promise<BulkMailPreview> =>
    client.json(`/bulk-mails/${id}/preview/${user}`, { signal }),
  /** To the caller alone. MAIL_UNAVAILABLE, BULK_MAIL_TEST_FAILED. */
  async test(id: number): Promise<void> {
    await client.send(`/bulk-mails/${id}/test`, { method: 'POST' })
  },
  outcomes: (id: number, query: BulkMailOutcomesQuery, signal?: AbortSignal): Promise<BulkMailOutcomes> =>
    client.json(`/bulk-mails/${id}/recipients`, { query: { ...query }, signal }),
  /** BULK_MAIL_RECIPIENT_CONFLICT. */
  again: (id: number, recipient: number): Promise<BulkMailRecipient> =>
    client.json(`/bulk-mails/${id}/recipients/${recipient}/again`, { method: 'POST' }),
})

/** Calls of a link in a mail, without a session. LINK_INVALID. */
export const unsubscribeApi = (client: ApiClient) => ({
  find: (token: string): Promise<Unsubscription> => client.json(`/unsubscribe/${encodeURIComponent(token)}`),
  async end(token: string): Promise<void> {
    await client.send(`/unsubscribe/${encodeURIComponent(token)}`, { method: 'POST' })
  },
})
