/** Makings of reports: queued, taken by one worker under a lease, ended once. */
import { sql } from 'kysely'
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import { recipientsOf } from './recipients.ts'

export type RunStatus = ReportRun['status']
export type RunReason = NonNullable<ReportRun['reason']>

/** A run that was taken: `tries` distinguishes this attempt from a later one, which takes over the right to write. */
export interface TakenRun {
  readonly id: number
  readonly owner: number
  readonly kind: ReportRun['kind']
  readonly what: ReportRun['what']
  readonly asOf: string
  readonly tries: number
}

export interface NewRun {
  readonly owner: number
  readonly report: number | null
  readonly kind: ReportRun['kind']
  readonly what: ReportRun['what']
  readonly dueAt: number
  readonly asOf: string
}

export interface MadeFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

const countOf = (mail: ReportRun['what']['mail']): number => (mail === null ? 0 : recipientsOf(mail).length)
const WAITING = ['queued', 'rendering']

export const reportRunRepo = (db: Db) => ({ ...ownRuns(db), ...queuedRuns(db), ...mailedRuns(db) })

type LastRun = { run: number; status: RunStatus; reason: RunReason | null; at: number }

/** The newest run of each report of an owner, by report. @param owner null = of all */
export async function lastRuns(db: Db, owner: number | null): Promise<Map<number, LastRun>> {
  const scheduled = db
    .selectFrom('report_runs')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('report_id', 'is not', null)
    .groupBy('report_id')
  const rows = await db
    .selectFrom('report_runs')
    .select(['id', 'report_id', 'status', 'reason', 'created_at', 'ended_at'])
    .where('id', 'in', owner === null ? scheduled : scheduled.where('owner_id', '=', owner))
    .execute()
  return new Map(
    rows.map((row) => [
      row.report_id ?? 0,
      {
        run: row.id,
        status: row.status as RunStatus,
        reason: row.reason as RunReason | null,
        at: row.ended_at ?? row.created_at,
      },
    ]),
  )
}

/** Runs as their owner sees them. */
function ownRuns(db: Db) {
  const mine = ({ userId }: Scope) => userId ?? 0

  return {
    async find(scope: Scope, id: number): Promise<ReportRun | undefined> {
      const [run] = await withFiles(
        db,
        await db
          .selectFrom('report_runs')
          .selectAll()
          .where('id', '=', id)
          .where('owner_id', '=', mine(scope))
          .execute(),
      )
      return run
    },

    /** The caller's own, newest first. */
    async list(scope: Scope, { report, limit }: { report?: number | undefined; limit: number }): Promise<ReportRun[]> {
      const query = db
        .selectFrom('report_runs')
        .selectAll()
        .where('owner_id', '=', mine(scope))
        .orderBy('id', 'desc')
        .limit(limit)
      return withFiles(db, await (report === undefined ? query : query.where('report_id', '=', report)).execute())
    },

    /** The newest run of each report of the caller. */
    lastOf: (scope: Scope) => lastRuns(db, mine(scope)),

    /** How many of the caller's wait or are being made, and how many recipients their mails of the last day had. */
    async load(scope: Scope, since: number): Promise<{ waiting: number; recipients: number }> {
      const rows = await db
        .selectFrom('report_runs')
        .select(['kind', 'what', 'status', 'created_at'])
        .where('owner_id', '=', mine(scope))
        .where((where) => where.or([where('status', 'in', WAITING), where('created_at', '>', since)]))
        .execute()
      const recipients = rows
        .filter((row) => row.kind !== 'file' && row.created_at > since)
        .map((row) => (JSON.parse(row.what) as ReportRun['what']).mail)
      return {
        waiting: rows.filter(({ status, kind }) => WAITING.includes(status) && kind !== 'scheduled').length,
        recipients: recipients.reduce((sum, mail) => sum + countOf(mail), 0),
      }
    },

    async file(
      scope: Scope,
      run: number,
      file: number,
    ): Promise<{ name: string; type: string; bytes: Buffer } | undefined> {
      const row = await db
        .selectFrom('report_files')
        .innerJoin('report_runs', 'report_runs.id', 'report_files.run_id')
        .select(['report_files.name', 'report_files.type', 'report_files.bytes'])
        .where('report_files.id', '=', file)
        .where('run_id', '=', run)
        .where('owner_id', '=', mine(scope))
        .executeTakeFirst()
      return row && { name: row.name, type: row.type, bytes: Buffer.from(row.bytes) }
    },

    /** False when it has ended already. */
    async cancel(scope: Scope, id: number, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('report_runs')
        .set({ status: 'cancelled', ended_at: now, lease_until: 0 })
        .where('id', '=', id)
        .where('owner_id', '=', mine(scope))
        .where('status', 'in', WAITING)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}

/** Runs as the worker has them, of all owners. */
function queuedRuns(db: Db) {
  return {
    async insert({ owner, report, kind, what, dueAt, asOf }: NewRun, now: number): Promise<number> {
      const values = {
        report_id: report,
        owner_id: owner,
        kind,
        what: JSON.stringify(what),
        due_at: dueAt,
        as_of: asOf,
        status: 'queued',
        reason: null,
        tries: 0,
        lease_until: 0,
        created_at: now,
        started_at: null,
        ended_at: null,
        pages: null,
      }
      return (await db.insertInto('report_runs').values(values).returning('id').executeTakeFirstOrThrow()).id
    },

    /**
     * Takes the oldest that waits, or whose worker has been silent for longer than its lease; one worker gets it,
     * however many ask.
     */
    async take(now: number, leaseUntil: number): Promise<TakenRun | undefined> {
      for (;;) {
        const row = await db
          .selectFrom('report_runs')
          .selectAll()
          .where('status', 'in', WAITING)
          .where('lease_until', '<=', now)
          .orderBy('id')
          .limit(1)
          .executeTakeFirst()
        if (row === undefined) return undefined
        const { numUpdatedRows } = await db
          .updateTable('report_runs')
          .set({ status: 'rendering', lease_until: leaseUntil, tries: row.tries + 1, started_at: now })
          .where('id', '=', row.id)
          .where('tries', '=', row.tries)
          .where('status', '=', row.status)
          .executeTakeFirst()
        if (numUpdatedRows === 1n)
          return {
            id: row.id,
            owner: row.owner_id,
            kind: row.kind as ReportRun['kind'],
            what: JSON.parse(row.what) as ReportRun['what'],
            asOf: row.as_of,
            tries: row.tries + 1,
          }
      }
    },

    /**
     * Ends a run for who took it; false when it was cancelled or taken by another meanwhile. Files are kept with it.
     */
    async end(
      { id, tries }: Pick<TakenRun, 'id' | 'tries'>,
      {
        status,
        reason = null,
        pages = null,
        files = [],
      }: { status: RunStatus; reason?: RunReason | null; pages?: number | null; files?: readonly MadeFile[] },
      now: number,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('report_runs')
        .set({ status, reason, pages, ended_at: now, lease_until: 0 })
        .where('id', '=', id)
        .where('status', '=', 'rendering')
        .where('tries', '=', tries)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return false
      for (const { name, type, bytes } of files)
        await db.insertInto('report_files').values({ run_id: id, name, type, bytes }).execute()
      return true
    },

    /** Returns a taken run to the queue, as if it had not been taken. */
    async release({ id, tries }: Pick<TakenRun, 'id' | 'tries'>): Promise<void> {
      await db
        .updateTable('report_runs')
        .set({ status: 'queued', lease_until: 0, tries: tries - 1 })
        .where('id', '=', id)
        .where('status', '=', 'rendering')
        .where('tries', '=', tries)
        .execute()
    },

    /** Files go first, the runs themselves later. */
    async sweep({ filesBefore, runsBefore }: { filesBefore: number; runsBefore: number }): Promise<void> {
      const endedBefore = (before: number) => db.selectFrom('report_runs').select('id').where('ended_at', '<', before)
      await db.deleteFrom('report_files').where('run_id', 'in', endedBefore(filesBefore)).execute()
      await db.deleteFrom('report_runs').where('ended_at', '<', runsBefore).execute()
    },
  }
}

/** Runs as their mails have them. For the product itself. */
function mailedRuns(db: Db) {
  /** The result of the mail of a run; none without a mail. */
  async function mailed(id: number, now: { status: RunStatus; reason: RunReason | null }): Promise<void> {
    await db
      .updateTable('report_runs')
      .set(now)
      .where('id', '=', id)
      .where('status', 'in', ['sent', 'undelivered'])
      .execute()
  }

  return {
    /**
     * To how many the mails of this run's owner went, or will go, that were queued since then and before it. For the
     * product itself.
     */
    async recipientsBefore({ id, owner }: Pick<TakenRun, 'id' | 'owner'>, since: number): Promise<number> {
      const rows = await db
        .selectFrom('report_runs')
        .select('what')
        .where('owner_id', '=', owner)
        .where('id', '<', id)
        .where('created_at', '>', since)
        .where('kind', '!=', 'file')
        .where('status', 'not in', ['failed', 'cancelled'])
        .execute()
      return rows.reduce((sum, row) => sum + countOf((JSON.parse(row.what) as ReportRun['what']).mail), 0)
    },

    /** The attachments of the mail of a run. For the product itself: its caller has the mail. */
    async attachments(run: number): Promise<{ name: string; type: string; bytes: Buffer }[]> {
      return (
        await db
          .selectFrom('report_files')
          .select(['name', 'type', 'bytes'])
          .where('run_id', '=', run)
          .orderBy('id')
          .execute()
      ).map(({ bytes, ...file }) => ({ ...file, bytes: Buffer.from(bytes) }))
    },

    /** A mail that was handed over and then refused by every server. */
    refused: (id: number): Promise<void> => mailed(id, { status: 'failed', reason: 'mailRefused' }),

    /** A mail that the server did not take now: it stays in the queue, and has not been sent. */
    waits: (id: number): Promise<void> => mailed(id, { status: 'undelivered', reason: 'mailWaits' }),

    /** A mail that was taken, at once or later. */
    delivered: (id: number): Promise<void> => mailed(id, { status: 'sent', reason: null }),
  }
}

async function withFiles(db: Db, rows: readonly Row<'report_runs'>[]): Promise<ReportRun[]> {
  if (rows.length === 0) return []
  const files = await db
    .selectFrom('report_files')
    .select(['id', 'run_id', 'name', sql<number>`length(bytes)`.as('size')])
    .where(
      'run_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    report: row.report_id,
    kind: row.kind as ReportRun['kind'],
    what: JSON.parse(row.what) as ReportRun['what'],
    asOf: row.as_of,
    status: row.status as RunStatus,
    reason: row.reason as RunReason | null,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    pages: row.pages,
    files: files.filter((file) => file.run_id === row.id).map(({ id, name, size }) => ({ id, name, bytes: size })),
  }))
}

export type ReportRunRepo = ReturnType<typeof reportRunRepo>
