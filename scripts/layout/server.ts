/** The calls that dashboards as code make to a server, with an API token. */
import type { DashboardFindings } from '#schemas/generated/entities/dashboard-findings.ts'
import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import type { DashboardRevisionText } from '#schemas/generated/entities/dashboard-revision-text.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'

const TIMEOUT_MS = 60_000
const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** A refusal with its code, or a server that gave none. */
export class ServerError extends Error {
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  /** The token, the address or the network: no other call would go better. */
  readonly isFinal: boolean
  /** The token does not open this server (any more), or not for this: no later call would go better either. */
  readonly isTokenRefused: boolean

  constructor(
    code: string,
    message: string,
    {
      details = {},
      isFinal = false,
      isTokenRefused = false,
      cause,
    }: { details?: Record<string, unknown>; isFinal?: boolean; isTokenRefused?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.details = details
    this.isFinal = isFinal || isTokenRefused
    this.isTokenRefused = isTokenRefused
  }
}

export interface LayoutServer {
  list(): Promise<Dashboard[]>
  find(id: string): Promise<DashboardDocument>
  revision(id: string, number: number): Promise<DashboardRevisionText>
  check(text: string): Promise<DashboardFindings>
  create(text: string): Promise<Dashboard>
  publish(id: string, revision: number, text: string): Promise<DashboardDocument>
}

/** Throws ServerError for an invalid address, or one that would send the token unencrypted. */
export function layoutServer(address: string, token: string): LayoutServer {
  const base = URL.parse(address)
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new ServerError('LAYOUT_SERVER_INVALID', `${address} is no address of a server; https://… was expected.`, {
      isFinal: true,
    })
  if (base.username !== '' || base.password !== '' || base.search !== '' || base.hash !== '')
    throw new ServerError(
      'LAYOUT_SERVER_INVALID',
      'The address of a server has neither a user nor a query; the token is in AFORO_TOKEN.',
      { isFinal: true },
    )
  if (base.protocol === 'http:' && !THIS_MACHINE.test(base.hostname))
    throw new ServerError(
      'LAYOUT_SERVER_INSECURE',
      `${address} would send the token in the clear; use https. Plain http is for this machine alone.`,
      { isFinal: true },
    )

  async function call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
    const url = new URL(`${base?.pathname.replace(/\/+$/, '')}/api${path}`, base as URL)
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A server that answers from elsewhere is not the one that was named.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new ServerError(
        'LAYOUT_SERVER_UNREACHABLE',
        `${url.origin} could not be reached, or answers from another address.`,
        {
          isFinal: true,
          cause,
        },
      )
    })
    const answer = (await response.json().catch(() => null)) as T & {
      code?: unknown
      message?: unknown
      details?: unknown
    }
    if (response.ok && answer !== null) return answer
    if (typeof answer?.code !== 'string' || typeof answer.message !== 'string')
      throw new ServerError(
        'LAYOUT_SERVER_UNEXPECTED',
        `${url.origin} answered with status ${response.status} and no words; is it a server of this product?`,
        { isFinal: true },
      )
    throw new ServerError(answer.code, answer.message, {
      details: (answer.details ?? {}) as Record<string, unknown>,
      isFinal: [429, 503].includes(response.status) || answer.code.startsWith('API_TOKEN_'),
      isTokenRefused: response.status === 401 || answer.code === 'API_TOKEN_READS_ONLY',
    })
  }

  return {
    list: () => call('GET', '/dashboards'),
    find: (id) => call('GET', `/dashboards/${encodeURIComponent(id)}`),
    revision: (id, number) => call('GET', `/dashboards/${encodeURIComponent(id)}/revisions/${number}`),
    check: (text) => call('POST', '/dashboards/check', { text }),
    create: (text) => call('POST', '/dashboards', { text, note: NOTE }),
    publish: (id, revision, text) =>
      call('PUT', `/dashboards/${encodeURIComponent(id)}`, { revision, text, note: NOTE }),
  }
}

/** The note in the history of a dashboard about a revision from a file. */
const NOTE = 'npm run layout'
