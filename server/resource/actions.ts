/** The actions of a described noun with states: each is one transaction, with its entry in the audit log. */
import { attempt, isTaken, positionOf } from '#domain/machine'
import type { BulkAction, Machine, Transition } from '#domain/machine'
import type { NounAction } from '#domain/audit-actions'
import type { EntriesMoved } from '#schemas/generated/api/entries-moved.ts'
import type { Repositories } from '../catalog.ts'
import { AppError } from '../lib/errors.ts'
import type { Scope } from '../lib/scope.ts'
import type { Parts } from '../module.ts'
import type { AnyResource } from './description.ts'
import type { Brought } from './moves.ts'
import { commentsOf, detailsOf, fromOf, refusalOf } from './refusals.ts'
import type { Entry } from './rows.ts'

const MAX_COMMENTS = 200

interface Found {
  find(scope: Scope, id: number, repositories: Repositories): Promise<Entry>
}

export function entryActions(resource: AnyResource, machine: Machine, { find }: Found, { catalog, clock }: Parts) {
  const { noun } = resource

  const record = ({ audit }: Repositories, scope: Scope, action: string, entry: Entry, details: object) =>
    audit.append(scope, {
      // Its words stand with the noun's, as those of a change do.
      action: `${noun}.${action}` as NounAction,
      target: resource.label(entry),
      details: { id: entry.id, ...details },
      at: clock.now(),
    })

  async function requireUser({ user }: Brought, { resources }: Repositories): Promise<void> {
    if (user === undefined || (await resources.mayHave(user))) return
    throw new AppError('USER_NOT_FOUND', `There is no administrator ${user} who may sign in; choose another.`, { user })
  }

  function requireRoom(entry: Entry, { comments }: Transition): void {
    if (comments !== true || commentsOf(machine, entry).length < MAX_COMMENTS) return
    throw new AppError(
      'ENTRY_COMMENTS_EXCEEDED',
      `The ${noun} ${entry.id} has ${MAX_COMMENTS} messages, the most there can be.`,
      { noun, id: entry.id, most: MAX_COMMENTS },
    )
  }

  /** Moves those that the action takes, by id as they are then. */
  async function moveMany(
    { resources }: Repositories,
    scope: Scope,
    action: string,
    entries: readonly Entry[],
  ): Promise<ReadonlyMap<number, Entry>> {
    const groups = new Map<Transition, number[]>()
    for (const entry of entries) {
      const { transition } = attempt(machine, action, positionOf(machine, entry), scope.userId)
      if (transition === undefined) continue
      const group = groups.get(transition)
      if (group === undefined) groups.set(transition, [entry.id])
      else group.push(entry.id)
    }
    const after = new Map<number, Entry>()
    for (const [transition, ids] of groups)
      for (const entry of await resources.move(resource, scope, transition, { ids, at: clock.now() }))
        after.set(entry.id, entry)
    return after
  }

  return {
    /**
     * Throws ENTRY_NOT_FOUND, ENTRY_STATE_CONFLICT with who was first, ENTRY_ACTION_NOT_ALLOWED, USER_NOT_FOUND,
     * ENTRY_COMMENTS_EXCEEDED.
     */
    act: (scope: Scope, id: number, action: string, brought: Brought = {}): Promise<Entry> =>
      catalog.transaction(async (repositories) => {
        const { resources } = repositories
        await resources.hold(resource, [id])
        const before = await find(scope, id, repositories)
        const { transition, reason } = attempt(machine, action, positionOf(machine, before), scope.userId)
        if (reason !== undefined)
          throw await refusalOf(resource, { machine, entry: before, action, reason }, repositories)
        await requireUser(brought, repositories)
        requireRoom(before, transition)
        const [after] = await resources.move(resource, scope, transition, { ids: [id], at: clock.now(), ...brought })
        if (after === undefined) {
          const entry = await find(scope, id, repositories)
          throw await refusalOf(resource, { machine, entry, action, reason: 'state' }, repositories)
        }
        await record(repositories, scope, action, after, detailsOf(machine, before, after, brought))
        return after
      }),

    /**
     * What an action for many takes of these, or of all. What it does not take stays as it is, and is told with who was
     * first. @param ids left out: all
     */
    actOnMany: (scope: Scope, bulk: BulkAction, ids?: readonly number[]): Promise<EntriesMoved> =>
      catalog.transaction(async (repositories) => {
        const { resources } = repositories
        const { action, from = fromOf(machine, action), who, condition } = bulk
        const asked = { from, ...(who && { who }), ...(condition && { condition }) }
        const chosen = ids ?? (await resources.idsFor(resource, scope, asked))
        await resources.hold(resource, chosen)
        const before = await resources.some(resource, scope, chosen)
        const fits = (entry: Entry) => isTaken(machine, bulk, positionOf(machine, entry), scope.userId)
        // All updates before the first entry of the log: who writes there has all that it needs.
        const after = await moveMany(repositories, scope, action, before.filter(fits))
        for (const entry of before.toSorted((one, other) => one.id - other.id)) {
          const now = after.get(entry.id)
          if (now !== undefined) await record(repositories, scope, action, now, detailsOf(machine, entry, now))
        }
        // Who asks for all asks for none by name.
        const left = ids === undefined ? [] : before.filter(({ id }) => !after.has(id))
        const last = await resources.lastActions(
          resource,
          left.map(({ id }) => id),
        )
        return {
          done: [...after.keys()].toSorted((one, other) => one - other),
          left: left.map((entry) => ({
            id: entry.id,
            state: positionOf(machine, entry).state,
            action: last.get(entry.id)?.action ?? null,
            by: last.get(entry.id)?.by ?? null,
            at: last.get(entry.id)?.at ?? entry.createdAt,
          })),
        }
      }),
  }
}

export type EntryActions = ReturnType<typeof entryActions>
