import type { ServiceMakers } from '../../module.ts'
import { passkeyHostOf } from '../second-factors/passkey-service.ts'
import { brandPageRoutes, brandRoutes } from './routes.ts'
import { brandService } from './service.ts'
import type { BrandService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly brands: BrandService
  }
}

export const services = {
  brands: ({ catalog, clock, config, mail, publicUrl, serverState }) =>
    brandService({
      catalog,
      clock,
      identityProvider: config.idp !== null,
      loginDomain: config.loginDomain,
      mailLeaves: mail.leaves,
      passkeyHost: passkeyHostOf(publicUrl),
      isInMaintenance: serverState.isInMaintenance,
    }),
} satisfies ServiceMakers
export const routes = brandRoutes
export const pageRoutes = brandPageRoutes
