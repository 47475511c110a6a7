/** Imports as the caller may know them. */
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Catalog } from '../../catalog.ts'
import type { FactStore } from '../../facts/store.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import type { StoredImport } from './repo.ts'
import type { UnderWay } from './under-way.ts'

interface Parts {
  readonly catalog: Catalog
  readonly facts: Pick<FactStore, 'imports'>
  readonly clients: ClientService
  readonly locals: LocalService
  readonly progress: UnderWay['progress']
}

export interface ShownImports {
  /** Without places and preview, which only one of them shows. */
  list(scope: Scope, stored: readonly StoredImport[]): Promise<Import[]>
  one(scope: Scope, stored: StoredImport): Promise<Import>
}

export function shownImports({ catalog, facts, clients, locals, progress }: Parts): ShownImports {
  async function named(scope: Scope, list: readonly StoredImport[], isList: boolean): Promise<Import[]> {
    const users = new Map(
      list.length === 0 ? [] : (await catalog.users.list(SYSTEM_SCOPE)).map(({ id, username }) => [id, username]),
    )
    const names = new Map(list.length === 0 ? [] : (await clients.list(scope)).map(({ id, name }) => [id, name]))
    return Promise.all(
      list.map(async ({ userId, made: _made, loadsClean: _clean, changedAt: _at, guessed, ...rest }) => {
        const said = Object.fromEntries(
          Object.entries(rest.settings).filter(([, value]) => value !== null),
        ) as ImportSettings
        const places = isList
          ? []
          : scope.demo && rest.client !== null
            ? await madeUp(scope, rest.client, rest.places)
            : rest.places
        return {
          ...rest,
          settings: { ...guessed, ...said },
          places,
          preview: isList ? null : rest.preview,
          progress: progress.get(rest.id) ?? null,
          clientName:
            rest.client === null
              ? scope.demo
                ? null
                : (rest.clientName ?? rest.settings.newClient ?? null)
              : (names.get(rest.client) ?? null),
          createdBy: userId !== null && (!scope.demo || userId === scope.userId) ? (users.get(userId) ?? null) : null,
          commandLine: userId === null,
        }
      }),
    )
  }
  /** Places that were removed since took what it said of them along. */
  async function takesBackOf({ id, report, made }: StoredImport): Promise<NonNullable<Import['takesBack']>> {
    const { added = 0, corrected = 0 } = report?.stored ?? {}
    const ids = made?.locals ?? []
    const kept = await Promise.all(ids.map((local) => catalog.locals.find(SYSTEM_SCOPE, local)))
    return {
      figures: Math.min(added + corrected, await facts.imports.said(id)),
      locals: kept.filter((local) => local !== undefined).length,
    }
  }

  async function madeUp(scope: Scope, client: number, places: Import['places']): Promise<Import['places']> {
    const names = new Map((await locals.ofClient(scope, client)).map(({ id, name }) => [id, name]))
    return places.map((place) => ({
      ...place,
      name: place.local === null ? place.name : (names.get(place.local) ?? ''),
    }))
  }

  return {
    list: (scope, stored) => named(scope, stored, true),
    async one(scope, stored) {
      const [shown] = await named(scope, [stored], false)
      return stored.state === 'loaded' ? { ...shown!, takesBack: await takesBackOf(stored) } : shown!
    },
  }
}
