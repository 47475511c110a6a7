/** Dashboards: those one may open, and those one makes. Documents go and come as text, word for word. */
import type { DashboardAudience } from '#schemas/generated/api/dashboard-audience.ts'
import type { DashboardCopy } from '#schemas/generated/api/dashboard-copy.ts'
import type { DashboardDraftWrite } from '#schemas/generated/api/dashboard-draft-write.ts'
import type { DashboardNew } from '#schemas/generated/api/dashboard-new.ts'
import type { DashboardPlace } from '#schemas/generated/api/dashboard-place.ts'
import type { DashboardPublish } from '#schemas/generated/api/dashboard-publish.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import type { DashboardFolder } from '#schemas/generated/entities/dashboard-folder.ts'
import type { DashboardFound } from '#schemas/generated/entities/dashboard-found.ts'
import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import type { DashboardDraft } from '#schemas/generated/entities/dashboard-draft.ts'
import type { DashboardEditor } from '#schemas/generated/entities/dashboard-editor.ts'
import type { DashboardRevision } from '#schemas/generated/entities/dashboard-revision.ts'
import type { DashboardRevisionText } from '#schemas/generated/entities/dashboard-revision-text.ts'
import type { DashboardView } from '#schemas/generated/entities/dashboard-view.ts'
import type { ProvisionedFolder } from '#schemas/generated/entities/provisioned-folder.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Group } from '#schemas/generated/entities/group.ts'
import { type ApiClient, ApiError } from './client.ts'

export type Audience = DashboardAudience['audience']

const path = (id: string, rest = '') => `/dashboards/${encodeURIComponent(id)}${rest}`

export const dashboardsApi = (client: ApiClient) => ({
  /** The document as its readers get it. DASHBOARD_NOT_FOUND. */
  view: (id: string, signal?: AbortSignal): Promise<DashboardView> => client.json(`/users${path(id)}`, { signal }),
  /**
   * Dashboards that the caller may edit or that are shared with them, by name in a language. Built-in ones are among
   * them.
   */
  list: (lang: string, signal?: AbortSignal): Promise<Dashboard[]> =>
    client.list('/dashboards', { query: { lang }, signal }),
  /** Files of the folder of the operator, and what is wrong with them. */
  provisioned: (signal?: AbortSignal): Promise<ProvisionedFolder> => client.json('/dashboards/provisioned', { signal }),
  /** DASHBOARD_NOT_FOUND. */
  one: (id: string, signal?: AbortSignal): Promise<DashboardDocument> => client.json(path(id), { signal }),
  /**
   * Makes or imports one. With something wrong in it, it waits unpublished, word for word. DASHBOARD_UNREADABLE,
   * DASHBOARD_LIMIT, DASHBOARD_AUDIENCE.
   */
  add: (draft: DashboardNew): Promise<Dashboard> => client.json('/dashboards', { method: 'POST', body: draft }),
  duplicate: (id: string, copy: DashboardCopy): Promise<Dashboard> =>
    client.json(path(id, '/duplicate'), { method: 'POST', body: copy }),
  /** DASHBOARD_CONFLICT (`conflictOf`), DASHBOARD_INVALID (its details list the issues), DASHBOARD_AUDIENCE. */
  publish: (id: string, publication: DashboardPublish): Promise<DashboardDocument> =>
    client.json(path(id), { method: 'PUT', body: publication }),
  setAudience: (id: string, audience: Audience): Promise<Dashboard> =>
    client.json(path(id, '/audience'), { method: 'PUT', body: { audience } }),
  setPlace: (id: string, place: DashboardPlace): Promise<Dashboard> =>
    client.json(path(id, '/place'), { method: 'PUT', body: place }),
  /** Shared folders that the caller has a right to. */
  folders: (signal?: AbortSignal): Promise<DashboardFolder[]> => client.list('/dashboards/folders', { signal }),
  /** By their content, in a language; two letters at least. */
  search: (text: string, lang: string, signal?: AbortSignal): Promise<DashboardFound[]> =>
    client.list('/dashboards/search', { query: { text, lang }, signal }),
  /** All of them or none. DASHBOARD_READ_ONLY, DASHBOARD_FOLDER_NOT_ALLOWED. */
  async move(ids: readonly string[], folder: string | null): Promise<void> {
    await client.send('/dashboards/move', { method: 'POST', body: { ids, folder } })
  },
  /** The caller's own favourites. DASHBOARD_LIMIT. */
  async star(id: string, starred: boolean): Promise<void> {
    await client.send(path(id, '/star'), { method: 'PUT', body: { starred } })
  },
  async remove(id: string): Promise<void> {
    await client.send(path(id), { method: 'DELETE' })
  },
  /** The newest first. */
  revisions: (id: string, signal?: AbortSignal): Promise<DashboardRevision[]> =>
    client.list(path(id, '/revisions'), { signal }),
  revision: (id: string, number: number, signal?: AbortSignal): Promise<DashboardRevisionText> =>
    client.json(path(id, `/revisions/${number}`), { signal }),
  /** Publishes the document of a revision again, as a new one. */
  restore: (id: string, number: number): Promise<DashboardDocument> =>
    client.json(path(id, `/revisions/${number}/restore`), { method: 'POST' }),
  /** The caller's own draft; null = there is none. */
  async draft(id: string, signal?: AbortSignal): Promise<DashboardDraft | null> {
    try {
      return await client.json(path(id, '/draft'), { signal })
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'DASHBOARD_DRAFT_NOT_FOUND') return null
      throw cause
    }
  },
  /** DASHBOARD_DRAFT_CONFLICT (`draftConflictOf`), DASHBOARD_QUOTA_EXCEEDED. */
  keepDraft: (id: string, draft: DashboardDraftWrite): Promise<DashboardDraft> =>
    client.json(path(id, '/draft'), { method: 'PUT', body: draft }),
  /** Who else has the editor open; repeated within a minute, while it is open here. */
  editing: (id: string, page: string, signal?: AbortSignal): Promise<DashboardEditor[]> =>
    client.json(path(id, '/editing'), { method: 'PUT', body: { page }, signal }),
  /** Drops the one that was kept at `after`; another one that was kept elsewhere since stays. */
  async dropDraft(id: string, after: number): Promise<void> {
    await client.send(path(id, `/draft?after=${after}`), { method: 'DELETE' })
  },
  /** For the choice of an audience. */
  clients: (signal?: AbortSignal): Promise<Client[]> => client.list('/clients', { signal }),
  /** Administrators only. */
  groups: (signal?: AbortSignal): Promise<Group[]> => client.list('/security/group', { signal }),
})

export type DashboardsApi = ReturnType<typeof dashboardsApi>
