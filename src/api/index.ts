/** The door to the server: typed calls, one file per server module. */
import { type ClientOptions, createClient } from './client.ts'
import { localsApi } from './locals.ts'
import { periodsApi } from './periods.ts'
import { sessionApi } from './session.ts'

export { ApiError, type ApiClient, type ClientOptions, type FrameBytes, type TokenStore } from './client.ts'

/** Every call, over one client. */
export function createApi(options: ClientOptions) {
  const client = createClient(options)
  return { client, session: sessionApi(client), locals: localsApi(client), periods: periodsApi(client) }
}

export type Api = ReturnType<typeof createApi>
