import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cookie } from '../../lib/cookies.ts'
import { KNOWN_BROWSER_S } from './known-browser.ts'
import type { KnownBrowsers } from './known-browser.ts'

/** The account has signed in in this browser, which is known for it from now on. */
export type Welcome = (request: FastifyRequest, reply: FastifyReply, username: string) => void

export const welcomeIn =
  ({ browserCookie, browsers }: { browserCookie: Cookie; browsers: KnownBrowsers }): Welcome =>
  (request, reply, username) =>
    browserCookie.set(reply, browsers.after(browserCookie.read(request), username), KNOWN_BROWSER_S)
