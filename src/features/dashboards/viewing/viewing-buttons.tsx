/** Saved views and annotations of a page: the buttons come with it, what they open with the first press. */
import type { Dashboard } from '#engine'
import { ensureTexts } from '#i18n'
import { BarButton, IconButton, useUi } from '#ui'
import { BookmarkIcon, NoteIcon } from '#ui/icons/index.tsx'
import { lazy, Suspense, useState } from 'react'
import type { AnnotationsPorts, ViewsPorts } from './ports.ts'

const ViewsDialog = lazy(async () => {
  const [{ ViewsDialog: dialog }] = await Promise.all([import('./views-dialog.tsx'), ensureTexts('viewing')])
  return { default: dialog }
})
const AnnotationsDialog = lazy(async () => {
  const [{ AnnotationsDialog: dialog }] = await Promise.all([
    import('./annotations-dialog.tsx'),
    ensureTexts('viewing'),
  ])
  return { default: dialog }
})

export interface ViewingButtonsProps {
  dashboard: Dashboard
  views?: ViewsPorts | undefined
  annotations?: AnnotationsPorts | undefined
}

export function ViewingButtons({ dashboard, views, annotations }: ViewingButtonsProps) {
  const { t } = useUi()
  const [open, setOpen] = useState<'views' | 'annotations' | null>(null)
  const onClose = () => setOpen(null)
  return (
    <>
      {views !== undefined && (
        <IconButton label={t('app:dashboard.views')} icon={<BookmarkIcon />} onPress={() => setOpen('views')} />
      )}
      {annotations !== undefined && (
        <BarButton
          id="annotations"
          label={t('app:dashboard.annotations')}
          icon={<NoteIcon />}
          onPress={() => setOpen('annotations')}
        />
      )}
      <Suspense>
        {open === 'views' && views !== undefined && (
          <ViewsDialog dashboard={dashboard} ports={views} onClose={onClose} />
        )}
        {open === 'annotations' && annotations !== undefined && (
          <AnnotationsDialog dashboard={dashboard} ports={annotations} onClose={onClose} />
        )}
      </Suspense>
    </>
  )
}
