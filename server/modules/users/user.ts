import type { AccessFlag } from '#domain/access'
import type { AccountProperties } from '#schemas/generated/entities/account-properties.ts'
import type { Role, Scope } from '../../scope.ts'

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
}

/** What this user may read. */
export const scopeOf = ({ id, role, clients, properties }: User): Scope => ({
  userId: id,
  role,
  clients: role === 'admin' ? 'all' : clients,
  demo: properties.demo,
})

/** What a person typed as it is stored: trimmed, in lower case, with the default domain when it has none. */
export function normalUsername(typed: string, loginDomain: string): string {
  const username = typed.trim().toLowerCase()
  return username === '' || username.includes('@') ? username : `${username}@${loginDomain}`
}
