/** Sign-in for external pages and by the identity provider of a company. */
import type { ServerModule } from '../../module.ts'
import { oauthCodeRepo } from './repo.ts'

interface OauthCodesTable {
  hash: string
  user_id: number
  api_client_id: number
  redirect_uri: string
  challenge: string | null
  expires_at: number
}

declare module '../../db/tables.ts' {
  interface Tables {
    oauth_codes: OauthCodesTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly oauthCodes: ReturnType<typeof oauthCodeRepo>
  }
}

export const oauth: ServerModule = {
  name: 'oauth',
  repositories: { oauthCodes: oauthCodeRepo },
  start: () => import('./start.ts'),
}
