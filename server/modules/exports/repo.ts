/** Exports: queued, made by one worker, and kept until they expire. */
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'
import type { Export } from '#schemas/generated/entities/export.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'

export type ExportState = Export['state']

export interface StoredExport extends Omit<Export, 'clientNames' | 'allowed' | 'totalRows'> {
  readonly owner: number
  /** Names in it are made up. */
  readonly demo: boolean
  /** Number of starts: distinguishes this attempt from a later one. */
  readonly tries: number
}

type Ended = Pick<StoredExport, 'rows' | 'bytes' | 'files' | 'error' | 'expiresAt'> & {
  readonly state: 'ready' | 'failed'
}

const UNFINISHED = ['waiting', 'running']

const toExport = (row: Row<'exports'>): StoredExport => ({
  id: row.id,
  owner: row.owner_id,
  state: row.state as ExportState,
  what: JSON.parse(row.what) as ExportDraft,
  demo: row.demo === 1,
  rows: row.rows,
  bytes: row.bytes,
  files: JSON.parse(row.files) as Export['files'],
  error: row.error === null ? null : (JSON.parse(row.error) as Export['error']),
  tries: row.tries,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  expiresAt: row.expires_at,
})

export const exportRepo = (db: Db) => ({ ...ownExports(db), ...queuedExports(db) })

/** Exports as their owner asks for them. */
function ownExports(db: Db) {
  const mine = ({ userId }: Scope) => userId ?? 0

  return {
    async insert(scope: Scope, what: ExportDraft, at: number): Promise<number> {
      const { id } = await db
        .insertInto('exports')
        .values({
          owner_id: mine(scope),
          state: 'waiting',
          what: JSON.stringify(what),
          demo: scope.demo ? 1 : 0,
          rows: 0,
          bytes: 0,
          files: '[]',
          error: null,
          tries: 0,
          created_at: at,
          started_at: null,
          finished_at: null,
          expires_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** The caller's own, newest first. */
    async list(scope: Scope): Promise<StoredExport[]> {
      return (
        await db.selectFrom('exports').selectAll().where('owner_id', '=', mine(scope)).orderBy('id', 'desc').execute()
      ).map(toExport)
    },

    /** One of the caller's own. */
    async find(scope: Scope, id: number): Promise<StoredExport | undefined> {
      const row = await db
        .selectFrom('exports')
        .selectAll()
        .where('id', '=', id)
        .where('owner_id', '=', mine(scope))
        .executeTakeFirst()
      return row && toExport(row)
    },

    /** How many of the caller's are not finished, and how many bytes the others take. */
    async load(scope: Scope): Promise<{ unfinished: number; bytes: number }> {
      const rows = await db
        .selectFrom('exports')
        .select(['state', 'bytes'])
        .where('owner_id', '=', mine(scope))
        .execute()
      return {
        unfinished: rows.filter(({ state }) => UNFINISHED.includes(state)).length,
        bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
      }
    },

    /** False when it is gone, or never was the caller's. */
    async remove(scope: Scope, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('exports')
        .where('id', '=', id)
        .where('owner_id', '=', mine(scope))
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
  }
}

/** Exports as the worker has them, of all owners. */
function queuedExports(db: Db) {
  return {
    /** Takes the oldest pending one; undefined when none is. For the product itself. */
    async take(_scope: AllClients, at: number): Promise<StoredExport | undefined> {
      const row = await db
        .selectFrom('exports')
        .selectAll()
        .where('state', '=', 'waiting')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { numUpdatedRows } = await db
        .updateTable('exports')
        .set({ state: 'running', started_at: at, tries: row.tries + 1 })
        .where('id', '=', row.id)
        .where('state', '=', 'waiting')
        .executeTakeFirst()
      return numUpdatedRows === 1n
        ? toExport({ ...row, state: 'running', started_at: at, tries: row.tries + 1 })
        : undefined
    },

    /** Ends one that was taken; false when its owner has removed it meanwhile. */
    async end(
      { id, tries }: Pick<StoredExport, 'id' | 'tries'>,
      { state, rows, bytes, files, error, expiresAt }: Ended,
      at: number,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('exports')
        .set({
          state,
          rows,
          bytes,
          files: JSON.stringify(files),
          error: error === null ? null : JSON.stringify(error),
          finished_at: at,
          expires_at: expiresAt,
        })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .where('tries', '=', tries)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Exports that were running when the process ended are pending again. For the product itself. */
    async requeue(_scope: AllClients): Promise<void> {
      await db
        .updateTable('exports')
        .set({ state: 'waiting', started_at: null })
        .where('state', '=', 'running')
        .execute()
    },

    /** Ids of the existing ones. For the product itself. */
    async ids(_scope: AllClients): Promise<number[]> {
      return (await db.selectFrom('exports').select('id').execute()).map(({ id }) => id)
    },

    /** Deletes expired exports. For the product itself. */
    async expire(_scope: AllClients, at: number): Promise<void> {
      await db.deleteFrom('exports').where('expires_at', '<=', at).execute()
    },
  }
}

/** @internal for tests */
export type ExportRepo = ReturnType<typeof exportRepo>
