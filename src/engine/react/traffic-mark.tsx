/**
 * Which kind of traffic the figures of a page are of, where it is not people alone: beside the title, and as a filter
 * where there are several.
 */
import { useUi } from '#ui'
import type { Traffic, TrafficChoice } from '#domain/traffic-kinds'
import { useStore } from 'zustand'
import type { Dashboard } from '../core/run/dashboard-types.ts'
import type { ShownStates } from '../core/graph/shown.ts'
import css from './page-mark.module.css'

/** Of the first answer on show that says it: all questions of a page are about the same kind. */
function trafficOf(states: ShownStates): Traffic | undefined {
  for (const state of Object.values(states)) {
    const shown = state.kind === 'ready' ? state : 'previous' in state ? state.previous : undefined
    if (shown?.traffic !== undefined) return shown.traffic
  }
  return undefined
}

export const useTraffic = (dashboard: Dashboard): Traffic | undefined => useStore(dashboard.shown, trafficOf)

/** The name of a kind; of all, the names of what is added up. */
export function useTrafficName(): (choice: TrafficChoice, of: Traffic['of']) => string {
  const { t } = useUi()
  const named = (kind: Traffic['of'][number]) => t(`app:traffic.${kind}`)
  return (choice, of) => (choice === 'all' ? of.map(named).join(' + ') : named(choice))
}

/** Nothing where people are shown. */
export function TrafficMark({ dashboard }: { dashboard: Dashboard }) {
  const traffic = useTraffic(dashboard)
  const name = useTrafficName()
  if (traffic === undefined || traffic.shown === 'people') return null
  return (
    <span className={css.said} data-traffic={traffic.shown}>
      {name(traffic.shown, traffic.of)}
    </span>
  )
}
