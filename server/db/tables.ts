/**
 * The catalog's tables as both dialects hold them. Yes and no are 1 and 0, times are epoch milliseconds, days are `YYYY-MM-DD`,
 * and nested values are JSON text: what SQLite and PostgreSQL hand back is then the same.
 */
import type { Generated, Insertable, Kysely, Selectable } from 'kysely'

export interface ClientsTable {
  id: Generated<number>
  name: string
  type: string
  external_id: string | null
}

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
  additional_information: string
}

export interface AreasTable {
  id: Generated<number>
  local_id: number
  name: string
  zone: string
  external_id: string | null
}

export interface FootscansTable {
  id: Generated<number>
  area_id: number
  mac: string
  enabled: number
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

export interface CampaignsTable {
  id: Generated<number>
  client_id: number
  name: string
  begin_on: string
  end_on: string
  description: string
}

export interface LocalParamsTable {
  local_id: number
  /** Only what differs from the default of the local's type. */
  params: string
}

export interface UsersTable {
  id: Generated<number>
  username: string
  password_hash: string | null
  role: string
  enabled: number
  flags: string
  properties: string
  created_at: number
}

export interface UserClientsTable {
  user_id: number
  client_id: number
}

export interface SessionsTable {
  /** SHA-256 of the token, hex: the token itself is nowhere at rest. */
  token_hash: string
  user_id: number
  created_at: number
  seen_at: number
  address: string
}

export interface AuditLogTable {
  id: Generated<number>
  at: number
  user_id: number | null
  action: string
  target: string
  details: string
}

export interface Tables {
  clients: ClientsTable
  locals: LocalsTable
  areas: AreasTable
  footscans: FootscansTable
  opening_hours: OpeningHoursTable
  holidays: HolidaysTable
  campaigns: CampaignsTable
  local_params: LocalParamsTable
  users: UsersTable
  user_clients: UserClientsTable
  sessions: SessionsTable
  audit_log: AuditLogTable
}

export type Db = Kysely<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
export type SqlDialect = 'sqlite' | 'postgres'
