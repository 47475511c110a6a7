/** Tokens with which programs call as an account, for dashboards as code (decision 110). */
import type { ServerModule } from '../../module.ts'
import { apiTokenRepo } from './repo.ts'
import { apiTokensTable } from './tables.ts'
import type { ApiTokensTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    api_tokens: ApiTokensTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly apiTokens: ReturnType<typeof apiTokenRepo>
  }
}

export const apiTokens: ServerModule = {
  name: 'api-tokens',
  repositories: { apiTokens: apiTokenRepo },
  steps: { '0060-api-tokens': apiTokensTable },
  start: () => import('./start.ts'),
}
