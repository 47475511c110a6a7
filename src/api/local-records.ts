/** Calls for the records of locals, besides those of every noun. */
import type { LocalAreaDraft } from '#schemas/generated/api/local-area-draft.ts'
import type { LocalPageQuery } from '#schemas/generated/api/local-page-query.ts'
import type { AreaFootscans } from '#schemas/generated/entities/area-footscans.ts'
import type { Area } from '#schemas/generated/entities/area.ts'
import type { LocalImport } from '#schemas/generated/entities/local-import.ts'
import type { LocalPage } from '#schemas/generated/entities/local-page.ts'
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import type { ApiClient } from './client.ts'

export const localRecordsApi = (client: ApiClient) => ({
  /** The first by name; with `after` those after an id. */
  page: (query: LocalPageQuery, signal?: AbortSignal): Promise<LocalPage> =>
    client.json('/management/locals', { query: { ...query }, signal }),
  areas: async (local: number, signal?: AbortSignal): Promise<AreaFootscans[]> =>
    (await client.json<{ data: AreaFootscans[] }>(`/locals/${local}/areas-footscans`, { signal })).data,
  /** NAME_TAKEN. */
  addArea: (local: number, draft: LocalAreaDraft): Promise<Area> =>
    client.json(`/management/locals/${local}/areas`, { method: 'POST', body: draft }),
  plan: async (local: number, signal?: AbortSignal): Promise<Blob> =>
    (await client.send(`/management/locals/${local}/plan`, { signal })).blob(),
  /** PNG, JPEG or WebP; null takes it away. IMAGE_INVALID, BODY_TOO_LARGE. */
  setPlan: (local: number, file: Blob | null): Promise<LocalRecord> =>
    client.json(
      `/management/locals/${local}/plan`,
      file === null ? { method: 'DELETE' } : { method: 'PUT', body: file },
    ),
  /** LOCAL_IMPORT_COLUMNS, UPLOAD_NOT_TEXT; LOCAL_IMPORT_INVALID when it is loaded. */
  readFile: (file: Blob, isCheck: boolean, of?: number): Promise<LocalImport> =>
    client.json(`/management/locals/import${isCheck ? '/check' : ''}`, {
      method: 'POST',
      query: { client: of },
      body: new Blob([file], { type: 'text/csv' }),
    }),
})
