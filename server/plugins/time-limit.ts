/**
 * A request must have arrived, and its answer must have begun, within so many ms. Node has one limit for the arrival of
 * all requests, which a large file over a thin line does not keep; and Fastify's own `handlerTimeout` makes a timer and
 * an abort signal for every request, which costs more than all our other checks of a message of a device. Nothing here
 * listens to that signal, and one look a second finds what is late.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'

const LOOK_MS = 1000

export interface TimeLimits {
  /** The whole request is here by then, counted from the end of its headers. */
  readonly arrivalMs: number
  /** The answer has begun by then. */
  readonly answerMs: number
}

declare module 'fastify' {
  // A route with limits of its own names them in its `config`.
  interface FastifyContextConfig {
    timeLimits?: TimeLimits
  }
}

/** Register it first: what comes before it is not counted. */
export function registerTimeLimit(app: FastifyInstance, usual: TimeLimits): void {
  const open = new Map<FastifyReply, { readonly request: FastifyRequest; readonly since: number }>()
  app.addHook('onRequest', (request, reply, done) => {
    open.set(reply, { request, since: performance.now() })
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    open.delete(reply)
    done()
  })

  const look = setInterval(() => {
    const now = performance.now()
    for (const [reply, { request, since }] of open) {
      const { arrivalMs, answerMs } = request.routeOptions.config.timeLimits ?? usual
      const age = now - since
      if (age > arrivalMs && isArriving(request))
        giveUp(open, reply, new AppError('REQUEST_TIMEOUT', 'The request did not arrive in time; send it again.'))
      // A begun answer continues as long as data flow; the server's own limit ends a connection on which nothing does.
      else if (reply.raw.headersSent) {
        if (reply.raw.destroyed) open.delete(reply)
      } else if (age > answerMs)
        giveUp(
          open,
          reply,
          new AppError('HANDLER_TIMEOUT', 'This took too long and was cancelled. Request less, or try again.'),
        )
    }
  }, LOOK_MS)
  look.unref()
  app.addHook('onClose', async () => {
    clearInterval(look)
  })
}

/** An injected request is here from the start, and says nothing about it. */
const isArriving = ({ raw }: FastifyRequest) => 'complete' in raw && !raw.complete

function giveUp(open: Map<FastifyReply, unknown>, reply: FastifyReply, refusal: AppError): void {
  open.delete(reply)
  // Who asked has gone, or was answered.
  if (reply.sent || reply.raw.destroyed) return
  if (reply.raw.headersSent) reply.raw.destroy(refusal)
  // The rest of a cancelled request is not awaited.
  else void reply.header('connection', 'close').send(refusal)
}
