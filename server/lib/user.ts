import { hasAccess } from '#domain/access'
import type { AccessFlag, Account } from '#domain/access'
import { loginName } from '#domain/login-name'
import type { AccountProperties } from '#schemas/generated/entities/account-properties.ts'
import type { Role, Scope } from './scope.ts'

/** An account without its secret. */
export interface User {
  readonly id: number
  /** Lower case, with a domain. */
  readonly username: string
  readonly role: Role
  readonly enabled: boolean
  readonly flags: readonly AccessFlag[]
  readonly properties: AccountProperties
  /** Clients whose data a basic user may read; administrators read all. */
  readonly clients: readonly number[]
  readonly loginType: LoginType
  /** An administrator has asked for a new password. */
  readonly passwordExpired: boolean
  /** Epoch ms; null = not yet. */
  readonly passwordChangedAt: number | null
  readonly termsAcceptedAt: number | null
  readonly responsibilityAcceptedAt: number | null
  readonly createdAt: number
}

/**
 * `otp`: a one-time code besides the password. `external`: only through the identity provider. `service`: an API
 * client, never a person.
 */
export type LoginType = 'password' | 'otp' | 'external' | 'service'

/** True for an account that signs in with a local password, with or without a second factor. */
export const hasPassword = ({ loginType, properties }: Pick<User, 'loginType' | 'properties'>): boolean =>
  (loginType === 'password' || loginType === 'otp') && properties.externalLogin !== true

/** The fields of a user that the access rule needs. */
export const accountOf = ({ role, flags }: Pick<User, 'role' | 'flags'>): Account => ({
  roles: [role],
  properties: Object.fromEntries(flags.map((flag) => [flag, true])),
})

/** The user as far as an external page may act for them: what both may. Administration stays with the person. */
export const limitedTo = (user: User, page: Pick<User, 'flags' | 'clients'>): User => ({
  ...user,
  role: 'basic',
  flags: page.flags.filter((flag) => hasAccess(accountOf(user), flag)),
  clients: user.role === 'admin' ? page.clients : page.clients.filter((client) => user.clients.includes(client)),
})

/** The scope of this user. */
export const scopeOf = ({ id, role, clients, properties }: User): Scope => ({
  userId: id,
  role,
  clients: role === 'admin' ? 'all' : clients,
  demo: properties.demo,
  lang: properties.lang,
})

/** The stored form of a typed username: trimmed, in lower case, with the default domain when it has none. */
export const normalUsername = loginName
