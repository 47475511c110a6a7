/**
 * Code that comes when it is first needed: a panel behind a button, a list behind a field. The button itself is there
 * from the first paint.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface Part<T> {
  /** The loaded module; null until then. */
  current(): T | null
  /** Loads once; a failed load is tried again by the next call. */
  load(): Promise<T>
  /** The same without waiting: an error here is reported when it is needed. */
  warm(): void
  subscribe(listener: () => void): () => void
}

const parts = new Set<Part<unknown>>()

/** A part of the page that is loaded apart. Made once, beside the component that shows it. */
export function part<T>(bring: () => Promise<T>): Part<T> {
  let loaded: T | null = null
  let loading: Promise<T> | null = null
  const listeners = new Set<() => void>()
  const made: Part<T> = {
    current: () => loaded,
    load() {
      if (loaded !== null) return Promise.resolve(loaded)
      loading ??= bring()
        .then((value) => {
          loaded = value
          for (const listener of listeners) listener()
          return value
        })
        .finally(() => {
          loading = null
        })
      return loading
    },
    warm() {
      if (loaded === null) made.load().catch(() => undefined)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  parts.add(made)
  return made
}

/**
 * Fetches every part of what is on the page, so that the first click finds it there. For when nothing else is left to
 * do.
 */
export function warmParts(): void {
  for (const one of parts) one.warm()
}

/**
 * The part once it is here (null until then), fetched when it is wanted. `onFailed` is called when it cannot be loaded.
 */
export function usePart<T>(wanted: Part<T>, isWanted: boolean, onFailed?: () => void): { readonly loaded: T | null } {
  const value = useSyncExternalStore(wanted.subscribe, wanted.current, wanted.current)
  const failed = useRef(onFailed)
  useEffect(() => {
    failed.current = onFailed
  })
  const isMissing = isWanted && value === null
  useEffect(() => {
    if (isMissing) wanted.load().catch(() => failed.current?.())
  }, [isMissing, wanted])
  return { loaded: value }
}
