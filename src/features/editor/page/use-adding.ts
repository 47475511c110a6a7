/** Adding a widget: from the palette, or from the gallery, which then gives the focus to what it added. */
import { type RefObject, useCallback, useState } from 'react'
import { toasts, useUi } from '#ui'
import { titleIn } from '../model/part-names.ts'
import type { Session } from '../canvas/session.ts'
import { placeForNew, tabInWork } from '../canvas/tabs.ts'
import { useEditor } from '../model/use-editor.tsx'
import type { EditPageProps } from '../ports.ts'
import { afterFrames, FOCUS_FRAMES } from './after-frames.ts'
import { whyNotAdd } from './why-not-add.ts'

interface Adding {
  readonly add: (type: string) => void
  /** From the gallery, which is open. */
  readonly addChosen: (type: string) => void
  readonly isChoosing: boolean
  readonly openGallery: () => void
  readonly closeGallery: () => void
}

export function useAdding(
  page: RefObject<HTMLElement | null>,
  session: Session,
  { services, live: { text: appText } }: EditPageProps['ports'],
): Adding {
  const editor = useEditor()
  const { t, locale } = useUi()
  const [isChoosing, setChoosing] = useState(false)
  const add = useCallback(
    (type: string) => {
      const { model } = editor.store.getState().loaded
      const { tab, locked } = session.store.getState()
      const place = placeForNew(model, tabInWork(model, tab), editor.store.getState().selection)
      const id = editor.addWidget(type, { ...place, locked })
      session.focus(id)
      const nameOf = (one: string) => titleIn(editor.store.getState().loaded, one, locale, services, appText)
      session.say(
        place.beside === undefined
          ? t('editor:say.added', { name: nameOf(id) })
          : t('editor:say.addedBeside', { name: nameOf(id), other: nameOf(place.beside) }),
      )
      requestAnimationFrame(() =>
        page.current?.querySelector(`[data-cell="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' }),
      )
    },
    [page, editor, session, services, appText, locale, t],
  )
  const openGallery = useCallback(() => {
    const why = whyNotAdd(editor.store.getState())
    if (why === undefined) setChoosing(true)
    else toasts.info(t(`editor:why.${why}`))
  }, [editor, t])
  const addChosen = (type: string) => {
    setChoosing(false)
    add(type)
    const [id = ''] = editor.store.getState().selection
    // The dialog gives the focus back first.
    afterFrames(FOCUS_FRAMES, () =>
      page.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(id)}"]`)?.focus(),
    )
  }
  return { add, addChosen, isChoosing, openGallery, closeGallery: () => setChoosing(false) }
}
