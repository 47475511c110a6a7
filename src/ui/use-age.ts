/** How old a figure is by now: the age it had when it was told, and the seconds since. */
import { useEffect, useState } from 'react'

/** By the second while it is young, then by the minute: nobody reads seconds of an hour. */
const YOUNG_S = 90
const [SECOND_MS, MINUTE_MS] = [1000, 60_000]

/** @param ageS seconds when it was told; null = not known @param told a new object each time it is told again */
export function useAge(ageS: number | null, told: object): number | null {
  const [passed, setPassed] = useState({ told, seconds: 0 })
  const seconds = passed.told === told ? passed.seconds : 0
  useEffect(() => {
    if (ageS === null) return undefined
    const begun = performance.now()
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const since = Math.floor((performance.now() - begun) / SECOND_MS)
      setPassed({ told, seconds: since })
      timer = setTimeout(look, ageS + since < YOUNG_S ? SECOND_MS : MINUTE_MS)
    }
    timer = setTimeout(look, SECOND_MS)
    return () => clearTimeout(timer)
  }, [ageS, told])
  return ageS === null ? null : ageS + seconds
}
