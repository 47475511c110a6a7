/**
 * Who may call what. Every route says so in `config.authz`, where the OpenAPI document finds it too (`x-authz`); a
 * route that says nothing cannot be registered. The rule is checked before the body is read.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasAccess, isAdmin } from '#domain/access'
import type { AccessFlag } from '#domain/access'
import { isAway } from '../lib/away.ts'
import { AppError } from '../lib/errors.ts'
import { claimsApiToken } from '../lib/api-token.ts'
import type { DeviceCaller } from '../lib/device-caller.ts'
import type { Caller } from '../lib/caller.ts'

export interface Authz {
  /**
   * `anyone`: no session needed. `user`: any account. `admin`: role admin. `device`: a key of a device or of its
   * client, and no session. `screen`: a screen alone.
   */
  readonly subjects: 'anyone' | 'user' | 'admin' | 'device' | 'screen'
  /**
   * Also for screens: `dashboard`, the document named in the path when the screen shows it; else the sources of which
   * its dashboards must ask one.
   */
  readonly screens?: 'dashboard' | readonly string[]
  /** Also for programs with an API token: with one that reads, or only with one that writes. */
  readonly programs?: 'read' | 'write'
  /** One of these access flags is needed besides. */
  readonly flag?: readonly AccessFlag[]
  /**
   * `none`: nothing here belongs to a client. `self`: only the caller's own account. `clients`: only data of the
   * caller's clients.
   */
  readonly tenant: 'none' | 'self' | 'clients'
  /** Also with an expired password: what is needed to change it. */
  readonly evenExpired?: true
  /** Rights and secrets: only while the password was shown a short while ago. */
  readonly fresh?: true
  /** Only where the person signed in here: not for the session of an external page. What is `fresh` is not either. */
  readonly inPerson?: true
  /**
   * The effect of a call other than GET, where that is not data of clients or of the product: only what the caller
   * owns, or nothing. A demo account may call it then.
   */
  readonly changes?: 'own' | 'nothing'
  /** The key of the device is in the body: the route asks for it before anything else. */
  readonly keyInBody?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    authz?: Authz
  }
  interface FastifyRequest {
    caller: Caller | null
    device: DeviceCaller | null
  }
  /** Every route that was registered, as `GET /api/me`, with its rule. */
  interface FastifyInstance {
    rules: Map<string, Authz>
  }
}

export const ANYONE: Authz = { subjects: 'anyone', tenant: 'none' }

/** Changes who may do what, or a secret. */
export const RECENT_AUTH_ADMIN: Authz = { subjects: 'admin', tenant: 'none', fresh: true }

/** The own session, with any state of the password. */
export const OWN: Authz = { subjects: 'user', tenant: 'self', evenExpired: true }

/** The own account, with any state of the password, for the person alone. */
export const IN_PERSON: Authz = { ...OWN, inPerson: true }

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
  /** The user of a session token, null = unknown. */
  readonly sessions: { readonly resolve: (token: string) => Promise<Caller | null> }
  /** The owner of a key, null = an unknown key. */
  readonly resolveDevice: (key: string) => DeviceCaller | null | Promise<DeviceCaller | null>
  /** Whether the dashboards of a screen ask one of these sources. */
  readonly screenShows: (caller: Caller, sources: readonly string[]) => Promise<boolean>
  /** Only administrators get answers. */
  readonly isInMaintenance: () => Promise<boolean>
}

export function registerAccess(
  app: FastifyInstance,
  { sessions, resolveDevice, screenShows, isInMaintenance }: AccessParts,
): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('device', null)
  app.decorate('rules', new Map())

  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.authz === undefined)
      throw new Error(`${String(method)} ${url} does not say who may call it; add config.authz.`)
    app.rules.set(`${String(method)} ${url}`, config.authz)
  })

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.authz?.subjects === 'device') {
      if (request.routeOptions.config.authz.keyInBody === true) return
      const key = deviceKeyOf(request)
      if (key === null)
        throw new AppError(
          'DEVICE_KEY_REQUIRED',
          'This needs the key of a device, in Authorization or in x-device-key.',
        )
      request.device = await resolveDevice(key)
      if (request.device === null)
        throw new AppError('DEVICE_KEY_INVALID', 'This key of a device was withdrawn or never was.')
      return
    }
    const token = tokenOf(request)
    // No rule: no route, the not-found answer.
    const rule = request.routeOptions.config.authz ?? ANYONE
    if (token !== null) {
      request.caller = await sessions.resolve(token).catch((error: unknown) => {
        // A call without a session needs no catalog.
        if (rule.subjects === 'anyone' && isAway(error)) return null
        throw error
      })
    }
    if (rule.subjects === 'anyone') {
      // A call without a session gives a screen or a program no more than anyone.
      if (request.caller?.screen !== undefined || request.caller?.program !== undefined) request.caller = null
      return
    }
    if (request.caller === null) {
      if (token !== null && claimsApiToken(token))
        throw new AppError(
          'API_TOKEN_INVALID',
          'This API token was revoked, has ended or never was; make another one in your account.',
        )
      if (token === null) throw new AppError('SESSION_REQUIRED', 'This needs a session; sign in first.')
      throw new AppError('SESSION_INVALID', 'This session has ended or never was; sign in again.')
    }
    if (request.caller.screen !== undefined) return allowScreen(request, request.caller, rule)
    requireProgram(request.caller, rule)
    if (rule.subjects === 'screen')
      throw new AppError('SCREEN_REQUIRED', 'Only a screen asks this; people read what they may open by its own call.')
    // Reports are made by the product itself; who leaves may leave.
    if (
      !isAdmin(request.caller.account) &&
      request.caller.readsOnly !== true &&
      request.routeOptions.url !== '/api/logout' &&
      (await isInMaintenance())
    ) {
      throw new AppError(
        'MAINTENANCE',
        'The server is in maintenance; only administrators can use it now. Try again later.',
      )
    }
    allow(request.caller, rule, request.method)
    if (request.caller.readsOnly === true && (rule.subjects === 'admin' || !['GET', 'HEAD'].includes(request.method)))
      throw new AppError('SESSION_READS_ONLY', 'This session makes a report: it reads, and changes nothing.')
  })

  /**
   * A screen reads what its dashboards ask, and nothing else. An expired password of its maker does not end it: no one
   * signs in at a wall.
   */
  async function allowScreen(
    { method, params }: FastifyRequest,
    caller: Caller,
    { subjects, flag: flags, screens }: Authz,
  ): Promise<void> {
    if (await isInMaintenance())
      throw new AppError('MAINTENANCE', 'The server is in maintenance; screens continue when it ends.')
    if (subjects === 'screen') return
    const refused = new AppError(
      'SCREEN_NOT_ALLOWED',
      'A screen reads what its dashboards show; it calls nothing else and changes nothing.',
    )
    if (screens === undefined || !['GET', 'HEAD'].includes(method)) throw refused
    requireFlag(caller, flags)
    if (screens === 'dashboard') {
      const { id } = params as { id?: string }
      if (id === undefined || caller.screen?.dashboards.includes(id) !== true) throw refused
    } else if (!(await screenShows(caller, screens))) throw refused
  }
}

/** Calls that a rule does not open to programs are closed to them, with any rights of their account. */
function requireProgram({ program }: Caller, { programs }: Authz): void {
  if (program === undefined) return
  if (programs === undefined)
    throw new AppError(
      'API_TOKEN_NOT_ALLOWED',
      'An API token calls what concerns dashboards as code, and nothing else; sign in for this.',
    )
  if (programs === 'write' && program.access === 'read')
    throw new AppError(
      'API_TOKEN_READS_ONLY',
      `The API token ${JSON.stringify(program.name)} reads; make one that writes for this.`,
      { name: program.name },
    )
}

function requireFlag({ account }: Caller, flags: Authz['flag']): void {
  if (flags !== undefined && !flags.some((flag) => hasAccess(account, flag))) {
    throw new AppError(
      'FLAG_REQUIRED',
      `This account lacks the right ${flags.join(' or ')}; an administrator can give it.`,
      { flags },
    )
  }
}

/** Throws PAGE_SESSION_NOT_ALLOWED for a session that an external page holds. */
export function requireInPerson({ page }: Caller): void {
  if (page === undefined) return
  throw new AppError(
    'PAGE_SESSION_NOT_ALLOWED',
    `The external page ${page} holds this session, and may not do this for you; sign in to Aforo itself.`,
    { page },
  )
}

/** Data of others may not change: for an administrator that is all but the own account. */
function mayInDemo({ tenant, changes, evenExpired }: Authz, method: string, admin: boolean): boolean {
  if (['GET', 'HEAD'].includes(method) || changes === 'nothing') return true
  return admin ? evenExpired === true : tenant === 'self' || changes === 'own'
}

function allow(caller: Caller, rule: Authz, method: string): void {
  const { account, user, isConfirmed, scope } = caller
  const { subjects, flag: flags, evenExpired, fresh, inPerson } = rule
  if (user.passwordExpired && evenExpired !== true)
    throw new AppError('PASSWORD_EXPIRED', 'The password of this account has expired; change it first.')
  if (subjects === 'admin' && !isAdmin(account))
    throw new AppError('ADMIN_REQUIRED', 'Only an administrator may do this.')
  requireFlag(caller, flags)
  if (scope.demo && !mayInDemo(rule, method, isAdmin(account))) {
    throw new AppError(
      'DEMO_CHANGES_NOT_ALLOWED',
      'A demo account reads real data under other names and changes none of it; sign in with another account to ' +
        'change this.',
    )
  }
  if (fresh === true || inPerson === true) requireInPerson(caller)
  // Last: who may not do it anyway is not asked for a password.
  if (fresh === true && !isConfirmed)
    throw new AppError(
      'CONFIRMATION_REQUIRED',
      'This changes rights or secrets; show the password again (POST /api/auth/user/confirm), then repeat it.',
    )
}

/** From the `access_token` header, else from `Authorization: Bearer`. */
function tokenOf({ headers }: FastifyRequest): string | null {
  const own = headers.access_token
  if (typeof own === 'string' && own !== '') return own
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/** Longer ones were never given out; hashing them would cost. */
const MAX_KEY = 200

/** From `x-device-key`, else from `Authorization: Bearer`, else the password of `Authorization: Basic`. */
function deviceKeyOf({ headers }: FastifyRequest): string | null {
  const own = headers['x-device-key']
  if (typeof own === 'string' && own !== '') return own.slice(0, MAX_KEY)
  const [scheme = '', value = ''] = (headers.authorization ?? '').slice(0, 600).split(/ +/)
  if (/^bearer$/i.test(scheme) && value !== '') return value.slice(0, MAX_KEY)
  if (!/^basic$/i.test(scheme)) return null
  const pair = Buffer.from(value, 'base64').toString('utf8')
  // The user may be a MAC; a key has no colon.
  const password = pair.slice(pair.lastIndexOf(':') + 1)
  return pair.includes(':') && password !== '' ? password.slice(0, MAX_KEY) : null
}
