/** Pages that may show a link in a frame, as origins. They are written into a header, so that nothing else may pass. */
import { AppError } from '../../lib/errors.ts'

const ORIGIN = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)(?::\d{1,5})?$/
/** Without encryption a page in between could put itself in the place of the one that was allowed. */
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::|$)/

/** As a browser writes them, each once. Throws PUBLIC_LINK_ORIGIN_INVALID. */
export const originsOf = (given: readonly string[]): string[] => [...new Set(given.map(originOf))]

function originOf(given: string): string {
  const url = URL.parse(given.trim())
  const origin = url === null || url.pathname !== '/' || url.search !== '' || url.hash !== '' ? '' : url.origin
  if (!ORIGIN.test(origin) || (origin.startsWith('http:') && !LOCAL.test(origin)) || url?.username !== '')
    throw new AppError(
      'PUBLIC_LINK_ORIGIN_INVALID',
      `${given} is no page that may show a link in a frame; expected its origin, such as https://example.com.`,
      { origin: given },
    )
  return origin
}
