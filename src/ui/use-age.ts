/** How old a figure is by now: its age when it was reported, and the seconds since. */
import { useEffect, useMemo, useState } from 'react'

/** By the second while it is young, then by the minute: the seconds of an hour are not read. */
const YOUNG_S = 90
const [SECOND_MS, MINUTE_MS] = [1000, 60_000]

/**
 * When each was first received by this page, ms of its clock. A cached figure that is drawn again (other store and
 * back, other language) keeps its age.
 */
const received = new Map<number, number>()
const MAX_HEARD = 256
/** A figure further from today is an example: its age does not grow. */
const EXAMPLE_S = 86_400

function receivedAt(reportedAt: number): number {
  const now = performance.now()
  if (Math.abs(Date.now() / SECOND_MS - reportedAt) > EXAMPLE_S) return now
  const known = received.get(reportedAt)
  if (known !== undefined) return known
  const [oldest] = received.keys()
  if (received.size >= MAX_HEARD && oldest !== undefined) received.delete(oldest)
  received.set(reportedAt, now)
  return now
}

const secondsSince = (begun: number): number => Math.floor((performance.now() - begun) / SECOND_MS)

/**
 * @param ageS seconds when it was reported; null = not known @param reportedAt the instant of the report, seconds
 * since 1970 by the clock of the reporter
 */
export function useAge(ageS: number | null, reportedAt: number): number | null {
  const begun = useMemo(() => receivedAt(reportedAt), [reportedAt])
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
