/** Sizes that are dragged change sixty times a second; a canvas follows after 150 ms of rest, at the latest after 1500 ms. */
import { useEffect, useRef, useState } from 'react'

const REST_MS = 150
const MOST_MS = 1500

export interface Size { readonly width: number; readonly height: number }

/** The size to draw at: the first at once, later ones debounced. */
export function useSettledSize(width: number, height: number): Size {
  const [size, setSize] = useState<Size>({ width, height })
  const since = useRef<number | null>(null)
  useEffect(() => {
    if (size.width === width && size.height === height) {
      since.current = null
      return undefined
    }
    const now = performance.now()
    since.current ??= now
    const wait = size.width === 0 || size.height === 0 ? 0 : Math.max(0, Math.min(REST_MS, MOST_MS - (now - since.current)))
    const timer = setTimeout(() => {
      since.current = null
      setSize({ width, height })
    }, wait)
    return () => clearTimeout(timer)
  }, [width, height, size])
  return size
}
