/**
 * A drawing that is only looked at: what it says stands beside it in words. It fills what it stands in, and follows its
 * size.
 */
import { useLayoutEffect, useRef } from 'react'
import { type ChartOption, type DrawnSize, drawOption, endDrawing } from './drawing.ts'
import { cancelDraw, scheduleDraw } from './frame-queue.ts'
import own from './item-chart.module.css'
import type { ChartTheme } from './theme.ts'
import { DRAWN_EVENT } from './use-drawn.ts'
import { useThemeReader } from './use-theme.ts'
import { useThrown } from './use-thrown.ts'

export interface DrawingProps {
  /** Pure; the same function as long as the same is drawn. */
  draw: (size: DrawnSize, theme: ChartTheme) => ChartOption
  /** CSS colours in place of the palette, by tone. */
  tones?: readonly string[]
  className?: string | undefined
}

export function Drawing({ draw, tones, className }: DrawingProps) {
  const host = useRef<HTMLDivElement>(null)
  const themeAt = useThemeReader(host, tones)
  const fail = useThrown(draw)
  useLayoutEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const soon = () =>
      scheduleDraw(element, () => {
        const theme = themeAt()
        // Asked now: on paper it has another size than on the screen.
        const size = { width: element.clientWidth, height: element.clientHeight }
        if (theme === null || size.width === 0 || size.height === 0) return
        try {
          drawOption(element, draw(size, theme), size, theme, fail)
        } catch (cause) {
          fail(cause)
          return
        }
        element.dispatchEvent(new CustomEvent(DRAWN_EVENT, { bubbles: true }))
      })
    soon()
    const observer = new ResizeObserver(soon)
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelDraw(element)
    }
  }, [draw, themeAt, fail])
  useLayoutEffect(() => {
    const element = host.current
    return () => {
      if (element !== null) endDrawing(element)
    }
  }, [])
  return (
    <div ref={host} className={[own.drawing, className].filter(Boolean).join(' ')} data-drawing aria-hidden="true" />
  )
}
