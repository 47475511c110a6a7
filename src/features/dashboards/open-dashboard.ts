/** When a dashboard begins to ask: with its page, or before there is a page to draw it. */
import { createDashboard, type Dashboard, type DashboardOptions, type DashboardState } from '#engine'
import { useLayoutEffect, useState } from 'react'

/** Opened ahead, until the page of the same options takes them over. */
const ahead = new WeakMap<DashboardOptions, Dashboard>()

/** A page is not kept waiting longer for its questions. */
const ASKED_WITHIN_MS = 150

/**
 * Whether a figure has been asked for. A widget may still wait for a filter then: a whole list of stores is asked by a
 * word.
 */
function hasAskedOf({ model }: Dashboard): (state: DashboardState) => boolean {
  const lists = new Set([...model.params.values()].map(({ optionsQuery }) => optionsQuery))
  return ({ trace }) =>
    trace.some(({ queries }) => queries.some(({ query, decision }) => decision === 'enqueue' && !lists.has(query)))
}

/**
 * Opens a dashboard now; the page that is given these very options draws it and ends it. Resolves when its figures are
 * asked for, or soon after: drawing a page takes the processor for as long as the server needs to answer, so the
 * questions should be out before.
 */
export function prefetchDashboard(options: DashboardOptions): Promise<void> {
  const dashboard = createDashboard(options)
  ahead.set(options, dashboard)
  const hasAsked = hasAskedOf(dashboard)
  return new Promise((done) => {
    const look = () => {
      if (hasAsked(dashboard.store.getState())) end()
    }
    const forget = dashboard.store.subscribe(look)
    const timer = setTimeout(end, ASKED_WITHIN_MS)
    function end() {
      clearTimeout(timer)
      forget()
      done()
    }
    look()
  })
}

/** The dashboard of these options, for as long as they stay the same; null until it is open. */
export function useDashboard(options: DashboardOptions | null): Dashboard | null {
  const [dashboard, setDashboard] = useState<Dashboard | null>(() =>
    options === null ? null : (ahead.get(options) ?? null),
  )
  // Before the first paint: the queries are in flight while the page is drawn.
  useLayoutEffect(() => {
    if (options === null) return
    let own: Dashboard | undefined
    let current = true
    // A dashboard writes the address as soon as it is made. In development React runs an effect twice: only the one
    // that stays may make it.
    queueMicrotask(() => {
      if (!current) return
      own = ahead.get(options) ?? createDashboard(options)
      ahead.delete(options)
      setDashboard(own)
    })
    return () => {
      current = false
      own?.dispose()
    }
  }, [options])
  return dashboard
}
