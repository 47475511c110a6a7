/**
 * What pointer and keys do on the canvas: select, move, resize, copy, paste, lock, remove. The keys are those of the
 * dashboard grids people know: M moves, S resizes, arrows go, Enter keeps, Escape gives back. Every step is said.
 */
import type { GridSize } from '#engine'
import { type GridMap, readingOrder } from '#engine/core/document/grids'
import { flushSync } from 'react-dom'
import { gridsOf, placed, sizesIn, toSection } from '../model/doc-edits.ts'
import type { Editor } from '../model/store.ts'
import { arranged, movedIds } from './arrange.ts'
import { edgeScroll } from './edge-scroll.ts'
import { beginGesture, type Gesture, type Kind } from './gesture.ts'
import type { Session } from './session.ts'

export interface HandsOptions {
  readonly editor: Editor
  readonly session: Session
  readonly t: (key: string, params?: Record<string, string | number>) => string
}

export interface Hands {
  /** `element` is the widget's cell, or its handle for resizing. */
  pointerDown(event: PointerEvent, id: string, kind: Kind): void
  keyDown(event: KeyboardEvent, id: string): void
  /** Why these cannot be moved, sized or removed; undefined when they can. */
  refusal(ids: readonly string[]): string | undefined
  remove(ids: readonly string[]): void
  duplicate(ids: readonly string[]): void
  copy(ids: readonly string[]): Promise<void>
  /** From the clipboard, or from what was copied here where the browser does not tell. */
  paste(text?: string): Promise<void>
  lock(ids: readonly string[], isLocked: boolean): void
  /**
   * Makes a change of the document; a focus that was on a widget, or is lost by it, goes to what is selected then, else
   * beside it.
   */
  keepFocus(change: () => void): void
  /** All widgets, in reading order. */
  order(): string[]
  dispose(): void
}

/** Pixels before a press becomes a drag. */
const SLACK_PX = 4

export function createHands({ editor, session, t }: HandsOptions): Hands {
  const page = () => session.store.getState().page
  const root = () => page().root
  const nameOf = (id: string) => page().nameOf(id)
  const { store } = editor
  let gesture: Gesture | undefined
  let section: string | undefined
  let keyed: { columns: number; rows: number } | undefined
  let stopPointer: (() => void) | undefined
  let copied = ''

  const sectionOf = (id: string) => store.getState().loaded.model.widgets.get(id)?.section
  const gridNow = (id: string, size: GridSize = store.getState().size): GridMap =>
    gridsOf(store.getState().loaded, id)[size]
  const gridElement = (id: string) => root()?.querySelector<HTMLElement>(`[data-grid="${CSS.escape(id)}"]`) ?? null
  const cellOf = (id: string) => root()?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(id)}"]`) ?? null
  const order = () =>
    store.getState().loaded.model.sections.flatMap(({ id, widgets }) => readingOrder(widgets, gridNow(id)))
  const say = (key: string, params: Record<string, string | number> = {}) => session.say(t(`editor:say.${key}`, params))

  function focusOn(id: string): void {
    session.focus(id)
    cellOf(id)?.focus({ preventScroll: false })
  }

  /**
   * The widget at a place of the reading order, else the last one; without any the canvas itself, so that keys still
   * reach the page.
   */
  function focusAt(at: number): void {
    const all = order()
    const next = all[Math.min(Math.max(0, at), all.length - 1)]
    if (next !== undefined) {
      focusOn(next)
      return
    }
    session.focus(null)
    root()?.focus()
  }

  function refusal(ids: readonly string[]): string | undefined {
    if (ids.length === 0) return t('editor:why.nothing')
    const { loaded, behind } = store.getState()
    if (loaded.readOnly) return t('editor:why.readOnly')
    if (behind) return t('editor:why.behind')
    return ids.some((id) => session.store.getState().locked.has(id)) ? t('editor:why.locked') : undefined
  }

  /** Takes widgets in hand; false when something forbids it, which is said. */
  function begin(kind: Kind, ids: readonly string[]): boolean {
    const first = ids[0]
    const own = first === undefined ? undefined : sectionOf(first)
    const element = own === undefined ? null : gridElement(own)
    if (first === undefined || own === undefined || element === null) return false
    const why = refusal(ids)
    if (why !== undefined) {
      session.say(why)
      return false
    }
    const { loaded } = store.getState()
    const sizes = sizesIn(loaded)
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
    const before = gridNow(where, size)
    const { places, ids, kind } = done
    if (movedIds(before, places).length > 0) {
      const [id = ''] = ids
      // The document's places are drawn and the gesture's taken away in one go, or the widgets would jump back for a
      // frame.
      flushSync(() =>
        editor.change(
          { key: ids.length > 1 ? 'moveMany' : kind, params: { name: id, count: ids.length } },
          placed(size, places),
        ),
      )
      tell(id, kind === 'move' ? 'movedTo' : 'resizedTo')
    }
    done.end()
  }

  function cancel(): void {
    gesture?.end()
    gesture = undefined
    keyed = undefined
    session.hand(null)
  }

  function tell(id: string, key: string, places?: GridMap): void {
    const where = sectionOf(id)
    const place = places?.[id] ?? (where === undefined ? undefined : gridNow(where)[id])
    if (place !== undefined)
      say(key, { name: nameOf(id), column: place.x + 1, row: place.y + 1, width: place.w, height: place.h })
  }

  // ------------------------------------------------------------ pointer

  function select(id: string, adds: boolean): void {
    const { selection } = store.getState()
    const widgets = selection.filter((one) => !one.includes(':'))
    editor.select(!adds ? [id] : widgets.includes(id) ? widgets.filter((one) => one !== id) : [...widgets, id])
    session.focus(id)
  }

  function pointerDown(event: PointerEvent, id: string, kind: Kind): void {
    if (event.button !== 0 || session.store.getState().hand !== null) return
    const adds = event.shiftKey || event.ctrlKey || event.metaKey
    const { selection } = store.getState()
    const wasSelected = selection.includes(id)
    if (!wasSelected || adds) select(id, adds)
    const [startX, startY] = [event.clientX, event.clientY]
    const scroller = scrollerOf(root())
    const startScroll = scroller?.scrollTop ?? 0
    const startMost = scroller === null ? 0 : scroller.scrollHeight - scroller.clientHeight
    let [x, y] = [startX, startY]
    let frame = 0
    let dragged = false
    let target: string | undefined

    const step = () => {
      frame = 0
      if (gesture === undefined) return
      const edge =
        scroller === null
          ? 0
          : edgeScroll({ ...edgesOf(scroller), y, startY, scrollTop: scroller.scrollTop, startMost })
      if (edge !== 0 && scroller !== null) scroller.scrollTop += edge
      const [dx, dy] = [x - startX, y - startY + (scroller?.scrollTop ?? 0) - startScroll]
      gesture.follow(dx, dy)
      gesture.by(Math.round(dx / gesture.step.x), Math.round(dy / gesture.step.y))
      target = kind === 'move' ? otherSection(x, y) : undefined
      if (edge !== 0) frame = requestAnimationFrame(step)
    }
    const move = (moved: PointerEvent) => {
      ;[x, y] = [moved.clientX, moved.clientY]
      if (!dragged) {
        if (Math.hypot(x - startX, y - startY) < SLACK_PX) return
        dragged = true
        const now = store.getState().selection.filter((one) => sectionOf(one) === sectionOf(id))
        if (!begin(kind, kind === 'move' && now.includes(id) ? [id, ...now.filter((one) => one !== id)] : [id])) {
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
        return
      }
      if (to === undefined) commit()
      else dropInto(to, y)
    }
    const keys = (key: KeyboardEvent) => {
      if (key.key === 'Escape') {
        key.stopPropagation()
        finish()
        cancel()
      }
    }
    const finish = () => {
      cancelAnimationFrame(frame)
      mark(undefined)
      stopPointer?.()
      stopPointer = undefined
    }
    const lost = () => {
      finish()
      cancel()
    }
    stopPointer = () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', lost)
      removeEventListener('keydown', keys, true)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', lost)
    addEventListener('keydown', keys, true)
  }

  let marked: HTMLElement | undefined
  function mark(element: HTMLElement | undefined): void {
    if (marked === element) return
    if (marked !== undefined) delete marked.dataset.drop
    if (element !== undefined) element.dataset.drop = ''
    marked = element
  }

  /** Another section under the pointer takes what is dropped there. */
  function otherSection(x: number, y: number): string | undefined {
    const found = [...(root()?.querySelectorAll<HTMLElement>('[data-canvas-section]') ?? [])].find((element) => {
      const box = element.getBoundingClientRect()
      return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
    })
    const id = found?.dataset.canvasSection
    const other = id === undefined || id === section ? undefined : id
    mark(other === undefined ? undefined : found)
    return other
  }

  function dropInto(to: string, y: number): void {
    const ids = gesture?.ids ?? []
    const top = gridElement(to)?.getBoundingClientRect().top ?? y
    const row = Math.max(0, Math.round((y - top) / (gesture?.step.y ?? 52)) - 1)
    const moved = gesture
    gesture = undefined
    flushSync(() => sendTo(ids, to, row))
    moved?.end()
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

  // ------------------------------------------------------------ keys

  const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  }

  function take(kind: Kind, id: string): void {
    const { selection } = store.getState()
    if (!selection.includes(id)) editor.select([id])
    const together =
      kind === 'move' ? [id, ...selection.filter((one) => one !== id && sectionOf(one) === sectionOf(id))] : [id]
    if (!begin(kind, together)) return
    keyed = { columns: 0, rows: 0 }
    session.hand(kind)
    say(kind === 'move' ? 'takenToMove' : 'takenToResize', { name: nameOf(id) })
  }

  function stepBy(id: string, [columns, rows]: readonly [number, number]): void {
    if (gesture === undefined || keyed === undefined) return
    const from = keyed
    // Up and down can meet a wall that one row does not climb: go on until something is different, or the end is
    // reached.
    for (let more = 1; more <= (rows === 0 ? 1 : 60); more++) {
      keyed = { columns: from.columns + columns, rows: from.rows + rows * more }
      if (gesture.by(keyed.columns, keyed.rows)) {
        tell(id, gesture.kind === 'move' ? 'at' : 'sized', gesture.places)
        settle(id)
        return
      }
    }
    keyed = from
    gesture.by(from.columns, from.rows)
    say('noFurther')
  }

  /** The hand's own cell stands where it will be. */
  function settle(id: string): void {
    if (gesture === undefined || section === undefined) return
    const [from, to] = [gridNow(section)[id], gesture.places[id]]
    if (from === undefined || to === undefined) return
    if (gesture.kind === 'move') gesture.follow((to.x - from.x) * gesture.step.x, (to.y - from.y) * gesture.step.y)
    else gesture.follow((to.w - from.w) * gesture.step.x, (to.h - from.h) * gesture.step.y)
  }

  /** In hand: arrows, Enter, Escape, and Page keys for the section above or below. */
  function handKey(event: KeyboardEvent, id: string): boolean {
    const arrow = ARROWS[event.key]
    if (arrow !== undefined) stepBy(id, arrow)
    else if (event.key === 'Enter' || event.key === ' ') {
      commit()
      keyed = undefined
      session.hand(null)
      focusOn(id)
    } else if (event.key === 'Escape') {
      cancel()
      say('givenBack', { name: nameOf(id) })
    } else if ((event.key === 'PageUp' || event.key === 'PageDown') && gesture?.kind === 'move') {
      const { sections } = store.getState().loaded.model
      const next = sections[sections.findIndex((one) => one.id === section) + (event.key === 'PageUp' ? -1 : 1)]
      const ids = gesture.ids
      if (next === undefined) {
        say('noFurther')
        return true
      }
      cancel()
      flushSync(() => sendTo(ids, next.id, event.key === 'PageUp' ? 1_000 : 0))
      focusOn(id)
    } else return event.key !== 'Tab'
    return true
  }

  function go(id: string, by: number, extends_: boolean): void {
    const all = order()
    const next = all[Math.max(0, Math.min(all.length - 1, all.indexOf(id) + by))]
    if (next === undefined || next === id) return
    const { selection } = store.getState()
    if (extends_) editor.select([...new Set([...selection.filter((one) => !one.includes(':')), id, next])])
    focusOn(next)
  }

  function commandKey(event: KeyboardEvent, ids: readonly string[]): boolean {
    switch (event.key.toLowerCase()) {
      case 'a':
        editor.select(order())
        say('selected', { count: order().length })
        return true
      case 'c':
        void hands.copy(ids)
        return true
      case 'x':
        void hands.copy(ids).then(() => hands.remove(ids))
        return true
      case 'd':
        hands.duplicate(ids)
        return true
      default:
        return false
    }
  }

  function plainKey(event: KeyboardEvent, id: string, ids: readonly string[]): boolean {
    const { locked } = session.store.getState()
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
        go(id, -10_000, false)
        return true
      case 'End':
        go(id, 10_000, false)
        return true
      case 'Enter':
        editor.select([id])
        page().onOpen()
        return true
      case ' ':
        select(id, true)
        say(store.getState().selection.includes(id) ? 'isSelected' : 'isNotSelected', { name: nameOf(id) })
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
        hands.lock(ids, !locked.has(id))
        return true
      case 'Delete':
      case 'Backspace':
        hands.remove(ids)
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

  const hands: Hands = {
    pointerDown,
    refusal,
    order,
    keyDown(event, id) {
      const { selection } = store.getState()
      const ids = selection.includes(id) ? selection.filter((one) => !one.includes(':')) : [id]
      const isCommand = event.ctrlKey || event.metaKey
      const isDone =
        session.store.getState().hand !== null
          ? handKey(event, id)
          : isCommand
            ? commandKey(event, ids)
            : event.altKey
              ? false
              : plainKey(event, id, ids)
      if (isDone) {
        event.preventDefault()
        event.stopPropagation()
      }
    },
    remove(ids) {
      const why = refusal(ids)
      if (why !== undefined) {
        session.say(why)
        return
      }
      const all = order()
      const at = Math.min(...ids.map((id) => all.indexOf(id)))
      const name = nameOf(ids[0] ?? '')
      // What is taken back later is selected again.
      editor.select(ids)
      flushSync(() => editor.removeWidgets(ids))
      say('removed', { count: ids.length, name })
      focusAt(at)
    },
    keepFocus(change) {
      const held = document.activeElement
      const { focused } = session.store.getState()
      const at = focused === null ? 0 : order().indexOf(focused)
      flushSync(change)
      const page = root()
      const wasElsewhere = held !== null && !held.contains(page) && held.closest('[data-cell]') === null
      if (wasElsewhere && document.activeElement !== document.body) return
      const all = order()
      const next =
        store.getState().selection.find((id) => all.includes(id)) ??
        (focused !== null && all.includes(focused) ? focused : undefined)
      if (next === undefined) focusAt(at)
      else focusOn(next)
    },
    duplicate(ids) {
      if (ids.length === 0 || store.getState().behind) {
        session.say(refusal(ids) ?? t('editor:why.behind'))
        return
      }
      const own = sectionOf(ids[0] ?? '')
      const made = editor.paste(editor.copy(ids), own === undefined ? undefined : { section: own })
      say('pasted', { count: made.length })
    },
    async copy(ids) {
      if (ids.length === 0) {
        session.say(t('editor:why.nothing'))
        return
      }
      copied = editor.copy(ids)
      say('copied', { count: ids.length })
      // Without the right to the clipboard it can still be pasted here.
      await navigator.clipboard?.writeText(copied).catch(() => undefined)
    },
    async paste(given) {
      if (store.getState().behind) {
        session.say(t('editor:why.behind'))
        return
      }
      const text = given ?? (await navigator.clipboard?.readText().catch(() => copied)) ?? copied
      const made = editor.paste(text)
      say(made.length === 0 ? 'nothingToPaste' : 'pasted', { count: made.length })
      if (made[0] !== undefined) {
        session.focus(made[0])
        requestAnimationFrame(() => cellOf(made[0] ?? '')?.focus())
      }
    },
    lock(ids, isLocked) {
      if (ids.length === 0) {
        session.say(t('editor:why.nothing'))
        return
      }
      session.lock(ids, isLocked)
      say(isLocked ? 'locked' : 'unlocked', { count: ids.length })
    },
    dispose() {
      stopPointer?.()
      cancel()
    },
  }
  return hands
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let at = element; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return null
}

function edgesOf(scroller: HTMLElement): { top: number; bottom: number } {
  const { top, bottom } = scroller.getBoundingClientRect()
  return { top, bottom }
}
