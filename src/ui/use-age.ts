/** How old a figure is by now: its age when it was reported, and the seconds since. */
import { useEffect, useMemo, useState } from 'react'

/** By the second while it is young, then by the minute: the seconds of an hour are not read. */
const YOUNG_S = 90
const [SECOND_MS, MINUTE_MS] = [1000, 60_000]

/**
 * When each was first heard of in this page, ms of its clock. What was kept and is drawn again (other store and back,
 * other language) is no younger for it.
 */
const heard = new Map<number, number>()
const MAX_HEARD = 256
/** What is further from today is an example: it is as old as it says whenever it is drawn. */
const EXAMPLE_S = 86_400

function heardAt(told: number): number {
  const now = performance.now()
  if (Math.abs(Date.now() / SECOND_MS - told) > EXAMPLE_S) return now
  const known = heard.get(told)
  if (known !== undefined) return known
  const [oldest] = heard.keys()
  if (heard.size >= MAX_HEARD && oldest !== undefined) heard.delete(oldest)
  heard.set(told, now)
  return now
}

const secondsSince = (begun: number): number => Math.floor((performance.now() - begun) / SECOND_MS)

/**
 * @param ageS seconds when it was told; null = not known @param told the instant at which it was told, seconds since
 * 1970 as the teller says
 */
export function useAge(ageS: number | null, told: number): number | null {
  const begun = useMemo(() => heardAt(told), [told])
  const [passed, setPassed] = useState({ begun, seconds: 0 })
  const seconds = passed.begun === begun && passed.seconds > 0 ? passed.seconds : secondsSince(begun)
  useEffect(() => {
    if (ageS === null) return undefined
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const since = secondsSince(begun)
      setPassed({ begun, seconds: since })
      timer = setTimeout(look, ageS + since < YOUNG_S ? SECOND_MS : MINUTE_MS)
    }
    timer = setTimeout(look, SECOND_MS)
    return () => clearTimeout(timer)
  }, [ageS, begun])
  return ageS === null ? null : ageS + seconds
}
