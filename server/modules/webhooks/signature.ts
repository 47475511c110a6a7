/** Signatures as Standard Webhooks has them (standardwebhooks.com, version 1). */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** `whsec_` and 256 random bits in base64. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** The id of an event, `webhook-id`: 128 random bits. */
export const newEventId = (): string => `msg_${randomBytes(16).toString('base64url')}`

const signature = (secret: string, signed: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(signed)
    .digest('base64')}`

/**
 * The three headers of a request. @param timestamp seconds since 1970 @param secrets those that are valid, the newest
 * first: one signature each
 */
export const signedHeaders = (id: string, timestamp: number, body: string, secrets: readonly string[]) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => signature(secret, `${id}.${timestamp}.${body}`)).join(' '),
})
