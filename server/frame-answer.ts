/** Sends a frame: as JSON columns, or as an Arrow stream where the caller asks for it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodeArrow } from '#domain/frame-arrow'
import { toJson } from '#domain/frame-build'
import type { Frame } from '#domain/frame'

export const ARROW = 'application/vnd.apache.arrow.stream'

/** @param asOf start of the newest hour known, epoch ms; in the body of JSON, in `x-as-of` beside an Arrow stream */
export function sendFrame(request: FastifyRequest, reply: FastifyReply, { frame, asOf }: { frame: Frame; asOf: number | null }): FastifyReply {
  void reply.header('vary', 'accept')
  if (wantsArrow(request.headers.accept)) {
    if (asOf !== null) void reply.header('x-as-of', String(asOf))
    return reply.type(ARROW).send(Buffer.from(encodeArrow(frame)))
  }
  // Written here and not by the route's serialiser, which looks at every cell again.
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ ...toJson(frame), asOf }))
}

const wantsArrow = (accept = '') => accept.split(',').some((part) => part.split(';')[0]?.trim() === ARROW)
