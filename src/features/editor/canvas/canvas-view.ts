/** The canvas for the drag controller: widgets and sections, their places, the focus; and its announcements. */
import type { GridSize } from '#engine'
import { type GridMap, readingOrder } from '#engine/core/document/grids'
import { gridsOf } from '../model/doc-parts.ts'
import type { Editor } from '../model/editor.ts'
import type { Session } from './session.ts'
import { sectionsOn, tabInWork } from './tabs.ts'

export interface DragControllerOptions {
  readonly editor: Editor
  readonly session: Session
  readonly t: (key: string, params?: Record<string, string | number>) => string
}

export type CanvasView = ReturnType<typeof canvasView>

export function canvasView({ editor, session, t }: DragControllerOptions) {
  const { store } = editor
  const page = () => session.store.getState().page
  const root = () => page().root
  const nameOf = (id: string) => page().nameOf(id)
  const say = (key: string, params: Record<string, string | number> = {}) => session.say(t(`editor:say.${key}`, params))

  const sectionOf = (id: string) => store.getState().loaded.model.widgets.get(id)?.section
  const gridNow = (id: string, size: GridSize = store.getState().size): GridMap =>
    gridsOf(store.getState().loaded, id)[size]
  const gridElement = (id: string) => root()?.querySelector<HTMLElement>(`[data-grid="${CSS.escape(id)}"]`) ?? null
  const cellOf = (id: string) => root()?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(id)}"]`) ?? null
  /** All widgets of the tab in work, in reading order. */
  const order = () => {
    const { model } = store.getState().loaded
    const tab = tabInWork(model, session.store.getState().tab)
    return sectionsOn(model, tab).flatMap(({ id, widgets }) => readingOrder(widgets, gridNow(id)))
  }
  /** Of what is selected, the widgets: sections and filters have a colon. */
  const selectedWidgets = () => store.getState().selection.filter((one) => !one.includes(':'))

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

  /** Why these cannot be moved, sized or removed; undefined when they can. */
  function refusal(ids: readonly string[]): string | undefined {
    if (ids.length === 0) return t('editor:why.nothing')
    const { loaded, behind } = store.getState()
    if (loaded.readOnly) return t('editor:why.readOnly')
    if (behind) return t('editor:why.behind')
    return ids.some((id) => session.store.getState().locked.has(id)) ? t('editor:why.locked') : undefined
  }

  /** Announces the position of a widget, in the document or in `places`. */
  function tell(id: string, key: string, places?: GridMap): void {
    const where = sectionOf(id)
    const place = places?.[id] ?? (where === undefined ? undefined : gridNow(where)[id])
    if (place !== undefined)
      say(key, { name: nameOf(id), column: place.x + 1, row: place.y + 1, width: place.w, height: place.h })
  }

  /** Alone, or besides what is selected. */
  function select(id: string, adds: boolean): void {
    const widgets = selectedWidgets()
    editor.select(!adds ? [id] : widgets.includes(id) ? widgets.filter((one) => one !== id) : [...widgets, id])
    session.focus(id)
  }

  return {
    editor,
    session,
    store,
    t,
    page,
    root,
    nameOf,
    say,
    tell,
    sectionOf,
    gridNow,
    gridElement,
    cellOf,
    order,
    selectedWidgets,
    focusOn,
    focusAt,
    refusal,
    select,
  }
}
