import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Size {
  readonly width: number
  readonly height: number
}

const SETTLE_MS = 150
const AT_MOST_MS = 1500

/**
 * The inner size of an element in CSS pixels; null until it is known. Changes are gathered for 150 ms, 1500 ms at most
 * (spec 1, section 9), so that dragging a window's edge does not redraw every chart on every step.
 */
export function useSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    if (ref.current === null) return undefined
    return watchSize(ref.current, (next) =>
      setSize((old) => (old?.width === next.width && old.height === next.height ? old : next)),
    )
  }, [ref])
  return size
}

/** Measures at once, then after each change that has settled. The answer stops. */
export function watchSize(element: HTMLElement, tell: (size: Size) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let since = 0
  let told: Size | undefined
  const measure = () => {
    timer = undefined
    since = 0
    const style = getComputedStyle(element)
    const width = Math.floor(
      element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight),
    )
    const height = Math.floor(
      element.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom),
    )
    if (told?.width === width && told.height === height) return
    told = { width, height }
    tell(told)
  }
  measure()
  const observer = new ResizeObserver((entries) => {
    // The first one comes by itself, of what was measured just now: another look would be a layout of the whole page.
    const box = entries.at(-1)?.contentRect
    const isKnown = box !== undefined && told?.width === Math.floor(box.width) && told.height === Math.floor(box.height)
    if (isKnown && timer === undefined) return
    const now = performance.now()
    since ||= now
    clearTimeout(timer)
    timer = setTimeout(measure, Math.max(0, Math.min(SETTLE_MS, AT_MOST_MS - (now - since))))
  })
  observer.observe(element)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
