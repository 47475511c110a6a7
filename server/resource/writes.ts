/**
 * Adding, changing and removing entries of a described noun, each with its entry in the audit log of what was before.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Repositories } from '../catalog.ts'
import { AppError } from '../lib/errors.ts'
import type { Scope } from '../lib/scope.ts'
import type { Parts } from '../module.ts'
import type { ResourceDescription, Saving, Seen, Stored } from './description.ts'
import { removedSince } from './removed-since.ts'
import { partsChanged, requireOfPart, requirePartSeen } from './parts.ts'
import type { PartChange } from './parts.ts'
import type { Entry } from './rows.ts'

type Find<Entity> = (scope: Scope, id: number, repositories?: Repositories) => Promise<Entity>

const picked = (of: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)))

/** Audit details of entries of a noun. */
function recorder<Entity extends Stored, Draft extends Seen>(
  resource: ResourceDescription<Entity, Draft>,
  { clock }: Parts,
) {
  const own = (entity: Entity) =>
    Object.fromEntries(Object.keys(resource.columns).map((name) => [name, entity[name as keyof Entity]]))
  return {
    own,
    /** The differences, with new and old values. */
    changesOf(before: Entity, after: Entity): Record<string, unknown> {
      const [was, is] = [own(before), own(after)]
      const names = Object.keys(is).filter((name) => !isDeepStrictEqual(was[name], is[name]))
      return names.length === 0 ? {} : { ...picked(is, names), before: picked(was, names) }
    },
    record: (
      { audit }: Repositories,
      scope: Scope,
      what: 'create' | 'change' | 'remove' | 'restore',
      entity: Entity,
      details: Record<string, unknown>,
    ) =>
      audit.append(scope, {
        action: `${resource.noun}.${what}`,
        target: resource.label(entity),
        details: { id: entity.id, ...details },
        at: clock.now(),
      }),
  }
}

/** Drafts as they are kept, and the writing of an entry that is held. */
function putting<Entity extends Stored, Draft extends Seen>(
  resource: ResourceDescription<Entity, Draft>,
  parts: Parts,
  find: Find<Entity>,
) {
  const { clock } = parts
  const { changesOf, record } = recorder(resource, parts)
  const settled = (draft: Draft, saving: Saving): Draft => resource.settled?.(draft, saving) ?? draft

  /** A draft with all that it leaves out, as it is kept. Throws what the noun refuses. */
  async function checked(scope: Scope, draft: Draft, saving: Saving): Promise<Draft> {
    const whole = settled({ ...resource.defaults, ...draft } as Draft, saving)
    await resource.check?.(whole, parts, scope, saving)
    return whole
  }

  /** Writes an entry that is held. @param key of the message that saves a part of it */
  async function put(
    repositories: Repositories,
    scope: Scope,
    before: Entity,
    draft: Draft,
    key: string | null = null,
  ): Promise<Entity> {
    const { resources } = repositories
    // Two changes of one moment have different times, so that the later one gets a conflict.
    const at = Math.max(clock.now(), before.updatedAt + 1)
    const values = draft as Record<string, unknown>
    const saved =
      resource.parts === undefined
        ? undefined
        : {
            ...(await resources.partsOf(resource, scope, before.id)),
            ...partsChanged(
              resource,
              { before: before as unknown as Entry, after: values },
              { at, by: scope.userId, key },
            ),
          }
    await resources.replace(resource, scope, before.id, values, at, saved)
    const after = await find(scope, before.id, repositories)
    const details = changesOf(before, after)
    if (Object.keys(details).length > 0) await record(repositories, scope, 'change', after, details)
    return after
  }

  return { settled, checked, put }
}

export function entryWrites<Entity extends Stored, Draft extends Seen>(
  resource: ResourceDescription<Entity, Draft>,
  parts: Parts,
  find: Find<Entity>,
) {
  const { catalog, clock } = parts
  const { noun } = resource
  const { own, record } = recorder(resource, parts)
  const { settled, checked, put } = putting(resource, parts, find)

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

  return {
    async create(scope: Scope, draft: Draft): Promise<Entity> {
      const { key } = draft
      const made = () =>
        resource.parts === undefined || key === undefined
          ? undefined
          : (catalog.resources.findByKey(resource, scope, key) as unknown as Promise<Entity | undefined>)
      const there = await made()
      if (there !== undefined) return there
      try {
        const whole = await checked(scope, draft, { how: 'create' })
        return await catalog.transaction(async (repositories) => {
          await resource.requireFree?.(whole, repositories, scope, { how: 'create' })
          // With what the draft itself says, so that the parts it has are known.
          const given = { ...draft, ...picked(whole, Object.keys(draft)) }
          const id = await repositories.resources.insert(resource, scope, given, clock.now())
          const entity = await find(scope, id, repositories)
          await record(repositories, scope, 'create', entity, own(entity))
          return entity
        })
      } catch (error) {
        // The same draft twice at once: the other one was quicker.
        const other = await made()
        if (other === undefined) throw error
        return other
      }
    },

    async replace(scope: Scope, id: number, draft: Draft): Promise<Entity> {
      const kept = resource.keeps === true ? own(await find(scope, id)) : {}
      const whole = await checked(scope, { ...kept, ...draft } as Draft, { how: 'replace', id })
      return catalog.transaction(async (repositories) => {
        await repositories.resources.hold(resource, [id])
        const before = await find(scope, id, repositories)
        await requireUnchanged(before, draft, repositories)
        await resource.requireFree?.(whole, repositories, scope, { how: 'replace', id })
        await resource.guard?.(repositories, { before, draft: whole })
        return put(repositories, scope, before, whole)
      })
    },

    async savePart(scope: Scope, id: number, part: string, change: PartChange): Promise<Entity> {
      requireOfPart(resource, part, change)
      const saving = { how: 'part', id, part } as const
      const changed = (before: Entity) => ({ ...own(before), ...change.values }) as unknown as Draft
      await checked(scope, changed(await find(scope, id)), saving)
      return catalog.transaction(async (repositories) => {
        await repositories.resources.hold(resource, [id])
        const before = await find(scope, id, repositories)
        const last = (await repositories.resources.partsOf(resource, scope, id))[part]
        // It has been saved already, and its answer was lost.
        if (last?.key === change.key) return before
        await requirePartSeen(resource, { ...change, id, part }, last, repositories)
        const next = settled(changed(before), saving)
        await resource.requireFree?.(next, repositories, scope, saving)
        await resource.guard?.(repositories, { before, draft: next })
        return put(repositories, scope, before, next, change.key)
      })
    },

    async remove(scope: Scope, id: number): Promise<void> {
      if (resource.removes !== undefined) {
        await find(scope, id)
        await resource.removes(parts, scope, id)
        return
      }
      await catalog.transaction(async (repositories) => {
        await repositories.resources.hold(resource, [id])
        const entity = await find(scope, id, repositories)
        await resource.guard?.(repositories, { before: entity, draft: null })
        await repositories.resources.remove(resource, scope, id, clock.now())
        await record(repositories, scope, 'remove', entity, own(entity))
      })
    },

    /**
     * Puts back what was removed, under its id and with all that hung on it. Who asks for what another person has put
     * back already has it. Throws ENTRY_NOT_FOUND, also for what was removed too long ago, ENTRY_OWNER_NOT_FOUND,
     * ENTRY_PLACE_TAKEN and what the noun refuses.
     */
    async restore(scope: Scope, id: number): Promise<Entity> {
      const since = removedSince(clock, parts.config)
      return catalog.transaction(async (repositories) => {
        const { resources } = repositories
        const removal = await resources.takeRemoved(resource, scope, id, since)
        if (removal === undefined) return find(scope, id, repositories)
        const before = own(removal.entry as unknown as Entity) as unknown as Draft
        await resource.requireFree?.(before, repositories, scope, { how: 'restore', id })
        await resources.putBack(resource, removal)
        const entity = await find(scope, id, repositories)
        await record(repositories, scope, 'restore', entity, {})
        return entity
      })
    },
  }
}
