/**
 * Warns of a proxy that is not in TRUST_PROXY: everybody behind it has its address then, for the
 * limits of sign-in and for what the lists of sessions and the audit log say.
 */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../lib/clock.ts'

const AGAIN_MS = 3_600_000
/** Peers that are remembered: one per sender of such a header. */
const MAX = 100

export function registerForwardedNotice(app: FastifyInstance, clock: Clock): void {
  const said = new Map<string, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request
    const peer = socket.remoteAddress
    if (
      (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined &&
      peer !== undefined &&
      (request.ips ?? []).length < 2
    ) {
      const now = clock.now()
      if (now - (said.get(peer) ?? Number.NEGATIVE_INFINITY) >= AGAIN_MS && (said.has(peer) || said.size < MAX)) {
        said.set(peer, now)
        request.log.warn(
          { peer },
          'Requests come with X-Forwarded-For from an address that is not in TRUST_PROXY, so the header is not ' +
            'believed. If it is your proxy, add it: until then everybody behind it counts as one address.',
        )
      }
    }
    done()
  })
}
