/** Headers of every answer for browsers (reliability.md H1, H2). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { BUILD_HEADER } from './page-build.ts'

/** No script but ours, no style but ours, no frame around us, no text that becomes markup. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // Where a browser reports violations; `report-to` would work over https only.
  'report-uri /api/csp-report',
].join('; ')

/** The policy of a page that these origins may show in a frame; each was checked when it was stored. */
export const framedBy = (origins: readonly string[]): string =>
  CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`)

const FEATURES = [
  'accelerometer',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]

/**
 * Two players of our own play by themselves and fill the screen (/video, /videos3); login and profile use passkeys; an
 * installer scans the label of a device.
 */
const OWN_FEATURES = ['autoplay', 'camera', 'fullscreen', 'publickey-credentials-create', 'publickey-credentials-get']

/** Those of any server. */
export const PLAIN_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': [
    ...FEATURES.map((feature) => `${feature}=()`),
    ...OWN_FEATURES.map((feature) => `${feature}=(self)`),
  ].join(', '),
} as const

/** Those of a server that is reached over https. */
export const SECURITY_HEADERS = { ...PLAIN_HEADERS, 'strict-transport-security': 'max-age=31536000' } as const

declare module 'fastify' {
  interface FastifyInstance {
    answerHeaders: typeof PLAIN_HEADERS
  }
}

export const NO_STORE = 'no-store'

/**
 * Set before anything else runs, so that refusals and crashes carry them too. Answers are not kept unless a route says
 * so.
 */
export function setHeaders(reply: FastifyReply): void {
  reply.headers(reply.server.answerHeaders).header('cache-control', NO_STORE).header('x-request-id', reply.request.id)
}

/** Strict-Transport-Security may be said over https only (RFC 6797, 7.2); whether we are is what PUBLIC_URL says. */
export const headersFor = (publicUrl: string): typeof PLAIN_HEADERS =>
  publicUrl.startsWith('https:') ? SECURITY_HEADERS : PLAIN_HEADERS

interface Headers {
  readonly publicUrl: string
  /** Of the page that this server gives; null where it gives none. */
  readonly build: string | null
}

export function registerHeaders(app: FastifyInstance, { publicUrl, build }: Headers): void {
  app.decorate('answerHeaders', headersFor(publicUrl))
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(reply)
    if (build !== null && request.url.startsWith('/api/')) reply.header(BUILD_HEADER, build)
    done()
  })
}
