/**
 * Turns any thrown value into `{ code, message, details? }` with its status. Stacks and causes go to the log only.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#domain/domain-error'
import { FactsError } from '../facts/errors.ts'
import { AppError, FULL_RETRY_AFTER_S, isErrorCode, storeUnavailable } from '../lib/errors.ts'
import type { ErrorCode } from '../lib/errors.ts'
import { isDamage, isStorageFull, isStoreAway } from '../lib/store-failure.ts'
import { setHeaders } from './headers.ts'
import { isStranger } from './strangers-log.ts'
import type { StrangersLog } from './strangers-log.ts'

/** Fastify's own refusals, in our words. */
const FASTIFY: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'CONTENT_TYPE_UNSUPPORTED',
    'This route does not read that content type; send application/json.',
  ],
  FST_CP_ERR_INVALID_CONTENT_ENCODING: [
    'CONTENT_ENCODING_UNSUPPORTED',
    'The body has a content-encoding that the server does not know; send gzip, deflate or br, or the body as it is.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BODY_UNREADABLE', 'The body is not as long as its Content-Length says.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['BODY_TOO_LARGE', 'The body is larger than this route takes.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['BODY_UNREADABLE', 'The body is empty; expected JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['BODY_UNREADABLE', 'The body is not valid JSON.'],
  FST_ERR_BAD_URL: ['REQUEST_INVALID', 'The address is not a valid URL path.'],
  FST_ERR_MAX_PARAM_LENGTH: ['ROUTE_NOT_FOUND', 'There is nothing at this address.'],
}

/** @param strangers how much of failures before strangers is logged; without it, all of it */
export function registerErrors(app: FastifyInstance, strangers?: StrangersLog): void {
  app.setErrorHandler((error, request, reply) => answer(toAppError(error, request), error, request, reply, strangers))
}

/** For requests that never reached a route: the hooks that set headers did not run. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  setHeaders(reply)
  void answer(toAppError(error, request), error, request, reply)
}

function answer(
  refusal: AppError,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  strangers?: StrangersLog,
) {
  const isLogged = refusal.status >= 500 && (strangers === undefined || !isStranger(request) || strangers.takeFailure())
  if (isLogged) request.log.error({ err: error }, refusal.message)
  const { retryAfterS } = refusal.details ?? {}
  if (typeof retryAfterS === 'number') void reply.header('retry-after', retryAfterS)
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(bodyOf(refusal))
}

export const bodyOf = ({ code, message, details }: AppError) => ({ code, message, ...(details && { details }) })

function toAppError(error: unknown, { id }: Pick<FastifyRequest, 'id'>): AppError {
  if (error instanceof AppError) return error
  if (error instanceof DomainError && isErrorCode(error.code))
    return new AppError(error.code, error.message, error.details, { cause: error })
  if (isStorageFull(error)) return storageFull(error)
  if (isDamage(error)) return damaged(error)
  if (error instanceof FactsError) return storeUnavailable(error)
  const { validation, validationContext, code = '', statusCode = 500 } = error as Partial<FastifyError>
  const first = validation?.[0]
  if (first !== undefined) {
    const place = [
      validationContext === 'querystring' ? 'query' : (validationContext ?? 'request'),
      ...first.instancePath.split('/').filter(Boolean),
    ].join('.')
    return new AppError(
      'REQUEST_INVALID',
      `${place} ${first.message ?? 'is not valid'}${named(first.params)}.`,
      { place, rule: first.keyword },
      { cause: error },
    )
  }
  const known = FASTIFY[code]
  if (known !== undefined) return new AppError(...known, undefined, { cause: error })
  if (isStoreAway(error)) return storeUnavailable(error)
  if (statusCode >= 400 && statusCode < 500)
    return new AppError('REQUEST_INVALID', 'The request could not be understood.', undefined, { cause: error })
  return new AppError(
    'INTERNAL',
    `Something went wrong on our side; name request ${id} when you report it.`,
    { request: id },
    { cause: error },
  )
}

/** None of it was stored. Reads and sign-in continue. */
export const storageFull = (cause?: unknown) =>
  new AppError(
    'STORAGE_FULL',
    'The disk of the server is full, so nothing was stored; reading goes on. Try again once there is space.',
    { retryAfterS: FULL_RETRY_AFTER_S },
    { cause },
  )

const damaged = (cause: unknown) =>
  new AppError(
    'STORE_DAMAGED',
    'What this needs is damaged on the disk of the server, so it is not answered; an administrator can run the doctor.',
    { retryAfterS: FULL_RETRY_AFTER_S },
    { cause },
  )
/** ajv says that there is an unknown or missing property, and keeps its name apart. */
function named(params: Record<string, unknown>): string {
  const { additionalProperty, allowedValues } = params
  if (typeof additionalProperty === 'string') return ` (${additionalProperty.slice(0, 60)})`
  return Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : ''
}
