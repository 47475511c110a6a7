/**
 * A server that is about to stop takes no connection with it: each answer says that it was the last one there, and the
 * next request finds another server.
 */
import type { FastifyInstance } from 'fastify'

export function registerFarewell(app: FastifyInstance, leaving: AbortSignal): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (leaving.aborted) void reply.header('connection', 'close')
    done()
  })
}
