/** Saved views of dashboards. */
import type { SavedViewChange } from '#schemas/generated/api/saved-view-change.ts'
import type { SavedViewDraft } from '#schemas/generated/api/saved-view-draft.ts'
import type { SavedView } from '#schemas/generated/entities/saved-view.ts'
import type { ApiClient } from './client.ts'

export const viewsApi = (client: ApiClient) => ({
  /** One's own, and those that are shared, by name. */
  list: (dashboard: string, signal?: AbortSignal): Promise<SavedView[]> =>
    client.list('/views', { query: { dashboard }, signal }),
  add: (draft: SavedViewDraft): Promise<SavedView> => client.json('/views', { method: 'POST', body: draft }),
  change: (id: number, change: SavedViewChange): Promise<SavedView> =>
    client.json(`/views/${id}`, { method: 'PUT', body: change }),
  async remove(id: number): Promise<void> {
    await client.send(`/views/${id}`, { method: 'DELETE' })
  },
  /** With which view the dashboard opens; null: as it begins itself. */
  async setDefault(dashboard: string, view: number | null): Promise<void> {
    await client.send('/views/default', { method: 'PUT', body: { dashboard, view } })
  },
})

export type ViewsApi = ReturnType<typeof viewsApi>
