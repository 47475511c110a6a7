/**
 * With Control or Command (a trackpad's pinch has it by itself) a wheel zooms; alone it scrolls the page, as
 * everywhere, and a reader who may have wanted the other is told.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createWheelHints } from './wheel-hints.ts'

export const HINT_MS = 1500

/** Of the visit, not of one chart. */
export const wheelHints = createWheelHints()

let isListening = false
/** One listener for all charts, for as long as the page is open. */
function listen(): void {
  if (isListening) return
  isListening = true
  addEventListener('wheel', wheelHints.turned, { capture: true, passive: true })
}

/**
 * Whether the hint is on show (`WheelHint`). Listeners of React may not prevent scrolling, so this has one of its own.
 *
 * @param zoomAt What zooming there does; null where there is nothing to zoom.
 */
export function useWheelZoom(
  frame: RefObject<HTMLElement | null>,
  zoomAt: (event: WheelEvent, box: DOMRect) => (() => void) | null,
): boolean {
  const [isHinted, setHinted] = useState(false)
  const latest = useRef(zoomAt)
  useEffect(() => {
    latest.current = zoomAt
  })
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    listen()
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(timer)
      setHinted(false)
    }
    const onWheel = (event: WheelEvent) => {
      const zoom = latest.current(event, element.getBoundingClientRect())
      if (zoom === null) return
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        wheelHints.zoomed()
        end()
        zoom()
      } else if (wheelHints.isWanted(event)) {
        clearTimeout(timer)
        setHinted(true)
        timer = setTimeout(end, HINT_MS)
      }
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      clearTimeout(timer)
      element.removeEventListener('wheel', onWheel)
    }
  }, [frame])
  return isHinted
}
