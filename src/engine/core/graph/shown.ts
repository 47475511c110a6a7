/**
 * The drawn state of each widget. The store has the true state at once; the page follows, with three exceptions.
 * - A wait that has only begun: an answer that comes soon replaces what was on show directly, so a quick filter change
 *   draws each
 * widget once instead of three times (queued, loading, ready), and nothing flickers. A wait that lasts is shown, and
 * says all it knows.
 * - The first answers to a change: they wait a moment for those that were asked with them, and the figures of a
 *   dashboard change together.
 *   Where there was nothing to look at before, each is shown as it comes.
 * Figures of another brand are not old, they are wrong: a wait that keeps none of them (`previous`) is shown at once.
 * - Answers that come all at once (kept ones do): a few widgets a task, in reading order, so that no task is long.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WidgetState } from '../../types.ts'
import { FIRST_DRAWING_COSTS, GATHERED_MS, REDRAWN_AT_ONCE, WAIT_SHOWN_AFTER_MS } from '../document/constants.ts'
import type { Clock } from '../params/ports.ts'

export type ShownStates = Readonly<Record<string, WidgetState>>

export interface Shown {
  /** Holds the very object given to `follow` when no part of it is held back. */
  readonly store: StoreApi<ShownStates>
  /** Takes over what the store says now. */
  follow(states: ShownStates): void
  /** Nothing is held back any more: for print and export. */
  rush(): void
  dispose(): void
}

/** A first try without news: no failure, no progress. */
const isPlainWait = (state: WidgetState): boolean =>
  state.kind === 'queued' ||
  (state.kind === 'loading' &&
    state.attempt <= 1 &&
    state.retryAt === undefined &&
    state.reason === undefined &&
    state.total === undefined)

const hasPrevious = (state: WidgetState): boolean => 'previous' in state && state.previous !== undefined

export function createShown(clock: Clock, first: ShownStates): Shown {
  const store = createStore<ShownStates>(() => first)
  /** Widget -> when its wait began. */
  const since = new Map<string, number>()
  /** Widgets whose figures were taken away by a change, until they have new ones. */
  const emptied = new Set<string>()
  let latest = first
  /** Widgets that may still get new figures in this task. */
  let room = REDRAWN_AT_ONCE
  let rushed = false
  /** When the first of the answers came that wait for their companions. */
  let gathering: number | undefined
  let cancelWait: (() => void) | undefined
  let cancelTask: (() => void) | undefined

  /**
   * When a young wait must be shown; undefined where it is shown now, because it lasts or there is nothing else to look
   * at.
   */
  function heldUntil(id: string, old: WidgetState | undefined, now: number, keepsFigures: boolean): number | undefined {
    const begun = since.get(id) ?? now
    since.set(id, begun)
    const until = begun + WAIT_SHOWN_AFTER_MS
    return now < until && old !== undefined && (isPlainWait(old) || (old.kind === 'ready' && keepsFigures))
      ? until
      : undefined
  }

  /**
   * Until when an answer that comes now waits for those that were asked with it; undefined when none of them may come
   * any moment.
   */
  function companionsUntil(now: number): number | undefined {
    const until = (gathering ?? now) + GATHERED_MS
    const isAwaited = () =>
      Object.entries(latest).some(
        ([id, state]) => isPlainWait(state) && now < (since.get(id) ?? now) + WAIT_SHOWN_AFTER_MS,
      )
    return now < until && isAwaited() ? until : undefined
  }

  function hasRoom(old: WidgetState | undefined): boolean {
    const cost = old !== undefined && (old.kind === 'ready' || hasPrevious(old)) ? 1 : FIRST_DRAWING_COSTS
    if (room < cost) return false
    room -= cost
    cancelTask ??= clock.after(0, () => {
      cancelTask = undefined
      room = REDRAWN_AT_ONCE
      take()
    })
    return true
  }

  function take(): void {
    const now = clock.now()
    const before = store.getState()
    const next: Record<string, WidgetState> = {}
    let due = Infinity
    let behind = false
    let gathers = false
    const together = companionsUntil(now)
    for (const [id, state] of Object.entries(latest)) {
      const old = before[id]
      next[id] = state
      const waits = isPlainWait(state)
      if (!waits) since.delete(id)
      if (old === state || rushed) continue
      if (old?.kind === 'ready' && waits && !hasPrevious(state)) emptied.add(id)
      const until = waits
        ? heldUntil(id, old, now, hasPrevious(state))
        : state.kind === 'ready' && (old?.kind === 'ready' || emptied.has(id))
          ? together
          : undefined
      gathers ||= !waits && until !== undefined
      if (until === undefined && (state.kind !== 'ready' || hasRoom(old))) {
        if (!waits) emptied.delete(id)
        continue
      }
      if (old !== undefined) next[id] = old
      due = Math.min(due, until ?? Infinity)
      behind = true
    }
    gathering = gathers ? (gathering ?? now) : undefined
    cancelWait?.()
    cancelWait = due === Infinity ? undefined : clock.after(due - now, take)
    const changed = !behind || Object.keys(next).some((id) => next[id] !== before[id])
    if (changed && before !== latest) store.setState(behind ? next : latest, true)
  }

  return {
    store,
    follow(states) {
      if (states === latest) return
      latest = states
      take()
    },
    rush() {
      rushed = true
      take()
    },
    dispose() {
      cancelWait?.()
      cancelTask?.()
    },
  }
}
