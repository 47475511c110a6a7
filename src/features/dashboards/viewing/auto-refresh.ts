/** A page that asks again by itself, and how old its figures are. */
import type { Clock, Dashboard, DashboardState, VisibilityPort } from '#engine'
import { createRefresher } from '#engine/core/run/refresher'

type States = DashboardState['widgets']

/** When the oldest figure on show was received, epoch ms; null while there is none. */
export function updatedAt(states: States): number | null {
  const all = Object.values(states).flatMap((state) => {
    if (state.kind === 'ready') return [state.at]
    return 'previous' in state && state.previous !== undefined ? [state.previous.at] : []
  })
  return all.length === 0 ? null : Math.min(...all)
}

const AWAY = 'SOURCE_NETWORK'

/** Whether the last questions did not reach the server. */
export const isServerAway = (states: States): boolean =>
  Object.values(states).some(
    (state) =>
      (state.kind === 'error' && state.issue.code === AWAY) ||
      (state.kind === 'loading' && state.reason?.code === AWAY),
  )

export interface AutoRefreshOptions {
  readonly dashboard: Pick<Dashboard, 'store' | 'refresh'>
  readonly everyMs: number
  readonly clock: Clock
  /** 0 to 1: screens that were opened together drift apart. */
  readonly random: () => number
  readonly visibility: VisibilityPort
}

/**
 * Asks everything again so long after each answer: never twice at once, never while the page is hidden, and less often
 * while the server is away. The answer ends it.
 */
export function startAutoRefresh({ dashboard, everyMs, clock, random, visibility }: AutoRefreshOptions): () => void {
  const refresher = createRefresher({ clock, random, visibility, ask: () => dashboard.refresh() })
  let answer: object | undefined
  let at = clock.now()
  const first = updatedAt(dashboard.store.getState().widgets)
  const look = ({ busy, widgets }: Pick<DashboardState, 'busy' | 'widgets'>) => {
    if (busy) answer = undefined
    else if (answer === undefined) {
      answer = {}
      at = clock.now()
    }
    refresher.follow([{ query: 'page', everyMs, answer, at, failed: isServerAway(widgets) }])
  }
  const { busy, widgets } = dashboard.store.getState()
  if (!busy) {
    answer = {}
    at = first ?? at
    refresher.follow([{ query: 'page', everyMs, answer, at, failed: isServerAway(widgets) }])
  }
  const leave = dashboard.store.subscribe(look)
  return () => {
    leave()
    refresher.dispose()
  }
}
