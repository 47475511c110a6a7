/** Texts made per request that seldom change: asked for again each time, sent again only when they differ. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export function sendFresh(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  // Weak, because the same text may travel compressed or not.
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  void reply.header('cache-control', 'no-cache').header('etag', tag)
  const known = (request.headers['if-none-match'] ?? '').split(',').map((part) => part.trim())
  return known.includes(tag) ? reply.code(304).send() : reply.type(type).send(text)
}
