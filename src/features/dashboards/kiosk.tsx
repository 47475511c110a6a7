/**
 * A dashboard on a wall: a clock, sheets that fit the screen, and turns with others. The way out shows on a move of the
 * pointer.
 */
import { writtenMoment } from '#domain/written'
import type { Kiosk } from '#domain/kiosk'
import type { Dashboard } from '#engine'
import { IconButton, useUi } from '#ui'
import { CloseIcon } from '#ui/icons/index.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import css from './dashboard-page.module.css'
import { useSheets } from './use-sheets.tsx'

/** Figures change with the hour; five minutes is soon enough for a wall, and cheap. */
const KIOSK_REFRESH_MS = 300_000

const CLOCK_MS = 5000

export function Clock() {
  const { locale } = useUi()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time className={css.clock} dateTime={now.toISOString().slice(0, 16)}>
      <span>{writtenMoment(now.getTime(), 'fullDay', locale)}</span> <b>{writtenMoment(now.getTime(), 'clock')}</b>
    </time>
  )
}

export interface KioskControlProps {
  dashboard: Dashboard
  kiosk: Kiosk
  /** How often it asks again, where the address says so. */
  refreshSeconds?: number | null
  /** Around the sections of the dashboard. */
  root: RefObject<HTMLElement | null>
  /** The last sheet was shown: the next dashboard, where there is one. */
  onTurn: () => void
  /** Without it there is no way out: the wall is a screen. */
  onLeave?: (() => void) | undefined
  /** The server is away: what is shown stays, and is asked again as soon as it is back. */
  isPaused?: boolean
}

export function KioskControl({
  dashboard,
  kiosk,
  refreshSeconds = null,
  root,
  onTurn,
  onLeave,
  isPaused = false,
}: KioskControlProps) {
  const everyMs = refreshSeconds === null ? KIOSK_REFRESH_MS : refreshSeconds * 1000
  const { t } = useUi()
  const wasPaused = useRef(false)
  useEffect(() => {
    if (wasPaused.current && !isPaused) dashboard.refresh()
    wasPaused.current = isPaused
    if (isPaused) return undefined
    const timer = setInterval(() => dashboard.refresh(), everyMs)
    return () => clearInterval(timer)
  }, [dashboard, isPaused, everyMs])
  useEffect(() => {
    if (onLeave === undefined) return undefined
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onLeave()
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [onLeave])
  useSheets(dashboard, kiosk, root, onTurn)
  return onLeave === undefined ? null : (
    <div className={css.leave} data-print="hide">
      <IconButton label={t('app:dashboard.kioskLeave')} icon={<CloseIcon />} onPress={onLeave} />
    </div>
  )
}
