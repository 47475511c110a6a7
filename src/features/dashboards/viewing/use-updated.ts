import type { Clock, Dashboard } from '#engine'
import { useUi } from '#ui'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { updatedAt } from './auto-refresh.ts'

const LOOKS_MS = 15_000
const MINUTE_MS = 60_000

/** "Updated 3 min ago", of the oldest figure on show; null while there is none. */
export function useUpdated(dashboard: Pick<Dashboard, 'store'>, clock: Clock): string | null {
  const { t } = useUi()
  const at = useStore(dashboard.store, (state) => updatedAt(state.widgets))
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    let cancel: () => void
    const look = () => {
      setNow(clock.now())
      cancel = clock.after(LOOKS_MS, look)
    }
    cancel = clock.after(LOOKS_MS, look)
    return () => cancel()
  }, [clock])
  if (at === null) return null
  const minutes = Math.floor(Math.max(0, now - at) / MINUTE_MS)
  return minutes === 0 ? t('viewing:refresh.justNow') : t('viewing:refresh.ago', { minutes })
}
