import { isDeepStrictEqual } from 'node:util'
import type { Repositories } from '../catalog.ts'
import { AppError } from '../lib/errors.ts'
import type { Parts } from '../module.ts'
import type { Collection } from '../plugins/collection.ts'
import type { Scope } from '../lib/scope.ts'
import { entryActions } from './actions.ts'
import type { EntryActions } from './actions.ts'
import type { ResourceDescription, Seen, Stored } from './description.ts'
import type { Entry } from './rows.ts'

export type ResourceService<Entity extends Stored, Draft extends Seen> = Collection<Entity, Draft> &
  // There for nouns with states.
  Partial<EntryActions>

/**
 * The six calls of a described noun. Every change is in the audit log under the entry's own name, with what it was
 * before. A change that says what it was made on (`updatedAt`) is refused when another change came first.
 */
export function resourceService<Entity extends Stored, Draft extends Seen>(
  resource: ResourceDescription<Entity, Draft>,
  parts: Parts,
): ResourceService<Entity, Draft> {
  const { catalog, clock } = parts
  const { noun } = resource

  async function find(
    scope: Scope,
    id: number,
    { resources }: Pick<Repositories, 'resources'> = catalog,
  ): Promise<Entity> {
    const entry = await resources.find(resource, scope, id)
    if (entry === undefined)
      throw new AppError('ENTRY_NOT_FOUND', `There is no ${noun} ${id} among those this account may see.`, { noun, id })
    return entry as unknown as Entity
  }

  /** Throws ENTRY_CHANGED, with who it was and when. */
  async function requireUnchanged(before: Entity, { updatedAt }: Seen, { resources }: Repositories): Promise<void> {
    if (updatedAt === undefined || updatedAt === before.updatedAt) return
    const by = (await resources.changedBy(resource, before.id)) ?? 'Aforo'
    throw new AppError(
      'ENTRY_CHANGED',
      `This ${noun} was changed meanwhile by ${by}; read it again before you change it.`,
      { noun, id: before.id, by, at: before.updatedAt },
    )
  }

  const own = (entity: Entity) =>
    Object.fromEntries(Object.keys(resource.columns).map((name) => [name, entity[name as keyof Entity]]))
  /** What is different, as it is and as it was. */
  function changesOf(before: Entity, after: Entity): Record<string, unknown> {
    const [was, is] = [own(before), own(after)]
    const names = Object.keys(is).filter((name) => !isDeepStrictEqual(was[name], is[name]))
    const picked = (of: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, of[name]]))
    return names.length === 0 ? {} : { ...picked(is), before: picked(was) }
  }
  const record = (
    { audit }: Repositories,
    scope: Scope,
    what: 'create' | 'change' | 'remove',
    entity: Entity,
    details: Record<string, unknown>,
  ) =>
    audit.append(scope, {
      action: `${noun}.${what}`,
      target: resource.label(entity),
      details: { id: entity.id, ...details },
      at: clock.now(),
    })

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
    list: (scope) => catalog.resources.list(resource, scope) as unknown as Promise<Entity[]>,
    some: (scope, ids) => catalog.resources.some(resource, scope, ids) as unknown as Promise<Entity[]>,
    find: (scope, id) => find(scope, id),

    async create(scope, draft) {
      await resource.check?.(draft, parts, scope)
      return catalog.transaction(async (repositories) => {
        const id = await repositories.resources.insert(resource, scope, draft as Record<string, unknown>, clock.now())
        const made = await find(scope, id, repositories)
        await record(repositories, scope, 'create', made, own(made))
        return made
      })
    },

    async replace(scope, id, draft) {
      await resource.check?.(draft, parts, scope)
      return catalog.transaction(async (repositories) => {
        await repositories.resources.hold(resource, [id])
        const before = await find(scope, id, repositories)
        await requireUnchanged(before, draft, repositories)
        await resource.guard?.(repositories, { before, draft })
        // Two changes of one moment have different times, so that the later one is told of the first.
        const at = Math.max(clock.now(), before.updatedAt + 1)
        await repositories.resources.replace(resource, scope, id, draft as Record<string, unknown>, at)
        const after = await find(scope, id, repositories)
        const details = changesOf(before, after)
        if (Object.keys(details).length > 0) await record(repositories, scope, 'change', after, details)
        return after
      })
    },

    async remove(scope, id) {
      await catalog.transaction(async (repositories) => {
        await repositories.resources.hold(resource, [id])
        const entity = await find(scope, id, repositories)
        await resource.guard?.(repositories, { before: entity, draft: null })
        await repositories.resources.remove(resource, scope, id)
        await record(repositories, scope, 'remove', entity, own(entity))
      })
    },
  }
}
