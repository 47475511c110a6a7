/**
 * Which tab of this browser works on a dashboard: one at a time, because two would replace each other's draft. The
 * others are notified, and may take over; then the previous one is notified.
 */
export type Hold = 'held' | 'elsewhere' | 'taken'

/** As much of the Web Locks of a browser as is needed. */
export interface Locks {
  request(
    name: string,
    options: { ifAvailable?: boolean; steal?: boolean },
    callback: (lock: unknown) => Promise<void> | void,
  ): Promise<unknown>
}

export interface Holder {
  state(): Hold
  subscribe(listener: () => void): () => void
  /** This tab takes over, and the previous one is notified. */
  takeOver(): void
  dispose(): void
}

/** Without locks (a page without https) every tab holds its dashboard, as it did before there were any. */
export function createHolder(locks: Locks | undefined, name: string): Holder {
  let state: Hold = 'held'
  let isDisposed = false
  let release: () => void = () => undefined
  const listeners = new Set<() => void>()
  const set = (next: Hold) => {
    if (isDisposed || state === next) return
    state = next
    for (const notify of listeners) notify()
  }

  function hold(options: { ifAvailable?: boolean; steal?: boolean }): void {
    if (locks === undefined) return
    let isMine = false
    locks
      .request(name, options, (lock) => {
        if (lock === null) {
          set('elsewhere')
          return
        }
        isMine = true
        set('held')
        // Held until the page goes or the editor is left.
        return new Promise<void>((done) => {
          release = done
          if (isDisposed) done()
        })
      })
      .catch(() => {
        // Another tab took it.
        if (isMine) set('taken')
      })
  }

  // In development React runs an effect twice: only the one that stays may ask.
  queueMicrotask(() => {
    if (!isDisposed) hold({ ifAvailable: true })
  })
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    takeOver: () => hold({ steal: true }),
    dispose() {
      isDisposed = true
      release()
      listeners.clear()
    },
  }
}
