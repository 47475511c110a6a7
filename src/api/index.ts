/** Public entry point of the server's calls: typed, one file per server module. */
import { accountApi } from './account.ts'
import { type ClientOptions, createClient } from './client.ts'
import { sessionApi } from './session.ts'

export type { OauthQuery } from './session.ts'
export { ApiError, type ApiClient, type ClientOptions, type FrameBytes, type TokenStore } from './client.ts'

/** What any page may call, over one client. What only some pages call (`locals.ts`, `periods.ts`) is made there. */
export function createApi(options: ClientOptions) {
  const client = createClient(options)
  return { client, session: sessionApi(client), account: accountApi(client) }
}

export type Api = ReturnType<typeof createApi>
