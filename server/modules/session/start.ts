import { cookieOf } from '../../lib/cookies.ts'
import type { Cookie } from '../../lib/cookies.ts'
import type { ServiceMakers } from '../../module.ts'
import { authenticator } from './authenticate.ts'
import type { Authenticate } from './authenticate.ts'
import { knownBrowsers } from './known-browser.ts'
import type { KnownBrowsers } from './known-browser.ts'
import { knownNetworks } from './known-network.ts'
import type { KnownNetworks } from './known-network.ts'
import { sessionRoutes } from './routes.ts'
import { sessionService } from './service.ts'
import type { SessionService } from './service.ts'
import { loginThrottle } from './throttle.ts'
import type { LoginThrottle } from './throttle.ts'
import { turnsOf } from './turns.ts'
import type { Turns } from './turns.ts'
import { welcomeIn } from './welcome.ts'
import type { Welcome } from './welcome.ts'

declare module '../../module.ts' {
  interface Services {
    readonly sessions: SessionService
    readonly throttle: LoginThrottle
    readonly browsers: KnownBrowsers
    readonly networks: KnownNetworks
    readonly authenticate: Authenticate
    readonly browserCookie: Cookie
    readonly turns: Turns
    readonly turnCookie: Cookie
    readonly welcome: Welcome
  }
}

export const services = {
  throttle: ({ clock }) => loginThrottle(clock),
  browsers: ({ secrets, config }) => knownBrowsers(secrets, config.loginDomain),
  networks: ({ catalog, secrets, clock, loginDomain }) =>
    knownNetworks({ repo: catalog.knownNetworks, secrets, clock, loginDomain }),
  browserCookie: ({ publicUrl }) => cookieOf('aforo-browser', { publicUrl, sameSite: 'Strict' }),
  turns: turnsOf,
  turnCookie: ({ publicUrl }) => cookieOf('aforo-turn', { publicUrl, sameSite: 'Strict' }),
  welcome: welcomeIn,
  authenticate: ({ catalog, refusedTries, throttle, browsers, networks, turns, otp, clock, loginDomain }) =>
    authenticator({
      sessions: catalog.sessions,
      logins: catalog.logins,
      audit: catalog.audit,
      refusedTries,
      throttle,
      browsers,
      networks,
      turns,
      otp,
      clock,
      loginDomain,
    }),
  sessions: ({ catalog, authenticate, networks, mail, config, publicUrl, background, clock }) =>
    sessionService({
      sessions: catalog.sessions,
      logins: catalog.logins,
      tokens: catalog.accountTokens,
      audit: catalog.audit,
      transaction: catalog.transaction,
      authenticate,
      networks,
      mail,
      noticeMail: config.noticeMail,
      publicUrl,
      background,
      clock,
    }),
} satisfies ServiceMakers
export const routes = sessionRoutes
