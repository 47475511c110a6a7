import { type RefObject, useLayoutEffect, useState } from 'react'

/** On which sides there are tabs out of sight. What is chosen is in sight, and the page stays where it is. */
export function useCut(
  strip: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  chosen: string | undefined,
) {
  const [cut, setCut] = useState({ before: false, after: false })
  useLayoutEffect(() => {
    const [box, tabs] = [strip.current, list.current]
    if (box === null || tabs === null) return undefined
    const look = () => {
      const left = box.scrollWidth - box.clientWidth - box.scrollLeft
      const next = { before: box.scrollLeft > 1, after: left > 1 }
      setCut((before) => (before.before === next.before && before.after === next.after ? before : next))
    }
    // Reported after the page's own layout, and once at the start: asking before would cost one more.
    const observer = new ResizeObserver(() => {
      const tab = tabs.querySelector('[role="tab"][aria-selected="true"]')
      if (tab !== null && box.scrollWidth > box.clientWidth) {
        const place = tab.getBoundingClientRect()
        box.scrollLeft += place.left - box.getBoundingClientRect().left - (box.clientWidth - place.width) / 2
      }
      look()
    })
    observer.observe(box)
    // Other words are wider: a badge that counts, another language.
    observer.observe(tabs)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is chosen, not what is read
  }, [strip, list, chosen])
  return cut
}
