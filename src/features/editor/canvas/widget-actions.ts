/**
 * Actions on whole widgets: remove, duplicate, copy, paste, lock. Each announces its result, or why it failed.
 */
import { flushSync } from 'react-dom'
import type { CanvasView } from './canvas-view.ts'

export interface WidgetActions {
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
}

export function createWidgetActions(view: CanvasView): WidgetActions {
  const { editor, session, store, t, say, order } = view
  let copied = ''

  return {
    remove(ids) {
      const why = view.refusal(ids)
      if (why !== undefined) {
        session.say(why)
        return
      }
      const all = order()
      const at = Math.min(...ids.map((id) => all.indexOf(id)))
      const name = view.nameOf(ids[0] ?? '')
      // A restored widget is selected again.
      editor.select(ids)
      flushSync(() => editor.removeWidgets(ids))
      say('removed', { count: ids.length, name })
      view.focusAt(at)
    },
    keepFocus(change) {
      const held = document.activeElement
      const { focused } = session.store.getState()
      const at = focused === null ? 0 : order().indexOf(focused)
      flushSync(change)
      const wasElsewhere = held !== null && !held.contains(view.root()) && held.closest('[data-cell]') === null
      if (wasElsewhere && document.activeElement !== document.body) return
      const all = order()
      const next =
        store.getState().selection.find((id) => all.includes(id)) ??
        (focused !== null && all.includes(focused) ? focused : undefined)
      if (next === undefined) view.focusAt(at)
      else view.focusOn(next)
    },
    duplicate(ids) {
      if (ids.length === 0 || store.getState().behind) {
        session.say(view.refusal(ids) ?? t('editor:why.behind'))
        return
      }
      const own = view.sectionOf(ids[0] ?? '')
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
      const [first, ...others] = editor.paste(text)
      say(first === undefined ? 'nothingToPaste' : 'pasted', { count: first === undefined ? 0 : 1 + others.length })
      if (first === undefined) return
      session.focus(first)
      requestAnimationFrame(() => view.cellOf(first)?.focus())
    },
    lock(ids, isLocked) {
      if (ids.length === 0) {
        session.say(t('editor:why.nothing'))
        return
      }
      session.lock(ids, isLocked)
      say(isLocked ? 'locked' : 'unlocked', { count: ids.length })
    },
  }
}
