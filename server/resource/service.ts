import type { Repositories } from '../catalog.ts'
import { DAY_MS } from '#domain/days'
import { AppError } from '../lib/errors.ts'
import type { Parts } from '../module.ts'
import type { Collection } from '../plugins/collection.ts'
import type { Scope } from '../lib/scope.ts'
import { entryActions } from './actions.ts'
import type { EntryActions } from './actions.ts'
import type { ResourceDescription, Seen, Stored } from './description.ts'
import type { PartChange } from './parts.ts'
import { removedSince } from './removed-since.ts'
import type { Entry } from './rows.ts'
import { entryWrites } from './writes.ts'

export type ResourceService<Entity extends Stored, Draft extends Seen> = Collection<Entity, Draft> &
  // There for nouns with states.
  Partial<EntryActions> & {
    /** Of nouns that are saved in parts. Throws as `replace` does, of the part alone. */
    savePart(scope: Scope, id: number, part: string, change: PartChange): Promise<Entity>
    /** Undoes a removal. */
    restore(scope: Scope, id: number): Promise<Entity>
  }

/**
 * The six calls of a described noun. Every change is in the audit log under the entry's own name, with what it was
 * before. A change that says what it was made on (`updatedAt`) is refused when another change came first.
 */
export function resourceService<Entity extends Stored, Draft extends Seen>(
  resource: ResourceDescription<Entity, Draft>,
  parts: Parts,
): ResourceService<Entity, Draft> {
  const { catalog, clock, config } = parts
  const { noun } = resource

  async function find(
    scope: Scope,
    id: number,
    { resources }: Pick<Repositories, 'resources'> = catalog,
  ): Promise<Entity> {
    const entry = await resources.find(resource, scope, id)
    if (entry === undefined)
      throw new AppError('ENTRY_NOT_FOUND', `There is no ${noun} ${id} among those this account may see.`, {
        noun,
        id,
        ...(await removalOf(scope, id, resources)),
      })
    return entry as unknown as Entity
  }

  /** Who removed it, when, and until when that can be undone. */
  async function removalOf(scope: Scope, id: number, { removed }: Repositories['resources']) {
    const removal = await removed(resource, scope, id, removedSince(clock, config))
    if (removal === undefined) return {}
    const until = removal.at + config.removalDays * DAY_MS
    return { removedBy: removal.by ?? 'Aforo', removedAt: removal.at, restorableUntil: until }
  }

  const { machine } = resource
  const actions =
    machine === undefined
      ? {}
      : entryActions(
          resource,
          machine,
          { find: (scope, id, repositories) => find(scope, id, repositories) as unknown as Promise<Entry> },
          parts,
        )

  return {
    ...actions,
    ...entryWrites(resource, parts, find),
    list: (scope) => catalog.resources.list(resource, scope) as unknown as Promise<Entity[]>,
    some: (scope, ids) => catalog.resources.some(resource, scope, ids) as unknown as Promise<Entity[]>,
    find: (scope, id) => find(scope, id),
  }
}
