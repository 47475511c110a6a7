/**
 * Dragging in the week: on the ground it makes a shift, on a shift it moves it, on an edge it resizes it. Escape takes
 * it back.
 */
import { DAY_MINUTES, movedTo, openingMinute, resizedTo, STEP_MINUTES, timeOf, toStep } from '#domain/week-edit'
import type { WeekShift } from '#domain/week-edit'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { EditShift } from './use-week.ts'

export type Drag =
  | { readonly kind: 'create'; readonly weekDay: number; readonly anchor: number }
  | { readonly kind: 'move'; readonly shift: EditShift; readonly grab: number }
  | { readonly kind: 'opening' | 'closing'; readonly shift: EditShift }

export interface Ghost {
  readonly drag: Drag
  readonly shift: WeekShift
}

interface Point {
  readonly weekDay: number
  readonly minute: number
}

/** Below this a press is a click. */
const START_PX = 4
/** As far in as a shift is taken by its edge; the sheet shows it by the cursor. */
const EDGE_PX = 7

function pointIn(layer: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = layer.getBoundingClientRect()
  return {
    weekDay: Math.min(7, Math.max(1, Math.floor(((clientX - left) / width) * 7) + 1)),
    minute: ((clientY - top) / height) * DAY_MINUTES,
  }
}

/** Where the shift of a drag is when the pointer is here. */
function ghostOf(drag: Drag, { weekDay, minute }: Point): WeekShift {
  if (drag.kind === 'move') return movedTo(drag.shift, weekDay, toStep(minute - drag.grab))
  if (drag.kind !== 'create') return resizedTo(drag.shift, drag.kind, toStep(minute))
  const [from, to] = [Math.min(drag.anchor, toStep(minute)), Math.max(drag.anchor, toStep(minute))]
  const end = Math.max(to, Math.min(DAY_MINUTES, from + STEP_MINUTES))
  return { weekDay: drag.weekDay, opening: timeOf(Math.min(from, DAY_MINUTES - STEP_MINUTES)), closing: timeOf(end) }
}

function dragAt(
  { target, clientY }: { target: EventTarget; clientY: number },
  point: Point,
  shifts: readonly EditShift[],
): Drag {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-shift]') : null
  const shift = shifts.find((one) => String(one.id) === element?.dataset.shift)
  if (element === null || shift === undefined)
    return { kind: 'create', weekDay: point.weekDay, anchor: toStep(point.minute - STEP_MINUTES / 2) }
  const { top, bottom } = element.getBoundingClientRect()
  const edge = Math.min(EDGE_PX, (bottom - top) / 4)
  if (clientY - top <= edge) return { kind: 'opening', shift }
  if (bottom - clientY <= edge) return { kind: 'closing', shift }
  return { kind: 'move', shift, grab: point.minute - openingMinute(shift.opening) }
}

export function useWeekDrag(shifts: readonly EditShift[], drop: (ghost: Ghost) => void) {
  const [ghost, setGhost] = useState<Ghost | null>(null)
  const pressed = useRef<{ drag: Drag; x: number; y: number } | null>(null)
  const isDragging = ghost !== null
  useEffect(() => {
    if (!isDragging) return undefined
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      pressed.current = null
      setGhost(null)
    }
    addEventListener('keydown', cancel, true)
    return () => removeEventListener('keydown', cancel, true)
  }, [isDragging])
  return {
    ghost,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        // A finger scrolls the page; it opens shifts with a tap and makes them with the form.
        if (event.button !== 0 || event.pointerType === 'touch') return
        pressed.current = {
          drag: dragAt(event, pointIn(event.currentTarget, event), shifts),
          x: event.clientX,
          y: event.clientY,
        }
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const { current } = pressed
        if (current === null) return
        if (ghost === null && Math.hypot(event.clientX - current.x, event.clientY - current.y) < START_PX) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setGhost({ drag: current.drag, shift: ghostOf(current.drag, pointIn(event.currentTarget, event)) })
      },
      onPointerUp() {
        pressed.current = null
        if (ghost === null) return
        setGhost(null)
        drop(ghost)
      },
      onPointerCancel() {
        pressed.current = null
        setGhost(null)
      },
    },
  }
}
