/**
 * A noun of the administration, described: its table, its calls, who may use them, its entries in the audit log and
 * what happens when two people change it at once follow from one object (docs/write-a-noun.md).
 */
import type { NounAction } from '#domain/audit-actions'
import type { Machine } from '#domain/machine'
import type { Repositories } from '../catalog.ts'
import type { Steps } from '../db/migrate.ts'
import type { ServerModule } from '../module.ts'
import type { Parts } from '../module.ts'
import type { Scope } from '../lib/scope.ts'

/**
 * How a value is kept. `client`: the id of the client it belongs to, in a column `client_id`, by which readers are
 * separated apart; null where it may belong to none, and then for administrators only. `local`: the id of a local of
 * that client, or null, in a column `local_id`. `day`: `YYYY-MM-DD`. `flag`: yes or no. `json`: lists and records.
 */
export type ResourceColumn = 'text' | 'number' | 'flag' | 'day' | 'json' | 'client' | 'local'

/** Fields of every entry besides its own. */
export interface Stored {
  readonly id: number
  /** Epoch ms. */
  readonly createdAt: number
  readonly updatedAt: number
}

/**
 * Fields of every draft: `updatedAt` of the entry that was read, to learn of changes made meanwhile; and, for nouns
 * that are saved in parts, the `key` of a new one, which makes it once however often it is sent.
 */
export interface Seen {
  readonly updatedAt?: number
  readonly key?: string
}

/** How an entry is being saved: a new one, the whole of one, or a part of it. */
export interface Saving {
  readonly how: 'create' | 'replace' | 'part' | 'restore'
  /** Of the entry that is there. */
  readonly id?: number
  readonly part?: string
}

/** One entry that an action has led on. */
export interface Led<Entity> {
  readonly action: string
  readonly before: Entity
  readonly after: Entity
  readonly scope: Scope
  /** Epoch ms. */
  readonly at: number
}

/** A further entry of the audit log that an action makes. */
export interface AuditNote {
  readonly action: NounAction
  readonly target: string
  readonly details: Readonly<Record<string, unknown>>
}

/** The names of a draft that are of the noun itself. */
type Own<Draft extends Seen> = Exclude<keyof Draft, keyof Seen> & string

export interface ResourceDescription<Entity extends Stored, Draft extends Seen> {
  /** In the plural, as in `work-orders`: its folder and `/api/work-orders`. */
  readonly name: string
  /** Below /api, where that is not its name: `discharges/client`. */
  readonly path?: string
  /**
   * Below /api, where its reading calls are, when others than administrators read something else under its path:
   * `management/clients`.
   */
  readonly reads?: string
  /** In the singular, as in `workOrder`: what its entries in the audit log begin with, `workOrder.create`. */
  readonly noun: string
  /** As in `work_orders`. */
  readonly table: string
  /** As in `work-order`: names the schemas `entities/work-order` and `api/work-order-draft`. */
  readonly schema: string
  /** For the API document. */
  readonly tag: string
  /** `admin`: administrators. `confirmed`: administrators who showed their password a moment ago. */
  readonly changes: 'admin' | 'confirmed'
  /** By the names of the draft; a column is called the same in snake case. */
  readonly columns: { readonly [Name in Own<Draft>]-?: ResourceColumn }
  /** Fields with the same value in every entry of the noun. */
  readonly always?: Readonly<Record<string, string>>
  /** Defaults of omitted fields in the draft of a new entry; in that of a change too, unless it `keeps`. */
  readonly defaults: Pick<Entity, Own<Draft> & keyof Entity>
  /** It says real names of clients or places: an account that reads made-up ones does not read it. */
  readonly hidesFromDemo?: true
  /** Omitted fields of a change stay as they were. */
  readonly keeps?: true
  /** How one is removed, where more than its row goes; then the password is asked for again. */
  readonly removes?: (parts: Parts, scope: Scope, id: number) => Promise<void>
  /**
   * Its states and what leads from one to another; its table has the columns of `withStates`. Every action is a call,
   * `POST /<name>/{id}/<action>`, and so is every action for many.
   */
  readonly machine?: Machine
  /**
   * Names of the draft that are saved by themselves, `PUT /<name>/{id}/parts/<part>`: two people may change two parts
   * of one entry at once. Its table has the columns of `withParts`.
   */
  readonly parts?: Readonly<Record<string, readonly string[]>>
  /** A draft that names a local need not name its client. */
  readonly clientFollowsLocal?: true
  /** Entries are made elsewhere: calls do not add, change or remove them, but take their actions. */
  readonly isMadeElsewhere?: true
  /** Derived from the rest of an entry, and sent with it. */
  readonly derived?: (entity: Entity) => Readonly<Record<string, unknown>>
  /**
   * The draft to store: values that do not fit the rest any more are corrected. Throws AppError for those that cannot
   * be.
   */
  readonly settled?: (draft: Draft, saving: Saving) => Draft
  /** The name of an entry in the audit log. */
  readonly label: (entity: Entity) => string
  /** Throws AppError for what neither the schema nor `settled` can say. */
  readonly check?: (draft: Draft, parts: Parts, scope: Scope, saving: Saving) => Promise<void> | void
  /**
   * Throws AppError for what may not be changed, or not be removed (`draft` is null), as the entry is now. In the
   * transaction of the change, under a lock.
   */
  readonly guard?: (
    repositories: Repositories,
    change: { readonly before: Entity; readonly draft: Draft | null },
  ) => Promise<void>
  /**
   * Effects of an action, in its transaction. Throws AppError for what its machine cannot say; nothing is done then.
   */
  readonly effects?: (repositories: Repositories, led: Led<Entity>) => Promise<readonly AuditNote[]>
  /**
   * Throws AppError for what is another entry's meanwhile: asked when one is saved, and when one is put back, in the
   * transaction of it and after the entry is held. What it asks is held there by a lock, or two would have it at once.
   */
  readonly requireFree?: (draft: Draft, repositories: Repositories, scope: Scope, saving: Saving) => Promise<void>
  /**
   * By table: rows that named a removed entry are led back to it only while this column of theirs says what it said
   * when it was removed. Left out: always.
   */
  readonly putBackWhile?: Readonly<Record<string, string>>
  /** The states in which its client, and its local, stay: they are not removed meanwhile. */
  readonly holdsPlace?: readonly string[]
  /**
   * A good draft of a client, and of a local where one is named; `unique` makes another of what may be there once. The
   * tests of all nouns are made of it.
   */
  readonly example: (unique: number, client: number, local: number | null) => Draft
  /** Preparation of an example before its actions. For tests. */
  readonly furnish?: (repositories: Repositories, id: number, local: number) => Promise<void>
  readonly steps: Steps
}

// oxlint-disable-next-line typescript/no-explicit-any -- a description is asked only for what its own drafts and entries have
export type AnyResource = ResourceDescription<any, any>

/** A module that was made of a description, which the tests of all nouns read. */
export interface ResourceModule extends ServerModule {
  readonly resource: AnyResource
}

/** @public */
export const isResource = (module: ServerModule): module is ResourceModule => 'resource' in module

/** Of its calls, below /api. */
export const pathOf = ({ name, path = name }: Pick<AnyResource, 'name' | 'path'>): string => path

/** Of the calls that read it, below /api. */
export const readsOf = (resource: Pick<AnyResource, 'name' | 'path' | 'reads'>): string =>
  resource.reads ?? pathOf(resource)

/** Whether a removal can be undone: not where more than rows of the catalog goes, and not of what is made elsewhere. */
export const canRestore = ({ removes, isMadeElsewhere }: Pick<AnyResource, 'removes' | 'isMadeElsewhere'>): boolean =>
  removes === undefined && isMadeElsewhere !== true

/** The module of a described noun: the whole of its folder, until something about it is special. @public */
export const resourceModule = <Entity extends Stored, Draft extends Seen>(
  resource: ResourceDescription<Entity, Draft>,
): ResourceModule => ({
  name: resource.name,
  resource,
  steps: resource.steps,
  start: async () => (await import('./start.ts')).startResource(resource),
})
