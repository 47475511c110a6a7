/** One request to a webhook: a time limit over all of it, no redirects, and no more of the answer than a few KB. */
import { request as plainRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { WebhookDelivery } from '#schemas/generated/entities/webhook-delivery.ts'
import { AppError } from '../../lib/errors.ts'
import type { Target, WebhookAddresses } from './addresses.ts'
import { within } from './within.ts'

export const LIMIT_MS = 10_000
const MAX_ANSWER_BYTES = 4096
const MAX_LINE = 200

/** The result of one attempt. */
export interface Outcome {
  /** Null = delivered. */
  readonly reason: WebhookDelivery['reason']
  readonly status: number | null
  readonly line: string | null
  /** How long the receiver asks to wait, in ms. */
  readonly retryAfterMs?: number
}

export interface WebhookPost {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Aborted when the server stops. */
  readonly leaving: AbortSignal
}

/** Throws when it was cancelled because the server stops; every other end is an outcome. */
export async function postTo(
  addresses: Pick<WebhookAddresses, 'resolve'>,
  { address, headers, body, leaving }: WebhookPost,
  limitMs = LIMIT_MS,
): Promise<Outcome> {
  const limit = AbortSignal.timeout(limitMs)
  const signal = AbortSignal.any([limit, leaving])
  try {
    const target = await within(addresses.resolve(address), signal)
    return outcomeOf(await send(target, headers, body, signal))
  } catch (error) {
    if (leaving.aborted) throw error
    return { reason: limit.aborted ? 'timeout' : reasonOf(error), status: null, line: null }
  }
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

/** The status counts as soon as it is there; an incomplete answer is what had arrived of it. */
function send({ url, addresses }: Target, headers: WebhookPost['headers'], body: string, signal: AbortSignal) {
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A connection of its own, to an address that was checked for this request.
      agent: false,
      signal,
      lookup: (_host, { all }, done) => {
        const [first] = addresses
        if (all === true) done(null, [...addresses])
        else done(null, first?.address ?? '', first?.family ?? 4)
      },
    })
    // Once there is an answer, what goes wrong with its rest is of no matter.
    sent.on('error', reject)
    sent.on('response', (answer) => {
      sent.off('error', reject).on('error', () => undefined)
      void beginningOf(answer).then((text) => {
        sent.destroy()
        resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], text })
      })
    })
    sent.end(body)
  })
}

/** At most 4 KB of it. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // The received part counts.
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8')
}

function outcomeOf({ status, retryAfter, text }: Answer): Outcome {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1)
  const line =
    first
      .replace(/[\p{C}\uFFFD]/gu, ' ')
      .slice(0, MAX_LINE)
      .toWellFormed()
      .trim() || null
  if (status >= 200 && status < 300) return { reason: null, status, line }
  if (status === 410) return { reason: 'gone', status, line }
  if (status >= 300 && status < 400) return { reason: 'redirect', status, line }
  const retryAfterMs = status === 429 || status === 503 ? waitOf(retryAfter) : undefined
  return { reason: 'status', status, line, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** Seconds, or a date of HTTP. */
function waitOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}

const DNS_CODES = /^(ENOTFOUND|EAI_AGAIN|ENODATA|EAI_\w+)$/
const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/

function reasonOf(error: unknown): NonNullable<Outcome['reason']> {
  if (error instanceof AppError) return 'notAllowed'
  const { code = '' } = error as { code?: string }
  if (DNS_CODES.test(code)) return 'dns'
  return TLS_CODES.test(code) ? 'tls' : 'unreachable'
}
