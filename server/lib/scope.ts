/**
 * The data that the caller may access. It is the first parameter of every repository function, so a query without a
 * caller does not compile.
 */
import type { Language } from '#schemas/generated/entities/language.ts'

export type Role = 'basic' | 'admin'

export interface Scope {
  /** Null = the product itself. */
  readonly userId: number | null
  readonly role: Role
  /** Clients whose data may be read. */
  readonly clients: 'all' | readonly number[]
  /** Names are to be replaced by made-up ones before anything leaves the server. */
  readonly demo: boolean
  /** The language of the sort order of names; left out = the default. */
  readonly lang?: Language
}

/** A scope that is not bounded to some clients. */
export type AllClients = Scope & { readonly clients: 'all' }

/** For jobs, imports and the command line. Never reachable from a request. */
export const SYSTEM_SCOPE: AllClients = Object.freeze({ userId: null, role: 'admin', clients: 'all', demo: false })

export const mayReadClient = (scope: Scope, client: number) => scope.clients === 'all' || scope.clients.includes(client)

/**
 * Rows by name as the reader's language orders them, the same on every catalog: databases sort by bytes or by a locale
 * of their own.
 */
export function byName<Row extends { readonly name: string }>(
  { lang = 'es' }: Pick<Scope, 'lang'>,
  rows: readonly Row[],
): Row[] {
  const { compare } = new Intl.Collator(lang, { numeric: true })
  return rows.toSorted((a, b) => compare(a.name, b.name))
}
