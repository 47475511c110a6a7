/** The description of a noun whose entries have states. */
import { type Position, positionOf } from '#domain/machine'
import type { Translate } from '#ui'
import type { Entry, ListResource } from '../resource.ts'
import type { PageMachine } from './page-machine.ts'

export interface Stated<Entity extends Entry> {
  readonly name: string
  /** Of its calls. */
  readonly path: string
  readonly words: string
  readonly label: (entity: Entity) => string
  readonly about?: (entity: Entity) => string
  readonly machine: PageMachine
}

/** Null for a noun without states. */
export function statedOf<Entity extends Entry, Lists>({
  name,
  path = name,
  words,
  label,
  about,
  machine,
}: ListResource<Entity, Lists>): Stated<Entity> | null {
  return machine === undefined ? null : { name, path, words, label, machine, ...(about && { about }) }
}

export interface Comment {
  readonly message: string
  readonly by: string
  /** Epoch ms. */
  readonly at: number
}

// The schema of each noun has the fields that its machine names.
const fieldsOf = (entity: Entry) => entity as unknown as Readonly<Record<string, unknown>>

export const positionIn = ({ table }: PageMachine, entity: Entry): Position => positionOf(table, fieldsOf(entity))
export const sinceOf = (entity: Entry): number => Number(fieldsOf(entity).stateAt)
export const commentsIn = ({ table: { fields } }: PageMachine, entity: Entry): readonly Comment[] =>
  fields.comments === undefined ? [] : (fieldsOf(entity)[fields.comments] as readonly Comment[])

/** The input of an action of this name: a person, a message, or nothing. */
export function bringsOf({ table }: PageMachine, action: string): 'user' | 'message' | null {
  const of = table.transitions.filter((one) => one.action === action)
  if (of.some(({ comments }) => comments === true)) return 'message'
  return of.some(({ assigns }) => assigns === 'named') ? 'user' : null
}

/** Whether an action of this name ends in another state, for which all that was typed counts. */
export const leadsOn = ({ table }: PageMachine, action: string): boolean =>
  table.transitions.some((one) => one.action === action && one.to !== undefined)

/** The words of a noun with states; each is among its texts. */
export const wordsOf = (t: Translate, words: string) => ({
  state: (state: string) => t(`${words}states.${state}`),
  /** On a button. */
  action: (action: string) => t(`${words}actions.${action}`),
  bulk: (id: string) => t(`${words}bulk.${id}`),
  /** The past action, as the audit log writes it. */
  done: (action: string) => t(`${words}does.${action}`),
})
