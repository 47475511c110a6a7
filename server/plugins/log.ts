/**
 * One JSON line per answer: when, who, which route, how it went, how long. Never the query, the headers or the body.
 */
import { randomUUID } from 'node:crypto'
import { LogController } from 'fastify'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Config } from '../lib/config.ts'
import { isStranger } from './strangers-log.ts'
import type { StrangersLog } from './strangers-log.ts'

export interface LogStream {
  write(line: string): void
}

/** W3C Trace Context; an id of zeros only is invalid. */
const TRACE = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

export function logOptions(
  { logLevel }: Pick<Config, 'logLevel'>,
  stream?: LogStream,
): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'logController' | 'childLoggerFactory'> {
  return {
    genReqId: () => randomUUID(),
    // Every line of a request names the trace of its sender.
    childLoggerFactory: (logger, bindings, options, { headers: { traceparent } }) => {
      const trace = typeof traceparent === 'string' ? TRACE.exec(traceparent)?.[1] : undefined
      return logger.child(trace === undefined ? bindings : { ...bindings, trace }, options)
    },
    // Fastify's own two lines a request would have the address with its query.
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: logLevel,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label: string) => ({ level: label }) },
      // A request or reply that is logged by mistake says next to nothing.
      serializers: { req: ({ id }) => ({ id }), res: ({ statusCode }) => ({ statusCode }) },
      ...(stream && { stream }),
    },
  }
}

/** Answers to people and devices; those to strangers as far as `strangers` lets them. */
export function registerLog(app: FastifyInstance, strangers: StrangersLog): void {
  app.addHook('onResponse', async (request, reply) => {
    const answer = {
      method: request.method,
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (isStranger(request) && !strangers.takeAnswer(answer)) return
    request.log.info({ ...answer, user: request.caller?.user.id ?? null }, 'answered')
  })
}
