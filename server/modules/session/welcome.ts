import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cookie } from '../../lib/cookies.ts'
import { KNOWN_BROWSER_S } from './known-browser.ts'
import type { KnownBrowsers } from './known-browser.ts'
import type { KnownNetworks } from './known-network.ts'

/** The account has signed in in this browser and from this network, which are known for it from now on. */
export type Welcome = (request: FastifyRequest, reply: FastifyReply, username: string) => Promise<void>

interface Parts {
  readonly browserCookie: Cookie
  readonly browsers: KnownBrowsers
  readonly networks: Pick<KnownNetworks, 'remember'>
}

export const welcomeIn =
  ({ browserCookie, browsers, networks }: Parts): Welcome =>
  async (request, reply, username) => {
    browserCookie.set(reply, browsers.after(browserCookie.read(request), username), KNOWN_BROWSER_S)
    await networks.remember(username, request.ip)
  }
