/** The index of a list, made ready for a long one while nothing else is to do. */
import { useEffect, useMemo } from 'react'
import { useUi } from '../provider.tsx'
import { createListIndex, type ListIndex } from './list-index.ts'
import type { ResourceColumn } from './types.ts'

/** Shorter than a frame: what is typed meanwhile is drawn in time. */
const STEP_MS = 6

export function useListIndex<R extends WeakKey>(
  rows: readonly R[],
  columns: readonly ResourceColumn<R>[],
): ListIndex<R> {
  const { t, format, locale } = useUi()
  const index = useMemo(() => createListIndex(columns, { t, format }, locale), [columns, t, format, locale])
  useEffect(() => {
    const work = index.prepare(rows)
    let timer: ReturnType<typeof setTimeout> | undefined
    const step = () => {
      const until = performance.now() + STEP_MS
      while (performance.now() < until) if (work.next().done === true) return
      timer = setTimeout(step, STEP_MS)
    }
    timer = setTimeout(step, STEP_MS)
    return () => clearTimeout(timer)
  }, [index, rows])
  return index
}
