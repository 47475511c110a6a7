/** The answers the scheduler keeps: by question, the longest unused first in line to go. */
import type { FrameRef, SourceDefinition } from '../../types.ts'
import { CACHE_BYTES, CACHE_ENTRIES, STALE_MS } from '../document/constants.ts'
import type { Clock } from '../params/ports.ts'
import type { Entry } from './scheduler-job.ts'

export interface AnswerCache {
  /** Also counts as use. */
  find(key: string): Entry | undefined
  /** In place of what was kept for the question; the returned function lets go of that, once the new one was told. */
  put(key: string, entry: Entry): () => void
  isStale(key: string, entry: Entry, source: SourceDefinition): boolean
  /** Whether a partial answer still needs this part. */
  holdsPart(key: string, ref: FrameRef): boolean
  /** Lets go of what is too much; what is shown stays. */
  trim(): void
  /** Something was written on the server: what is shown is stale from now on, the rest goes. */
  outdate(): void
  clear(): void
  size(): number
}

export interface AnswerCacheOptions {
  readonly clock: Clock
  /** An answer that is not needed any more. */
  readonly release: (id: string) => void
  readonly isShown: (key: string) => boolean
}

export function createAnswerCache({ clock, release, isShown }: AnswerCacheOptions): AnswerCache {
  const entries = new Map<string, Entry>()
  /** Keys whose answer is from before something was written. */
  const outdated = new Set<string>()

  /** Lets go of an answer, and of its parts, but of what the newer one goes on using. */
  function discard(entry: Entry, newer?: Entry): void {
    const kept = new Set(newer === undefined ? [] : idsOf(newer))
    for (const id of new Set(idsOf(entry))) if (!kept.has(id)) release(id)
  }

  function forget(key: string, entry: Entry): void {
    entries.delete(key)
    outdated.delete(key)
    discard(entry)
  }

  function trim(): void {
    let bytes = [...entries.values()].reduce((sum, entry) => sum + bytesOf(entry), 0)
    for (const [key, entry] of entries) {
      if (entries.size <= CACHE_ENTRIES && bytes <= CACHE_BYTES) return
      if (isShown(key)) continue
      bytes -= bytesOf(entry)
      forget(key, entry)
    }
  }

  return {
    find(key) {
      const entry = entries.get(key)
      if (entry !== undefined) {
        entries.delete(key)
        entries.set(key, entry)
      }
      return entry
    },

    put(key, entry) {
      const old = entries.get(key)
      entries.delete(key)
      entries.set(key, entry)
      outdated.delete(key)
      return () => {
        if (old !== undefined) discard(old, entry)
      }
    },

    isStale: (key, entry, source) => outdated.has(key) || clock.now() - entry.at >= (source.freshMs ?? STALE_MS),

    holdsPart(key, ref) {
      const entry = entries.get(key)
      return entry?.ref !== undefined && (entry.parts ?? []).some((part) => part.ref?.id === ref.id)
    },

    trim,

    outdate() {
      for (const [key, entry] of entries) {
        if (isShown(key)) outdated.add(key)
        else forget(key, entry)
      }
    },

    clear() {
      for (const [key, entry] of entries) forget(key, entry)
    },

    size: () => entries.size,
  }
}

/** Lists made in the page tell no bytes, and are small. */
const bytesOf = ({ ref }: Entry) => ref?.bytes ?? 0

const idsOf = (entry: Entry): string[] =>
  entry.ref === undefined
    ? []
    : [entry.ref.id, ...(entry.parts ?? []).flatMap(({ ref }) => (ref === undefined ? [] : [ref.id]))]
