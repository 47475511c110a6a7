/**
 * Questions are answered in turn: of one tenant so many are in work at a time, the others wait for each other, account
 * by account. So a hundred connections of one tenant are for the others what six are; and what is begun is ended,
 * instead of all of it together and late.
 */
import { availableParallelism } from 'node:os'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { askerOf, noteInWork, runAs } from '../lib/asker.ts'
import { createTurns, type Share } from '../facts/turns.ts'

/**
 * Alone, a tenant has what a page asks at once and one for what is asked beside it. While another tenant asks, it has
 * what the processors can do: more of them only take the processors from the other.
 */
const OF_ONE_TENANT: Share = { alone: 6, shared: Math.min(6, Math.max(2, availableParallelism())) }
/** Of all together, which tenants share. */
const IN_WORK = 48

/** Register it after what reads a body or refuses: a question that waits holds nothing. */
export function registerTurns(app: FastifyInstance, { ofOne = OF_ONE_TENANT, inWork = IN_WORK } = {}): void {
  const turns = createTurns(
    Array.from({ length: inWork }, (_, place) => place),
    ofOne,
  )
  const held = new WeakMap<FastifyReply, () => void>()

  app.addHook('preHandler', (request, reply, done) => {
    const { caller } = request
    if (caller === null) return done()
    const asker = askerOf(caller.scope)
    const work = () => {
      runAs(asker, done)
    }
    // A request without a route comes here again, with its existing turn.
    if (!waitsInTurn(request) || held.has(reply)) return work()
    void turns.take(asker).then((place) => {
      const isDone = noteInWork(asker)
      const give = () => {
        if (!held.delete(reply)) return
        isDone()
        turns.give(place, asker)
      }
      held.set(reply, give)
      // The caller has left, or got a timeout.
      if (reply.sent || reply.raw.destroyed) give()
      else work()
    })
  })
  // The answer is ready: sending it takes no turn.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    held.get(reply)?.()
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    held.get(reply)?.()
    done()
  })
}

/** Changes do not wait for queries, and may wait for their own file for minutes. */
const waitsInTurn = ({ method }: FastifyRequest): boolean => method === 'GET'
