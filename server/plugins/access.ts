/**
 * Who may call what. Every route says so in `config.authz`, where the OpenAPI document finds it too (`x-authz`); a route that
 * says nothing cannot be registered. The rule is checked before the body is read.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasAccess, isAdmin } from '#domain/access'
import type { AccessFlag } from '#domain/access'
import { AppError } from '../errors.ts'
import type { Caller, SessionService } from '../modules/session/service.ts'

export interface Authz {
  /** `anyone`: no session needed. `user`: any account. `admin`: role admin. */
  readonly subjects: 'anyone' | 'user' | 'admin'
  /** One of these access flags is needed besides. */
  readonly flag?: readonly AccessFlag[]
  /** `none`: nothing here belongs to a client. `self`: only the caller's own account. `clients`: only data of the caller's clients. */
  readonly tenant: 'none' | 'self' | 'clients'
  /** Also with an expired password: what is needed to change it. */
  readonly evenExpired?: true
}

declare module 'fastify' {
  interface FastifyContextConfig { authz?: Authz }
  interface FastifyRequest { caller: Caller | null }
  /** Every route that was registered, as `GET /api/me`, with its rule. */
  interface FastifyInstance { rules: Map<string, Authz> }
}

export const ANYONE: Authz = { subjects: 'anyone', tenant: 'none' }

/** The own account, whatever its password. */
export const OWN: Authz = { subjects: 'user', tenant: 'self', evenExpired: true }

/** The session behind a request. Throws SESSION_REQUIRED, which a route with an `authz` of its own never sees. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new AppError('SESSION_REQUIRED', 'This needs a session; sign in first.')
  return caller
}

export function registerAccess(app: FastifyInstance, sessions: SessionService): void {
  app.decorateRequest('caller', null)
  app.decorate('rules', new Map())

  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.authz === undefined) throw new Error(`${String(method)} ${url} does not say who may call it; add config.authz.`)
    app.rules.set(`${String(method)} ${url}`, config.authz)
  })

  app.addHook('onRequest', async (request) => {
    const token = tokenOf(request)
    if (token !== null) request.caller = await sessions.resolve(token)
    // No rule: no route, the not-found answer.
    const rule = request.routeOptions.config.authz ?? ANYONE
    if (rule.subjects === 'anyone') return
    if (request.caller === null) {
      if (token === null) throw new AppError('SESSION_REQUIRED', 'This needs a session; sign in first.')
      throw new AppError('SESSION_INVALID', 'This session has ended or never was; sign in again.')
    }
    allow(request.caller, rule)
  })
}

function allow({ account, user }: Caller, { subjects, flag: flags, evenExpired }: Authz): void {
  if (user.passwordExpired && evenExpired !== true) throw new AppError('PASSWORD_EXPIRED', 'The password of this account has expired; change it first.')
  if (subjects === 'admin' && !isAdmin(account)) throw new AppError('ADMIN_REQUIRED', 'Only an administrator may do this.')
  if (flags !== undefined && !flags.some((flag) => hasAccess(account, flag))) {
    throw new AppError('FLAG_REQUIRED', `This account lacks the right ${flags.join(' or ')}; an administrator can give it.`, { flags })
  }
}

/** From the `access_token` header, else from `Authorization: Bearer`. */
function tokenOf({ headers }: FastifyRequest): string | null {
  const own = headers.access_token
  if (typeof own === 'string' && own !== '') return own
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}
