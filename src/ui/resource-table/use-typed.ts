/** A text that is typed here and kept elsewhere (the address): shown at once, handed on when typing pauses. */
import { useEffect, useRef, useState } from 'react'

const TYPING_MS = 200

export function useTyped(kept: string, keep: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(kept)
  const [seen, setSeen] = useState(kept)
  /** Texts passed on and not returned yet, oldest first. */
  const [handed, setHanded] = useState<readonly string[]>([kept])
  // A returned text may be late, with newer texts still in flight; only a text that was never passed on is news
  // (Back, a link).
  if (kept !== seen) {
    setSeen(kept)
    const at = handed.indexOf(kept)
    setHanded(at < 0 ? [kept] : handed.slice(at))
    if (at < 0) setTyped(kept)
  }
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(() => {
    if (typed === handed.at(-1)) return undefined
    const timer = setTimeout(() => {
      setHanded([...handed, typed])
      latest.current(typed)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, handed])
  return [typed, setTyped]
}
