/** Values of the form of a footscan, and the draft that is sent. */
import { DEFAULT_MAC } from '#domain/hubble'
import type { FootscanDraft } from '#schemas/generated/api/footscan-draft.ts'
import type { PlaceAt } from '../place-address.ts'
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'

export interface FootscanValues {
  readonly name: string
  readonly mac: string
  readonly kind: FleetFootscan['kind']
  readonly client: number | null
  readonly local: number | null
  readonly area: number | null
  readonly externalId: string
  readonly reversed: boolean
  readonly reportS: number | null
  readonly enabled: boolean
}

export const newFootscan = (mac: string = DEFAULT_MAC, { client, local, area }: PlaceAt = {}): FootscanValues => ({
  name: '',
  mac,
  kind: 'aforo',
  client: client ?? null,
  local: local ?? null,
  area: area ?? null,
  externalId: '',
  reversed: false,
  reportS: 300,
  enabled: true,
})

export const valuesOf = ({
  name,
  mac,
  kind,
  client,
  local,
  area,
  externalId,
  reversed,
  reportS,
  enabled,
}: FleetFootscan): FootscanValues => ({
  name,
  mac,
  kind,
  client,
  local,
  area,
  externalId: externalId ?? '',
  reversed,
  reportS,
  enabled,
})

/** The area is there: the form asks for it. */
export const draftOf = ({
  name,
  mac,
  kind,
  area,
  externalId,
  reversed,
  reportS,
  enabled,
}: FootscanValues): FootscanDraft => ({
  area: area ?? 0,
  mac: mac.trim(),
  name: name.trim(),
  kind,
  externalId: externalId.trim() === '' ? null : externalId.trim(),
  reversed,
  reportS: reportS ?? 300,
  enabled,
})
