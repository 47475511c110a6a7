/**
 * Who may call what. Every route says so in `config.authz`, where the OpenAPI document finds it too (`x-authz`); a route that
 * says nothing cannot be registered. The rule is checked before the body is read.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasAccess, isAdmin } from '#domain/access'
import type { AccessFlag } from '#domain/access'
import { AppError } from '../errors.ts'
import type { DeviceCaller } from '../modules/device-keys/service.ts'
import type { Caller, SessionService } from '../modules/session/service.ts'

export interface Authz {
  /** `anyone`: no session needed. `user`: any account. `admin`: role admin. `device`: a key of a device or of its client, and no session. */
  readonly subjects: 'anyone' | 'user' | 'admin' | 'device'
  /** One of these access flags is needed besides. */
  readonly flag?: readonly AccessFlag[]
  /** `none`: nothing here belongs to a client. `self`: only the caller's own account. `clients`: only data of the caller's clients. */
  readonly tenant: 'none' | 'self' | 'clients'
  /** Also with an expired password: what is needed to change it. */
  readonly evenExpired?: true
  /** Rights and secrets: only while the password was shown a short while ago. */
  readonly fresh?: true
  /** The key of the device is in the body: the route asks for it before anything else. */
  readonly keyInBody?: true
}

declare module 'fastify' {
  interface FastifyContextConfig { authz?: Authz }
  interface FastifyRequest { caller: Caller | null; device: DeviceCaller | null }
  /** Every route that was registered, as `GET /api/me`, with its rule. */
  interface FastifyInstance { rules: Map<string, Authz> }
}

export const ANYONE: Authz = { subjects: 'anyone', tenant: 'none' }

/** Changes who may do what, or a secret. */
export const FRESH_ADMIN: Authz = { subjects: 'admin', tenant: 'none', fresh: true }

/** The own account, whatever its password. */
export const OWN: Authz = { subjects: 'user', tenant: 'self', evenExpired: true }

/** The session behind a request. Throws SESSION_REQUIRED, which a route with an `authz` of its own never sees. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new AppError('SESSION_REQUIRED', 'This needs a session; sign in first.')
  return caller
}

/** The key behind a request of a device. */
export function deviceOf({ device }: FastifyRequest): DeviceCaller {
  if (device === null) throw new AppError('DEVICE_KEY_REQUIRED', 'This needs the key of a device.')
  return device
}

interface AccessParts {
  readonly sessions: Pick<SessionService, 'resolve'>
  /** Who a key speaks for, null = nobody. */
  readonly resolveDevice: (key: string) => DeviceCaller | null | Promise<DeviceCaller | null>
  /** Only administrators get answers. */
  readonly isInMaintenance: () => Promise<boolean>
}

export function registerAccess(app: FastifyInstance, { sessions, resolveDevice, isInMaintenance }: AccessParts): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('device', null)
  app.decorate('rules', new Map())

  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.authz === undefined) throw new Error(`${String(method)} ${url} does not say who may call it; add config.authz.`)
    app.rules.set(`${String(method)} ${url}`, config.authz)
  })

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.authz?.subjects === 'device') {
      if (request.routeOptions.config.authz.keyInBody === true) return
      const key = deviceKeyOf(request)
      if (key === null) throw new AppError('DEVICE_KEY_REQUIRED', 'This needs the key of a device, in Authorization or in x-device-key.')
      request.device = await resolveDevice(key)
      if (request.device === null) throw new AppError('DEVICE_KEY_INVALID', 'This key of a device was withdrawn or never was.')
      return
    }
    const token = tokenOf(request)
    if (token !== null) request.caller = await sessions.resolve(token)
    // No rule: no route, the not-found answer.
    const rule = request.routeOptions.config.authz ?? ANYONE
    if (rule.subjects === 'anyone') return
    if (request.caller === null) {
      if (token === null) throw new AppError('SESSION_REQUIRED', 'This needs a session; sign in first.')
      throw new AppError('SESSION_INVALID', 'This session has ended or never was; sign in again.')
    }
    // Reports are made by the product itself; who leaves may leave.
    if (!isAdmin(request.caller.account) && request.caller.readsOnly !== true && request.routeOptions.url !== '/api/logout' && await isInMaintenance()) {
      throw new AppError('MAINTENANCE', 'The server is in maintenance; only administrators can use it now. Try again later.')
    }
    allow(request.caller, rule)
    if (request.caller.readsOnly === true && (rule.subjects === 'admin' || !['GET', 'HEAD'].includes(request.method))) throw new AppError('SESSION_READS_ONLY', 'This session makes a report: it reads, and changes nothing.')
  })
}

function allow({ account, user, isConfirmed }: Caller, { subjects, flag: flags, evenExpired, fresh }: Authz): void {
  if (user.passwordExpired && evenExpired !== true) throw new AppError('PASSWORD_EXPIRED', 'The password of this account has expired; change it first.')
  if (subjects === 'admin' && !isAdmin(account)) throw new AppError('ADMIN_REQUIRED', 'Only an administrator may do this.')
  if (flags !== undefined && !flags.some((flag) => hasAccess(account, flag))) {
    throw new AppError('FLAG_REQUIRED', `This account lacks the right ${flags.join(' or ')}; an administrator can give it.`, { flags })
  }
  // Last: who may not do it anyway is not asked for a password.
  if (fresh === true && !isConfirmed) throw new AppError('CONFIRMATION_REQUIRED', 'This changes rights or secrets; show the password again (POST /api/auth/user/confirm), then repeat it.')
}

/** From the `access_token` header, else from `Authorization: Bearer`. */
function tokenOf({ headers }: FastifyRequest): string | null {
  const own = headers.access_token
  if (typeof own === 'string' && own !== '') return own
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/** Longer ones were never given out; hashing them would cost. */
const MOST_KEY = 200

/** From `x-device-key`, else from `Authorization: Bearer`, else the password of `Authorization: Basic`. */
function deviceKeyOf({ headers }: FastifyRequest): string | null {
  const own = headers['x-device-key']
  if (typeof own === 'string' && own !== '') return own.slice(0, MOST_KEY)
  const [scheme = '', value = ''] = (headers.authorization ?? '').slice(0, 600).split(/ +/)
  if (/^bearer$/i.test(scheme) && value !== '') return value.slice(0, MOST_KEY)
  if (!/^basic$/i.test(scheme)) return null
  const pair = Buffer.from(value, 'base64').toString('utf8')
  // The user may be a MAC; a key has no colon.
  const password = pair.slice(pair.lastIndexOf(':') + 1)
  return pair.includes(':') && password !== '' ? password.slice(0, MOST_KEY) : null
}
