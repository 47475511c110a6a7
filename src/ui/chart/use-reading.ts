/**
 * Reading a chart over categories: by pointer, finger and keys one category after the other; marking a stretch; looking
 * at it closer, and back.
 */
import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'
import { indexAt, yOf } from './layout.ts'
import type { Layout } from './plot.ts'
import type { ChartSeries } from './types.ts'
import { useGoneOnScroll } from './use-gone-on-scroll.ts'
import { useTap } from './use-tap.ts'
import { useWheelZoom } from './use-wheel-zoom.ts'
import { canZoom, marked, type Stretch, zoomed } from './zoom.ts'

/** One turn of a wheel, one press of a key: so many times the categories. */
const CLOSER = 0.6

export interface ReadingInput {
  readonly layout: Layout
  /** What is on show of all `total` categories. */
  readonly stretch: Stretch
  readonly total: number
  readonly shown: readonly ChartSeries[]
  readonly onZoom: (stretch: Stretch | null) => void
  /** Counts in all categories. */
  readonly onPick: ((index: number) => void) | undefined
  readonly onRange: ((from: number, to: number) => void) | undefined
}

interface Active {
  readonly index: number
  readonly y: number
}

export function useReading(frame: RefObject<HTMLElement | null>, input: ReadingInput) {
  const { layout, stretch, total, shown, onZoom, onPick, onRange } = input
  const count = stretch.to - stretch.from + 1
  const isCloser = count < total
  const [active, setActive] = useState<Active | null>(null)
  /** Where a stretch that is being marked began; its other end is where the reader is. */
  const [mark, setMark] = useState<number | null>(null)
  const tap = useTap<number>()
  const index = active === null || active.index >= count ? null : active.index
  useGoneOnScroll(active !== null, setActive)

  const under = (event: PointerEvent<HTMLElement>): Active | null => {
    const box = event.currentTarget.getBoundingClientRect()
    const found = indexAt(layout, count, event.clientX - box.left, event.clientY - box.top)
    return found === null ? null : { index: found, y: event.clientY - box.top }
  }
  const away = () => {
    setActive(null)
    setMark(null)
  }
  /** Ends the marking: the stretch is seen closer, and told. True when there was one. */
  const endMark = (): boolean => {
    if (mark === null) return false
    setMark(null)
    if (index === null || index === mark) return false
    const [from, to] = [stretch.from + Math.min(index, mark), stretch.from + Math.max(index, mark)]
    onZoom(marked(from, to, total))
    setActive(null)
    onRange?.(from, to)
    return true
  }
  const turn = (at: number, factor: number) => {
    onZoom(zoomed(stretch, stretch.from + at, factor, total))
    away()
  }
  const isHinted = useWheelZoom(frame, (event, box) => {
    const at = indexAt(layout, count, event.clientX - box.left, event.clientY - box.top)
    return at === null || !canZoom(total) ? null : () => turn(at, event.deltaY < 0 ? CLOSER : 1 / CLOSER)
  })

  const move = (next: number) => {
    const at = Math.max(0, Math.min(count - 1, next))
    const lead = shown[0]
    const value = lead?.data[at] ?? null
    setActive({
      index: at,
      y: lead === undefined || value === null ? layout.plot.top : yOf(layout, lead.yAxisIndex ?? 0, value),
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: (index ?? -1) + 1,
      ArrowUp: (index ?? -1) + 1,
      ArrowLeft: (index ?? count) - 1,
      ArrowDown: (index ?? count) - 1,
      Home: 0,
      End: count - 1,
      PageUp: (index ?? -1) + 7,
      PageDown: (index ?? count) - 7,
    }
    const next = steps[event.key]
    const middle = index ?? Math.floor(count / 2)
    if (next !== undefined) {
      event.preventDefault()
      setMark(event.shiftKey ? (mark ?? index ?? next) : null)
      move(next)
    } else if ((event.key === '+' || event.key === '-') && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      turn(middle, event.key === '+' ? CLOSER : 1 / CLOSER)
    } else if (event.key === 'Escape' && (active !== null || isCloser)) {
      event.stopPropagation()
      if (active === null) onZoom(null)
      else away()
    } else if (event.key === 'Enter' && mark !== null && mark !== index) {
      event.preventDefault()
      endMark()
    } else if ((event.key === 'Enter' || event.key === ' ') && index !== null && onPick !== undefined) {
      event.preventDefault()
      onPick(stretch.from + index)
    }
  }

  return {
    /** Counts in what is on show. */
    index,
    y: active?.y ?? 0,
    /** A wheel without its key was turned just now. */
    isHinted,
    mark:
      mark === null || index === null || mark === index
        ? null
        : { from: Math.min(mark, index), to: Math.max(mark, index) },
    handlers: {
      onKeyDown,
      onBlur: away,
      onPointerMove: (event: PointerEvent<HTMLElement>) => setActive(under(event)),
      onPointerLeave: (event: PointerEvent<HTMLElement>) => {
        if (!tap.isLift(event)) away()
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const found = under(event)
        tap.begin(event, index, found?.index ?? null)
        setActive(found)
        if (event.pointerType === 'mouse' && event.button === 0) setMark(found?.index ?? null)
      },
      onClick: () => {
        if (!endMark() && index !== null && tap.picks()) onPick?.(stretch.from + index)
      },
    },
  }
}
