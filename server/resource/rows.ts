/** How entries of described nouns are stored in their tables. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { readable } from '../db/scoped.ts'
import type { Db } from '../db/tables.ts'
import { AppError } from '../lib/errors.ts'
import type { Scope } from '../lib/scope.ts'
import type { AnyResource, ResourceColumn, Stored } from './description.ts'

export type Value = string | number | null
export type ResourceRow = Record<string, Value>
export type Entry = Stored & Readonly<Record<string, unknown>>

/** One of the messages of an entry with states. */
export interface EntryComment {
  readonly message: string
  /** Username of who wrote it. */
  readonly by: string
  /** Epoch ms. */
  readonly at: number
}

/**
 * Which table it is comes from the description; the types of the catalog know only those that are named in the code.
 */
export const tablesOf = (db: Db) => db as unknown as Kysely<Record<string, ResourceRow>>

export const columnsOf = ({ columns }: AnyResource) => Object.entries(columns as Record<string, ResourceColumn>)
const clientOf = (resource: AnyResource) => columnsOf(resource).some(([, kind]) => kind === 'client')

export const columnOf = (name: string, kind: ResourceColumn): string =>
  kind === 'client' || kind === 'local' ? `${kind}_id` : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export function kept(value: unknown, kind: ResourceColumn): Value {
  if (kind === 'json') return JSON.stringify(value)
  if (kind === 'flag') return value === true ? 1 : 0
  return typeof value === 'string' ? value.trim() : ((value ?? null) as Value)
}

function shown(value: Value | undefined, kind: ResourceColumn): unknown {
  if (kind === 'json') return JSON.parse(String(value))
  return kind === 'flag' ? value === 1 : value
}

export const toEntry =
  (resource: AnyResource) =>
  (row: ResourceRow): Entry => {
    const entry = {
      id: Number(row.id),
      ...resource.always,
      ...Object.fromEntries(columnsOf(resource).map(([name, kind]) => [name, shown(row[columnOf(name, kind)], kind)])),
      ...withState(resource, row),
      ...(resource.parts && { partsAt: timesOf(partsIn(row)) }),
      createdAt: Number(row.created_at),
      updatedAt: Number(row.updated_at),
    }
    return resource.derived === undefined ? entry : { ...entry, ...resource.derived(entry) }
  }

/** How a part was saved last. */
export interface PartSaved {
  /** Epoch ms. */
  readonly at: number
  /** Id of an account. */
  readonly by: number | null
  /** Of the message that saved it. */
  readonly key: string | null
}
export type PartsSaved = Readonly<Record<string, PartSaved>>

export const partsIn = (row: ResourceRow): PartsSaved => JSON.parse(String(row.parts_at)) as PartsSaved

const timesOf = (parts: PartsSaved) => Object.fromEntries(Object.entries(parts).map(([part, { at }]) => [part, at]))

function withState({ machine }: AnyResource, row: ResourceRow): Readonly<Record<string, unknown>> {
  if (machine === undefined) return {}
  const { state, assignee, comments } = machine.fields
  return {
    [state]: row.state,
    stateAt: Number(row.state_at),
    ...(assignee !== undefined && { [assignee]: row.assignee_id ?? null }),
    ...(comments !== undefined && { [comments]: JSON.parse(String(row.comments)) as EntryComment[] }),
  }
}

/** Throws ADMIN_REQUIRED where no client decides who may read it, and for a demo account where it says real names. */
export function requireReader(resource: AnyResource, { role, demo }: Scope): void {
  if (demo && resource.hidesFromDemo === true)
    throw new AppError(
      'ADMIN_REQUIRED',
      `Only an administrator who is no demo account may see and change ${resource.name}.`,
    )
  if (role !== 'admin' && !clientOf(resource))
    throw new AppError('ADMIN_REQUIRED', `Only an administrator may see and change ${resource.name}.`)
}

/** The condition that keeps the rows that this caller may read. */
export const readableRows = (resource: AnyResource, scope: Scope) =>
  clientOf(resource) ? readable(scope, 'client_id') : sql<boolean>`1 = 1`
