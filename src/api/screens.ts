/** Screens: walls that show dashboards without a person's session. */
import type { ScreenMade } from '#schemas/generated/api/screen-made.ts'
import type { ScreenDraft } from '#schemas/generated/api/screen-draft.ts'
import type { Screen } from '#schemas/generated/entities/screen.ts'
import type { ApiClient } from './client.ts'

export const screensApi = (client: ApiClient) => ({
  /** The caller's own; for administrators also those of this client. Newest first. */
  list: (of: number | null, signal?: AbortSignal): Promise<Screen[]> =>
    client.list('/screens', { query: { client: of ?? undefined }, signal }),
  /** With its token, this once. SCREEN_LIMIT, SCREEN_MAKER_NOT_ALLOWED, CLIENT_NOT_FOUND, DASHBOARD_NOT_FOUND. */
  add: (draft: ScreenDraft): Promise<ScreenMade> => client.json('/screens', { method: 'POST', body: draft }),
  async revoke(id: number): Promise<void> {
    await client.send(`/screens/${id}`, { method: 'DELETE' })
  },
})

export type ScreensApi = ReturnType<typeof screensApi>
