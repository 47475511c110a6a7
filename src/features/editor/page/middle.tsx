/** The middle of the page: the canvas, every size, or the page as readers see it; and its JSON below. */
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { DashboardView, type GridSize } from '#engine'
import { Button, EmptyState, Skeleton, useUi } from '#ui'
import { PlusIcon } from '#ui/icons/index.tsx'
import { Canvas } from '../canvas/canvas.tsx'
import { titleIn, wordsOf } from '../model/part-names.ts'
import type { Live } from '../canvas/live.ts'
import type { Session } from '../canvas/session.ts'
import { Sizes } from '../canvas/sizes.tsx'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import type { View } from '../parts/top-bar.tsx'
import type { EditPageProps } from '../ports.ts'
import { Part } from './part.tsx'
import css from '../edit-page.module.css'

const JsonView = lazy(() => import('../json/json-view.tsx'))

type Services = EditPageProps['ports']['services']
type AppText = EditPageProps['ports']['live']['text']

interface MiddleProps {
  view: View
  onView: (view: View) => void
  withJson: boolean
  live: Live
  session: Session
  services: Services
  appText: AppText
  /** A widget's settings. */
  onOpen: () => void
  onAdd: () => void
}

export function Middle({ view, onView, withJson, live, session, services, appText, onOpen, onAdd }: MiddleProps) {
  const editor = useEditor()
  const { t } = useUi()
  return (
    <div className={css.middle}>
      <div className={css.main}>
        {view === 'edit' && (
          <Part id="canvas" name={t('editor:canvas.title')}>
            <Canvas
              live={live}
              session={session}
              services={services}
              onOpen={onOpen}
              empty={<Empty onAdd={onAdd} />}
              {...(appText && { appText })}
            />
          </Part>
        )}
        {view === 'sizes' && (
          <Part id="sizes" name={t('editor:top.sizes')}>
            <SizesOfPage
              services={services}
              appText={appText}
              onChoose={(size: GridSize) => {
                editor.setSize(size)
                onView('edit')
              }}
            />
          </Part>
        )}
        {view === 'preview' && (
          <Part id="preview" name={t('editor:top.preview')}>
            <Preview live={live} services={services} />
          </Part>
        )}
      </div>
      {withJson && (
        <section className={css.json} aria-label={t('editor:json.title')} data-json>
          <Part id="json" name={t('editor:json.title')}>
            <Suspense fallback={<Skeleton shape="table" />}>
              <JsonView />
            </Suspense>
          </Part>
        </section>
      )}
    </div>
  )
}

interface SizesOfPageProps {
  services: Services
  appText: AppText
  onChoose: (size: GridSize) => void
}

function SizesOfPage({ services, appText, onChoose }: SizesOfPageProps) {
  const editor = useEditor()
  const { locale } = useUi()
  const titleOf = useCallback(
    (id: string) => titleIn(editor.store.getState().loaded, id, locale, services, appText),
    [editor, locale, services, appText],
  )
  const sectionTitle = useCallback(
    (id: string) => {
      const { loaded } = editor.store.getState()
      return wordsOf(
        loaded,
        loaded.model.sections.find((section) => section.id === id)?.definition.title,
        locale,
        appText,
      )
    },
    [editor, locale, appText],
  )
  return <Sizes titleOf={titleOf} sectionTitle={sectionTitle} onChoose={onChoose} />
}

function Empty({ onAdd }: { onAdd: () => void }) {
  const { t } = useUi()
  return (
    <EmptyState
      title={t('editor:canvas.empty')}
      action={
        <Button kind="primary" size="small" icon={<PlusIcon />} onPress={onAdd}>
          {t('editor:gallery.title')}
        </Button>
      }
    >
      {t('editor:canvas.emptyText')}
    </EmptyState>
  )
}

/** As a reader sees it, with everything that can be pressed. */
function Preview({ live, services }: { live: Live; services: EditPageProps['ports']['services'] }) {
  const loaded = useEditorState((state) => state.loaded)
  // Drawn anew from a separate document: titles and places of the newest step are in it.
  const [shown, setShown] = useState<ReturnType<Live['fresh']> | null>(null)
  useEffect(() => {
    const dashboard = live.fresh(loaded)
    setShown(dashboard)
    return () => dashboard.dispose()
  }, [live, loaded])
  return <div className={css.preview}>{shown !== null && <DashboardView dashboard={shown} services={services} />}</div>
}
