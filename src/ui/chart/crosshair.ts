/**
 * One line through all charts over the same axis: where a reader is in one of them, the others show the same
 * category. Charts over other categories do not follow.
 */
import { useCallback, useEffect, useId, useMemo, useSyncExternalStore } from 'react'

interface Read {
  readonly axis: string
  readonly index: number
  readonly reader: string
}

let read: Read | null = null
const listeners = new Set<() => void>()

function tell(next: Read | null) {
  if (next === read) return
  read = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Tells the others what is read here (`index`, null = nothing), and says what is read in one of them.
 *
 * @param keys Of the whole axis; another chart is over the same one when its keys are the same.
 */
export function useCrosshair(keys: readonly (string | number | null)[], index: number | null): number | null {
  const reader = useId()
  // A reader moves over a hundred thousand categories: they are joined once.
  const axis = useMemo(() => keys.join('\n'), [keys])
  useEffect(() => {
    if (index !== null) tell({ axis, index, reader })
    else if (read?.reader === reader) tell(null)
  }, [axis, index, reader])
  useEffect(
    () => () => {
      if (read?.reader === reader) tell(null)
    },
    [reader],
  )
  const current = useCallback(
    () => (read !== null && read.reader !== reader && read.axis === axis ? read.index : null),
    [axis, reader],
  )
  return useSyncExternalStore(subscribe, current, () => null)
}
