/** How far installations are. Administrators only. */
import type { Installation } from '#schemas/generated/entities/installation.ts'
import type { InstallationStage } from '#schemas/generated/entities/installation-stage.ts'
import type { InstallationWay } from '#schemas/generated/entities/installation-way.ts'
import type { ApiClient } from './client.ts'

export const installationsApi = (client: ApiClient) => ({
  /** Those that are open, and those that ended lately; the one that waits longest in its stage first. */
  stages: (signal?: AbortSignal): Promise<InstallationStage[]> =>
    client.list('/management/installations/stages', { signal }),
  /** Of a local, newest first. */
  ofLocal: (local: number, signal?: AbortSignal): Promise<Installation[]> =>
    client.list(`/installations/local/${local}`, { signal }),
  /** ENTRY_NOT_FOUND. */
  way: (id: number, signal?: AbortSignal): Promise<InstallationWay> =>
    client.json(`/management/installations/${id}/way`, { signal }),
})
