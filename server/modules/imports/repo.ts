/** The history of imports, and what was made in the catalog for them. */
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Made } from './reading/load.ts'
import { mayReadClient } from '../../lib/scope.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'
import { clientNotFound, inChunks, readable } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'

export type ImportState = Import['state']

/** As `Import`, with the account in place of its name, and what the server needs besides. */
export interface StoredImport extends Omit<Import, 'createdBy' | 'progress'>, Found {
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

/** Locals and areas that have hours. */
export interface Counting {
  readonly locals: ReadonlySet<number>
  readonly areas: ReadonlySet<number>
}
/** What an import had made, and stays. */
export interface Kept {
  readonly client: boolean
  readonly locals: readonly number[]
  readonly areas: readonly number[]
}

/** More than anybody reads. */
const MOST = 200
const NOTHING_FOUND: Found = { found: [], guessed: {}, preview: null, places: [], questions: [] }

/** Those that stay and those that go. */
const apart = (ids: readonly number[], stays: (id: number) => boolean): [stay: number[], go: number[]] => [
  ids.filter(stays),
  ids.filter((id) => !stays(id)),
]

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

export function importRepo(db: Db) {
  /** Those of the caller's clients; one that has no client yet is its maker's and the administrators'. */
  const visible = (scope: Scope) => {
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

  return {
    /** The newest first. */
    async list(scope: Scope, { client }: { client?: number } = {}): Promise<StoredImport[]> {
      const query = visible(scope).orderBy('id', 'desc').limit(MOST)
      return (await (client === undefined ? query : query.where('client_id', '=', client)).execute()).map(toImport)
    },

    async find(scope: Scope, id: number): Promise<StoredImport | undefined> {
      const row = await visible(scope).where('id', '=', id).executeTakeFirst()
      return row && toImport(row)
    },

    /** In one of some states, the oldest first. The product's own. */
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

    /** Goes from one of these states to another one. False when it was in none of them: somebody was quicker. */
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
      await db
        .updateTable('imports')
        .set({ files: JSON.stringify(files) })
        .where('id', '=', id)
        .execute()
    },

    async settings(_scope: Scope, id: number, client: number | null, settings: ImportSettings): Promise<void> {
      await db
        .updateTable('imports')
        .set({ client_id: client, settings: JSON.stringify(settings) })
        .where('id', '=', id)
        .execute()
    },

    /** What was found in the files, and what became of them. */
    async found(_scope: Scope, id: number, found: Found, report: Import['report']): Promise<void> {
      await db
        .updateTable('imports')
        .set({
          found: JSON.stringify(found),
          report: report === null ? null : JSON.stringify(report),
          first_day: report?.firstDay ?? null,
          last_day: report?.lastDay ?? null,
        })
        .where('id', '=', id)
        .execute()
    },

    async made(_scope: Scope, id: number, client: Client, made: Made): Promise<void> {
      await db
        .updateTable('imports')
        .set({ client_id: client.id, client_name: client.name, made: JSON.stringify(made) })
        .where('id', '=', id)
        .execute()
    },

    /**
     * Removes what was made for an import, unless somebody else refers to it by now, and gives locals back the life
     * they had.
     *
     * @param counting locals and areas that still have hours
     * @returns what stays
     */
    async unmake(
      _scope: AllClients,
      made: Made,
      counting: Counting = { locals: new Set(), areas: new Set() },
    ): Promise<Kept> {
      const kept: number[] = []
      const keptAreas: number[] = []
      for (const { local, before, after } of made.grown) {
        // An import changes only what an import had closed.
        const same = db
          .updateTable('locals')
          .set({
            opened_on: before.openedOn,
            closed_on: before.closedOn,
            closed_by: before.closedOn === null ? null : 'import',
          })
          .where('id', '=', local)
        await same
          .where('opened_on', after.openedOn === null ? 'is' : '=', after.openedOn)
          .where('closed_on', after.closedOn === null ? 'is' : '=', after.closedOn)
          .execute()
      }
      const madeAreas = new Set(made.areas)
      for (const locals of inChunks(made.locals)) {
        const used = await localsInUse(locals, madeAreas)
        const [stay, go] = apart(locals, (local) => counting.locals.has(local) || used.has(local))
        kept.push(...stay)
        if (go.length > 0) await db.deleteFrom('locals').where('id', 'in', go).execute()
      }
      const keptLocals = new Set(kept)
      for (const areas of inChunks(made.areas)) {
        // Those of locals that went are gone.
        const rows = await db.selectFrom('areas').select(['id', 'local_id']).where('id', 'in', areas).execute()
        const localOf = new Map(rows.map((row) => [row.id, row.local_id]))
        const scanned = new Set(
          (await db.selectFrom('footscans').select('area_id').where('area_id', 'in', areas).execute()).map(
            ({ area_id: area }) => area,
          ),
        )
        const [stay, go] = apart(
          areas.filter((area) => localOf.has(area)),
          (area) => counting.areas.has(area) || keptLocals.has(localOf.get(area)!) || scanned.has(area),
        )
        keptAreas.push(...stay)
        if (go.length > 0) await db.deleteFrom('areas').where('id', 'in', go).execute()
      }
      const keepsClient = made.client !== null && (await clientIsUsed(made.client))
      if (made.client !== null && !keepsClient) await db.deleteFrom('clients').where('id', '=', made.client).execute()
      return { client: keepsClient, locals: kept, areas: keptAreas }
    },

    /** What an import that is gone had made, and another one counts in: it goes with that one. */
    async inherit(
      _scope: AllClients,
      id: number,
      { client, locals, areas }: Pick<Made, 'client' | 'locals' | 'areas'>,
    ): Promise<void> {
      const row = await db.selectFrom('imports').select('made').where('id', '=', id).executeTakeFirst()
      if (row === undefined || row.made === null) return
      const made = JSON.parse(row.made) as Made
      await db
        .updateTable('imports')
        .set({
          made: JSON.stringify({
            ...made,
            client: made.client ?? client,
            locals: [...made.locals, ...locals],
            areas: [...made.areas, ...areas],
          }),
        })
        .where('id', '=', id)
        .execute()
    },
  }

  /** Those to which something refers that no import made: in as many statements for a thousand as for one. */
  async function localsInUse(locals: readonly number[], madeAreas: ReadonlySet<number>): Promise<ReadonlySet<number>> {
    const among = [...locals]
    const areas = await db.selectFrom('areas').select(['id', 'local_id']).where('local_id', 'in', among).execute()
    const found = await Promise.all([
      db
        .selectFrom('footscans')
        .innerJoin('areas', 'areas.id', 'footscans.area_id')
        .select('areas.local_id')
        .where('areas.local_id', 'in', among)
        .execute(),
      db.selectFrom('holidays').select('local_id').where('local_id', 'in', among).distinct().execute(),
      db.selectFrom('alerts').select('local_id').where('local_id', 'in', among).distinct().execute(),
      db.selectFrom('alert_locals').select('local_id').where('local_id', 'in', among).distinct().execute(),
      db.selectFrom('local_params').select('local_id').where('local_id', 'in', among).distinct().execute(),
    ])
    return new Set(
      [...areas.filter(({ id }) => madeAreas.size === 0 || !madeAreas.has(id)), ...found.flat()].flatMap(
        ({ local_id: local }) => (local === null ? [] : [local]),
      ),
    )
  }

  async function clientIsUsed(client: number): Promise<boolean> {
    const found = await Promise.all([
      db.selectFrom('locals').select('id').where('client_id', '=', client).limit(1).execute(),
      db.selectFrom('user_access').select('client_id').where('client_id', '=', client).limit(1).execute(),
      db.selectFrom('group_clients').select('client_id').where('client_id', '=', client).limit(1).execute(),
      db.selectFrom('campaigns').select('id').where('client_id', '=', client).limit(1).execute(),
      db.selectFrom('alert_rules').select('id').where('client_id', '=', client).limit(1).execute(),
      db.selectFrom('uploads').select('id').where('client_id', '=', client).limit(1).execute(),
      db.selectFrom('device_keys').select('id').where('client_id', '=', client).limit(1).execute(),
      db.selectFrom('screens').select('id').where('client_id', '=', client).limit(1).execute(),
      db.selectFrom('dashboard_clients').select('client_id').where('client_id', '=', client).limit(1).execute(),
    ])
    return found.some((rows) => rows.length > 0)
  }
}
