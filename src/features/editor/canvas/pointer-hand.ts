/** Pointer actions on widgets: a press selects, a drag moves or resizes, over sections and beyond the edge. */
import type { CanvasView } from './canvas-view.ts'
import { edgeScroll } from './edge-scroll.ts'
import type { Kind } from './gesture.ts'
import { type Grip, scrollerOf } from './grip.ts'

export interface PointerHand {
  /** `element` is the widget's cell, or its handle for resizing. */
  down(event: PointerEvent, id: string, kind: Kind): void
  dispose(): void
}

/** Pixels before a press becomes a drag. */
const SLACK_PX = 4

export function createPointerHand(view: CanvasView, grip: Grip): PointerHand {
  let stop: (() => void) | undefined
  return {
    down(event, id, kind) {
      if (event.button !== 0 || view.session.store.getState().hand !== null) return
      stop = follow(view, grip, { event, id, kind })
    },
    dispose: () => stop?.(),
  }
}

/** Follows one press to its end; the returned function leaves it. */
function follow(
  view: CanvasView,
  grip: Grip,
  { event, id, kind }: { event: PointerEvent; id: string; kind: Kind },
): () => void {
  const { store, sectionOf, select } = view
  const adds = event.shiftKey || event.ctrlKey || event.metaKey
  const wasSelected = store.getState().selection.includes(id)
  if (!wasSelected || adds) select(id, adds)
  const start = { x: event.clientX, y: event.clientY }
  const scroll = scrolling(view.root())
  const drop = dropMark(view, grip)
  let [x, y] = [start.x, start.y]
  let frame = 0
  let dragged = false
  let target: string | undefined

  const step = () => {
    frame = 0
    const { gesture } = grip
    if (gesture === undefined) return
    const isAtEdge = scroll.towards(y, start.y)
    const dx = x - start.x
    const dy = y - start.y + scroll.by()
    gesture.follow(dx, dy)
    gesture.by(Math.round(dx / gesture.step.x), Math.round(dy / gesture.step.y))
    target = kind === 'move' ? drop.under(x, y) : undefined
    if (isAtEdge) frame = requestAnimationFrame(step)
  }
  const isTaken = () => {
    const now = store.getState().selection.filter((one) => sectionOf(one) === sectionOf(id))
    return grip.begin(kind, kind === 'move' && now.includes(id) ? [id, ...now.filter((one) => one !== id)] : [id])
  }
  const move = (moved: PointerEvent) => {
    ;[x, y] = [moved.clientX, moved.clientY]
    if (!dragged) {
      if (Math.hypot(x - start.x, y - start.y) < SLACK_PX) return
      dragged = true
      if (!isTaken()) {
        finish()
        return
      }
    }
    frame ||= requestAnimationFrame(step)
  }
  const up = () => {
    const to = target
    finish()
    if (!dragged) {
      if (wasSelected && !adds) select(id, false)
    } else if (to === undefined) grip.commit()
    else grip.dropInto(to, y)
  }
  const lost = () => {
    finish()
    grip.cancel()
  }
  const keys = (key: KeyboardEvent) => {
    if (key.key !== 'Escape') return
    key.stopPropagation()
    lost()
  }
  const leave = () => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', lost)
    removeEventListener('keydown', keys, true)
  }
  const finish = () => {
    cancelAnimationFrame(frame)
    drop.mark(undefined)
    leave()
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', up)
  addEventListener('pointercancel', lost)
  addEventListener('keydown', keys, true)
  return leave
}

/** The page scrolls while the pointer is held near its edge. */
function scrolling(root: HTMLElement | null) {
  const scroller = scrollerOf(root)
  const startTop = scroller?.scrollTop ?? 0
  const startMax = scroller === null ? 0 : scroller.scrollHeight - scroller.clientHeight
  return {
    /** One step; false away from the edges. */
    towards(y: number, startY: number): boolean {
      if (scroller === null) return false
      const { top, bottom } = scroller.getBoundingClientRect()
      const edge = edgeScroll({ top, bottom, y, startY, scrollTop: scroller.scrollTop, startMax })
      if (edge !== 0) scroller.scrollTop += edge
      return edge !== 0
    },
    by: () => (scroller?.scrollTop ?? 0) - startTop,
  }
}

/** Another section under the pointer takes what is dropped there, and shows that it does. */
function dropMark({ root }: CanvasView, grip: Grip) {
  let marked: HTMLElement | undefined
  function mark(element: HTMLElement | undefined): void {
    if (marked === element) return
    if (marked !== undefined) delete marked.dataset.drop
    if (element !== undefined) element.dataset.drop = ''
    marked = element
  }
  return {
    mark,
    under(x: number, y: number): string | undefined {
      const found = [...(root()?.querySelectorAll<HTMLElement>('[data-canvas-section]') ?? [])].find((element) => {
        const box = element.getBoundingClientRect()
        return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
      })
      const id = found?.dataset.canvasSection
      const other = id === undefined || id === grip.section ? undefined : id
      mark(other === undefined ? undefined : found)
      return other
    },
  }
}
