/** Public entry point of the server's calls: typed, one file per server module. */
import { accountApi } from './account.ts'
import { type ClientOptions, createClient } from './client.ts'
import { sessionApi } from './session.ts'

export type { OauthQuery } from './session.ts'
export { ApiError, type ApiClient, type ClientOptions, type FrameBytes, type TokenStore } from './client.ts'

/** Calls of all pages, over one client. Calls of a few pages (`locals.ts`, `periods.ts`) are made there. */
export function createApi(options: ClientOptions) {
  const client = createClient(options)
  return { client, session: sessionApi(client), account: accountApi(client) }
}

export type Api = ReturnType<typeof createApi>
