/** Files of any length, made by the server as jobs. For accounts with canDownload. */
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'
import type { ExportFileParams } from '#schemas/generated/api/export-file-params.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { ExportLink } from '#schemas/generated/entities/export-link.ts'
import type { Export } from '#schemas/generated/entities/export.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { ApiClient } from './client.ts'

export const exportsApi = (client: ApiClient) => ({
  clients: (signal?: AbortSignal): Promise<Client[]> => client.list('/clients', { signal }),
  locals: (of: number, signal?: AbortSignal): Promise<Local[]> =>
    client.list('/locals', { query: { client: of, hideNoData: true }, signal }),
  /** Newest first. */
  list: (signal?: AbortSignal): Promise<Export[]> => client.list('/exports', { signal }),
  /**
   * EXPORT_HOURS_NOT_FOUND, EXPORT_ROWS_NOT_FOUND, EXPORT_SELECTION_EMPTY, EXPORT_BUSY, EXPORT_QUOTA_EXCEEDED,
   * EXPORT_DISK_FULL, DOWNLOAD_DATE_FUTURE, DATES_INCORRECT, CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, RATE_LIMITED.
   */
  start: (draft: ExportDraft): Promise<Export> => client.json('/exports', { method: 'POST', body: draft }),
  /** An address for the browser's own download. EXPORT_NOT_FOUND, EXPORT_NOT_READY, EXPORT_ACCESS_LOST. */
  link: (id: number, file: ExportFileParams['file']): Promise<ExportLink> =>
    client.json(`/exports/${id}/files/${file}/link`, { method: 'POST' }),
  /** Cancels it while it is not finished. EXPORT_NOT_FOUND. */
  async remove(id: number): Promise<void> {
    await client.send(`/exports/${id}`, { method: 'DELETE' })
  },
})

export type ExportsApi = ReturnType<typeof exportsApi>
