import type { Parts, ServiceMakers } from '../../module.ts'
import { linkTokens } from './asking.ts'
import type { LinkTokens } from './asking.ts'
import { publicLinkRoutes } from './routes.ts'
import { publicLinkService } from './service.ts'
import type { PublicLinkService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly linkTokens: LinkTokens
    readonly publicLinks: PublicLinkService
  }
}

/** Removes the stored answers of ended links. */
const EVERY_MS = 3_600_000

export const services = {
  linkTokens,
  publicLinks: publicLinkService,
} satisfies ServiceMakers
export const routes = publicLinkRoutes

export const jobs = ({ publicLinks }: Parts) => [
  { name: 'public-links', everyMs: EVERY_MS, run: publicLinks.runMaintenance },
]
