/**
 * One way to call the server: the token, the timeout, the errors. The calls of each server module are in a separate
 * file. The server writes each answer by the schema that the type here is made of, so the page does not check it a
 * second time; when the two are of different releases, every answer says so (`onBuild`).
 */
import { isRecord } from '#domain/record'

const BASE = '/api'
const TIMEOUT_MS = 300_000
/** For what sends a file (spec 1, section 9). */
export const FILE_TIMEOUT_MS = 600_000
/** An early answer that was not asked for by then is too old to be taken for a new one. */
const EARLY_MS = 10_000
/** Names the page that the server would give now; on each of its answers. */
export const BUILD_HEADER = 'x-build'
const ARROW = 'application/vnd.apache.arrow.stream'

/**
 * How a call says whose it is: by the header of the specification, and as a bearer token, because proxies drop header
 * names with `_` by default (nginx does).
 */
export const tokenHeaders = (token: string): { access_token: string; authorization: string } => ({
  access_token: token,
  authorization: `Bearer ${token}`,
})

export interface TokenStore {
  get(): string | null
  set(token: string): void
  clear(): void
}

export interface ClientOptions {
  readonly tokens: TokenStore
  /** 401: the token is cleared already; leave to login. */
  readonly onUnauthorized: () => void
  /** The server took something over: what was read before may be old. */
  readonly onWritten?: (path: string) => void
  /** Only administrators get answers now; the token stays. */
  readonly onMaintenance?: () => void
  /** A refusal waits for this before it is thrown: what its code is worded with. */
  readonly onRefused?: (code: string) => Promise<void>
  /** Which build of the page the server has, as each answer says. */
  readonly onBuild?: (build: string) => void
  /** Replaced in tests. */
  readonly fetch?: typeof fetch
  readonly timeoutMs?: number
}

/** A refusal of the server, or the lack of an answer (`status` 0). `code` is what the page translates. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  /** Milliseconds the server asked to wait. */
  readonly retryAfterMs: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    details?: unknown,
    retryAfterMs?: number,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.retryAfterMs = retryAfterMs
  }
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** A file or a form goes as it is, anything else as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** In place of the usual limit. */
  readonly timeoutMs?: number
  /** Sign-in itself: a 401 is an answer there, not an ended session. */
  readonly anonymous?: boolean
}

/** Bytes as they came, for a worker to decode. */
export interface FrameBytes {
  readonly bytes: ArrayBuffer
  readonly contentType: string
  /** Newest hour in the data, epoch ms. */
  readonly asOf: number | null
}

export interface ApiClient {
  send(path: string, options?: RequestOptions): Promise<Response>
  /**
   * Starts a GET that something still loading will need: the first caller gets this answer. Without a token
   * nothing is sent. Resolves to the answer, or null when it holds nothing usable, for callers that know the next
   * requests from it.
   */
  early(path: string): Promise<unknown>
  /** ANSWER_UNEXPECTED when it is no JSON. */
  json<T>(path: string, options?: RequestOptions): Promise<T>
  /** ANSWER_UNEXPECTED when it is no list. */
  list<T>(path: string, options?: RequestOptions): Promise<T[]>
  frame(path: string, options?: RequestOptions): Promise<FrameBytes>
}

/** The documented path with the base in front, unless it has it already (`system.md`, HTTP). */
export function addressOf(path: string, query: RequestOptions['query'] = {}): string {
  const full = path.startsWith(`${BASE}/`) ? path : `${BASE}${path.startsWith('/') ? '' : '/'}${path}`
  const entries = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return entries.length === 0 ? full : `${full}?${new URLSearchParams(entries)}`
}

/** Seconds or an HTTP date. */
function retryAfterOf(answer: Response): number | undefined {
  const value = answer.headers.get('retry-after')
  if (value === null) return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}

/** The message of a failed answer: its own, else the status text (spec 1, section 8). */
async function errorOf(answer: Response): Promise<ApiError> {
  const body: unknown = await answer.json().catch(() => null)
  const { code, message, details } = isRecord(body) ? body : {}
  return new ApiError(
    answer.status,
    typeof code === 'string' ? code : `HTTP_${answer.status}`,
    typeof message === 'string' ? message : answer.statusText || `HTTP ${answer.status}`,
    details,
    retryAfterOf(answer),
  )
}

export function createClient(options: ClientOptions): ApiClient {
  const {
    tokens,
    onUnauthorized,
    onWritten,
    onMaintenance = () => undefined,
    onRefused = () => Promise.resolve(),
    onBuild = () => undefined,
    fetch: call = fetch.bind(globalThis),
    timeoutMs = TIMEOUT_MS,
  } = options
  /** Address -> an answer asked for ahead, as whom, and when. */
  const ahead = new Map<string, { answer: Promise<Response>; token: string; at: number }>()

  function send(path: string, options: RequestOptions = {}): Promise<Response> {
    const address = addressOf(path, options.query)
    const early = options.method === undefined && options.headers === undefined ? ahead.get(address) : undefined
    ahead.delete(address)
    return early !== undefined && early.token === tokens.get() && Date.now() - early.at < EARLY_MS
      ? early.answer
      : ask(path, options)
  }

  async function ask(
    path: string,
    { method = 'GET', query, headers, body, signal, anonymous = false, timeoutMs: limitMs = timeoutMs }: RequestOptions,
  ): Promise<Response> {
    const token = tokens.get()
    const timeout = AbortSignal.timeout(limitMs)
    let answer: Response
    try {
      answer = await call(addressOf(path, query), {
        method,
        credentials: 'same-origin',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        headers: {
          accept: 'application/json',
          ...(token !== null && !anonymous && headers?.access_token === undefined && tokenHeaders(token)),
          ...(body !== undefined &&
            !(body instanceof FormData) && { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && {
          body: body instanceof Blob || body instanceof FormData ? body : JSON.stringify(body),
        }),
      })
    } catch (cause) {
      if (signal?.aborted) throw cause
      if (timeout.aborted)
        throw new ApiError(408, 'TIMEOUT', `No answer within ${limitMs / 1000} s.`, undefined, undefined, cause)
      throw new ApiError(0, 'NETWORK', 'The server could not be reached.', undefined, undefined, cause)
    }
    const build = answer.headers.get(BUILD_HEADER)
    if (build !== null) onBuild(build)
    if (answer.ok) {
      if (method !== 'GET') onWritten?.(path)
      return answer
    }
    // Another tab may have signed in meanwhile: only the token that was refused is forgotten.
    if (answer.status === 401 && !anonymous && tokens.get() === token) {
      tokens.clear()
      onUnauthorized()
    }
    const error = await errorOf(answer)
    if (error.code === 'MAINTENANCE' && !anonymous) onMaintenance()
    await onRefused(error.code)
    throw error
  }

  const unexpected = (path: string, cause?: unknown) =>
    new ApiError(200, 'ANSWER_UNEXPECTED', `The answer of ${path} is not what was agreed.`, undefined, undefined, cause)
  async function read(path: string, options?: RequestOptions): Promise<unknown> {
    const answer = await send(path, options)
    return answer.json().catch((cause: unknown) => {
      throw unexpected(path, cause)
    })
  }

  return {
    send,
    async early(path) {
      const token = tokens.get()
      if (token === null) return null
      const answer = ask(path, {})
      ahead.set(addressOf(path), { answer, token, at: Date.now() })
      // A caller gets the error, if there is one.
      return await answer.then((given) => given.clone().json()).catch(() => null)
    },
    async json<T>(path: string, options?: RequestOptions) {
      return (await read(path, options)) as T
    },
    async list<T>(path: string, options?: RequestOptions) {
      const value = await read(path, options)
      if (!Array.isArray(value)) throw unexpected(path)
      return value as T[]
    },
    async frame(path, options) {
      const answer = await send(path, { ...options, headers: { accept: ARROW, ...options?.headers } })
      const asOf = answer.headers.get('x-as-of')
      return {
        bytes: await answer.arrayBuffer(),
        contentType: answer.headers.get('content-type') ?? '',
        asOf: asOf === null ? null : Number(asOf),
      }
    },
  }
}
