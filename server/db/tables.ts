/**
 * The catalog's tables as both dialects hold them. Yes and no are 1 and 0, times are epoch milliseconds, days are
 * `YYYY-MM-DD`, and nested values are JSON text: what SQLite and PostgreSQL hand back is then the same.
 */
import type { Insertable, Kysely, Selectable } from 'kysely'

/** By name; every module adds the tables that are its own (`tables.ts`), `declare module`. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface Tables {}

export type Db = Kysely<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
export type SqlDialect = 'sqlite' | 'postgres'
