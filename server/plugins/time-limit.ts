/**
 * An answer must have begun within so many ms. Fastify's own `handlerTimeout` makes a timer and an abort signal for every request, which
 * costs more than all our other checks of a message of a device; nobody here listens to that signal, and one look a second finds what is late.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'

const LOOK_MS = 1000

/** Register it first: what comes before it is not counted. */
export function registerTimeLimit(app: FastifyInstance, mostMs: number): void {
  /** In the order of their arrival. */
  const open = new Map<FastifyReply, number>()
  app.addHook('onRequest', (_request, reply, done) => {
    open.set(reply, performance.now())
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    open.delete(reply)
    done()
  })

  const look = setInterval(() => {
    const late = performance.now() - mostMs
    for (const [reply, since] of open) {
      if (since > late) break
      open.delete(reply)
      giveUp(reply)
    }
  }, LOOK_MS)
  look.unref()
  app.addHook('onClose', async () => { clearInterval(look) })
}

function giveUp(reply: FastifyReply): void {
  // Who asked has gone, or was answered.
  if (reply.sent || reply.raw.destroyed) return
  const refusal = new AppError('HANDLER_TIMEOUT', 'This took too long and was given up; ask for less, or try again.')
  if (reply.raw.headersSent) reply.raw.destroy(refusal)
  else void reply.send(refusal)
}
