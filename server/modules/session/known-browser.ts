/**
 * Browsers in which an account has signed in before: a cookie with a random name of the browser, and for each account a
 * mark that only this server can make. It opens nothing. It says that others' failures are not this browser's (see
 * `throttle.ts`).
 */
import { timingSafeEqual } from 'node:crypto'
import { isMark, isToken, newToken } from '../../lib/secrets.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { normalUsername } from '../../lib/user.ts'

export const KNOWN_BROWSER_S = 180 * 86_400
/** Accounts of one browser that are remembered, the latest first. */
const MAX = 5

/** @param loginDomain added to a name without @, as at the sign-in */
export function knownBrowsers(secrets: Pick<Secrets, 'mark'>, loginDomain: string) {
  const markOf = (browser: string, typed: string) =>
    secrets.mark('known browser', `${browser}\n${normalUsername(typed, loginDomain)}`)

  function read(cookie: string | null): { browser: string; marks: string[] } | null {
    const [browser = '', ...marks] = (cookie ?? '').split('.')
    return isToken(browser) && marks.length <= MAX && marks.every(isMark) ? { browser, marks } : null
  }

  return {
    /** The name of the browser when this account has signed in there, else null. */
    of(cookie: string | null, username: string): string | null {
      const known = read(cookie)
      if (known === null) return null
      const own = Buffer.from(markOf(known.browser, username))
      return known.marks.some((mark) => timingSafeEqual(Buffer.from(mark), own)) ? known.browser : null
    },

    /** The cookie after this account has signed in. */
    after(cookie: string | null, username: string): string {
      const { browser, marks } = read(cookie) ?? { browser: newToken(), marks: [] }
      const own = markOf(browser, username)
      return [browser, own, ...marks.filter((mark) => mark !== own)].slice(0, 1 + MAX).join('.')
    },
  }
}

export type KnownBrowsers = ReturnType<typeof knownBrowsers>
