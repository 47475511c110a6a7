/** A noun of the administration as its pages need it: list, new one, changing one (docs/write-a-noun.md). */
import type { FormApi, QueryLike, ResourceColumn, Translate } from '#ui'
import type { Rules } from '#ui/form/rules.ts'
import type { ComponentType, ReactNode } from 'react'
import type { AdminApi, Collection } from '../../../api/admin.ts'
import type { PlaceAt } from '../place-address.ts'
import type { FieldMap } from '../server-errors.ts'
import type { PageMachine } from './states/page-machine.ts'

/** The texts of every noun, after what the keys of its words begin with. */
export const RESOURCE_WORDS = ['title', 'note', 'one', 'newTitle', 'add', 'none', 'noneText', 'removeQuestion'] as const

export interface Entry {
  readonly id: number
  /** Epoch ms; where it is there, a change says what it was made on. */
  readonly updatedAt?: number
}

/** Properties of the fields of a form. */
export interface FieldsProps<Values, Lists> {
  readonly form: FormApi<Values>
  readonly lists: Lists
}

/** Properties of the parts of an entry besides its fields. */
export interface PartsProps<Entity, Lists> {
  readonly entity: Entity
  readonly lists: Lists
  /** Asks again for the list and the entry. */
  readonly refresh: () => Promise<unknown>
}

export interface RemovalProps<Entity> {
  readonly entity: Entity
  readonly onClose: () => void
  /** After it is gone, before what is on show is asked for again. */
  readonly onRemoved: () => void
}

export interface RelatedLink {
  readonly label: string
  readonly href: string
}

/** @typeParam Lists what names in its columns are looked up in, for example clients */
export interface ListResource<Entity extends Entry, Lists> {
  /** Names its pages, `/users/admin/<name>`, and its answers. */
  readonly name: string
  /** Of its calls, where that is not its name: `discharges/client`. */
  readonly path?: string
  /** The lists that are one page with this one, in their order. */
  readonly siblings?: (t: Translate) => {
    readonly label: string
    readonly all: readonly { readonly name: string; readonly label: string }[]
  }
  /** Prefix of its text keys: `admin:groups.` or `noun-orders:`. */
  readonly words: `${string}.` | `${string}:`
  readonly icon: ComponentType<{ size?: number }>
  /** Above the list. */
  readonly top?: () => ReactNode
  /** Entries are made by another part: none is added or removed here. */
  readonly isMadeElsewhere?: true
  readonly collection: (api: AdminApi) => Pick<Collection<Entity, never>, 'list' | 'remove' | 'restore'>
  /** Names of other nouns whose answers change with it. */
  readonly also?: readonly string[]
  readonly label: (entity: Entity) => string
  /** A suffix that distinguishes entries of the same name in lists. */
  readonly about?: (entity: Entity) => string
  /** @param lists undefined while they load */
  readonly columns: (t: Translate, lists: Lists | undefined) => readonly ResourceColumn<Entity>[]
  readonly useLists: () => QueryLike<Lists>
  /** For entries that have states: what their lists and forms show besides. */
  readonly machine?: PageMachine
  /** Where a row of the list leads, when that is not its form. */
  readonly rowTo?: (id: number) => string
  /** Beside the title of the list. */
  readonly Actions?: ComponentType
  /** Asks before one is removed, and does it, where a question is not enough. That cannot be undone. */
  readonly Removal?: ComponentType<RemovalProps<Entity>>
}

/** @typeParam Lists what the form chooses from besides, for example clients */
export interface PageResource<
  Entity extends Entry,
  Draft extends object,
  Values extends object,
  Lists,
> extends ListResource<Entity, Lists> {
  readonly collection: (api: AdminApi) => Collection<Entity, Draft>
  readonly initial: Values
  /** Initial values of a new one from the place in the address where it was added. */
  readonly initialAt?: (at: PlaceAt) => Partial<Values>
  readonly valuesOf: (entity: Entity) => Values
  /**
   * A changed value refills the form and discards its input: for an entry that can no longer be
   * changed. Without it a form keeps what it was filled with.
   */
  readonly refilled?: (entity: Entity) => string
  readonly draftOf: (values: Values) => Draft
  /** @param others the entries besides the one on show */
  readonly rules: (t: Translate, others: readonly Entity[]) => Rules<Values>
  readonly Fields: ComponentType<FieldsProps<Values, Lists>>
  /** Further parts of an entry below its form; with separate calls. */
  readonly Parts?: ComponentType<PartsProps<Entity, Lists>>
  /** A new one is nothing without its parts: its own page comes next, not the list. */
  readonly opensNew?: true
  /** There are so many that a form does not load the others to compare with. */
  readonly isLarge?: true
  /** Links from an entry to its parts that have separate pages. */
  readonly related?: (t: Translate, entity: Entity) => readonly RelatedLink[]
  /** The field each refusal of the server belongs to. */
  readonly places?: (t: Translate) => FieldMap
}

type Word = (typeof RESOURCE_WORDS)[number]

/** The keys of the words that every noun has. */
export const wordsOfNoun =
  ({ words }: { readonly words: string }) =>
  (word: Word): string =>
    `${words}${word}`
