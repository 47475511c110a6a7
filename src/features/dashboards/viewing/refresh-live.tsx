/** While a page asks by itself: how old its figures are, and whether the server is away. */
import { Badge, useUi } from '#ui'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { isServerAway, startAutoRefresh } from './auto-refresh.ts'
import type { RefreshProps } from './refresh-button.tsx'
import { useUpdated } from './use-updated.ts'
import css from './viewing.module.css'

export function RefreshLive({ dashboard, ports: { clock, visibility }, seconds }: RefreshProps & { seconds: number }) {
  const { t } = useUi()
  useEffect(
    () => startAutoRefresh({ dashboard, everyMs: seconds * 1000, clock, random: Math.random, visibility }),
    [dashboard, seconds, clock, visibility],
  )
  const isAway = useStore(dashboard.store, (state) => isServerAway(state.widgets))
  const updated = useUpdated(dashboard, clock)
  return (
    <span className={css.live}>
      {isAway && <Badge tone="warn">{t('viewing:refresh.awayShort')}</Badge>}
      {updated}
    </span>
  )
}
