/**
 * New rows written into the elements of those before them: laying out new ones costs several times as much as new
 * words in old ones. The focus stays with its row, not with its place.
 */
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface ReusedRows<R> {
  readonly keyOf: (row: R, at: number) => string | number
  readonly onFocus: (event: FocusEvent<HTMLTableSectionElement>) => void
}

/** @param body of the table. @param isReused otherwise each row keeps its own element */
export function useReusedRows<R>(
  body: RefObject<HTMLTableSectionElement | null>,
  shown: readonly R[],
  rowKey: (row: R) => string | number,
  isReused: boolean,
): ReusedRows<R> {
  const focused = useRef<string | number | null>(null)
  useLayoutEffect(() => {
    const table = body.current
    const now = document.activeElement
    if (!isReused || table === null || now === table || !table.contains(now)) return
    const at = shown.findIndex((row) => rowKey(row) === focused.current)
    const place = at < 0 ? table.closest<HTMLElement>('[role="region"]') : table.rows[at]
    if (!place?.contains(now) || at < 0) place?.focus({ preventScroll: true })
  }, [body, shown, rowKey, isReused])
  return {
    keyOf: (row, at) => (isReused ? at : rowKey(row)),
    onFocus: ({ target }) => {
      const row = shown[target.closest('tr')?.sectionRowIndex ?? -1]
      focused.current = row === undefined ? null : rowKey(row)
    },
  }
}
