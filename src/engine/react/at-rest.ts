import type { Dashboard } from '../core/run/dashboard-types.ts'

/** Runs once, now or as soon as nothing of the dashboard is in flight. The answer stops. */
export function onceAtRest({ store }: Pick<Dashboard, 'store'>, run: () => void): () => void {
  if (!store.getState().busy) {
    run()
    return () => undefined
  }
  const leave = store.subscribe(({ busy }) => {
    if (busy) return
    leave()
    run()
  })
  return leave
}
