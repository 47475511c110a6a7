import type { Generated } from 'kysely'

export interface LocalsTable {
  id: Generated<number>
  client_id: number
  name: string
  code: string
  type: string
  param_status: string
  enabled: number
  time_zone: string
  locality: string | null
  zip_code: string | null
  street: string | null
  country_code: string | null
  region: string | null
  lat: number | null
  lng: number | null
  external_id: string | null
  opened_on: string | null
  closed_on: string | null
  /** `import` or `person`; null while it is open. */
  closed_by: string | null
  additional_information: string
  /** Its id in other systems. */
  mapping: string | null
  old_id: string | null
  dealership_id: Generated<number | null>
  pre_sealed: Generated<number>
  big_venues: Generated<number>
  corporate: Generated<number>
  comments: Generated<string>
  /** Epoch ms; 0 = by an import, or before this was kept. */
  created_at: Generated<number>
  /** 0 = never. */
  updated_at: Generated<number>
  updated_by: Generated<number | null>
}

export interface AreasTable {
  id: Generated<number>
  local_id: number
  name: string
  zone: string
  traffic: Generated<string>
  external_id: string | null
}

export interface FootscansTable {
  id: Generated<number>
  area_id: number
  mac: string
  enabled: number
  name: Generated<string>
  /** Name of its adapter, or `aforo` for our own protocol. */
  kind: Generated<string>
  /** EUI-64 or another name by which a gateway knows it. */
  external_id: string | null
  /** 1 = mounted the other way round: its in is our out. */
  reversed: Generated<number>
  /** Seconds between two messages, as it is set up. */
  report_s: Generated<number>
  created_at: number | null
}

export interface OpeningHoursTable {
  id: Generated<number>
  local_id: number
  area_id: number | null
  week_day: number
  opening: string
  closing: string
}

export interface HolidaysTable {
  id: Generated<number>
  local_id: number
  day: string
  name: string
  closed: number
}

export interface LocalParamsTable {
  local_id: number
  /** Only what differs from the default of the local's type. */
  params: string
}
