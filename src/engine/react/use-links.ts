/** Links of a widget as the page has them: addresses for anchors, and what a click does. */
import { useCallback, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Linked } from '../core/run/links.ts'
import type { LiveWidget } from '../core/document/model.ts'
import type { DashboardState } from '../core/params/state.ts'
import type { WidgetViewProps } from '../types.ts'
import { useDashboard } from './services.tsx'

export type Links = NonNullable<WidgetViewProps['links']>
export type ShownLink = Links extends ReadonlyMap<string, infer One> ? One : never

/** Follows what a link says: on this page, in the product, or outside of it in a window of its own. */
export function useFollow(): (linked: Linked) => void {
  const { dashboard, services } = useDashboard()
  return useCallback(
    ({ href, isOutside, here }) => {
      if (here !== undefined) dashboard.follow(here)
      else if (isOutside) window.open(href, '_blank', 'noopener,noreferrer')
      else if (services.openPath !== undefined) services.openPath(href)
      else window.location.assign(href)
    },
    [dashboard, services],
  )
}

const NONE: Links = new Map()

/** Made anew only when one of them leads elsewhere. */
export function useLinks({ id, links }: LiveWidget): Links {
  const { dashboard } = useDashboard()
  const follow = useFollow()
  const names = useMemo(() => Object.keys(links), [links])
  const hrefs = useStore(dashboard.store, (_state: DashboardState) =>
    names.map((name) => dashboard.link(id, name)?.href ?? '').join(' '),
  )
  const isNone = hrefs === ''
  const found = useMemo(
    () =>
      new Map(
        (isNone ? [] : names).flatMap((name): [string, ShownLink][] => {
          const linked = dashboard.link(id, name)
          const now = () => dashboard.link(id, name)
          return linked === null
            ? []
            : [
                [
                  name,
                  {
                    href: linked.href,
                    isOutside: linked.isOutside,
                    follow() {
                      const latest = now()
                      if (latest !== null) follow(latest)
                    },
                  },
                ],
              ]
        }),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- where they lead
    [dashboard, id, names, hrefs, isNone, follow],
  )
  // The same for every widget without links: it is not drawn again when its document is read anew.
  return isNone ? NONE : found
}
