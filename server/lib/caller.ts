/** Who sent a request, once its token was resolved. */
import type { Account } from '#domain/access'
import type { Scope } from './scope.ts'
import type { User } from './user.ts'

/** Who sent a request. */
export interface Caller {
  readonly user: User
  readonly scope: Scope
  readonly account: Account
  readonly tokenHash: string
  /** When the session was opened, epoch ms. */
  readonly since: number
  /** The password was shown a short while ago: rights and secrets may be changed. */
  readonly isConfirmed: boolean
  /** Name of the external page that holds the session; `user`, `scope` and `account` are then what both may. */
  readonly page?: string
  /** An internal, read-only token. */
  readonly readsOnly?: true
  /** A program speaks with an API token of the account; what it may call is in the rule of each route. */
  readonly program?: { readonly id: number; readonly name: string; readonly access: 'read' | 'write' }
  /** A screen speaks, with the rights of its maker; `dashboards`: the ids that it shows. */
  readonly screen?: { readonly id: number; readonly dashboards: readonly string[] }
}
