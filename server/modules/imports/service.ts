/**
 * Files of counts that people and programs bring: read in a process of their own, shown, loaded whole or not at all,
 * remembered, and taken back.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { FactStore } from '../../facts/store.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import { settingsFor } from './asked-settings.ts'
import { importPresets } from './presets.ts'
import { readingTurn } from './reading-turn.ts'
import type { Reader } from './reading/reader.ts'
import type { Received } from './receive.ts'
import { recoverImport } from './recover.ts'
import type { ImportState, StoredImport } from './repo.ts'
import { shownImports } from './shown.ts'
import { storingTurn } from './storing-turn.ts'
import { createUnderWay } from './under-way.ts'
import { runImportMaintenance } from './maintenance.ts'
import { quarantineCsv } from './quarantined-lines.ts'

interface Parts {
  readonly catalog: Catalog
  readonly facts: FactStore
  readonly clients: ClientService
  readonly locals: LocalService
  readonly reader: Reader
  readonly background: Background
  readonly clock: Clock
  /** Where files and their lines wait: a folder from which the facts may take them. */
  readonly folder: string
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

/** Imports that wait for their turn; a file may take minutes. */
const MAX_WAITING = 20
const RETRY_S = 30

const importNotFound = (id: number) =>
  new AppError('IMPORT_NOT_FOUND', `There is no import ${id} among those this account may see.`, { import: id })
const conflict = (id: number, state: ImportState, expected: readonly ImportState[]) =>
  new AppError('IMPORT_STATE_CONFLICT', `Import ${id} is ${state}; ${expected.join(' or ')} was expected.`, {
    import: id,
    state,
    expected: expected.join(', '),
  })

export function importService({ catalog, facts, clients, locals, reader, background, clock, folder, log }: Parts) {
  const work = createUnderWay({ catalog, clock }, folder)
  const { remove, record, stops } = work
  const storing = storingTurn({ catalog, facts, background, clock, log, work })
  const reading = readingTurn({ catalog, reader, background, clock, log, work, store: storing.store })
  const shown = shownImports({ catalog, facts, clients, locals, progress: work.progress })
  const repositories = { catalog, clients, locals }

  async function found(scope: Scope, id: number): Promise<StoredImport> {
    const stored = await catalog.imports.find(scope, id)
    if (stored === undefined) throw importNotFound(id)
    return stored
  }

  async function move(scope: Scope, id: number, from: readonly ImportState[], to: ImportState): Promise<void> {
    const stored = await found(scope, id)
    if (!(await catalog.imports.move(scope, id, from, to, clock.now()))) throw conflict(id, stored.state, from)
  }

  const one = async (scope: Scope, id: number): Promise<Import> => shown.one(scope, await found(scope, id))

  return {
    folder,
    ...importPresets({ catalog, clients, clock }),

    /**
     * Takes files in; they are read in their turn. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, ADMIN_REQUIRED,
     * REQUEST_INVALID, IMPORT_BUSY.
     */
    async create(scope: Scope, received: Received, { loadsClean }: { loadsClean: boolean }): Promise<Import> {
      const { client, settings } = await settingsFor(repositories, scope, received.settings)
      if (reading.waiting >= MAX_WAITING)
        throw new AppError('IMPORT_BUSY', `${MAX_WAITING} imports are waiting to be read; try again in ${RETRY_S} s.`, {
          retryAfterS: RETRY_S,
        })
      const files = received.files.map(({ name }) => ({ name, bytes: 0, kind: 'unknown' as const }))
      const id = await reading.arriving(async () => {
        const begun = await reading.begin(scope, received, { client, files, settings, loadsClean })
        reading.read(begun)
        return begun
      })
      return one(scope, id)
    },

    /** The newest first, without places and preview. Throws CLIENT_NOT_FOUND. */
    async list(scope: Scope, { client }: { client?: number }): Promise<Import[]> {
      if (client !== undefined) await clients.find(scope, client)
      return shown.list(scope, await catalog.imports.list(scope, { ...(client !== undefined && { client }) }))
    },

    /** Throws IMPORT_NOT_FOUND. */
    find: one,

    /**
     * Reads the same files again, as they are set now. Throws IMPORT_NOT_FOUND, IMPORT_STATE_CONFLICT, and what
     * `create` throws.
     */
    async set(scope: Scope, id: number, wanted: ImportSettings): Promise<Import> {
      const { files } = await found(scope, id)
      const { client, settings } = await settingsFor(repositories, scope, wanted)
      await move(scope, id, ['ready', 'refused'], 'reading')
      await catalog.imports.settings(scope, id, client, settings)
      await record(scope, 'import.read', { id, client, files })
      reading.read(id)
      return one(scope, id)
    },

    /** Throws IMPORT_NOT_FOUND, IMPORT_STATE_CONFLICT. */
    async load(scope: Scope, id: number): Promise<Import> {
      await move(scope, id, ['ready'], 'storing')
      await record(scope, 'import.load', await found(scope, id))
      storing.store(id, scope)
      return one(scope, id)
    },

    /** Cancels an import; nothing is stored. Throws IMPORT_NOT_FOUND, IMPORT_STATE_CONFLICT. */
    async cancel(scope: Scope, id: number): Promise<Import> {
      const may: readonly ImportState[] = ['reading', 'ready', 'refused', 'storing']
      const stored = await found(scope, id)
      if (!may.includes(stored.state)) throw conflict(id, stored.state, may)
      stops.get(id)?.abort()
      // One that is being stored goes back whole; or it was too late.
      await storing.ended(id)
      await move(scope, id, may, 'cancelled')
      await record(scope, 'import.cancel', stored)
      await remove(id)
      return one(scope, id)
    },

    /** Throws IMPORT_NOT_FOUND, IMPORT_STATE_CONFLICT. */
    async undo(scope: Scope, id: number): Promise<Import> {
      await move(scope, id, ['loaded'], 'undoing')
      await record(scope, 'import.undo', await found(scope, id))
      storing.undo(scope, id)
      return one(scope, id)
    },

    /** The quarantined lines, as text. Throws IMPORT_NOT_FOUND. */
    async apart(scope: Scope, id: number): Promise<AsyncIterable<Buffer | string> | Iterable<string>> {
      await found(scope, id)
      return quarantineCsv(facts, work.folderOf(id), id)
    },

    /** After a start: goes on with what was under way. */
    async recover(): Promise<void> {
      for (const stored of await catalog.imports.inState(SYSTEM_SCOPE, ['reading', 'storing', 'undoing']))
        if (!stops.has(stored.id)) await recoverImport({ catalog, facts, clock, work, reading, storing }, stored)
    },

    /** Removes files that were not loaded in time, and what is left of others. */
    runMaintenance: (): Promise<void> => runImportMaintenance({ catalog, clock, folder, remove }),

    /** Cancels the running read; it is repeated after the next start. A running store is finished. */
    close(): void {
      for (const stop of stops.values()) stop.abort()
    },
  }
}

export type ImportService = ReturnType<typeof importService>
