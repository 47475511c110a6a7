/**
 * Marking several rows of a list, one beside the other: dragging a mouse across them, or Shift with the arrows, then
 * Enter. Escape and leaving the list end it without telling anything.
 */
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'

interface Mark {
  readonly anchor: number
  readonly end: number
  readonly isDragged: boolean
}

export interface Marking {
  readonly isMarked: (row: number) => boolean
  readonly isOn: boolean
  readonly rowProps: (row: number) => {
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
    readonly onPointerDown: (event: PointerEvent) => void
    readonly onPointerEnter: (event: PointerEvent) => void
    readonly onPointerUp: () => void
  }
  readonly listProps: {
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void
    readonly onPointerUp: () => void
  }
}

/** `onRange`: first and last row included. `pickable` rows can be reached by keys; others may lie in between. */
export function useMarking(pickable: readonly boolean[], onRange: (from: number, to: number) => void): Marking {
  const [mark, setMark] = useState<Mark | null>(null)
  const isOn = mark !== null && mark.anchor !== mark.end
  const end = (last: number) => {
    setMark(null)
    if (mark !== null && mark.anchor !== last) onRange(Math.min(mark.anchor, last), Math.max(mark.anchor, last))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: number) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && event.shiftKey) {
      event.preventDefault()
      let next = row + step
      while (pickable[next] === false) next += step
      if (pickable[next] === undefined) return
      setMark({ anchor: mark?.anchor ?? row, end: next, isDragged: false })
      event.currentTarget.closest('ul')?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus()
    } else if (event.key === 'Enter' && isOn) {
      event.preventDefault()
      end(mark.end)
    } else if (event.key === 'Escape' && isOn) {
      event.stopPropagation()
      setMark(null)
    }
  }
  return {
    isOn,
    isMarked: (row) => isOn && row >= Math.min(mark.anchor, mark.end) && row <= Math.max(mark.anchor, mark.end),
    rowProps: (row) => ({
      onKeyDown: (event) => onKeyDown(event, row),
      onPointerDown: (event) => {
        if (event.pointerType === 'mouse' && event.button === 0) setMark({ anchor: row, end: row, isDragged: true })
      },
      onPointerEnter: (event) => {
        // A pointer released outside of the list ends it.
        if (mark?.isDragged === true) setMark(event.buttons === 1 ? { ...mark, end: row } : null)
      },
      onPointerUp: () => {
        if (mark?.isDragged === true) end(row)
      },
    }),
    listProps: {
      onPointerUp: () => setMark((now) => (now?.isDragged === true ? null : now)),
      onBlur: (event) => {
        if (mark?.isDragged === false && !event.currentTarget.contains(event.relatedTarget)) setMark(null)
      },
    },
  }
}
