/** How often a dashboard asks again by itself: of this address, else what was chosen for it in this browser. */
import { readRefresh, refreshSeconds, withRefresh } from '#domain/refresh'
import { useMemo, useState } from 'react'
import type { RefreshPorts } from '../features/dashboards/viewing/refresh-button.tsx'
import { browserClock, browserUrl, browserVisibility } from './browser-ports.ts'

const keyOf = (user: number, dashboard: string) => `aforo.refresh.${user}.${dashboard}`

export function useRefresh(user: number, dashboard: string): RefreshPorts {
  const key = keyOf(user, dashboard)
  const given = () => readRefresh(window.location.search) ?? refreshSeconds(localStorage.getItem(key))
  const [chosen, setChosen] = useState(() => ({ key, seconds: given() }))
  // Another dashboard has its own interval.
  const seconds = chosen.key === key ? chosen.seconds : given()
  return useMemo(
    () => ({
      seconds,
      clock: browserClock,
      visibility: browserVisibility,
      onChange(next) {
        if (next === null) localStorage.removeItem(key)
        else localStorage.setItem(key, String(next))
        const url = browserUrl()
        url.write(withRefresh(url.search(), next), 'replace')
        setChosen({ key, seconds: next })
      },
    }),
    [key, seconds],
  )
}
