/** The actions of a described noun with states: each is one transaction, with its entry in the audit log. */
import { attempt, isTaken, positionOf } from '#domain/machine'
import type { BulkAction, Machine, Transition } from '#domain/machine'
import type { NounAction } from '#domain/audit-actions'
import type { EntriesMoved } from '#schemas/generated/api/entries-moved.ts'
import type { Repositories } from '../catalog.ts'
import { AppError } from '../lib/errors.ts'
import type { Scope } from '../lib/scope.ts'
import type { Parts } from '../module.ts'
import type { AnyResource, AuditNote } from './description.ts'
import type { Brought } from './moves.ts'
import { commentsOf, detailsOf, fromOf, refusalOf } from './refusals.ts'
import type { Entry } from './rows.ts'

const MAX_COMMENTS = 200

interface Pair {
  readonly before: Entry
  readonly after: Entry
}

/** Those that were moved, by id. */
const pairsOf = (before: readonly Entry[], moved: ReadonlyMap<number, Entry>): readonly Pair[] =>
  before
    .toSorted((one, other) => one.id - other.id)
    .flatMap((entry) => {
      const after = moved.get(entry.id)
      return after === undefined ? [] : [{ before: entry, after }]
    })

interface Found {
  find(scope: Scope, id: number, repositories: Repositories): Promise<Entry>
}

/** Input of an assignment: the action, the new assignee, and the entries; without `ids`: all. */
interface Given {
  readonly action: string
  readonly user: number
  readonly ids?: readonly number[]
}

/** The parts of every action: the update, what it does besides, and its entries in the audit log. */
function actionTools(resource: AnyResource, machine: Machine, { clock }: Parts) {
  const { noun } = resource

  const record = ({ audit }: Repositories, scope: Scope, action: string, entry: Entry, details: object) =>
    audit.append(scope, {
      // Its audit text is with the noun's, as that of a change.
      action: `${noun}.${action}` as NounAction,
      target: resource.label(entry),
      details: { id: entry.id, ...details },
      at: clock.now(),
    })

  async function recordAll(
    repositories: Repositories,
    scope: Scope,
    action: string,
    entries: readonly Entry[],
    moved: ReadonlyMap<number, Entry>,
  ): Promise<void> {
    for (const { before, after } of pairsOf(entries, moved))
      await record(repositories, scope, action, after, detailsOf(machine, before, after))
  }

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
    brought: Brought = {},
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
      for (const entry of await resources.move(resource, scope, transition, { ids, at: clock.now(), ...brought }))
        after.set(entry.id, entry)
    return after
  }

  /** Side effects of an action. Their audit notes are appended after everything is written. */
  async function effectsOf(repositories: Repositories, scope: Scope, action: string, entries: readonly Pair[]) {
    const notes: AuditNote[] = []
    for (const { before, after } of entries)
      notes.push(...((await resource.effects?.(repositories, { action, before, after, scope, at: clock.now() })) ?? []))
    return notes
  }

  async function appendNotes({ audit }: Repositories, scope: Scope, notes: readonly AuditNote[]): Promise<void> {
    for (const one of notes) await audit.append(scope, { ...one, at: clock.now() })
  }

  return { record, recordAll, requireUser, requireRoom, moveMany, effectsOf, appendNotes }
}

export function entryActions(resource: AnyResource, machine: Machine, { find }: Found, parts: Parts) {
  const { catalog, clock } = parts
  const { record, recordAll, requireUser, requireRoom, moveMany, effectsOf, appendNotes } = actionTools(
    resource,
    machine,
    parts,
  )
  /** Those that are unassigned and that the action may take, by id. Throws USER_NOT_FOUND. */
  async function unassignedFor(
    repositories: Repositories,
    scope: Scope,
    { action, user, ids }: Given,
  ): Promise<readonly number[]> {
    await requireUser({ user }, repositories)
    const unassigned = { from: fromOf(machine, action), condition: 'unassigned' } as const
    const free = await repositories.resources.idsFor(resource, scope, unassigned)
    const chosen = ids === undefined ? free : free.filter((id) => ids.includes(id))
    return chosen.toSorted((one, other) => one - other)
  }

  return {
    /** The entries that `giveUnassigned` would take now. Throws USER_NOT_FOUND. */
    wouldGive: async (scope: Scope, given: Given): Promise<EntriesMoved> => ({
      done: [...(await unassignedFor(catalog, scope, given))],
      left: [],
    }),

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
        const notes = await effectsOf(repositories, scope, action, [{ before, after }])
        await record(repositories, scope, action, after, detailsOf(machine, before, after, brought))
        await appendNotes(repositories, scope, notes)
        return resource.effects === undefined ? after : find(scope, id, repositories)
      }),

    /**
     * Gives to an administrator the entries that are unassigned and that the action may take. Throws USER_NOT_FOUND.
     */
    giveUnassigned: (scope: Scope, given: Given): Promise<EntriesMoved> =>
      catalog.transaction(async (repositories) => {
        const { resources } = repositories
        const { action, user } = given
        const chosen = await unassignedFor(repositories, scope, given)
        await resources.hold(resource, chosen)
        const before = (await resources.some(resource, scope, chosen)).filter(
          (entry) => positionOf(machine, entry).assignee === null,
        )
        const after = await moveMany(repositories, scope, action, before, { user })
        await recordAll(repositories, scope, action, before, after)
        return { done: [...after.keys()].toSorted((one, other) => one - other), left: [] }
      }),

    /**
     * Entries among these, or all, that an action for many takes. Entries that it cannot take are left and listed with
     * who was first. @param ids left out: all
     */
    actOnMany: (scope: Scope, bulk: BulkAction, ids?: readonly number[]): Promise<EntriesMoved> =>
      catalog.transaction(async (repositories) => {
        const { resources } = repositories
        const { action, from = fromOf(machine, action), who, condition } = bulk
        const required = { from, ...(who && { who }), ...(condition && { condition }) }
        const chosen = ids ?? (await resources.idsFor(resource, scope, required))
        await resources.hold(resource, chosen)
        const before = await resources.some(resource, scope, chosen)
        const fits = (entry: Entry) => isTaken(machine, bulk, positionOf(machine, entry), scope.userId)
        // All updates before the first entry of the log: who writes there has all that it needs.
        const after = await moveMany(repositories, scope, action, before.filter(fits))
        const notes = await effectsOf(repositories, scope, action, pairsOf(before, after))
        await recordAll(repositories, scope, action, before, after)
        await appendNotes(repositories, scope, notes)
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
