/** Files that people bring in. For accounts with canUpload. */
import type { OfferMode, UploadKind } from '#domain/uploads'
import { targetOf } from '#domain/uploads'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { UploadCheck } from '#schemas/generated/entities/upload-check.ts'
import type { Upload } from '#schemas/generated/entities/upload.ts'
import { ApiError, type ApiClient, FILE_TIMEOUT_MS } from './client.ts'

export interface UploadWhat {
  readonly kind: UploadKind
  /** Of offers and orders. */
  readonly mode: OfferMode
  /** Null for a feed that says itself whose its rows are. */
  readonly client: number | null
}

const NOT_MODIFIED = 304

const addressOf = ({ kind, mode, client }: UploadWhat, step: 'check' | 'load'): string => {
  switch (kind) {
    case 'offersOrders':
      return `/automotive/oo/${targetOf(mode, client) ?? ''}/${step === 'check' ? 'check' : 'upload'}/${mode}`
    case 'investment':
      return `/automotive/mi/${client ?? ''}/${step === 'check' ? 'check' : 'upload'}`
    case 'ticketsHourly':
      return `/upload/tickets/hourly/${client ?? ''}/${step === 'check' ? 'check' : 'csv'}`
    case 'ticketsDaily':
      return `/upload/tickets/daily/${client ?? ''}/${step === 'check' ? 'check' : 'csv'}`
  }
}

function formOf(file: File): FormData {
  const form = new FormData()
  form.append('file', file, file.name)
  return form
}

export const uploadsApi = (client: ApiClient) => ({
  clients: (signal?: AbortSignal): Promise<Client[]> => client.list('/clients', { signal }),
  /** Checks the file; nothing is changed. */
  check: (what: UploadWhat, file: File, signal?: AbortSignal): Promise<UploadCheck> =>
    client.json(addressOf(what, 'check'), {
      method: 'POST',
      body: formOf(file),
      signal,
      timeoutMs: FILE_TIMEOUT_MS,
    }),
  /** Null when the file has no new rows. UPLOAD_ROWS_INVALID, UPLOAD_IDS_MISSING, UPLOAD_NOTHING_FOUND. */
  async load(what: UploadWhat, file: File): Promise<Upload | null> {
    try {
      return await client.json(addressOf(what, 'load'), {
        method: 'POST',
        body: formOf(file),
        timeoutMs: FILE_TIMEOUT_MS,
      })
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === NOT_MODIFIED) return null
      throw cause
    }
  },
  /** The newest first. */
  history: (signal?: AbortSignal): Promise<Upload[]> => client.list('/uploads', { signal }),
  /** UPLOAD_UNDONE. */
  undo: (id: number): Promise<Upload> => client.json(`/uploads/${id}/undo`, { method: 'POST' }),
})

export type UploadsApi = ReturnType<typeof uploadsApi>
