import { cookieOf } from '../../lib/cookies.ts'
import type { Parts, ServiceMakers } from '../../module.ts'
import { identityProviderService } from './identity-provider.ts'
import type { IdentityProviderService } from './identity-provider.ts'
import { oauthRoutes } from './routes.ts'
import { oauthService } from './service.ts'
import type { OauthService } from './service.ts'
import type { FastifyInstance } from 'fastify'

declare module '../../module.ts' {
  interface Services {
    readonly oauth: OauthService
    readonly identityProvider: IdentityProviderService
  }
}

export const services = {
  oauth: oauthService,
  identityProvider: ({ config, publicUrl, catalog, sessions, refusedTries, secrets, clock }) =>
    identityProviderService({
      idp: config.idp,
      publicUrl,
      accounts: catalog.sessions,
      sessions,
      audit: catalog.audit,
      refusedTries,
      secrets,
      clock,
    }),
} satisfies ServiceMakers

export const routes = (api: FastifyInstance, parts: Parts) => {
  const { sessions, oauth, identityProvider, otpCookie, browserCookie, welcome, publicUrl } = parts
  const idpCookie = cookieOf('aforo-idp', { publicUrl, sameSite: 'Lax' })
  oauthRoutes(api, { sessions, oauth, identityProvider, otpCookie, browserCookie, idpCookie, welcome })
}
