/** Where an external login may lead: an http(s) address that is written exactly as it will be compared. */
import { AppError } from '../../lib/errors.ts'

const HERE = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Throws REDIRECT_URI_INVALID. http only leads to this computer, where no network can read the code. */
export function requireRedirectUri(uri: string): void {
  const url = URL.canParse(uri) ? new URL(uri) : null
  const fits =
    url !== null &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && HERE.has(url.hostname))) &&
    url.username === '' &&
    url.password === '' &&
    !uri.includes('#') &&
    !/[\s\\*\p{Cc}]/u.test(uri)
  if (!fits)
    throw new AppError(
      'REDIRECT_URI_INVALID',
      `${JSON.stringify(uri.slice(0, 200))} cannot be led to; expected https://host/path without fragment, user or ` +
        'wildcard.',
      { uri: uri.slice(0, 200) },
    )
}
