import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * True while the content is higher or wider than its box: only then the box takes the focus, so that the arrow keys can
 * scroll it.
 */
export function useScrolls(ref: RefObject<HTMLElement | null>, content: unknown): boolean {
  const [scrolls, setScrolls] = useState(false)
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null) return undefined
    const look = () => setScrolls(box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(box)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other content has another height
  }, [ref, content])
  return scrolls
}
