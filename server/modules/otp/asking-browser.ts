/**
 * The browser that asks for a one-time code: a cookie with a random name and a mark that only this server can make. A
 * code is entered where it was asked for, so others can neither spend it nor use up its tries.
 */
import { timingSafeEqual } from 'node:crypto'
import { isMark, isToken, newToken } from '../../lib/secrets.ts'
import type { Secrets } from '../../lib/secrets.ts'

/** Who asks for a code or enters one. */
export interface Asking {
  readonly address: string
  /** The cookie of an earlier request for a code. */
  readonly askingCookie: string | null
  /** The cookie of an earlier sign-in. */
  readonly browserCookie: string | null
}

/** Its limits of an hour are counted by that name. */
export const ASKING_BROWSER_S = 3600

export function askingBrowsers(secrets: Pick<Secrets, 'mark'>) {
  const markOf = (browser: string) => secrets.mark('otp browser', browser)

  return {
    /** The name in this cookie when the server made it, else null. */
    of(cookie: string | null): string | null {
      const [browser = '', mark = '', ...more] = (cookie ?? '').split('.')
      if (!isToken(browser) || !isMark(mark) || more.length > 0) return null
      return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(browser))) ? browser : null
    },

    /** A new name. */
    make: newToken,

    /** The content of the cookie for a name. */
    cookieOf: (browser: string): string => `${browser}.${markOf(browser)}`,
  }
}

export type AskingBrowsers = ReturnType<typeof askingBrowsers>
