/**
 * Who is asking, as far as data is concerned. Every repository function takes it first, so a query that forgets the caller
 * does not compile.
 */
export type Role = 'basic' | 'admin'

export interface Scope {
  /** Null = the product itself. */
  readonly userId: number | null
  readonly role: Role
  /** Clients whose data may be read. */
  readonly clients: 'all' | readonly number[]
  /** Names are to be replaced by made-up ones before anything leaves the server. */
  readonly demo: boolean
}

/** A scope that is not bounded to some clients. */
export type AllClients = Scope & { readonly clients: 'all' }

/** For jobs, imports and the command line. Never reachable from a request. */
export const SYSTEM_SCOPE: AllClients = Object.freeze({ userId: null, role: 'admin', clients: 'all', demo: false })

export const mayReadClient = (scope: Scope, client: number) => scope.clients === 'all' || scope.clients.includes(client)
