/** What a dashboard tells the page: one update for all that happened in one go, and what shows of it. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createShown, type ShownStates } from '../graph/shown.ts'
import type { Clock } from '../params/ports.ts'
import type { DashboardState } from '../params/state.ts'
import { keep, keepList, sameView } from './same.ts'

interface Parts {
  readonly clock: Clock
  readonly snapshot: () => DashboardState
  readonly isBusy: () => boolean
  /** Nothing is in flight any more; the update that says so comes after. */
  readonly onSettled: () => void
}

export interface Published {
  readonly store: StoreApi<DashboardState>
  readonly shown: StoreApi<ShownStates>
  /** One update; what did not change keeps its identity, so that nothing else is drawn again. */
  publish(): void
  /** Nothing is held back any more: for print and export. */
  rush(): void
  /** When nothing is in flight. */
  settled(): Promise<void>
  dispose(): void
}

export function createPublished({ clock, snapshot, isBusy, onSettled }: Parts): Published {
  const store = createStore<DashboardState>(() => snapshot())
  const shown = createShown(clock, store.getState().widgets)
  const waiters: (() => void)[] = []
  const release = () => {
    for (const done of waiters.splice(0)) done()
  }

  return {
    store,
    shown: shown.store,
    publish() {
      if (!isBusy()) {
        onSettled()
        release()
      }
      const before = store.getState()
      const next = snapshot()
      store.setState(
        {
          ...next,
          params: keep(before.params, next.params, sameView),
          widgets: keep(before.widgets, next.widgets, Object.is),
          labels: keep(before.labels, next.labels, Object.is),
          sections: keepList(before.sections, next.sections),
          pages: keepList(before.pages, next.pages),
        },
        true,
      )
      shown.follow(store.getState().widgets)
    },
    rush: shown.rush,
    settled: () =>
      isBusy()
        ? new Promise((done) => {
            waiters.push(done)
          })
        : Promise.resolve(),
    dispose() {
      shown.dispose()
      release()
    },
  }
}
