/** "Process per user": what waits for the devices of a person is taken up by that person (decision 70). */
import type { NounAction } from '#domain/audit-actions'
import { strictMac } from '#domain/mac'
import { positionOf } from '#domain/machine'
import { dischargeMachine } from '#domain/machines/discharges'
import type { EntriesMoved } from '#schemas/generated/api/entries-moved.ts'
import type { Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Parts } from '../../module.ts'
import type { AnyResource } from '../../resource/description.ts'
import { detailsOf } from '../../resource/refusals.ts'
import type { Entry } from '../../resource/rows.ts'

const ASSIGN = dischargeMachine.transitions.filter(({ action }) => action === 'assign')

/** Whether a value of its raw data is one of these MACs, however it is written. */
const names = ({ data }: Entry, macs: ReadonlySet<string>) =>
  Object.values(data as Record<string, unknown>).some(
    (value) => typeof value === 'string' && macs.has(strictMac(value) ?? ''),
  )

/** Pending discharges that name a MAC of the account, by id. Throws USER_NOT_FOUND. */
async function waitingFor(
  resource: AnyResource,
  { resources, accounts }: Repositories,
  scope: Scope,
  user: number,
): Promise<readonly Entry[]> {
  const account = await accounts.find(scope, user)
  if (account === undefined || !(await resources.mayHave(user)))
    throw new AppError('USER_NOT_FOUND', `There is no administrator ${user} who may sign in; choose another.`, {
      user,
    })
  const macs = new Set(account.macs)
  const waiting = await resources.some(resource, scope, await resources.idsFor(resource, scope, { from: ['pending'] }))
  return waiting.filter((entry) => names(entry, macs)).toSorted((one, other) => one.id - other.id)
}

/** Those of another person, with what was done to them last. */
async function answerOf(
  resource: AnyResource,
  { resources }: Repositories,
  { done, left }: { readonly done: readonly number[]; readonly left: readonly Entry[] },
): Promise<EntriesMoved> {
  const last = await resources.lastActions(
    resource,
    left.map(({ id }) => id),
  )
  return {
    done: done.toSorted((one, other) => one - other),
    left: left.map((entry) => ({
      id: entry.id,
      state: positionOf(dischargeMachine, entry).state,
      action: last.get(entry.id)?.action ?? null,
      by: last.get(entry.id)?.by ?? null,
      at: last.get(entry.id)?.at ?? entry.createdAt,
    })),
  }
}

/** The result that `takeUp` would have now. Throws USER_NOT_FOUND. */
export async function wouldTakeUp(
  resource: AnyResource,
  { catalog }: Pick<Parts, 'catalog'>,
  scope: Scope,
  user: number,
): Promise<EntriesMoved> {
  const theirs = await waitingFor(resource, catalog, scope, user)
  const done = theirs.filter(({ assignedTo }) => assignedTo === null).map(({ id }) => id)
  const left = theirs.filter(({ assignedTo }) => assignedTo !== null && assignedTo !== user)
  return answerOf(resource, catalog, { done, left })
}

/**
 * Pending discharges of this kind that name a MAC of the account are assigned to it. Those that are assigned already
 * stay there, and are reported. Throws USER_NOT_FOUND unless the account is an administrator that may sign in.
 */
export const takeUp = (
  resource: AnyResource,
  { catalog, clock }: Pick<Parts, 'catalog' | 'clock'>,
  scope: Scope,
  user: number,
): Promise<EntriesMoved> =>
  catalog.transaction(async (repositories) => {
    const { resources, audit } = repositories
    const theirs = await waitingFor(resource, repositories, scope, user)
    const ids = theirs.map(({ id }) => id)
    await resources.hold(resource, ids)
    const moved = new Map<number, Entry>()
    for (const transition of ASSIGN) {
      const to = { ids, at: clock.now(), user }
      for (const entry of await resources.move(resource, scope, { ...transition, assigns: 'named' }, to))
        moved.set(entry.id, entry)
    }
    for (const before of theirs) {
      const after = moved.get(before.id)
      if (after === undefined) continue
      await audit.append(scope, {
        action: `${resource.noun}.assign` as NounAction,
        target: resource.label(after),
        details: { id: after.id, ...detailsOf(dischargeMachine, before, after) },
        at: clock.now(),
      })
    }
    const left = theirs.filter(({ id, assignedTo }) => !moved.has(id) && assignedTo !== user)
    return answerOf(resource, repositories, { done: [...moved.keys()], left })
  })
