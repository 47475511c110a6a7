/** The history of uploads. */
import type { OfferMode, UploadKind } from '#domain/uploads'
import type { Upload } from '#schemas/generated/entities/upload.ts'
import { readable, requireClient } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'

export interface NewUpload {
  readonly client: number | null
  readonly kind: UploadKind
  readonly mode: OfferMode | null
  readonly fileName: string
  readonly rows: number
  readonly begin: string | null
  readonly end: string | null
  readonly missing: readonly string[]
}

/** As `Upload`, with the account in place of its name. */
export interface StoredUpload extends Omit<Upload, 'uploadedBy'> {
  readonly userId: number | null
}

/** More than a person reads. */
const MAX = 200

/** In the facts, as far as was answered. */
const LOADED = ['done', 'undoing'] as const

const toUpload = (row: Row<'uploads'>): StoredUpload => ({
  id: row.id,
  kind: row.kind as UploadKind,
  mode: row.mode as OfferMode | null,
  client: row.client_id,
  fileName: row.file_name,
  userId: row.user_id,
  rows: row.row_count,
  added: row.added,
  changed: row.changed,
  unchanged: row.unchanged,
  begin: row.first_day,
  end: row.last_day,
  missing: JSON.parse(row.missing) as string[],
  uploadedAt: row.uploaded_at,
  undoneAt: row.undone_at,
})

export const uploadRepo = (db: Db) => ({ ...uploadLoads(db), ...uploadUndoings(db) })

function uploadLoads(db: Db) {
  // A feed about several clients has no client: who reads some clients only never sees it.
  const visible = (scope: Scope) => db.selectFrom('uploads').selectAll().where(readable(scope, 'client_id'))

  return {
    /** The newest first; only those that were loaded. */
    async list(scope: Scope, { client }: { client?: number } = {}): Promise<StoredUpload[]> {
      const query = visible(scope).where('state', 'in', LOADED).orderBy('id', 'desc').limit(MAX)
      return (await (client === undefined ? query : query.where('client_id', '=', client)).execute()).map(toUpload)
    },

    async find(scope: Scope, id: number): Promise<StoredUpload | undefined> {
      const row = await visible(scope).where('id', '=', id).where('state', 'in', LOADED).executeTakeFirst()
      return row && toUpload(row)
    },

    /**
     * Notes that something is about to be written, and gives it its number. Throws CLIENT_NOT_FOUND for a client
     * outside the scope.
     */
    async begin(
      scope: Scope,
      { client, kind, mode, fileName, rows, begin, end, missing }: NewUpload,
      at: number,
    ): Promise<number> {
      if (client !== null) requireClient(scope, client)
      const { id } = await db
        .insertInto('uploads')
        .values({
          client_id: client,
          kind,
          mode,
          file_name: fileName,
          user_id: scope.userId,
          state: 'writing',
          row_count: rows,
          added: 0,
          changed: 0,
          unchanged: 0,
          first_day: begin,
          last_day: end,
          missing: JSON.stringify(missing),
          uploaded_at: at,
          undone_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    async finish(
      _scope: Scope,
      id: number,
      { added, changed, unchanged }: Pick<Upload, 'added' | 'changed' | 'unchanged'>,
    ): Promise<void> {
      await db.updateTable('uploads').set({ state: 'done', added, changed, unchanged }).where('id', '=', id).execute()
    },

    /** Begun uploads that were never loaded. */
    async forget(_scope: Scope, id: number): Promise<void> {
      await db.deleteFrom('uploads').where('id', '=', id).where('state', '=', 'writing').execute()
    },

    /** Begun, and without an outcome. For the product itself. */
    async unfinished(_scope: AllClients, before: number): Promise<StoredUpload[]> {
      return (
        await db
          .selectFrom('uploads')
          .selectAll()
          .where('state', '=', 'writing')
          .where('uploaded_at', '<', before)
          .orderBy('id')
          .execute()
      ).map(toUpload)
    },
  }
}

function uploadUndoings(db: Db) {
  return {
    /** Notes that something is about to be taken back. */
    async beginUndo(scope: Scope, id: number): Promise<void> {
      await db
        .updateTable('uploads')
        .set({ state: 'undoing' })
        .where('id', '=', id)
        .where('state', '=', 'done')
        .where('undone_at', 'is', null)
        .where(readable(scope, 'client_id'))
        .execute()
    },

    /** It was not taken back after all. */
    async keep(_scope: Scope, id: number): Promise<void> {
      await db
        .updateTable('uploads')
        .set({ state: 'done' })
        .where('id', '=', id)
        .where('state', '=', 'undoing')
        .execute()
    },

    /** Being retracted, and without an outcome. For the product itself. */
    async halfUndone(_scope: AllClients): Promise<StoredUpload[]> {
      return (
        await db
          .selectFrom('uploads')
          .selectAll()
          .where('state', '=', 'undoing')
          .where('undone_at', 'is', null)
          .orderBy('id')
          .execute()
      ).map(toUpload)
    },

    /** False when another call was quicker. */
    async undo(scope: Scope, id: number, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('uploads')
        .set({ state: 'done', undone_at: at })
        .where('id', '=', id)
        .where('undone_at', 'is', null)
        .where(readable(scope, 'client_id'))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
