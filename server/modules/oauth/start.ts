import { cookieOf } from '../../lib/cookies.ts'
import type { Parts, ServiceMakers } from '../../module.ts'
import { identityProviderService } from './identity-provider.ts'
import type { IdentityProviderService } from './identity-provider.ts'
import { identityProviderRoutes } from './identity-provider-routes.ts'
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
  const idpCookie = cookieOf('aforo-idp', { publicUrl: parts.publicUrl, sameSite: 'Lax' })
  oauthRoutes(api, parts)
  identityProviderRoutes(api, { identityProvider: parts.identityProvider, idpCookie })
}
