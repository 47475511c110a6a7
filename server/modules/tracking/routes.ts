import type { FastifyInstance } from 'fastify'
import type { TrackingBatch } from '#schemas/generated/api/tracking-batch.ts'
import type { TrackingBeacon } from '#schemas/generated/api/tracking-beacon.ts'
import { ANYONE, callerOf } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { TrackingService } from './service.ts'

const tags = ['Tracking']
const BODY_BYTES = 64 * 1024
const response = { 204: { type: 'null' } }

export function trackingRoutes(app: FastifyInstance, { tracking }: { tracking: TrackingService }) {
  app.post<{ Body: TrackingBatch }>(
    '/monitoring/tracking/',
    {
      config: { authz: { subjects: 'user', tenant: 'self' }, evenFull: true },
      bodyLimit: BODY_BYTES,
      schema: { tags, summary: 'Record what the caller did in the page', body: ref('api/tracking-batch'), response },
    },
    async (request, reply) => {
      await tracking.record(callerOf(request), request.body.events)
      return reply.code(204).send()
    },
  )

  app.register(async (beacon) => {
    // A beacon of plain text is what a browser sends unasked; only this route reads one, and only from our own pages.
    beacon.addContentTypeParser('text/plain', { parseAs: 'string' }, beacon.getDefaultJsonParser('error', 'error'))

    beacon.post<{ Body: TrackingBeacon }>(
      '/monitoring/tracking/beacon',
      {
        config: { authz: ANYONE },
        bodyLimit: BODY_BYTES,
        schema: {
          tags,
          summary: 'The same as the page is left',
          description: 'A beacon has no headers: the token is in the body, and the Origin must be our own.',
          body: ref('api/tracking-beacon'),
          response,
        },
      },
      async (request, reply) => {
        const { events, access_token: token } = request.body
        await tracking.beacon({ events, token, origin: request.headers.origin, host: request.host })
        return reply.code(204).send()
      },
    )
  })
}
