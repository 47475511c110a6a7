/** Pointer and key actions on the canvas: select, move, resize, copy, paste, lock, remove. */
import { canvasView, type DragControllerOptions } from './canvas-view.ts'
import type { Kind } from './gesture.ts'
import { createGrip } from './grip.ts'
import { createKeyHand } from './key-hand.ts'
import { createPointerHand } from './pointer-hand.ts'
import { createWidgetActions, type WidgetActions } from './widget-actions.ts'

export interface DragController extends WidgetActions {
  /** `element` is the widget's cell, or its handle for resizing. */
  pointerDown(event: PointerEvent, id: string, kind: Kind): void
  keyDown(event: KeyboardEvent, id: string): void
  /** Why these cannot be moved, sized or removed; undefined when they can. */
  refusal(ids: readonly string[]): string | undefined
  /** All widgets, in reading order. */
  order(): string[]
  dispose(): void
}

export function createDragController(options: DragControllerOptions): DragController {
  const view = canvasView(options)
  const grip = createGrip(view)
  const pointer = createPointerHand(view, grip)
  const actions = createWidgetActions(view)
  return {
    ...actions,
    pointerDown: pointer.down,
    keyDown: createKeyHand(view, grip, actions),
    refusal: view.refusal,
    order: view.order,
    dispose() {
      pointer.dispose()
      grip.cancel()
    },
  }
}
