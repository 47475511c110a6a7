/** Clients, locals and areas put right, and what imports quarantined: calls of administrators. */
import type { Place } from '#schemas/generated/entities/place.ts'
import type { PlaceContents } from '#schemas/generated/entities/place-contents.ts'
import type { PlaceMerge } from '#schemas/generated/api/place-merge.ts'
import type { PlaceMergePreview } from '#schemas/generated/entities/place-merge-preview.ts'
import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'
import type { QuarantinedRowsQuery } from '#schemas/generated/api/quarantined-rows-query.ts'
import type { QuarantineGroup } from '#schemas/generated/entities/quarantine-group.ts'
import type { QuarantinedRowRelease } from '#schemas/generated/api/quarantined-row-release.ts'
import type { ApiClient } from './client.ts'

export const placesApi = (client: ApiClient) => ({
  /** All clients; or a client, its locals and their areas. */
  list: (of?: number, signal?: AbortSignal): Promise<Place[]> =>
    client.list('/management/places', { query: { client: of }, signal }),
  contents: (kind: Place['kind'], id: number, signal?: AbortSignal): Promise<PlaceContents> =>
    client.json(`/management/places/${kind}/${id}`, { signal }),
  /** NAME_TAKEN. */
  rename: (kind: Place['kind'], id: number, name: string): Promise<Place> =>
    client.json(`/management/places/${kind}/${id}/name`, { method: 'PUT', body: { name } }),
  /** PLACE_TIME_ZONE_INVALID, PLACE_HOURS_SPLIT. */
  moveTimeZone: (local: number, timeZone: string): Promise<Place> =>
    client.json(`/management/places/local/${local}/time-zone`, { method: 'PUT', body: { timeZone } }),
  /** Null opens it again. */
  setClosing: (local: number, closedOn: string | null): Promise<Place> =>
    client.json(`/management/places/local/${local}/closing`, { method: 'PUT', body: { closedOn } }),
  mergePreview: (kind: Place['kind'], id: number, into: number, signal?: AbortSignal): Promise<PlaceMergePreview> =>
    client.json(`/management/places/${kind}/${id}/merge`, { query: { into }, signal }),
  /** PLACE_MERGE_NOT_ALLOWED, PLACE_MERGE_CHOICE_REQUIRED. */
  merge: (kind: Place['kind'], id: number, body: PlaceMerge): Promise<Place> =>
    client.json(`/management/places/${kind}/${id}/merge`, { method: 'POST', body }),
  /** PLACE_IN_USE. */
  async remove(kind: Place['kind'], id: number): Promise<void> {
    await client.send(`/management/places/${kind}/${id}`, { method: 'DELETE' })
  },
})

export const quarantineApi = (client: ApiClient) => ({
  /** Newest first. */
  list: (query: QuarantinedRowsQuery, signal?: AbortSignal): Promise<QuarantinedRow[]> =>
    client.list('/management/quarantine', { query: { ...query }, signal }),
  groups: (signal?: AbortSignal): Promise<QuarantineGroup[]> =>
    client.list('/management/quarantine/groups', { signal }),
  /** LOCAL_NOT_FOUND, AREA_NOT_FOUND, QUARANTINE_HOUR_NOT_FOUND, QUARANTINE_KEPT. */
  release: (id: number, body: QuarantinedRowRelease): Promise<QuarantinedRow> =>
    client.json(`/management/quarantine/${id}/release`, { method: 'POST', body }),
  dismiss: (ids: readonly number[]): Promise<QuarantinedRow[]> =>
    client.list('/management/quarantine/dismiss', { method: 'POST', body: { ids } }),
})
