/**
 * A dashboard on a wall: a clock, sheets that fit the screen, and turns with others. The way out shows on a move of the
 * pointer.
 */
import { writtenMoment } from '#domain/written'
import type { Kiosk } from '#domain/kiosk'
import { sheetsOf } from '#domain/kiosk-sheets'
import type { Dashboard } from '#engine'
import { IconButton, useUi } from '#ui'
import { CloseIcon } from '#ui/icons/index.tsx'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import css from './dashboard-page.module.css'

/** Figures change with the hour; five minutes is soon enough for a wall, and cheap. */
const KIOSK_REFRESH_MS = 300_000
/** Below this the page is one column, read with a thumb: it scrolls. */
const STACKED = 768
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

/** Shows the sections sheet by sheet. Sections of filters alone stay: they say which brand and which days. */
function useSheets(dashboard: Dashboard, { seconds }: Kiosk, root: RefObject<HTMLElement | null>, onTurn: () => void) {
  const turn = useEffectEvent(onTurn)
  useEffect(() => {
    const element = root.current
    if (element === null) return undefined
    void dashboard.promoteAll()
    const parts = () => {
      const all = [...element.querySelectorAll<HTMLElement>('[data-section]')]
      const bodies = all.filter((section) => section.querySelector('[data-cell]') !== null)
      return { bodies, fixed: all.filter((section) => !bodies.includes(section)) }
    }
    let at = 0
    let count = 1
    const reset = () => {
      for (const section of parts().bodies) {
        section.style.removeProperty('display')
        section.style.removeProperty('zoom')
      }
    }
    const keep = (inert: boolean) => {
      for (const bar of element.querySelectorAll<HTMLElement>('search')) bar.inert = inert
    }
    const draw = () => {
      reset()
      keep(true)
      if (window.innerWidth < STACKED) return
      const { bodies, fixed } = parts()
      const room = element.clientHeight - fixed.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0)
      const sheets = sheetsOf(
        bodies.map(({ offsetHeight }) => offsetHeight),
        Math.max(1, room),
      )
      count = Math.max(1, sheets.length)
      at %= count
      bodies.forEach((section, place) => {
        const sheet = sheets.findIndex(({ sections }) => sections.includes(place))
        if (sheet !== at) section.style.display = 'none'
        else section.style.setProperty('zoom', String(sheets[sheet]?.scale ?? 1))
      })
    }
    draw()
    // Widgets may come, and go by a condition, after the first drawing.
    const cells = () => element.querySelectorAll('[data-cell]').length
    let drawn = cells()
    const changes = new MutationObserver(() => {
      if (cells() === drawn) return
      drawn = cells()
      draw()
    })
    changes.observe(element, { childList: true, subtree: true })
    const timer = setInterval(() => {
      at += 1
      if (at >= count) {
        at = 0
        turn()
      }
      draw()
    }, seconds * 1000)
    window.addEventListener('resize', draw)
    return () => {
      clearInterval(timer)
      changes.disconnect()
      window.removeEventListener('resize', draw)
      reset()
      keep(false)
    }
  }, [dashboard, seconds, root])
}
