/** Keys of the whole page: a step back or forth, keeping, the gallery, and the search over the document. */
import { type RefObject, useEffect } from 'react'
import { useUi } from '#ui'
import { isTyping } from '../canvas/canvas.tsx'
import type { Session } from '../canvas/session.ts'
import type { Label } from '../model/store.ts'
import { useEditor } from '../model/use-editor.tsx'

interface PageKeys {
  page: RefObject<HTMLElement | null>
  session: Session
  /** The gallery has a key only while the canvas is there. */
  isEdit: boolean
  stepWords: (label: Label) => string
  openGallery: () => void
  openFind: () => void
}

export function usePageKeys({ page, session, isEdit, stepWords, openGallery, openFind }: PageKeys): void {
  const editor = useEditor()
  const { t } = useUi()
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      // With the focus on the whole page, or nowhere, the keys count too; in a dialog above it they do not.
      const isHere =
        event.target instanceof Node &&
        page.current !== null &&
        (page.current.contains(event.target) || event.target.contains(page.current))
      const key = event.key.toLowerCase()
      // Also from a field: no letter is typed with it.
      if (isHere && key === 'f' && event.shiftKey && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        openFind()
        return
      }
      if (!isHere || isTyping(event.target)) return
      if (!(event.ctrlKey || event.metaKey)) {
        // A list that is closed takes letters for itself, and so do the panels.
        const isPlain =
          !event.altKey &&
          !event.shiftKey &&
          !event.defaultPrevented &&
          isEdit &&
          session.store.getState().hand === null
        if (
          key !== 'a' ||
          !isPlain ||
          (event.target instanceof Element && event.target.closest('aside, [aria-haspopup]') !== null)
        )
          return
        event.preventDefault()
        openGallery()
        return
      }
      const step = key === 'z' ? (event.shiftKey ? 'redo' : 'undo') : key === 'y' ? 'redo' : undefined
      if (step !== undefined) {
        event.preventDefault()
        const label = editor.store.getState()[step].at(-1)
        session.store.getState().page.keepFocus(() => editor[step]())
        session.say(label === undefined ? t(`editor:why.${step}`) : t(`editor:say.${step}`, { what: stepWords(label) }))
      } else if (key === 's') {
        event.preventDefault()
        void editor.flush()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [page, editor, session, stepWords, t, isEdit, openGallery, openFind])
}
