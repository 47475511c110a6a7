import type { Kiosk } from '#domain/kiosk'
import { sheetsOf } from '#domain/kiosk-sheets'
import type { Dashboard } from '#engine'
import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Below this the page is one column, read with a thumb: it scrolls. */
const STACKED = 768

/** Shows the sections sheet by sheet. Sections of filters alone stay: they say which brand and which days. */
export function useSheets(
  dashboard: Dashboard,
  { seconds }: Kiosk,
  root: RefObject<HTMLElement | null>,
  onTurn: () => void,
) {
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
