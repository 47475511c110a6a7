/** "Process per user": what waits for the devices of a person is taken up by that person (decision 70). */
import type { NounAction } from '#domain/audit-actions'
import { strictMac } from '#domain/mac'
import { positionOf } from '#domain/machine'
import { dischargeMachine } from '#domain/machines/discharges'
import type { EntriesMoved } from '#schemas/generated/api/entries-moved.ts'
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

/**
 * Pending discharges of this kind that name a MAC of the account are assigned to it. Those that are assigned already
 * stay there, and are told. Throws USER_NOT_FOUND for who is no administrator that may sign in.
 */
export const takeUp = (
  resource: AnyResource,
  { catalog, clock }: Pick<Parts, 'catalog' | 'clock'>,
  scope: Scope,
  user: number,
): Promise<EntriesMoved> =>
  catalog.transaction(async (repositories) => {
    const { resources, accounts, audit } = repositories
    const account = await accounts.find(scope, user)
    if (account === undefined || !(await resources.mayHave(user)))
      throw new AppError('USER_NOT_FOUND', `There is no administrator ${user} who may sign in; choose another.`, {
        user,
      })
    const macs = new Set(account.macs)
    const pending = { from: ['pending'] }
    const waiting = await resources.some(resource, scope, await resources.idsFor(resource, scope, pending))
    const theirs = waiting.filter((entry) => names(entry, macs)).toSorted((one, other) => one.id - other.id)
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
    const last = await resources.lastActions(
      resource,
      left.map(({ id }) => id),
    )
    return {
      done: [...moved.keys()].toSorted((one, other) => one - other),
      left: left.map((entry) => ({
        id: entry.id,
        state: positionOf(dischargeMachine, entry).state,
        action: last.get(entry.id)?.action ?? null,
        by: last.get(entry.id)?.by ?? null,
        at: last.get(entry.id)?.at ?? entry.createdAt,
      })),
    }
  })
