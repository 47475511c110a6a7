/** Tokens with which programs call as the own account, for dashboards as code. */
import type { ApiTokenDraft } from '#schemas/generated/api/api-token-draft.ts'
import type { ApiTokenMade } from '#schemas/generated/api/api-token-made.ts'
import type { ApiToken } from '#schemas/generated/entities/api-token.ts'
import type { ApiClient } from './client.ts'

export const apiTokensApi = (client: ApiClient) => ({
  /** Newest first. */
  list: (signal?: AbortSignal): Promise<ApiToken[]> => client.list('/auth/api-tokens', { signal }),
  /** With its value, this once. API_TOKEN_OWNER_NOT_ALLOWED, API_TOKEN_LIMIT_EXCEEDED. */
  add: (draft: ApiTokenDraft): Promise<ApiTokenMade> =>
    client.json('/auth/api-tokens', { method: 'POST', body: draft }),
  /** API_TOKEN_NOT_FOUND. */
  async revoke(id: number): Promise<void> {
    await client.send(`/auth/api-tokens/${id}`, { method: 'DELETE' })
  },
})
