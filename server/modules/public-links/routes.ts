import type { FastifyInstance } from 'fastify'
import type { IdParams } from '#schemas/generated/api/id-params.ts'
import type { PublicLinkAsk } from '#schemas/generated/api/public-link-ask.ts'
import type { PublicLinkDraft } from '#schemas/generated/api/public-link-draft.ts'
import type { PublicLinkMade } from '#schemas/generated/api/public-link-made.ts'
import type { PublicLinkOpen } from '#schemas/generated/api/public-link-open.ts'
import type { PublicLinksQuery } from '#schemas/generated/api/public-links-query.ts'
import type { PublicLinkView } from '#schemas/generated/entities/public-link-view.ts'
import type { PublicLink } from '#schemas/generated/entities/public-link.ts'
import { ARROW } from '../../lib/frame-answer.ts'
import { ANYONE, callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { PublicLinkService } from './service.ts'

/** A link reads with the rights of its maker, so that an external page makes none. */
const authz: Authz = { subjects: 'user', tenant: 'self', inPerson: true }
const tags = ['Public links']
const DRAFT_BYTES = 65_536
const OPEN_BYTES = 1024
const ASK_BYTES = 32_768

export function publicLinkRoutes(app: FastifyInstance, { publicLinks }: { publicLinks: PublicLinkService }) {
  makerRoutes(app, publicLinks)
  readerRoutes(app, publicLinks)
}

/** Those who make them. */
function makerRoutes(app: FastifyInstance, publicLinks: PublicLinkService): void {
  app.get<{ Querystring: PublicLinksQuery; Reply: PublicLink[] }>(
    '/public-links',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'The public links of the caller; for administrators also those of others',
        querystring: ref('api/public-links-query'),
        response: { 200: listOf('entities/public-link') },
      },
    },
    (request) => publicLinks.list(callerOf(request), request.query),
  )

  app.post<{ Body: PublicLinkDraft; Reply: PublicLinkMade }>(
    '/public-links',
    {
      config: { authz: { ...authz, fresh: true } },
      bodyLimit: DRAFT_BYTES,
      schema: {
        tags,
        summary: 'A public link with its token, which is shown this once',
        body: ref('api/public-link-draft'),
        response: { 201: ref('api/public-link-made') },
      },
    },
    async (request, reply) => reply.code(201).send(await publicLinks.create(callerOf(request), request.body)),
  )

  app.delete<{ Params: IdParams }>(
    '/public-links/:id',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Revokes a public link, now',
        params: ref('api/id-params'),
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      await publicLinks.revoke(callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
}

/** Their readers. The token is in the body, which no log writes. */
function readerRoutes(app: FastifyInstance, publicLinks: PublicLinkService): void {
  app.post<{ Body: PublicLinkOpen; Reply: PublicLinkView }>(
    '/public-links/view',
    {
      config: { authz: ANYONE },
      bodyLimit: OPEN_BYTES,
      schema: {
        tags,
        summary: 'What a public link shows',
        body: ref('api/public-link-open'),
        response: { 200: ref('entities/public-link-view') },
      },
    },
    (request) => publicLinks.view(request.body.token, request.ip),
  )

  app.post<{ Body: PublicLinkAsk }>(
    '/public-links/ask',
    {
      config: { authz: ANYONE },
      bodyLimit: ASK_BYTES,
      schema: {
        tags,
        summary: 'The answer to one question of the dashboard behind a public link',
        body: ref('api/public-link-ask'),
        response: {
          200: {
            description: 'The columns; asOf is in the header x-as-of beside an Arrow stream.',
            content: { 'application/json': { schema: ref('data/frame') }, [ARROW]: { schema: { type: 'string' } } },
          },
        },
      },
    },
    async (request, reply) => {
      const stop = new AbortController()
      request.raw.once('close', () => {
        if (!reply.sent) stop.abort()
      })
      const { type, asOf, bytes } = await publicLinks.ask(request.body, request.ip, stop.signal)
      if (asOf !== null) void reply.header('x-as-of', String(asOf))
      return reply.type(type).send(Buffer.from(bytes))
    },
  )
}
