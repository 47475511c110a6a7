/**
 * Sends what was entered on site, oldest first, when the server can be reached. Each change is kept on the device
 * before anything is sent; each message carries a key, so that one whose answer was lost changes nothing a second time;
 * what another person changed meanwhile is never overwritten, but asked about.
 */
import { isRecord } from '#domain/record'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Draft, draftId, type EntryRef, isNewRef, type Keep, NEW_ENTRY, refOfNew, type Values } from './draft.ts'

/** An entry as the server gives it. */
export interface SavedEntry {
  readonly id: number
  /** Epoch ms; parts that it was made with were changed then. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly partsAt: Readonly<Record<string, number | undefined>>
}

export interface PartMessage {
  readonly values: Values
  readonly seen: number | null
  readonly key: string
  readonly after: readonly string[]
}

export interface QueueCalls {
  add(path: string, draft: Values & { readonly key: string }): Promise<SavedEntry>
  savePart(path: string, id: number, part: string, message: PartMessage): Promise<SavedEntry>
  one(path: string, id: number): Promise<SavedEntry>
}

export interface QueueState {
  readonly drafts: readonly Draft[]
  /** Those on the device have been read. */
  readonly isLoaded: boolean
  readonly isSending: boolean
  /** False after a message did not reach the server, until one does. */
  readonly isReachable: boolean
  /** Entries that were made of drafts, on this page or an earlier one: their keys, and their ids. */
  readonly made: Readonly<Record<string, number>>
  /** The last answers of the server, by path and id: set before the draft is removed. */
  readonly answers: Readonly<Record<string, SavedEntry>>
}

export interface Change {
  readonly path: string
  readonly ref: EntryRef
  readonly part: string
  readonly values: Values
  /** Of what the form was filled with, where there is no draft yet. */
  readonly seen: number | null
  readonly isReady: boolean
}

export interface QueueOptions {
  readonly user: number
  readonly keep: Keep
  readonly calls: QueueCalls
  /** The server has an entry as it is now. */
  readonly onSaved: (path: string, entry: SavedEntry) => void
  readonly newKey?: () => string
  readonly now?: () => number
}

export interface Queue {
  readonly store: StoreApi<QueueState>
  load(): Promise<void>
  change(change: Change): Promise<void>
  send(): Promise<void>
  /** Sends, also what was entered while something else was in flight. */
  flush(): Promise<void>
  /** Forgets a draft. */
  discard(draft: Draft): Promise<void>
  /** After a conflict: what is here is sent in place of theirs. */
  insist(draft: Draft): Promise<void>
}

/** The same again may succeed: no network, a server that is busy or away, a session that has ended. */
function comesLater(cause: unknown): boolean {
  const status = isRecord(cause) && typeof cause.status === 'number' ? cause.status : 0
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500
}

const MAX_KEYS = 50
/** Of entries that were made of drafts: of how many the device remembers it. */
const MAX_MADE = 100

export const answerId = (path: string, id: number | string): string => `${path}/${id}`

/** The work of one message, and what becomes of its draft. */
function messages({ user, keep, calls, onSaved, newKey, now }: Required<QueueOptions>, store: StoreApi<QueueState>) {
  const { getState, setState } = store
  const find = (id: string) => getState().drafts.find((one) => draftId(one) === id)

  function answered(path: string, entry: SavedEntry): void {
    setState(({ answers }) => ({ answers: { ...answers, [answerId(path, entry.id)]: entry } }))
    onSaved(path, entry)
  }

  /** On show at once; resolves when the device has it. */
  async function put(draft: Draft): Promise<void> {
    const id = draftId(draft)
    const isThere = find(id) !== undefined
    setState(({ drafts }) => ({
      drafts: isThere ? drafts.map((one) => (draftId(one) === id ? draft : one)) : [...drafts, draft],
    }))
    await keep.put(draft)
  }
  async function remove(id: string): Promise<void> {
    setState(({ drafts }) => ({ drafts: drafts.filter((one) => draftId(one) !== id) }))
    await keep.remove(id)
  }

  /** The entry of a new one is there: what else was entered of it belongs to its id. */
  async function adopt(key: string, entry: SavedEntry): Promise<void> {
    const ref = refOfNew(key)
    for (const draft of getState().drafts.filter((one) => one.ref === ref && one.part !== NEW_ENTRY)) {
      // A change by another user since then was not seen here.
      const at = entry.partsAt[draft.part]
      await put({ ...draft, ref: String(entry.id), seen: at === entry.createdAt ? at : null })
      await remove(draftId(draft))
    }
    // Both before the draft goes: its page is never without an entry to lead to, nor is one that is opened again by its
    // key because it ended between the two.
    await keep.putMade({ user, key, id: entry.id, at: now() })
    setState(({ made }) => ({ made: { ...made, [key]: entry.id } }))
    await remove(draftId({ user, path: pathOf(ref), ref, part: NEW_ENTRY }))
  }
  const pathOf = (ref: EntryRef) => getState().drafts.find((one) => one.ref === ref)?.path ?? ''

  /** After an answer: the draft is done, unless it was changed while its message was in flight. */
  async function settle(sent: Draft, entry: SavedEntry): Promise<void> {
    const id = draftId(sent)
    const current = find(id)
    if (current !== undefined && current.key === sent.key) await remove(id)
    else if (current !== undefined) await put({ ...current, seen: entry.partsAt[sent.part] ?? null, after: [] })
    // A draft that another part blocked may pass now: it needed an area that was missing, or a point was in its way.
    for (const draft of getState().drafts)
      if (draft.path === sent.path && draft.ref === sent.ref && draft.problem?.kind === 'refused')
        await put({ ...draft, problem: null, key: newKey() })
  }

  async function refuse(sent: Draft, cause: unknown): Promise<void> {
    const { code = '', details = null, message = '' } = isRecord(cause) ? cause : {}
    const current = find(draftId(sent)) ?? sent
    const facts = isRecord(details) ? details : {}
    if (code === 'ENTRY_CHANGED' && typeof facts.part === 'string') {
      const entry = await calls.one(sent.path, Number(sent.ref))
      const theirs = Object.fromEntries(
        Object.keys(sent.values).map((name) => [name, (entry as unknown as Values)[name]]),
      )
      const seen = entry.partsAt[sent.part] ?? null
      answered(sent.path, entry)
      return put({
        ...current,
        problem: { kind: 'conflict', by: String(facts.by), at: Number(facts.at), theirs, seen },
      })
    }
    await put({
      ...current,
      problem: { kind: 'refused', code: String(code), details, message: String(message) },
    })
  }

  async function sendOne(draft: Draft): Promise<void> {
    // Known on the device before it leaves: should the page end now, it may have arrived.
    const sent = { ...draft, after: [...draft.after, draft.key].slice(-MAX_KEYS) }
    await put(sent)
    if (draft.part === NEW_ENTRY) {
      const key = draft.ref.slice(1)
      const entry = await calls.add(draft.path, { ...draft.values, key })
      answered(draft.path, entry)
      return adopt(key, entry)
    }
    const { values, seen, key, after } = draft
    const entry = await calls.savePart(draft.path, Number(draft.ref), draft.part, { values, seen, key, after })
    answered(draft.path, entry)
    await settle(sent, entry)
  }

  return { find, put, remove, sendOne, refuse }
}

/** A new entry comes before its parts, and else what was entered first. */
const nextOf = (drafts: readonly Draft[], tried: ReadonlySet<string>) =>
  drafts
    .filter(
      (one) =>
        one.isReady &&
        one.problem === null &&
        !tried.has(`${draftId(one)} ${one.key}`) &&
        (one.part === NEW_ENTRY || !isNewRef(one.ref)),
    )
    .toSorted((one, other) => one.at - other.at)[0]

export function createQueue({
  user,
  keep,
  calls,
  onSaved,
  newKey = () => crypto.randomUUID(),
  now = () => Date.now(),
}: QueueOptions): Queue {
  const store = createStore<QueueState>(() => ({
    drafts: [],
    isLoaded: false,
    isSending: false,
    isReachable: true,
    made: {},
    answers: {},
  }))
  const { getState, setState } = store
  const { find, put, remove, sendOne, refuse } = messages({ user, keep, calls, onSaved, newKey, now }, store)

  async function send(): Promise<void> {
    if (getState().isSending) return
    setState({ isSending: true })
    const tried = new Set<string>()
    try {
      for (
        let draft = nextOf(getState().drafts, tried);
        draft !== undefined;
        draft = nextOf(getState().drafts, tried)
      ) {
        tried.add(`${draftId(draft)} ${draft.key}`)
        try {
          try {
            await sendOne(draft)
          } catch (cause) {
            if (comesLater(cause)) throw cause
            await refuse(draft, cause)
          }
          setState({ isReachable: true })
        } catch (cause) {
          setState({ isReachable: false })
          if (!comesLater(cause)) throw cause
          return
        }
      }
    } finally {
      setState({ isSending: false })
    }
  }

  async function flush(): Promise<void> {
    if (getState().isSending)
      await new Promise<void>((done) => {
        const stop = store.subscribe(({ isSending }) => {
          if (isSending) return
          stop()
          done()
        })
      })
    await send()
  }

  return {
    store,
    send,
    flush,
    async load() {
      const kept = (await keep.all()).filter((one) => one.user === user)
      const remembered = (await keep.allMade()).toSorted((one, other) => other.at - one.at)
      const own = remembered.filter((one) => one.user === user).map(({ key, id }) => [key, id] as const)
      setState(({ drafts, made }) => {
        const here = new Set(drafts.map(draftId))
        return {
          drafts: [...kept.filter((one) => !here.has(draftId(one))), ...drafts],
          made: { ...Object.fromEntries(own), ...made },
          isLoaded: true,
        }
      })
      for (const { key } of remembered.slice(MAX_MADE)) await keep.removeMade(key)
    },
    async change({ path, ref, part, values, seen, isReady }) {
      const before = find(draftId({ user, path, ref, part }))
      // A conflict stays until it is decided; what was refused may be right now.
      const problem = before?.problem?.kind === 'conflict' ? before.problem : null
      await put({
        user,
        path,
        ref,
        part,
        values,
        seen: before === undefined ? seen : before.seen,
        key: newKey(),
        after: before?.after ?? [],
        isReady,
        problem,
        at: now(),
      })
    },
    discard: (draft) => remove(draftId(draft)),
    async insist(draft) {
      const { problem } = draft
      const seen = problem?.kind === 'conflict' ? problem.seen : draft.seen
      await put({ ...draft, seen, key: newKey(), after: [], problem: null, isReady: true, at: now() })
      await send()
    },
  }
}
