/**
 * The catalog: who owns what and who may see it. Public entry point of its repositories; `open-catalog.ts` opens it.
 */
import type { lockRepo } from './db/locks.ts'
import type { sealedRepo } from './db/sealed.ts'
import type { SqlDialect } from './db/tables.ts'

/** By name; every module adds its own where it says what it keeps, `declare module`. */
export interface Repositories {
  readonly sealed: ReturnType<typeof sealedRepo>
  readonly locks: ReturnType<typeof lockRepo>
}

export interface Catalog extends Repositories {
  readonly dialect: SqlDialect
  /** All or nothing: what `work` writes through the repositories it is given is kept only if it resolves. */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>
  /** True when the store answers and its migrations have run. */
  ready(): Promise<boolean>
  close(): Promise<void>
}
