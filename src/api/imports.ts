/** Counts from files: read, checked, corrected, loaded, taken back. For administrators and accounts with canUpload. */
import type { ImportPresetDraft } from '#schemas/generated/api/import-preset-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { ImportPreset } from '#schemas/generated/entities/import-preset.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { ModuleMap, ModulesConfig } from '#schemas/generated/entities/modules-config.ts'
import { type ApiClient, FILE_TIMEOUT_MS } from './client.ts'

/** Settings first: what reads the form as it comes knows then what to do with the files. */
function formOf(files: readonly File[], settings: ImportSettings): FormData {
  const form = new FormData()
  form.append('settings', JSON.stringify(settings))
  for (const file of files) form.append('files', file, file.name)
  return form
}

export const importsApi = (client: ApiClient) => ({
  clients: (signal?: AbortSignal): Promise<Client[]> => client.list('/clients', { signal }),
  locals: (of: number, signal?: AbortSignal): Promise<Local[]> =>
    client.list('/locals', { query: { client: of }, signal }),
  /** The data modules that a client has. */
  modules: async (of: number, signal?: AbortSignal): Promise<ModuleMap> =>
    (await client.json<ModulesConfig>(`/modules/client/${of}/config`, { signal })).modules,
  presets: (signal?: AbortSignal): Promise<ImportPreset[]> => client.list('/import-presets', { signal }),
  /** The same name of the same client is replaced. */
  savePreset: (draft: ImportPresetDraft): Promise<ImportPreset> =>
    client.json('/import-presets', { method: 'POST', body: draft }),
  async removePreset(id: number): Promise<void> {
    await client.send(`/import-presets/${id}`, { method: 'DELETE' })
  },
  /** The newest first, without their places and previews. */
  history: (signal?: AbortSignal): Promise<Import[]> => client.list('/imports', { signal }),
  one: (id: number, signal?: AbortSignal): Promise<Import> => client.json(`/imports/${id}`, { signal }),
  /** Sends the files; they are read after that, see `one`. */
  begin: (files: readonly File[], settings: ImportSettings, signal?: AbortSignal): Promise<Import> =>
    client.json('/imports', {
      method: 'POST',
      body: formOf(files, settings),
      signal,
      timeoutMs: FILE_TIMEOUT_MS,
    }),
  /** The files are read again with these. IMPORT_STATE_CONFLICT while they are being read. */
  change: (id: number, settings: ImportSettings): Promise<Import> =>
    client.json(`/imports/${id}/settings`, { method: 'PUT', body: settings }),
  load: (id: number): Promise<Import> => client.json(`/imports/${id}/load`, { method: 'POST' }),
  cancel: (id: number): Promise<Import> => client.json(`/imports/${id}/cancel`, { method: 'POST' }),
  undo: (id: number): Promise<Import> => client.json(`/imports/${id}/undo`, { method: 'POST' }),
  /** The quarantined lines, as CSV. */
  quarantined: async (id: number, signal?: AbortSignal): Promise<Blob> =>
    (await client.send(`/imports/${id}/apart`, { headers: { accept: 'text/csv' }, signal })).blob(),
})

export type ImportsApi = ReturnType<typeof importsApi>
