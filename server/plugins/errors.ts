/** Turns whatever was thrown into `{ code, message, details? }` with its status. Stacks and causes go to the log only. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#domain/domain-error'
import { FactsError } from '../facts/errors.ts'
import { AppError, isErrorCode } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import { setHeaders } from './headers.ts'

/** Fastify's own refusals, in our words. */
const FASTIFY: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['CONTENT_TYPE_UNSUPPORTED', 'This route does not read that content type; send application/json.'],
  FST_CP_ERR_INVALID_CONTENT_ENCODING: ['CONTENT_ENCODING_UNSUPPORTED', 'The body has a content-encoding that the server does not know; send gzip, deflate or br, or the body as it is.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BODY_UNREADABLE', 'The body is not as long as its Content-Length says.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['BODY_TOO_LARGE', 'The body is larger than this route takes.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['BODY_UNREADABLE', 'The body is empty; expected JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['BODY_UNREADABLE', 'The body is not valid JSON.'],
  FST_ERR_BAD_URL: ['REQUEST_INVALID', 'The address is not a valid URL path.'],
  FST_ERR_MAX_PARAM_LENGTH: ['ROUTE_NOT_FOUND', 'There is nothing at this address.'],
}

/** A database that is away: connection refused, reset, not in time, or shutting down. */
const AWAY = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|57P0[123]|53300|08\w{3})$/
/** What `pg` says, without a code, when no connection came in time. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect'
const RETRY_AFTER_S = 5

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answer(toAppError(error, request), error, request, reply))
}

/** For requests that never reached a route: the hooks that set headers did not run. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  setHeaders(reply)
  void answer(toAppError(error, request), error, request, reply)
}

function answer(refusal: AppError, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (refusal.status >= 500) request.log.error({ err: error }, refusal.message)
  const { retryAfterS } = refusal.details ?? {}
  if (typeof retryAfterS === 'number') void reply.header('retry-after', retryAfterS)
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(bodyOf(refusal))
}

export const bodyOf = ({ code, message, details }: AppError) => ({ code, message, ...(details && { details }) })

function toAppError(error: unknown, { id }: Pick<FastifyRequest, 'id'>): AppError {
  if (error instanceof AppError) return error
  if (error instanceof DomainError && isErrorCode(error.code)) return new AppError(error.code, error.message, error.details, { cause: error })
  if (error instanceof FactsError) return away(error)
  const { validation, validationContext, code = '', statusCode = 500, message } = error as Partial<FastifyError>
  const first = validation?.[0]
  if (first !== undefined) {
    const place = [validationContext === 'querystring' ? 'query' : validationContext ?? 'request', ...first.instancePath.split('/').filter(Boolean)].join('.')
    return new AppError('REQUEST_INVALID', `${place} ${first.message ?? 'is not valid'}${named(first.params)}.`, { place, rule: first.keyword }, { cause: error })
  }
  const known = FASTIFY[code]
  if (known !== undefined) return new AppError(...known, undefined, { cause: error })
  if (AWAY.test(code) || message === POOL_TIMEOUT) return away(error)
  if (statusCode >= 400 && statusCode < 500) return new AppError('REQUEST_INVALID', 'The request could not be understood.', undefined, { cause: error })
  return new AppError('INTERNAL', `Something went wrong on our side; name request ${id} when you report it.`, { request: id }, { cause: error })
}

const away = (cause: unknown) => new AppError('STORE_UNAVAILABLE', 'The data store does not answer at the moment; try again in a few seconds.', { retryAfterS: RETRY_AFTER_S }, { cause })

/** ajv says that there is an unknown or missing property, and keeps its name apart. */
function named(params: Record<string, unknown>): string {
  const { additionalProperty, allowedValues } = params
  if (typeof additionalProperty === 'string') return ` (${additionalProperty.slice(0, 60)})`
  return Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : ''
}
