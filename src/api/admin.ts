/**
 * Administration of people and of what the product looks like: users, groups, accesses, API clients, brands.
 * Administrators only.
 */
import type { ApiClientDraft } from '#schemas/generated/api/api-client-draft.ts'
import type { ApiClientSecret } from '#schemas/generated/api/api-client-secret.ts'
import type { AuditQuery } from '#schemas/generated/api/audit-query.ts'
import type { BrandDraft } from '#schemas/generated/api/brand-draft.ts'
import type { EntriesMoved } from '#schemas/generated/api/entries-moved.ts'
import type { GroupDraft } from '#schemas/generated/api/group-draft.ts'
import type { OtpHanded } from '#schemas/generated/api/otp-handed.ts'
import type { UserAccessDraft } from '#schemas/generated/api/user-access-draft.ts'
import type { UserDraft } from '#schemas/generated/api/user-draft.ts'
import type { ApiClient as Program } from '#schemas/generated/entities/api-client.ts'
import type { AuditPage } from '#schemas/generated/entities/audit-page.ts'
import type { AuditState } from '#schemas/generated/entities/audit-state.ts'
import type { BrandImage } from '#schemas/generated/entities/brand-image.ts'
import type { Brand } from '#schemas/generated/entities/brand.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { EntryCount } from '#schemas/generated/entities/entry-count.ts'
import type { Group } from '#schemas/generated/entities/group.ts'
import type { LoginEntry } from '#schemas/generated/entities/login-entry.ts'
import type { PassChange } from '#schemas/generated/entities/pass-change.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { ModulesConfig } from '#schemas/generated/entities/modules-config.ts'
import type { ServerState } from '#schemas/generated/entities/server-state.ts'
import type { Session } from '#schemas/generated/entities/session.ts'
import type { UndeliveredMail } from '#schemas/generated/entities/undelivered-mail.ts'
import type { UserAccess } from '#schemas/generated/entities/user-access.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import type { ApiClient } from './client.ts'
import { bulkMailsApi } from './bulk-mails.ts'
import { installationsApi } from './installations.ts'
import { ordersApi } from './orders.ts'
import { reportManagementApi } from './report-management.ts'
import { placesApi, quarantineApi } from './places.ts'
import { localRecordsApi } from './local-records.ts'

type ModuleMap = ModulesConfig['modules']

/** The generic list helper of the specification (1, section 7), as calls. `Added`: what adding one answers. */
export interface Collection<Entity, Draft, Added = Entity> {
  list(signal?: AbortSignal): Promise<Entity[]>
  one(id: number, signal?: AbortSignal): Promise<Entity>
  add(draft: Draft): Promise<Added>
  save(id: number, draft: Draft): Promise<Entity>
  remove(id: number): Promise<void>
  /**
   * Of described nouns: puts back what was removed, with what belonged to it. ENTRY_NOT_FOUND, ENTRY_PLACE_TAKEN,
   * ENTRY_OWNER_NOT_FOUND.
   */
  restore?(id: number): Promise<Entity>
}

/** @param reads where it is read, when that is not its path */
function collection<Entity, Draft, Added>(
  client: ApiClient,
  path: string,
  reads = path,
): Collection<Entity, Draft, Added> {
  return {
    list: (signal) => client.list(reads, { signal }),
    one: (id, signal) => client.json(`${reads}/${id}`, { signal }),
    add: (draft) => client.json(path, { method: 'POST', body: draft }),
    save: (id, draft) => client.json(`${path}/${id}`, { method: 'PUT', body: draft }),
    async remove(id) {
      await client.send(`${path}/${id}`, { method: 'DELETE' })
    },
  }
}

const plain = <Entity, Draft>(client: ApiClient, path: string, reads?: string) =>
  collection<Entity, Draft, Entity>(client, path, reads)

/** The calls of described nouns. */
const entryApi = (client: ApiClient) => ({
  /** The entries of a described noun, by its name. ENTRY_NOT_FOUND, ENTRY_CHANGED. */
  entries: <Entity, Draft>(name: string, reads = name): Collection<Entity, Draft> => ({
    ...plain<Entity, Draft>(client, `/${name}`, `/${reads}`),
    restore: (id) => client.json(`/${name}/${id}/restore`, { method: 'POST' }),
  }),
  /** A part of an entry of a noun that is saved in parts. ENTRY_CHANGED with the part. */
  savePart: <Entity>(name: string, id: number, part: string, body: object): Promise<Entity> =>
    client.json(`/${name}/${id}/parts/${part}`, { method: 'PUT', body }),
  /** An action on an entry of a noun with states. ENTRY_STATE_CONFLICT, ENTRY_ACTION_NOT_ALLOWED, USER_NOT_FOUND. */
  act: <Entity>(name: string, id: number, action: string, body?: object): Promise<Entity> =>
    client.json(`/${name}/${id}/${action}`, { method: 'POST', body }),
  /** An action for many, at most 1000, by its path. */
  actOnMany: (name: string, path: string, idList: readonly number[]): Promise<EntriesMoved> =>
    client.json(`/${name}/${path}`, { method: 'POST', body: { idList } }),
  /** "Process per user", by its path: what waits for a person is assigned to them. USER_NOT_FOUND. */
  process: (path: string, user: number): Promise<EntriesMoved> =>
    client.json(`/${path}/process/user/${user}`, { method: 'POST' }),
  /** The locals that `process` would assign now. USER_NOT_FOUND. */
  wouldProcess: (path: string, user: number, signal?: AbortSignal): Promise<EntriesMoved> =>
    client.json(`/${path}/process/user/${user}`, { signal }),
})

export const adminApi = (client: ApiClient) => ({
  /** Adding one sends the invitation. NAME_TAKEN, MAC_TAKEN, FLAG_NEEDS, LAST_ADMIN, OWN_ACCOUNT. */
  users: plain<UserAccount, UserDraft>(client, '/users'),
  /** Disabling ends the sessions. LAST_ADMIN, OWN_ACCOUNT. */
  setEnabled: (id: number, enabled: boolean): Promise<UserAccount> =>
    client.json(`/users/${id}/${enabled ? 'enable' : 'disable'}`, { method: 'POST' }),
  /** A one-time code to pass on. OTP_NOT_USED. */
  handCode: (id: number): Promise<OtpHanded> => client.json(`/users/${id}/otp`, { method: 'POST' }),
  /** For a lost telephone: its app, its passkeys and its sessions end. */
  removeFactors: (id: number): Promise<void> =>
    client.send(`/users/${id}/second-factors`, { method: 'DELETE' }).then(() => undefined),
  ...entryApi(client),
  /** How many entries of each noun are in each of its states. */
  entryCounts: (signal?: AbortSignal): Promise<EntryCount[]> => client.list('/management/entries/counts', { signal }),
  orders: ordersApi(client),
  installations: installationsApi(client),
  groups: plain<Group, GroupDraft>(client, '/security/group'),
  accesses: plain<UserAccess, UserAccessDraft>(client, '/security/user_access'),
  /** The secret is in the answer to adding, and nowhere else. */
  programs: collection<Program, ApiClientDraft, ApiClientSecret>(client, '/security/api_client'),
  /** The old secret and its sessions end. */
  renewSecret: (id: number): Promise<ApiClientSecret> =>
    client.json(`/security/api_client/${id}/secret`, { method: 'POST' }),
  brands: plain<Brand, BrandDraft>(client, '/brands'),
  /** PNG, JPEG or WebP. IMAGE_INVALID, BODY_TOO_LARGE. */
  addImage: (file: Blob): Promise<BrandImage> => client.json('/brand-images', { method: 'POST', body: file }),
  /** PASSWORD_WRONG, LOGIN_TOO_MANY, CONFIRMATION_ELSEWHERE. */
  async confirm(password: string): Promise<void> {
    await client.send('/auth/user/confirm', { method: 'POST', body: { password } })
  },
  server: {
    state: (signal?: AbortSignal): Promise<ServerState> => client.json('/server/state', { signal }),
    setMaintenance: (maintenance: boolean): Promise<ServerState> =>
      client.json('/server/maintenance', { method: 'PUT', body: { maintenance } }),
    /** Newest first. */
    mails: (signal?: AbortSignal): Promise<UndeliveredMail[]> => client.list('/server/mails', { signal }),
    /** MAIL_NOT_FOUND when it has left meanwhile. */
    async retry(id: number): Promise<void> {
      await client.send(`/server/mails/${id}/retry`, { method: 'POST' })
    },
    async forgetFailures(): Promise<void> {
      await client.send('/server/mails', { method: 'DELETE' })
    },
  },
  modules: {
    of: async (type: 'client' | 'local', unit: number, signal?: AbortSignal): Promise<ModuleMap> =>
      (await client.json<ModulesConfig>(`/modules/${type}/${unit}/config`, { signal })).modules,
    save: async (type: 'client' | 'local', unit: number, modules: ModuleMap): Promise<ModuleMap> =>
      (await client.json<ModulesConfig>(`/modules/${type}/${unit}/config`, { method: 'PUT', body: { modules } }))
        .modules,
  },
  bulkMails: bulkMailsApi(client),
  reportManagement: reportManagementApi(client),
  places: placesApi(client),
  localRecords: localRecordsApi(client),
  quarantine: quarantineApi(client),
  /** Of a client; left out: of all. */
  locals: (of?: number, signal?: AbortSignal): Promise<Local[]> =>
    client.list('/locals', { query: { client: of }, signal }),
  clients: (signal?: AbortSignal): Promise<Client[]> => client.list('/clients', { signal }),
  audit: (query: AuditQuery, signal?: AbortSignal): Promise<AuditPage> =>
    client.json('/audit', { query: { ...query }, signal }),
  /** Reads the whole log. */
  verifyAudit: (signal?: AbortSignal): Promise<AuditState> => client.json('/audit/verify', { signal }),
  /** Newest first, at most 200. */
  logins: (user: number, signal?: AbortSignal): Promise<LoginEntry[]> =>
    client.list(`/auth/user/logins/${user}`, { signal }),
  passChanges: (user: number, signal?: AbortSignal): Promise<PassChange[]> =>
    client.list(`/auth/user/pass-changes/${user}`, { signal }),
  sessions: (user: number, signal?: AbortSignal): Promise<Session[]> =>
    client.list(`/auth/sessions/user/${user}`, { signal }),
  async endSession(id: number): Promise<void> {
    await client.send(`/auth/sessions/${id}`, { method: 'DELETE' })
  },
  /** Lets the account try to sign in again at once. */
  async clearFails(user: number): Promise<void> {
    await client.send(`/auth/user/login-fails/${user}`, { method: 'DELETE' })
  },
  /** A mail with a link that sets a new password. */
  async sendRecovery(email: string, language: string): Promise<void> {
    await client.send('/api/scewc', { method: 'POST', body: { email, language } })
  },
})

export type AdminApi = ReturnType<typeof adminApi>
