/** How credentials and parameters of a login come: as headers, or as a form. */
import type { FastifyRequest } from 'fastify'
import { PASSWORD_MAX_TYPED } from '#domain/password'
import { AppError } from '../../lib/errors.ts'
import type { LoginRequest } from './service.ts'

const LONGEST = { username: 254, password: PASSWORD_MAX_TYPED, other: 2000 } as const

/** The header that says how username and password are written; without it they are plain Latin-1. */
const ENCODING = 'credentials-encoding'
const PERCENT = 'percent-utf-8'

/** Reads one header of the credentials as `credentials-encoding` says. Throws LOGIN_INCOMPLETE. */
function credential({ headers }: FastifyRequest, name: 'username' | 'password'): unknown {
  const [value, encoding] = [headers[name], headers[ENCODING]]
  if (typeof value !== 'string' || encoding === undefined) return value
  if (encoding !== PERCENT)
    throw new AppError(
      'LOGIN_INCOMPLETE',
      `${ENCODING} is ${JSON.stringify(String(encoding).slice(0, 40))}; expected ${PERCENT}, or no such header.`,
    )
  try {
    return decodeURIComponent(value)
  } catch {
    throw new AppError(
      'LOGIN_INCOMPLETE',
      `The header ${name} is not percent-encoded UTF-8, as ${ENCODING} says it is.`,
    )
  }
}

/**
 * Plain headers are Latin-1 on the wire, which is how Node hands them over: ç and ñ arrive as typed. Throws
 * LOGIN_INCOMPLETE.
 */
export function credentialsFromHeaders(request: FastifyRequest): { username: string; password: string } {
  const [username, password] = [credential(request, 'username'), credential(request, 'password')]
  const { grant_type: grant } = request.headers
  if (typeof username !== 'string' || typeof password !== 'string' || username === '' || password === '') {
    throw new AppError('LOGIN_INCOMPLETE', 'A sign-in needs a username and a password, in the body or as headers.')
  }
  if (grant !== 'password')
    throw new AppError(
      'LOGIN_INCOMPLETE',
      `grant_type is ${JSON.stringify(String(grant ?? '').slice(0, 40))}; expected password.`,
    )
  if (username.length > LONGEST.username || password.length > LONGEST.password)
    throw new AppError('LOGIN_INCOMPLETE', 'The username or the password is too long: at most 254 and 512 characters.')
  return { username, password }
}

/** Throws OAUTH_REQUEST_INVALID for one that is far too long. */
export function loginRequestFromHeaders({ headers }: FastifyRequest): LoginRequest {
  const names = [
    'client_id',
    'redirect_uri',
    'response_type',
    'state',
    'code_challenge',
    'code_challenge_method',
  ] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name]
      if (typeof value !== 'string') return []
      if (value.length > LONGEST.other)
        throw new AppError('OAUTH_REQUEST_INVALID', `${name} is too long: at most ${LONGEST.other} characters.`)
      return [[name, value]]
    }),
  )
}
