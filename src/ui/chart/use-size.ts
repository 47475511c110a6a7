/**
 * Sizes that are dragged change sixty times a second: a canvas takes the first change at once, then follows after 150
 * ms of rest, at the latest after 1500 ms.
 */
import { useLayoutEffect, useRef, useState } from 'react'

const REST_MS = 150
const MAX_MS = 1500

export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * The size to draw at. A single change (the page finding its heads and legends while it is built) is taken before the
 * next paint, so that nothing is drawn twice; only a run of changes is debounced.
 */
export function useSettledSize(width: number, height: number): Size {
  const [size, setSize] = useState<Size>({ width, height })
  const since = useRef<number | null>(null)
  const taken = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    if (size.width === width && size.height === height) {
      since.current = null
      return undefined
    }
    const now = performance.now()
    since.current ??= now
    const take = () => {
      since.current = null
      taken.current = performance.now()
      setSize({ width, height })
    }
    if (size.width === 0 || size.height === 0 || now - taken.current > REST_MS) {
      take()
      return undefined
    }
    const timer = setTimeout(take, Math.max(0, Math.min(REST_MS, MAX_MS - (now - since.current))))
    return () => clearTimeout(timer)
  }, [width, height, size])
  return size
}
