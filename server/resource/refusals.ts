/** Errors and audit entries of actions: why not, who was first, what was done. */
import { positionOf } from '#domain/machine'
import type { Machine, RefusalReason } from '#domain/machine'
import type { Repositories } from '../catalog.ts'
import { AppError } from '../lib/errors.ts'
import type { AnyResource } from './description.ts'
import type { Brought, LastAction } from './moves.ts'
import type { Entry, EntryComment } from './rows.ts'

export const commentsOf = ({ fields }: Machine, entry: Entry): readonly EntryComment[] =>
  fields.comments === undefined ? [] : (entry[fields.comments] as readonly EntryComment[])

/** The states from which an action leads anywhere. */
export const fromOf = ({ transitions }: Machine, action: string): readonly string[] => [
  ...new Set(transitions.flatMap((one) => (one.action === action ? one.from : []))),
]

/** An action that an entry does not take now. */
export interface Refused {
  readonly machine: Machine
  readonly entry: Entry
  readonly action: string
  readonly reason: RefusalReason
}

/** Says who was first, what they did and when. */
export async function refusalOf(
  resource: AnyResource,
  { machine, entry, action, reason }: Refused,
  { resources }: Pick<Repositories, 'resources'>,
): Promise<AppError> {
  const { noun } = resource
  const { id } = entry
  if (reason === 'who')
    return new AppError(
      'ENTRY_ACTION_NOT_ALLOWED',
      `Only who has ${noun} ${id} may ${action} it; have it assigned to this account first.`,
      { noun, id, action },
    )
  const last = (await resources.lastActions(resource, [id])).get(id)
  const conditions = machine.transitions.flatMap((one) => (one.action === action ? (one.condition ?? []) : []))
  const required = reason === 'state' ? fromOf(machine, action) : [...new Set(conditions)]
  return new AppError(
    'ENTRY_STATE_CONFLICT',
    `This ${noun}, ${id}, is not ${required.join(' or ')}; ${action} is not possible${historyOf(last)}.`,
    {
      noun,
      id,
      action,
      state: positionOf(machine, entry).state,
      did: last?.action ?? null,
      by: last?.by ?? null,
      at: last?.at ?? entry.createdAt,
    },
  )
}

const historyOf = (last: LastAction | undefined): string =>
  last === undefined || last.action === null
    ? ''
    : `: the last action was ${last.action}, by ${last.by ?? 'Aforo'}, at ${new Date(last.at).toISOString()}`

/** Audit details: old and new state, old and new assignee, message. */
export function detailsOf(
  { fields }: Machine,
  before: Entry,
  after: Entry,
  { message }: Brought = {},
): Record<string, unknown> {
  const names = [fields.state, ...(fields.assignee === undefined ? [] : [fields.assignee])].filter(
    (name) => before[name] !== after[name],
  )
  const of = (entry: Entry) => Object.fromEntries(names.map((name) => [name, entry[name]]))
  return {
    ...(names.length > 0 && { ...of(after), before: of(before) }),
    ...(message !== undefined && { message: message.trim() }),
  }
}
