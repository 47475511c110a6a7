/**
 * Takes secrets out of what is recorded about a visit: the page does it before sending, the server again before
 * storing, because addresses of this product may carry tokens (reliability.md, section 4).
 */

export const REMOVED = '[removed]'

type Value = string | number | boolean | null
type Bag = Readonly<Record<string, Value>>

/** Names that hold a secret in any spelling: accessToken, access_token, X-API-Key, otpCode … */
const SECRET_NAME =
  /token|password|passwd|passphrase|^pass|pwd|secret|credential|authorization|api[-_]?key|signature|session|cookie|^(code|otp|key|sig|auth|jwt|state|pin)$|otp[-_]?code|code[-_]verifier/i

/**
 * As long and as mixed as a token, ours (43 characters) or a signed one of others: nothing a person would type or read.
 */
const TOKEN = /[A-Za-z0-9_-]{32,}(?:\.[A-Za-z0-9_-]+){0,2}/g
const looksSecret = (text: string) => text.length === 43 || (/\d/.test(text) && /[A-Za-z]/.test(text))

/** `access_token=…` inside a longer text, up to the next separator. */
const PAIR =
  /\b([A-Za-z_-]{0,40}(?:token|password|passwd|pwd|secret|code|otp|key|authorization))(=|%3D|:\s?)[^\s&#;,"']+/gi

/** Without tokens, and without the value of anything that is named like a secret. */
export function scrubText(text: string): string {
  return text
    .replace(PAIR, (_all, name: string, sign: string) => `${name}${sign}${REMOVED}`)
    .replace(TOKEN, (token) => (looksSecret(token) ? REMOVED : token))
}

/** A path without its query and fragment, and without tokens among its steps: /changepass/{token}. */
export function scrubPath(path: string): string {
  const [bare = ''] = path.split(/[?#]/)
  return scrubText(bare).replace(/\/(changepass|rtoccupancy)\/[^/]{12,}/gi, `/$1/${REMOVED}`)
}

export const scrubBag = (bag: Bag): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(bag).map(([name, value]) => [
      name,
      SECRET_NAME.test(name) ? REMOVED : typeof value === 'string' ? scrubText(value) : value,
    ]),
  )

/** Fields of an event at both ends; see schemas/api/tracking-batch.schema.json. */
export interface TrackedRoute {
  readonly params?: Bag | null
  readonly path?: string | null
  readonly query?: Bag | null
}
export interface Tracked {
  readonly event?: string
  readonly module?: string | null
  readonly meta?: Bag | null
  readonly routeState?: TrackedRoute | null
  readonly referer?: TrackedRoute | null
}

function scrubRoute<T extends TrackedRoute>(route: T): T {
  const { params, path, query } = route
  return {
    ...route,
    ...(params && { params: scrubBag(params) }),
    ...(typeof path === 'string' && { path: scrubPath(path) }),
    ...(query && { query: scrubBag(query) }),
  }
}

/** The event as it may be sent and stored. */
export function scrubEvent<T extends Tracked>(event: T): T {
  const { meta, routeState, referer } = event
  return {
    ...event,
    ...(event.event !== undefined && { event: scrubText(event.event) }),
    ...(typeof event.module === 'string' && { module: scrubText(event.module) }),
    ...(meta && { meta: scrubBag(meta) }),
    ...(routeState && { routeState: scrubRoute(routeState) }),
    ...(referer && { referer: scrubRoute(referer) }),
  }
}
