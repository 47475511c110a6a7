/**
 * The catalog's tables as both dialects hold them. Yes and no are 1 and 0, times are epoch milliseconds, days are
 * `YYYY-MM-DD`, and nested values are JSON text: what SQLite and PostgreSQL hand back is then the same.
 */
import type { Generated, Insertable, Kysely, Selectable } from 'kysely'

export interface ClientsTable {
  id: Generated<number>
  name: string
  type: string
  external_id: string | null
  /** What the system before this one calls it. */
  old_id: string | null
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
  /** `import` or `person`; null while it is open. */
  closed_by: string | null
  additional_information: string
  /** What other systems call it. */
  mapping: string | null
  old_id: string | null
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

/** With a footscan it speaks for that one, without for all of the client: a gateway or a cloud. */
export interface DeviceKeysTable {
  id: Generated<number>
  client_id: number
  footscan_id: number | null
  name: string
  /** SHA-256, hex. */
  key_hash: string
  /** Sealed: what signed payloads are checked with. */
  signing_secret: string | null
  /** What a GET is answered with, for clouds that ask before they post. */
  validator: string | null
  created_at: number
  created_by: number | null
  revoked_at: number | null
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

export interface HolidayRegionsTable {
  local_id: number
  /** ISO 3166-1. */
  country: string
  /** As the holiday library names it; null = the whole country. */
  region: string | null
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
  /** `password`, `otp`, `external` or `service`. */
  login_type: Generated<string>
  password_expired: Generated<number>
  password_changed_at: Generated<number | null>
  terms_accepted_at: Generated<number | null>
  responsibility_accepted_at: Generated<number | null>
}

/** One user may read one client. */
export interface UserAccessTable {
  id: Generated<number>
  user_id: number
  client_id: number
  created_at: number
  /** Null = the product itself. */
  created_by: number | null
}

export interface UserGroupsTable {
  id: Generated<number>
  name: string
  description: string
  flags: string
}

export interface GroupMembersTable {
  group_id: number
  user_id: number
}

export interface GroupClientsTable {
  group_id: number
  client_id: number
}

export interface UserMacsTable {
  mac: string
  user_id: number
}

export interface BrandsTable {
  id: Generated<number>
  label: string
  /** Everything but the label. */
  branding: string
}

export interface BrandImagesTable {
  id: Generated<number>
  type: string
  width: number
  height: number
  bytes: Uint8Array
  created_at: number
}

export interface ClientModulesTable {
  client_id: number
  modules: string
}

export interface LocalModulesTable {
  local_id: number
  modules: string
}

export interface ModuleReturnsTable {
  local_id: number
  module: string
  /** Epoch ms. */
  at: number
}

export interface TrackingEventsTable {
  id: Generated<number>
  /** When it arrived; `occurred_at` is what the browser's clock said. */
  at: number
  user_id: number
  /** The browser's id of the event: a batch that is sent twice counts once. */
  event_id: string
  event: string
  module: string | null
  occurred_at: number
  data: string
}

export interface SessionsTable {
  /** Names the session towards its owner; opens nothing. */
  id: Generated<number>
  /** SHA-256 of the token, hex: the token itself is nowhere at rest. */
  token_hash: string
  user_id: number
  created_at: number
  seen_at: number
  address: string
  agent: string
  /** When who is behind it last showed the password; null = never. */
  confirmed_at: number | null
  /** The API client whose page holds the session; null = the person signed in here. */
  api_client_id: number | null
}

export interface LoginsTable {
  id: Generated<number>
  /** Null = there is no such account. */
  user_id: number | null
  username: string
  at: number
  success: number
  address: string
  /** The address without the part its customer chooses. */
  network: string
  agent: string
}

export interface PassChangesTable {
  id: Generated<number>
  user_id: number
  at: number
}

export interface AccountTokensTable {
  /** SHA-256, hex. */
  hash: string
  user_id: number
  /** `recover`, `invite`, `access` or `otp`. */
  kind: string
  expires_at: number
  used_at: number | null
}

export interface OtpCodesTable {
  user_id: number
  /** SHA-256 of the name of the browser that asked, hex; empty = handed out by an administrator, for any browser. */
  browser_hash: string
  /** HMAC, hex. */
  code_hash: string
  expires_at: number
  tries_left: number
}

/** An app that makes codes (RFC 6238). */
export interface TotpTable {
  user_id: number
  /** Sealed. */
  secret: string
  /** The last half minute of which a code was taken. */
  last_step: number
  /** Null = no code of it was entered yet: it is not asked for. */
  confirmed_at: number | null
}

export interface RecoveryCodesTable {
  user_id: number
  /** SHA-256, hex. A code that was used is gone. */
  hash: string
}

export interface PasskeysTable {
  id: Generated<number>
  user_id: number
  /** Base64url, as the browser names it. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  counter: number
  /** JSON: how the authenticator is reached. */
  transports: string
  name: string
  created_at: number
  used_at: number | null
}

export interface ApiClientsTable {
  id: Generated<number>
  client_id: string
  name: string
  redirect_uris: string
  enabled: number
  pkce: number
  /** SHA-256 of a random secret, hex. */
  secret_hash: string | null
  /** Its service user, who holds its rights. */
  user_id: number
  created_at: number
}

export interface OauthCodesTable {
  hash: string
  user_id: number
  api_client_id: number
  redirect_uri: string
  challenge: string | null
  expires_at: number
}

export interface MailsTable {
  id: Generated<number>
  at: number
  /** `waiting`, `sent` or `failed`. */
  state: string
  tries: number
  next_try_at: number
  /** Recipient, subject and texts, encrypted: they carry links and codes. */
  sealed: string
}

/** How nodes join a network. `password` is sealed, here and below. */
export interface HubbleWifiTable {
  mac: string
  ssid: string
  password: string | null
  updated_at: number
}

export interface HubbleSshTable {
  mac: string
  ip: string
  port: number | null
  username: string
  password: string | null
  tunnel_enabled: number
  proxy_mobile: number
  updated_at: number
}

/** `kind`: `node` or `factory`. */
export interface HubbleSettingsTable {
  kind: string
  mac: string
  settings: string
  /** Names of the settings in `sealed`. */
  hidden: string
  sealed: string | null
  updated_at: number
}

export interface HubbleValidatorTable {
  mac: string
  added_at: number
  added_by: number | null
}

/** A dashboard that is mailed on a schedule. */
export interface ReportsTable {
  id: Generated<number>
  owner_id: number
  /** Dashboard, filters, files, mail. */
  what: string
  cadence: string
  enabled: number
  /** Null = switched off. */
  next_at: number | null
  created_at: number
  updated_at: number
}

export interface ReportRunsTable {
  id: Generated<number>
  /** Null = made once. */
  report_id: number | null
  owner_id: number
  /** `scheduled`, `now` or `file`. */
  kind: string
  /** What was to be made, with its periods worked out: a later making asks for the same days. */
  what: string
  due_at: number
  as_of: string
  /** `queued`, `rendering`, `sent`, `ready`, `failed` or `cancelled`. */
  status: string
  reason: string | null
  tries: number
  /** Until then nobody else takes it. */
  lease_until: number
  created_at: number
  started_at: number | null
  ended_at: number | null
  pages: number | null
}

export interface ReportFilesTable {
  id: Generated<number>
  run_id: number
  name: string
  type: string
  bytes: Uint8Array
}

export interface AuditLogTable {
  id: Generated<number>
  at: number
  user_id: number | null
  action: string
  target: string
  details: string
  hash: string
  prev_hash: string
}

/** One row: how many entries the audit log has, and the hash of the last. */
export interface AuditHeadTable {
  id: number
  entries: number
  hash: string
}

/** A file with the oldest entries of the audit log. */
export interface AuditArchivesTable {
  first_id: number
  last_id: number
  name: string
  entries: number
  /** Of the entry before the first, and of the last. */
  prev_hash: string
  hash: string
  from_at: number
  to_at: number
  bytes: number
  /** Of the file, hex. */
  sha256: string
}

/** What is watched at the locals of a client. */
export interface AlertRulesTable {
  id: Generated<number>
  client_id: number
  kind: string
  settings: string
  /** JSON list of users; null = everyone who may. */
  recipients: string | null
  cool_down_h: number
  enabled: number
  created_at: number
  updated_at: number
}

/** Locals whose alerts were ever switched on. */
export interface AlertLocalsTable {
  local_id: number
  enabled: number
  changed_at: number
  changed_by: number | null
}

export interface AlertsTable {
  id: Generated<number>
  client_id: number
  local_id: number
  /** Null = the rule was removed. */
  rule_id: number | null
  kind: string
  /** What within the local: `footscan:7`, or nothing. */
  subject: string
  opened_at: number
  closed_at: number | null
  /** `solved` or `switchedOff`. */
  closed_because: string | null
  mailed_at: number | null
  solved_mailed_at: number | null
  figure: string
}

/** A dashboard made by people. Names, descriptions and flags are read from its document, so that a list opens none. */
export interface DashboardsTable {
  id: string
  owner_id: number | null
  /** Language -> name; under `` what is called the same in all. */
  names: string
  descriptions: string
  flags: string
  /** `onlyMe`, `clients`, `groups` or `everyone`. */
  audience: string
  /** Of the newest revision; 0 = never published. */
  revision: number
  /** The built-in one that it follows. */
  based_on: string | null
  created_at: number
  updated_at: number
  updated_by: number | null
  folder: string | null
  /** JSON array. */
  tags: Generated<string>
  /** JSON array of widget kinds at their places. */
  preview: Generated<string>
}

/** Also of built-in dashboards. */
export interface DashboardMarksTable {
  user_id: number
  dashboard_id: string
  starred_at: number | null
  opened_at: number | null
}

export interface DashboardClientsTable {
  dashboard_id: string
  client_id: number
}

export interface DashboardGroupsTable {
  dashboard_id: string
  group_id: number
}

export interface DashboardRevisionsTable {
  dashboard_id: string
  number: number
  /** Word for word. */
  text: string
  note: string
  author_id: number | null
  at: number
  restored_from: number | null
  /** Of the built-in text that the patch was made on. */
  based_on_hash: string | null
  /** What was changed of the built-in one. */
  patch: string | null
}

/** One for each person and dashboard. */
export interface DashboardDraftsTable {
  dashboard_id: string
  user_id: number
  text: string
  base_revision: number
  at: number
  undo: string | null
}

/** Mails that were given up. Not what they said: that has links and codes. */
export interface MailFailuresTable {
  id: Generated<number>
  at: number
  kind: string
  recipient: string
  reason: string
}

/** What administrators decide about the server as a whole, as JSON by name. */
export interface SettingsTable {
  name: string
  value: string
  changed_at: number
}

export interface UploadsTable {
  id: Generated<number>
  /** Null = a feed about several clients. */
  client_id: number | null
  kind: string
  mode: string | null
  file_name: string
  user_id: number | null
  /** `writing` until the facts are durable, then `done`. */
  state: string
  row_count: number
  added: number
  changed: number
  unchanged: number
  first_day: string | null
  last_day: string | null
  /** JSON: ids whose rows were left out. */
  missing: string
  uploaded_at: number
  undone_at: number | null
}

/** Files of counts on their way into the facts, loaded, or taken back. */
/** Files of any length that the server makes as jobs. */
export interface ExportsTable {
  id: Generated<number>
  owner_id: number
  state: string
  /** JSON: what was asked. */
  what: string
  /** 1 = with made-up names. */
  demo: number
  rows: number
  bytes: number
  /** JSON: name, bytes and checksum of each. */
  files: string
  /** JSON: why it failed. */
  error: string | null
  tries: number
  created_at: number
  started_at: number | null
  finished_at: number | null
  expires_at: number | null
}

export interface ImportsTable {
  id: Generated<number>
  /** Null = a new one that is not there yet, or one that is gone. */
  client_id: number | null
  client_name: string | null
  user_id: number | null
  state: string
  /** JSON: name, bytes and kind of each. */
  files: string
  /** JSON: as they were said. */
  settings: string
  /** JSON: what was found in the files. */
  found: string | null
  /** JSON. */
  report: string | null
  /** JSON: client, locals and areas that were made for it. */
  made: string | null
  /** 1 = is loaded at once when there is nothing to ask and nothing is set apart. */
  load_clean: number
  first_day: string | null
  last_day: string | null
  created_at: number
  changed_at: number
  loaded_at: number | null
  undone_at: number | null
}

/** A mapping that was saved by name. */
export interface ImportPresetsTable {
  id: Generated<number>
  /** Null = for every client. */
  client_id: number | null
  name: string
  /** JSON. */
  settings: string
  user_id: number | null
  created_at: number
}

/** A wall display. It reads what its owner may read of one client, with the rights of that moment. */
export interface ScreensTable {
  id: Generated<number>
  owner_id: number
  client_id: number
  name: string
  /** SHA-256, hex. */
  token_hash: string
  /** JSON: ids, in the order in which they take turns. */
  dashboards: string
  /** The filters as an address has them. */
  search: string
  seconds: number
  lang: string
  created_at: number
  seen_at: number | null
  revoked_at: number | null
}

/** What a screen opens with its token, and sends with every call. */
export interface ScreenSessionsTable {
  /** SHA-256, hex. */
  token_hash: string
  screen_id: number
  expires_at: number
}

export interface Tables {
  clients: ClientsTable
  locals: LocalsTable
  areas: AreasTable
  footscans: FootscansTable
  device_keys: DeviceKeysTable
  opening_hours: OpeningHoursTable
  holidays: HolidaysTable
  holiday_regions: HolidayRegionsTable
  campaigns: CampaignsTable
  local_params: LocalParamsTable
  users: UsersTable
  user_access: UserAccessTable
  user_groups: UserGroupsTable
  group_members: GroupMembersTable
  group_clients: GroupClientsTable
  user_macs: UserMacsTable
  brands: BrandsTable
  brand_images: BrandImagesTable
  client_modules: ClientModulesTable
  local_modules: LocalModulesTable
  module_returns: ModuleReturnsTable
  tracking_events: TrackingEventsTable
  sessions: SessionsTable
  logins: LoginsTable
  pass_changes: PassChangesTable
  account_tokens: AccountTokensTable
  otp_codes: OtpCodesTable
  totp: TotpTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  api_clients: ApiClientsTable
  oauth_codes: OauthCodesTable
  mails: MailsTable
  alert_rules: AlertRulesTable
  alert_locals: AlertLocalsTable
  alerts: AlertsTable
  uploads: UploadsTable
  imports: ImportsTable
  import_presets: ImportPresetsTable
  exports: ExportsTable
  hubble_wifi: HubbleWifiTable
  hubble_ssh: HubbleSshTable
  hubble_settings: HubbleSettingsTable
  hubble_validator: HubbleValidatorTable
  dashboards: DashboardsTable
  dashboard_marks: DashboardMarksTable
  dashboard_clients: DashboardClientsTable
  dashboard_groups: DashboardGroupsTable
  dashboard_revisions: DashboardRevisionsTable
  dashboard_drafts: DashboardDraftsTable
  settings: SettingsTable
  mail_failures: MailFailuresTable
  reports: ReportsTable
  report_runs: ReportRunsTable
  report_files: ReportFilesTable
  screens: ScreensTable
  screen_sessions: ScreenSessionsTable
  audit_log: AuditLogTable
  audit_head: AuditHeadTable
  audit_archives: AuditArchivesTable
}

export type Db = Kysely<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
export type SqlDialect = 'sqlite' | 'postgres'
