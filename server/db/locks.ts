/**
 * A limit that is counted before a row is inserted holds only if no other process counts in between. SQLite's
 * transactions run one after the other; PostgreSQL's do not, so they wait here for each other.
 */
import { PostgresAdapter, sql } from 'kysely'
import { LOCK_SPACE } from './catalog-lock.ts'
import type { Db } from './tables.ts'

/** The counted or replaced thing, and its owner. The numbers are the lock's, so they stay what they are. */
const SUBJECTS = {
  reports: 1,
  reportRuns: 2,
  exports: 3,
  screens: 4,
  dashboardsOfOwner: 5,
  dashboardsOfClient: 6,
  dashboardMarks: 7,
  openingHours: 8,
  importPresets: 9,
  publicLinks: 10,
  apiTokens: 11,
  savedViews: 16,
  annotations: 17,
  webhooks: 19,
  dashboardBytes: 20,
  figureRules: 18,
  presetupMacs: 23,
  passkeys: 24,
} as const

export type LockSubject = keyof typeof SUBJECTS

export function lockRepo(db: Db) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  return {
    /**
     * Waits for the holder of the same lock, and holds it until the transaction ends. Take it first in a transaction,
     * or after the one row that is changed, and several in the order of their ids. @param id of an account or a client
     */
    async hold(subject: LockSubject, id: number): Promise<void> {
      if (!db.isTransaction) throw new Error(`The lock of ${subject} needs a transaction to end with.`)
      if (isPostgres) await sql`select pg_advisory_xact_lock(${LOCK_SPACE + SUBJECTS[subject]}, ${id})`.execute(db)
    },
  }
}
