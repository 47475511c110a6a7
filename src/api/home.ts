/** The start of the day, in one call. */
import type { Home } from '#schemas/generated/entities/home.ts'
import type { ApiClient } from './client.ts'

export const homeApi = (client: ApiClient) => ({
  home: (signal?: AbortSignal): Promise<Home> => client.json('/home', { signal }),
})
