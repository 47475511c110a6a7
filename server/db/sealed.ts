/**
 * Values of the catalog that are sealed with SECRET_KEY: their columns, under which key, and how one takes the place
 * of another.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './tables.ts'

/** Every column with sealed values, and the key of its rows. */
const SEALED = [
  { table: 'mails', column: 'sealed', key: ['id'] },
  { table: 'device_keys', column: 'signing_secret', key: ['id'] },
  { table: 'hubble_wifi', column: 'password', key: ['mac'] },
  { table: 'hubble_ssh', column: 'password', key: ['mac'] },
  { table: 'hubble_settings', column: 'sealed', key: ['kind', 'mac'] },
  { table: 'totp', column: 'secret', key: ['user_id'] },
  { table: 'webhooks', column: 'secret', key: ['id'] },
  { table: 'webhooks', column: 'old_secret', key: ['id'] },
] as const
type SealedColumn = (typeof SEALED)[number] extends infer C
  ? C extends { table: infer T extends string; column: infer K extends string }
    ? `${T}.${K}`
    : never
  : never

/**
 * The place that a value is bound to: it can be read there only. @param key the key of its row, in the order of the
 * table
 */
export const sealedPlace = (column: SealedColumn, ...key: readonly (string | number)[]): string =>
  `${column}:${key.join(':')}`

export interface SealedValue {
  readonly place: string
  readonly sealed: string
  /** Keeps another text in its place, unless it was changed since it was read. */
  replace(next: string): Promise<void>
}

/** `v1.` and eight digits that name the key are at the beginning of what `secretsOf` seals. */
const keyIn = (column: string) => sql<string>`substr(${sql.ref(column)}, 4, 8)`
const PAGE = 500

export function sealedRepo(db: Db) {
  return {
    /** The keys under which something is sealed. */
    async keys(): Promise<Set<string>> {
      const found = new Set<string>()
      for (const { table, column } of SEALED) {
        const { rows } = await sql<{ id: string }>`
          select distinct ${keyIn(column)} as id from ${sql.table(table)} where ${sql.ref(column)} is not null
        `.execute(db)
        for (const { id } of rows) found.add(id)
      }
      return found
    },

    /**
     * Values sealed with another key than this one, some rows at a time. Rows are asked for by their key: one that
     * stays as it is comes once.
     */
    async *under(other: string): AsyncGenerator<SealedValue[]> {
      for (const { table, column, key } of SEALED) {
        const name = sql.join(key.map((part) => sql.ref(part)))
        let after: readonly (string | number)[] | null = null
        for (;;) {
          const later: RawBuilder<unknown> = after === null ? sql`` : sql`and (${name}) > (${sql.join(after)})`
          const found: { rows: readonly Record<string, string | number>[] } = await sql<
            Record<string, string | number>
          >`
            select ${name}, ${sql.ref(column)} as sealed_text from ${sql.table(table)}
            where ${sql.ref(column)} is not null and ${keyIn(column)} <> ${other} ${later} order by ${name} limit ${PAGE}`.execute(
            db,
          )
          const { rows } = found
          if (rows.length === 0) break
          yield rows.map((row): SealedValue => {
            const values = key.map((part) => row[part]!)
            const sealed = String(row.sealed_text)
            return {
              place: sealedPlace(`${table}.${column}` as SealedColumn, ...values),
              sealed,
              async replace(next: string) {
                const same = sql.join(
                  key.map((part, at) => sql`${sql.ref(part)} = ${values[at]}`),
                  sql` and `,
                )
                await sql`
                  update ${sql.table(table)} set ${sql.ref(column)} = ${next}
                  where ${same} and ${sql.ref(column)} = ${sealed}
                `.execute(db)
              },
            }
          })
          after = key.map((part) => rows.at(-1)![part]!)
        }
      }
    },
  }
}
