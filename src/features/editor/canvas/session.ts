/**
 * State of the canvas while it is open: the focus, the dragged and the locked widgets, the last
 * announcement.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Kind } from './gesture.ts'

export interface SessionState {
  /** The one widget the tab key reaches. */
  readonly focused: string | null
  /** A move or resize by keys is under way. */
  readonly hand: Kind | null
  readonly locked: ReadonlySet<string>
  /** The tab of the page that was opened; null before one was. */
  readonly tab: string | null
  /** For screen readers; a new object is said again. */
  readonly said: { readonly text: string }
  /** The page around the canvas, as last drawn. */
  readonly page: CanvasPage
}

export interface CanvasPage {
  readonly root: HTMLElement | null
  /** A widget's title in the reader's language. */
  readonly nameOf: (id: string) => string
  /** Enter: the panel of what is selected. */
  readonly onOpen: () => void
  /** Makes a change of the document and keeps the focus: where it was, else on what is selected. */
  readonly keepFocus: (change: () => void) => void
}

export interface Session {
  readonly store: StoreApi<SessionState>
  focus(id: string | null): void
  hand(kind: Kind | null): void
  draw(page: Partial<CanvasPage>): void
  say(text: string): void
  openTab(tab: string): void
  lock(ids: readonly string[], isLocked: boolean): void
}

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Locks are a matter of this desk, not of the document: they are kept on this device, by dashboard. */
export function createSession(name: string, memory?: Memory): Session {
  const key = `aforo.editor.locked.${name}`
  const store = createStore<SessionState>(() => ({
    focused: null,
    hand: null,
    locked: read(memory, key),
    tab: null,
    said: { text: '' },
    page: { root: null, nameOf: (id) => id, onOpen: () => undefined, keepFocus: (change) => change() },
  }))
  return {
    store,
    focus: (focused) => store.setState({ focused }),
    hand: (hand) => store.setState({ hand }),
    draw: (page) => store.setState((state) => ({ page: { ...state.page, ...page } })),
    say: (text) => store.setState({ said: { text } }),
    openTab: (tab) => store.setState({ tab }),
    lock(ids, isLocked) {
      const locked = new Set(store.getState().locked)
      for (const id of ids) {
        if (isLocked) locked.add(id)
        else locked.delete(id)
      }
      store.setState({ locked })
      try {
        if (locked.size === 0) memory?.removeItem(key)
        else memory?.setItem(key, JSON.stringify([...locked]))
      } catch {
        /* A full or forbidden storage: locked for as long as the page is open. */
      }
    },
  }
}

function read(memory: Memory | undefined, key: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(memory?.getItem(key) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}
