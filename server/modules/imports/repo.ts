/** The history of imports, and what was made in the catalog for them. */
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Made } from './reading/load.ts'
import { mayReadClient } from '../../lib/scope.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'
import { clientNotFound, readable } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import { unmake } from './unmake.ts'
import type { Counting, Kept } from './unmake.ts'

export type ImportState = Import['state']

/** As `Import`, with the account in place of its name, and what the server needs besides. */
export interface StoredImport extends Omit<Import, 'createdBy' | 'commandLine' | 'progress'>, Found {
  readonly userId: number | null
  readonly made: Made | null
  readonly loadsClean: boolean
  readonly changedAt: number
}

export type Found = Pick<Import, 'found' | 'preview' | 'places' | 'questions'> & {
  /** Settings that were found out, and what they are. */
  readonly guessed: ImportSettings
}

export interface NewImport {
  readonly client: number | null
  readonly files: Import['files']
  readonly settings: ImportSettings
  readonly loadsClean: boolean
}

/** More than a person reads. */
const MAX = 200
const NOTHING_FOUND: Found = { found: [], guessed: {}, preview: null, places: [], questions: [] }

const toImport = (row: Row<'imports'>): StoredImport => ({
  id: row.id,
  client: row.client_id,
  clientName: row.client_name,
  userId: row.user_id,
  state: row.state as ImportState,
  files: JSON.parse(row.files) as Import['files'],
  settings: JSON.parse(row.settings) as ImportSettings,
  ...(row.found === null ? NOTHING_FOUND : (JSON.parse(row.found) as Found)),
  report: row.report === null ? null : (JSON.parse(row.report) as Import['report']),
  made: row.made === null ? null : (JSON.parse(row.made) as Made),
  loadsClean: row.load_clean === 1,
  begin: row.first_day,
  end: row.last_day,
  createdAt: row.created_at,
  changedAt: row.changed_at,
  loadedAt: row.loaded_at,
  undoneAt: row.undone_at,
})

/** Those of the caller's clients; one that has no client yet is its maker's and the administrators'. */
const visible = (db: Db, scope: Scope) => {
  const all = db.selectFrom('imports').selectAll()
  if (scope.clients === 'all') return all
  return all.where((where) =>
    where.or([
      readable(scope, 'client_id'),
      where.and([
        where('client_id', 'is', null),
        where('user_id', '=', scope.userId ?? 0),
        where('loaded_at', 'is', null),
      ]),
    ]),
  )
}

export function importRepo(db: Db) {
  const set = (id: number, values: Partial<Row<'imports'>>) =>
    db.updateTable('imports').set(values).where('id', '=', id).execute()

  return {
    /** The newest first. */
    async list(scope: Scope, { client }: { client?: number } = {}): Promise<StoredImport[]> {
      const query = visible(db, scope).orderBy('id', 'desc').limit(MAX)
      return (await (client === undefined ? query : query.where('client_id', '=', client)).execute()).map(toImport)
    },

    async find(scope: Scope, id: number): Promise<StoredImport | undefined> {
      const row = await visible(db, scope).where('id', '=', id).executeTakeFirst()
      return row && toImport(row)
    },

    /** In one of some states, the oldest first. For the product itself. */
    async inState(_scope: AllClients, states: readonly ImportState[]): Promise<StoredImport[]> {
      return (await db.selectFrom('imports').selectAll().where('state', 'in', states).orderBy('id').execute()).map(
        toImport,
      )
    },

    /** Throws CLIENT_NOT_FOUND for a client outside the scope. */
    async begin(scope: Scope, { client, files, settings, loadsClean }: NewImport, at: number): Promise<number> {
      if (client !== null && !mayReadClient(scope, client)) throw clientNotFound(client)
      const { id } = await db
        .insertInto('imports')
        .values({
          client_id: client,
          client_name: null,
          user_id: scope.userId,
          state: 'reading',
          files: JSON.stringify(files),
          settings: JSON.stringify(settings),
          found: null,
          report: null,
          made: null,
          load_clean: loadsClean ? 1 : 0,
          first_day: null,
          last_day: null,
          created_at: at,
          changed_at: at,
          loaded_at: null,
          undone_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** Goes from one of these states to another one. False when it was in none of them: another change came first. */
    async move(_scope: Scope, id: number, from: readonly ImportState[], to: ImportState, at: number): Promise<boolean> {
      const set = {
        state: to,
        changed_at: at,
        ...(to === 'loaded' && { loaded_at: at }),
        ...(to === 'undone' && { undone_at: at }),
      }
      const { numUpdatedRows } = await db
        .updateTable('imports')
        .set(set)
        .where('id', '=', id)
        .where('state', 'in', from)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async files(_scope: Scope, id: number, files: Import['files']): Promise<void> {
      await set(id, { files: JSON.stringify(files) })
    },

    async settings(_scope: Scope, id: number, client: number | null, settings: ImportSettings): Promise<void> {
      await set(id, { client_id: client, settings: JSON.stringify(settings) })
    },

    /** The findings in the files, and their result. */
    async found(_scope: Scope, id: number, found: Found, report: Import['report']): Promise<void> {
      await set(id, {
        found: JSON.stringify(found),
        report: report === null ? null : JSON.stringify(report),
        first_day: report?.firstDay ?? null,
        last_day: report?.lastDay ?? null,
      })
    },

    async made(_scope: Scope, id: number, client: Client, made: Made): Promise<void> {
      await set(id, { client_id: client.id, client_name: client.name, made: JSON.stringify(made) })
    },

    /** Removes what was made for an import; gives what stays. */
    unmake: (_scope: AllClients, made: Made, counting?: Counting): Promise<Kept> => unmake(db, made, counting),

    /** Entries made by a removed import that another one uses: they are removed with that one. */
    async inherit(
      _scope: AllClients,
      id: number,
      { client, locals, areas }: Pick<Made, 'client' | 'locals' | 'areas'>,
    ): Promise<void> {
      const row = await db.selectFrom('imports').select('made').where('id', '=', id).executeTakeFirst()
      if (row === undefined || row.made === null) return
      const made = JSON.parse(row.made) as Made
      await set(id, {
        made: JSON.stringify({
          ...made,
          client: made.client ?? client,
          locals: [...made.locals, ...locals],
          areas: [...made.areas, ...areas],
        }),
      })
    },
  }
}
