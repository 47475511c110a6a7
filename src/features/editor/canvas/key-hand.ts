/**
 * Keys for widgets, as in other dashboard grids: M moves, S resizes, arrows go, Enter
 * drops, Escape returns. Every step is announced.
 */
import { flushSync } from 'react-dom'
import type { CanvasView } from './canvas-view.ts'
import type { Kind } from './gesture.ts'
import type { Grip } from './grip.ts'
import type { WidgetActions } from './widget-actions.ts'

const ARROWS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Up and down can meet a wall that so many rows do not climb. */
const MAX_ROWS = 60
/** Below all others of a section. */
const LAST_ROW = 1000
/** Beyond any widget. */
const END = 10_000

/** Each answers whether it has done something with the key. */
type Keys = (event: KeyboardEvent, id: string, ids: readonly string[]) => boolean

export function createKeyHand(view: CanvasView, grip: Grip, actions: WidgetActions) {
  const inHand = handKeys(view, grip)
  const [command, plain] = [commandKeys(view, actions), plainKeys(view, actions, inHand.take)]
  return (event: KeyboardEvent, id: string): void => {
    const ids = view.store.getState().selection.includes(id) ? view.selectedWidgets() : [id]
    const keys =
      view.session.store.getState().hand !== null
        ? inHand.keys
        : event.ctrlKey || event.metaKey
          ? command
          : event.altKey
            ? undefined
            : plain
    if (keys?.(event, id, ids) !== true) return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** While dragging: arrows, Enter, Escape, and Page keys for the section above or below. */
function handKeys(view: CanvasView, grip: Grip) {
  const { editor, session, store, say, tell, nameOf, sectionOf } = view
  let gone = { columns: 0, rows: 0 }

  function take(kind: Kind, id: string): void {
    const { selection } = store.getState()
    if (!selection.includes(id)) editor.select([id])
    const others = selection.filter((one) => one !== id && sectionOf(one) === sectionOf(id))
    if (!grip.begin(kind, kind === 'move' ? [id, ...others] : [id])) return
    gone = { columns: 0, rows: 0 }
    session.hand(kind)
    say(kind === 'move' ? 'takenToMove' : 'takenToResize', { name: nameOf(id) })
  }

  function stepBy(id: string, [columns, rows]: readonly [number, number]): void {
    const { gesture } = grip
    if (gesture === undefined) return
    const from = gone
    // Continues until something is different, or the end is reached.
    for (let more = 1; more <= (rows === 0 ? 1 : MAX_ROWS); more++) {
      gone = { columns: from.columns + columns, rows: from.rows + rows * more }
      if (gesture.by(gone.columns, gone.rows)) {
        tell(id, gesture.kind === 'move' ? 'at' : 'sized', gesture.places)
        settle(id)
        return
      }
    }
    gone = from
    gesture.by(from.columns, from.rows)
    say('noFurther')
  }

  /** The dragged cell is shown at its new place. */
  function settle(id: string): void {
    const { gesture, section } = grip
    if (gesture === undefined || section === undefined) return
    const [from, to] = [view.gridNow(section)[id], gesture.places[id]]
    if (from === undefined || to === undefined) return
    if (gesture.kind === 'move') gesture.follow((to.x - from.x) * gesture.step.x, (to.y - from.y) * gesture.step.y)
    else gesture.follow((to.w - from.w) * gesture.step.x, (to.h - from.h) * gesture.step.y)
  }

  function toNeighbour(id: string, isAbove: boolean): void {
    const { sections } = store.getState().loaded.model
    const next = sections[sections.findIndex((one) => one.id === grip.section) + (isAbove ? -1 : 1)]
    if (next === undefined) {
      say('noFurther')
      return
    }
    const ids = grip.gesture?.ids ?? []
    grip.cancel()
    flushSync(() => grip.sendTo(ids, next.id, isAbove ? LAST_ROW : 0))
    view.focusOn(id)
  }

  const keys: Keys = (event, id) => {
    const arrow = ARROWS[event.key]
    if (arrow !== undefined) stepBy(id, arrow)
    else if (event.key === 'Enter' || event.key === ' ') {
      grip.commit()
      session.hand(null)
      view.focusOn(id)
    } else if (event.key === 'Escape') {
      grip.cancel()
      say('givenBack', { name: nameOf(id) })
    } else if ((event.key === 'PageUp' || event.key === 'PageDown') && grip.gesture?.kind === 'move')
      toNeighbour(id, event.key === 'PageUp')
    else return event.key !== 'Tab'
    return true
  }
  return { keys, take }
}

function commandKeys({ editor, order, say }: CanvasView, actions: WidgetActions): Keys {
  return (event, _id, ids) => {
    switch (event.key.toLowerCase()) {
      case 'a':
        editor.select(order())
        say('selected', { count: order().length })
        return true
      case 'c':
        void actions.copy(ids)
        return true
      case 'x':
        void actions.copy(ids).then(() => actions.remove(ids))
        return true
      case 'd':
        actions.duplicate(ids)
        return true
      default:
        return false
    }
  }
}

function plainKeys(view: CanvasView, actions: WidgetActions, take: (kind: Kind, id: string) => void): Keys {
  const { editor, session, store, say } = view

  function go(id: string, by: number, extends_: boolean): void {
    const all = view.order()
    const next = all[Math.max(0, Math.min(all.length - 1, all.indexOf(id) + by))]
    if (next === undefined || next === id) return
    if (extends_) editor.select([...new Set([...view.selectedWidgets(), id, next])])
    view.focusOn(next)
  }

  return (event, id, ids) => {
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowDown':
        go(id, 1, event.shiftKey)
        return true
      case 'ArrowLeft':
      case 'ArrowUp':
        go(id, -1, event.shiftKey)
        return true
      case 'Home':
        go(id, -END, false)
        return true
      case 'End':
        go(id, END, false)
        return true
      case 'Enter':
        editor.select([id])
        view.page().onOpen()
        return true
      case ' ':
        view.select(id, true)
        say(store.getState().selection.includes(id) ? 'isSelected' : 'isNotSelected', { name: view.nameOf(id) })
        return true
      case 'm':
      case 'M':
        take('move', id)
        return true
      case 's':
      case 'S':
        take('resize', id)
        return true
      case 'l':
      case 'L':
        actions.lock(ids, !session.store.getState().locked.has(id))
        return true
      case 'Delete':
      case 'Backspace':
        actions.remove(ids)
        return true
      case 'Escape':
        if (store.getState().selection.length === 0) return false
        editor.select([])
        say('selected', { count: 0 })
        return true
      default:
        return false
    }
  }
}
