/** Edits of filters that wait: for the end of the tick, or for Apply. All of one tick are one transaction. */
import type { ParamKey } from '../document/model.ts'
import type { Cause } from '../params/state.ts'

export interface Gesture {
  readonly cause: 'edit' | 'apply' | 'emit'
  /** Replaces the last entry of the history. */
  readonly typing: boolean
  readonly emit?: { readonly widget: string; readonly event: string }
}

interface Parts {
  readonly has: (param: ParamKey) => boolean
  /** Edits wait for Apply; those of a gesture on a chart do not. */
  readonly manual: boolean
  readonly tick: (run: () => void) => void
  readonly onWaiting: () => void
  readonly onFlush: (cause: Cause, edits: ReadonlyMap<ParamKey, unknown>, mode: 'push' | 'replace') => void
}

export interface DashboardEdits {
  readonly waiting: ReadonlyMap<ParamKey, unknown>
  add(values: Iterable<readonly [ParamKey, unknown]>, gesture: Gesture): void
  apply(): void
  discard(): void
  /** From here on nothing is flushed. */
  dispose(): void
}

export function createEdits({ has, manual, tick, onWaiting, onFlush }: Parts): DashboardEdits {
  const waiting = new Map<ParamKey, unknown>()
  /** Of the edits that are flushed at the end of this tick. */
  let gesture: Gesture | undefined
  let disposed = false

  function flush(): void {
    const { cause = 'edit', typing = false, emit } = gesture ?? {}
    gesture = undefined
    if (disposed || waiting.size === 0) return
    const taken = new Map(waiting)
    waiting.clear()
    const params = [...taken.keys()]
    const why: Cause =
      cause === 'emit' && emit
        ? { kind: 'emit', ...emit, params }
        : { kind: cause === 'apply' ? 'apply' : 'edit', params }
    onFlush(why, taken, typing ? 'replace' : 'push')
  }

  return {
    waiting,
    add(values, next) {
      if (disposed) return
      for (const [key, value] of values) if (has(key)) waiting.set(key, value)
      if (waiting.size === 0) return
      if (manual && next.cause !== 'emit') {
        onWaiting()
        return
      }
      const isFirst = gesture === undefined
      gesture = { ...next, typing: next.typing && (gesture?.typing ?? true) }
      if (isFirst) tick(flush)
    },
    apply() {
      if (waiting.size === 0) return
      gesture = { cause: 'apply', typing: false }
      flush()
    },
    discard: () => waiting.clear(),
    dispose() {
      disposed = true
    },
  }
}
