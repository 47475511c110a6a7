/** Hours and days as a file. For accounts with canDownload. */
import type { DownloadQuery } from '#schemas/generated/api/download-query.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { ApiClient } from './client.ts'

export const downloadsApi = (client: ApiClient) => ({
  clients: (signal?: AbortSignal): Promise<Client[]> => client.list('/clients', { signal }),
  /** Without the venues that have no data, for those who may not see them. */
  locals: (of: number, signal?: AbortSignal): Promise<Local[]> =>
    client.list('/locals', { query: { client: of, hideNoData: true }, signal }),
  /**
   * The answer whose body is still to be read. DOWNLOAD_RANGE_TOO_LONG, DOWNLOAD_DATE_FUTURE, CLIENT_NOT_FOUND,
   * LOCAL_NOT_FOUND.
   */
  open: (query: DownloadQuery, signal: AbortSignal): Promise<Response> =>
    client.send('/downloads', { query: { ...query }, headers: { accept: '*/*' }, signal }),
})

export type DownloadsApi = ReturnType<typeof downloadsApi>
