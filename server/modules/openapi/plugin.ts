/**
 * The OpenAPI document, made from the routes: what is not registered is not in it, and what is registered cannot be
 * left out.
 */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { ref, sharedSchemas } from '../../plugins/schemas.ts'

const titles = new Map(sharedSchemas().map(({ $id, title }) => [$id, title]))

const ERROR_ANSWER = {
  description: 'A refusal: code, message and, where they help, details.',
  content: { 'application/json': { schema: ref('api/error') } },
}

/** Requests to the address of a webhook (docs/webhooks.md). */
const WEBHOOKS = Object.fromEntries(
  [
    ['alert.opened', 'An alert was opened', 'WebhookAlertOpened'],
    ['alert.solved', 'The cause of an alert is gone', 'WebhookAlertSolved'],
    ['webhook.test', 'A test, sent manually', 'WebhookTest'],
  ].map(([type, summary, schema]) => [
    type,
    {
      post: {
        tags: ['Webhooks'],
        summary,
        parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
          name,
          in: 'header',
          required: true,
          description: 'As Standard Webhooks has it.',
          schema: { type: 'string' },
        })),
        requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } } },
        responses: {
          '2XX': { description: 'It was received; after any other answer it is sent again.' },
          '410': { description: 'Nothing is to be sent any more: the webhook is switched off.' },
        },
      },
    },
  ]),
)

export async function registerOpenApi(
  app: FastifyInstance,
  { publicUrl, version }: { publicUrl: string; version: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Aforo',
        version,
        description:
          'Counts of people: who came, how long they stayed, and who came back. Every error has a stable code.',
      },
      servers: [{ url: publicUrl }],
      webhooks: WEBHOOKS,
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'access_token' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    refResolver: {
      buildLocalReference: (schema, _base, _fragment, index) => titles.get(schema.$id as string) ?? `schema${index}`,
    },
    transform: ({ schema, url, route }) => {
      const { authz } = route.config ?? {}
      const signedIn = authz !== undefined && authz.subjects !== 'anyone'
      return {
        url,
        schema: {
          ...schema,
          ...(signedIn && { security: [{ token: [] }, { bearer: [] }] }),
          response: { ...(schema.response as object), '4xx': ERROR_ANSWER },
          'x-authz': authz,
        },
      }
    },
  })
}
