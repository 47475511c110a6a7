/**
 * Requests that browsers blocked because of our policy: a bug of the product, or an attack. Anyone can send such a
 * report, so none is stored, little is logged, and all of that is cut and scrubbed: addresses of pages may carry
 * tokens.
 */
import type { FastifyBaseLogger } from 'fastify'
import { scrubPath } from '#domain/scrub'
import type { Clock } from '../../lib/clock.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { network } from '../../lib/network.ts'

const MINUTE_MS = 60_000
const PER_ADDRESS = 20
/** Of all addresses together: the log must stay readable when a hundred browsers see the same fault. */
const LOGGED = 30
const LONGEST = 200
/** Most reports of one body that are looked at. */
const MAX = 10

/** One refusal, in the words of whichever of the two formats it came in. */
export interface Violation {
  readonly directive: string
  readonly blocked: string
  readonly page: string
  readonly source: string
  readonly line: number | null
}

interface Parts {
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

export function cspReportService({ clock, log }: Parts) {
  const perAddress = rateLimit(clock, { most: PER_ADDRESS, perMs: MINUTE_MS })
  const logged = rateLimit(clock, { most: LOGGED, perMs: MINUTE_MS })
  let total = 0

  return {
    /** Counts and logs. A body that is no report counts for nothing. Throws RATE_LIMITED. */
    take(body: unknown, address: string): void {
      perAddress.require(network(address))
      for (const violation of violationsOf(body)) {
        total += 1
        if (logged.take('all')) log.warn({ ...violation, total }, 'the content security policy was violated')
      }
    },

    /** Since the start. */
    count: () => total,
  }
}

export type CspReportService = ReturnType<typeof cspReportService>

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/**
 * `{ "csp-report": … }` of `report-uri`, or the list of `report-to` (https://w3c.github.io/webappsec-csp/#reporting).
 */
export function violationsOf(body: unknown): Violation[] {
  if (Array.isArray(body)) {
    return body
      .slice(0, MAX)
      .map(fieldsOf)
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => {
        const { effectiveDirective, blockedURL, documentURL, sourceFile, lineNumber } = fieldsOf(body)
        return violation(effectiveDirective, blockedURL, documentURL, sourceFile, lineNumber)
      })
  }
  const report = fieldsOf(body)['csp-report']
  if (typeof report !== 'object' || report === null) return []
  const fields = fieldsOf(report)
  return [
    violation(
      fields['effective-directive'] ?? fields['violated-directive'],
      fields['blocked-uri'],
      fields['document-uri'],
      fields['source-file'],
      fields['line-number'],
    ),
  ]
}

const violation = (directive: unknown, blocked: unknown, page: unknown, source: unknown, line: unknown): Violation => ({
  directive: typeof directive === 'string' ? directive.slice(0, 60).replace(/[^a-z-].*$/is, '') : '',
  blocked: place(blocked),
  page: place(page),
  source: place(source),
  line: Number.isSafeInteger(line) ? (line as number) : null,
})

/**
 * An address without user, query, fragment and tokens; the scheme alone of one that holds its content (data:, blob:).
 */
function place(address: unknown): string {
  if (typeof address !== 'string') return ''
  if (!URL.canParse(address)) return /^[a-z-]{1,40}$/.test(address) ? address : ''
  const { protocol, host, pathname } = new URL(address)
  return /^https?:$/.test(protocol) ? `${protocol}//${host}${scrubPath(pathname)}`.slice(0, LONGEST) : protocol
}
