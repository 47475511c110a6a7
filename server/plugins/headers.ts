/** What every answer says to a browser, whatever it answers (reliability.md H1, H2). */
import type { FastifyInstance, FastifyReply } from 'fastify'

/** No script but ours, no style but ours, no frame around us, no text that becomes markup. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:", "font-src 'self'", "connect-src 'self'",
  "worker-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'", "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const FEATURES = [
  'accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen', 'geolocation', 'gyroscope', 'magnetometer',
  'microphone', 'midi', 'payment', 'picture-in-picture', 'publickey-credentials-get', 'screen-wake-lock', 'usb', 'xr-spatial-tracking',
]

export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  // Browsers heed it over https only, so it does no harm to a plain-http demo.
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
} as const

export const NO_STORE = 'no-store'

/** Set before anything else runs, so that refusals and crashes carry them too. Answers are not kept unless a route says so. */
export function setHeaders(reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header('cache-control', NO_STORE).header('x-request-id', reply.request.id)
}

export function registerHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => { setHeaders(reply) })
}
