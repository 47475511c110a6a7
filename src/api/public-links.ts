/** Public links: dashboards that are read without signing in. */
import type { PublicLinkDraft } from '#schemas/generated/api/public-link-draft.ts'
import type { PublicLinkMade } from '#schemas/generated/api/public-link-made.ts'
import type { PublicLinkView } from '#schemas/generated/entities/public-link-view.ts'
import type { PublicLink } from '#schemas/generated/entities/public-link.ts'
import type { ApiClient, FrameBytes } from './client.ts'

export const publicLinksApi = (client: ApiClient) => ({
  /** The caller's own; for administrators also those of others. Newest first. */
  list: (signal?: AbortSignal): Promise<PublicLink[]> => client.list('/public-links', { signal }),
  /** With its token, this once. */
  add: (draft: PublicLinkDraft): Promise<PublicLinkMade> =>
    client.json('/public-links', { method: 'POST', body: draft }),
  async revoke(id: number): Promise<void> {
    await client.send(`/public-links/${id}`, { method: 'DELETE' })
  },
})

export type PublicLinksApi = ReturnType<typeof publicLinksApi>

/** Calls that readers of one link may make. */
export const sharedApi = (client: ApiClient, token: string) => ({
  /** PUBLIC_LINK_INVALID, PUBLIC_LINK_ENDED. */
  view: (): Promise<PublicLinkView> => client.json('/public-links/view', { method: 'POST', body: { token } }),
  ask: (source: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<FrameBytes> =>
    client.frame('/public-links/ask', { method: 'POST', body: { token, source, args }, signal }),
})
