/** Whether an element has come near the window: what is far away waits with being drawn, and takes turns. */
import { type RefObject, useEffect, useState } from 'react'

/** How far ahead of the window things are drawn. */
const AHEAD = '900px 0px'

const waiting = new Set<() => void>()
let frame: number | undefined

/** One a frame: what comes near together must not be one long task while the page scrolls. */
function drawInTurn(): void {
  frame = undefined
  const [next] = waiting
  if (next === undefined) return
  waiting.delete(next)
  next()
  frame = requestAnimationFrame(drawInTurn)
}

function takeTurn(draw: () => void): () => void {
  waiting.add(draw)
  frame ??= requestAnimationFrame(drawInTurn)
  return () => {
    waiting.delete(draw)
  }
}

/** True from when it came near; on paper everything is. */
export function useNear(ref: RefObject<HTMLElement | null>, isWindowed: boolean, isForPaper: boolean): boolean {
  const [isNear, setNear] = useState(!isWindowed)
  useEffect(() => {
    const element = ref.current
    if (isNear || element === null) return undefined
    let leave: (() => void) | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        leave = takeTurn(() => setNear(true))
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    const print = () => setNear(true)
    addEventListener('beforeprint', print)
    return () => {
      observer.disconnect()
      leave?.()
      removeEventListener('beforeprint', print)
    }
  }, [ref, isNear])
  return isNear || isForPaper
}
