/** Input on site that is not on the server yet. It is stored on the device until the server has it. */

/** Of an entry that the server has: its id. Of one that it has not: `@` and its key. */
export type EntryRef = string
export const refOfNew = (key: string): EntryRef => `@${key}`
export const isNewRef = (ref: EntryRef): boolean => ref.startsWith('@')

/** The part of a draft that makes the entry itself. */
export const NEW_ENTRY = 'new'

export type Values = Readonly<Record<string, unknown>>

/** Why a draft is not taken, until a person decides. */
export type DraftProblem =
  /** Another person changed the part meanwhile; `theirs` is what it says now, `seen` when it was changed. */
  | {
      readonly kind: 'conflict'
      readonly by: string
      readonly at: number
      readonly theirs: Values
      readonly seen: number | null
    }
  /** The server refuses it; with the sentence that was shown. */
  | { readonly kind: 'refused'; readonly code: string; readonly details: unknown; readonly message: string }

export interface Draft {
  readonly user: number
  /** Of its calls: `presetup`. */
  readonly path: string
  readonly ref: EntryRef
  readonly part: string
  readonly values: Values
  /** When the part was changed last, as it was read; null = never. */
  readonly seen: number | null
  /** Of the message; another change makes another one. */
  readonly key: string
  /** Keys of messages that were sent without an answer. */
  readonly after: readonly string[]
  /** Nothing is wrong with it: it may be sent. */
  readonly isReady: boolean
  readonly problem: DraftProblem | null
  /** When it was changed last on this device, epoch ms. */
  readonly at: number
}

export const draftId = ({ user, path, ref, part }: Pick<Draft, 'user' | 'path' | 'ref' | 'part'>): string =>
  [user, path, ref, part].join('/')

/** An entry that was made of a draft: the page that it was entered on may be opened again, by its key. */
export interface Made {
  readonly user: number
  /** Of the draft. */
  readonly key: string
  /** Of the entry. */
  readonly id: number
  /** Epoch ms. */
  readonly at: number
}

/** Where drafts are kept, and what became of them. */
export interface Keep {
  all(): Promise<Draft[]>
  put(draft: Draft): Promise<void>
  remove(id: string): Promise<void>
  allMade(): Promise<Made[]>
  putMade(made: Made): Promise<void>
  removeMade(key: string): Promise<void>
}

/** For as long as the page is open: where there is nothing to keep them in, and for tests. */
export function memoryKeep(): Keep {
  const drafts = new Map<string, Draft>()
  const made = new Map<string, Made>()
  return {
    all: () => Promise.resolve([...drafts.values()]),
    put(draft) {
      drafts.set(draftId(draft), draft)
      return Promise.resolve()
    },
    remove(id) {
      drafts.delete(id)
      return Promise.resolve()
    },
    allMade: () => Promise.resolve([...made.values()]),
    putMade(one) {
      made.set(one.key, one)
      return Promise.resolve()
    },
    removeMade(key) {
      made.delete(key)
      return Promise.resolve()
    },
  }
}
