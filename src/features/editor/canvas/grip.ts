/** The dragged widgets: picked up, dropped at their new place, or returned. */
import { flushSync } from 'react-dom'
import { toSection } from '../model/doc-edits.ts'
import { placed } from '../model/doc-parts.ts'
import { sizesIn } from '../model/doc-parts.ts'
import { arranged, movedIds } from '../model/arrange.ts'
import type { CanvasView } from './canvas-view.ts'
import { beginGesture, type Gesture, type Kind } from './gesture.ts'

export interface Grip {
  readonly gesture: Gesture | undefined
  /** The section of the dragged widgets. */
  readonly section: string | undefined
  /** Starts dragging widgets; false when that is not allowed, which is announced. */
  begin(kind: Kind, ids: readonly string[]): boolean
  /** Puts them down where they are. */
  commit(): void
  /** Gives them back. */
  cancel(): void
  /** Puts them into another section, at this height of the window. */
  dropInto(section: string, y: number): void
  /** Moves widgets to a row of another section. */
  sendTo(ids: readonly string[], section: string, row: number): void
}

export function createGrip(view: CanvasView): Grip {
  const { editor, session, store, sectionOf, gridNow, gridElement, tell } = view
  let gesture: Gesture | undefined
  let section: string | undefined

  function begin(kind: Kind, ids: readonly string[]): boolean {
    const first = ids[0]
    const own = first === undefined ? undefined : sectionOf(first)
    const element = own === undefined ? null : gridElement(own)
    if (first === undefined || own === undefined || element === null) return false
    const why = view.refusal(ids)
    if (why !== undefined) {
      session.say(why)
      return false
    }
    const sizes = sizesIn(store.getState().loaded)
    section = own
    gesture = beginGesture({
      kind,
      grid: gridNow(own),
      ids: ids.filter((id) => sectionOf(id) === own),
      root: element,
      locked: session.store.getState().locked,
      min: (id) => sizes(id).min,
      scroller: scrollerOf(element),
    })
    return true
  }

  function commit(): void {
    const done = gesture
    const where = section
    gesture = undefined
    if (done === undefined || where === undefined) return
    const { size } = store.getState()
    const { places, ids, kind } = done
    if (movedIds(gridNow(where, size), places).length > 0) {
      const [id = ''] = ids
      const key = ids.length > 1 ? 'moveMany' : kind
      // The document's places are drawn and the gesture's taken away in one go, or the widgets would jump back for a
      // frame.
      flushSync(() => editor.change({ key, params: { name: id, count: ids.length } }, placed(size, places)))
      tell(id, kind === 'move' ? 'movedTo' : 'resizedTo')
    }
    done.end()
  }

  function sendTo(ids: readonly string[], to: string, row: number): void {
    const { loaded, size } = store.getState()
    const before = gridNow(to)
    const here = Object.fromEntries(
      ids.flatMap((id) => {
        const own = sectionOf(id)
        const item = own === undefined ? undefined : gridNow(own)[id]
        return item === undefined ? [] : [[id, { ...item, y: row }]]
      }),
    )
    const places = arranged(before, here, session.store.getState().locked)
    editor.change({ key: 'toSection', params: { name: ids[0] ?? '', count: ids.length, section: to } }, (draft) => {
      for (const id of ids) toSection(loaded, id, to, size, here[id])(draft)
      placed(size, places)(draft)
    })
    for (const id of ids) tell(id, 'movedTo')
  }

  return {
    get gesture() {
      return gesture
    },
    get section() {
      return section
    },
    begin,
    commit,
    cancel() {
      gesture?.end()
      gesture = undefined
      session.hand(null)
    },
    dropInto(to, y) {
      const moved = gesture
      const top = gridElement(to)?.getBoundingClientRect().top ?? y
      const row = Math.max(0, Math.round((y - top) / (moved?.step.y ?? 52)) - 1)
      gesture = undefined
      flushSync(() => sendTo(moved?.ids ?? [], to, row))
      moved?.end()
    },
    sendTo,
  }
}

export function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let at = element; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return null
}
