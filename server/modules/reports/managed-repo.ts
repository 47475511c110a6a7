/** Scheduled reports of all people. For administrators: not bounded by an owner. */
import type { ManagedReportRun } from '#schemas/generated/entities/managed-report-run.ts'
import type { Db } from '../../db/tables.ts'
import type { AllClients } from '../../lib/scope.ts'
import { toReport } from './repo.ts'
import type { StoredReport } from './repo.ts'
import { lastRuns } from './run-repo.ts'

export function managedReportRepo(db: Db) {
  return {
    /** Oldest first. */
    async list(_scope: AllClients): Promise<StoredReport[]> {
      return (await db.selectFrom('reports').selectAll().orderBy('id').execute()).map(toReport)
    },

    async find(_scope: AllClients, id: number): Promise<StoredReport | undefined> {
      const row = await db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toReport(row)
    },

    lastOf: (_scope: AllClients) => lastRuns(db, null),

    /** How many runs of each report have failed since then. */
    async failuresSince(_scope: AllClients, since: number): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom('report_runs')
        .select(['report_id', ({ fn }) => fn.countAll().as('n')])
        .where('report_id', 'is not', null)
        .where('status', '=', 'failed')
        .where('created_at', '>=', since)
        .groupBy('report_id')
        .execute()
      return new Map(rows.map(({ report_id: report, n }) => [report ?? 0, Number(n)]))
    },

    /** Newest first. */
    async runs(_scope: AllClients, report: number, limit: number): Promise<ManagedReportRun[]> {
      const rows = await db
        .selectFrom('report_runs')
        .select(['id', 'kind', 'as_of as asOf', 'status', 'reason', 'created_at as createdAt', 'ended_at as endedAt'])
        .where('report_id', '=', report)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows as ManagedReportRun[]
    },

    /** Gives it to another person, with its runs that have not begun; false when it is another’s by now. */
    async handOver(_scope: AllClients, { id, owner }: StoredReport, user: number, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('reports')
        .set({ owner_id: user, updated_at: now })
        .where('id', '=', id)
        .where('owner_id', '=', owner)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return false
      await db
        .updateTable('report_runs')
        .set({ owner_id: user })
        .where('report_id', '=', id)
        .where('status', '=', 'queued')
        .execute()
      return true
    },
  }
}
