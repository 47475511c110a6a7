/**
 * The editor's page: palette, canvas and panel side by side, the JSON of the same document below, and what becomes of
 * the work above.
 */
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useUi } from '#ui'
import { useCanvasSession } from './canvas/canvas.tsx'
import { wordsOf } from './model/part-names.ts'
import type { Live } from './canvas/live.ts'
import type { Label } from './model/store.ts'
import type { Editor } from './model/editor.ts'
import { EditorContext, useEditor, useEditorState } from './model/use-editor.tsx'
import { HoldNotice } from './parts/hold-notice.tsx'
import { Dialogs } from './page/dialogs.tsx'
import { useFinding } from './page/finding.tsx'
import { Middle } from './page/middle.tsx'
import { Part } from './page/part.tsx'
import { useAdding } from './page/use-adding.ts'
import { useCoeditors } from './page/use-coeditors.ts'
import { useHold } from './page/use-hold.ts'
import { useMade } from './page/use-made.ts'
import { usePageKeys } from './page/use-page-keys.ts'
import { usePanelPorts } from './page/use-panel-ports.ts'
import { whyNotAdd } from './page/why-not-add.ts'
import { Palette } from './palette/palette.tsx'
import { Panel } from './panels/panel.tsx'
import { PanelContext } from './panels/ports.tsx'
import { TopBar, type View } from './parts/top-bar.tsx'
import type { EditPageProps } from './ports.ts'
import css from './edit-page.module.css'

export function EditPage({ draft, holdName, beat, conflict, ...props }: EditPageProps) {
  const { hold, takeOver, port } = useHold(holdName, draft)
  const made = useMade({ ...props, ...(port && { draft: port }) })
  if (made === null) return null
  const onTakeOver = () => {
    takeOver()
    // Changes of the other tab are newer than the text opened here; work that was done here continues.
    if (made.editor.store.getState().text === props.opened.text) location.reload()
  }
  return (
    <EditorContext value={made.editor}>
      <HoldNotice hold={hold} onTakeOver={onTakeOver} />
      {conflict !== undefined && <Conflict slot={conflict} />}
      <Page {...props} {...(hold === 'held' && beat && { beat })} live={made.live} />
    </EditorContext>
  )
}

function Conflict({ slot }: { slot: NonNullable<EditPageProps['conflict']> }): ReactNode {
  const editor = useEditor()
  const mine = useEditorState((state) => state.text)
  return slot({
    mine,
    onAdopt: (other, published) => {
      editor.adopted(other, published)
      void editor.flush()
    },
    onKeep: () => void editor.flush(),
  })
}

function Page({ ports, product, backTo, viewPath, historyPath, publish, beat, live }: EditPageProps & { live: Live }) {
  const editor = useEditor()
  const { t, locale } = useUi()
  const [view, setView] = useState<View>('edit')
  const [open, setOpen] = useState(() => ({ palette: innerWidth >= 1000, panel: innerWidth >= 760, json: false }))
  const [isPublishing, setPublishing] = useState(false)
  const session = useCanvasSession(editor.store.getState().loaded.model.id)
  const page = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const {
    services,
    live: { text: appText },
  } = ports
  const isEdit = view === 'edit'
  // The page around the canvas is drawn again with its name, not with every key.
  const title = useEditorState(({ loaded }) => wordsOf(loaded, loaded.model.name, locale, appText))
  useEffect(() => {
    document.title = `${t('editor:title', { name: title })} · ${product}`
  }, [t, title, product])
  useFlushOnLeave(editor)
  const others = useCoeditors(ports.clock, beat)
  const panelPorts = usePanelPorts(ports, live)

  const openPanel = useCallback(() => {
    setOpen((before) => ({ ...before, panel: true }))
    // It is drawn first, then it can be reached.
    requestAnimationFrame(() =>
      panel.current?.querySelector<HTMLElement>('input, select, textarea, button, [tabindex="0"]')?.focus(),
    )
  }, [])
  const { add, addChosen, isChoosing, openGallery, closeGallery } = useAdding(page, session, ports)
  /** A step by its name; a widget type in it by its own. */
  const stepWords = useCallback(
    ({ key, params = {} }: Label) =>
      t(`editor:steps.${key}`, {
        ...params,
        ...(params.type !== undefined && { type: services.widgetText(String(params.type))('name') }),
      }),
    [t, services],
  )
  const toggle = (part: keyof typeof open) => setOpen((before) => ({ ...before, [part]: !before[part] }))

  const { isFinding, openFind, closeFind, lead } = useFinding(page, panel, () => {
    setView('edit')
    setOpen((before) => ({ ...before, panel: true }))
  })
  usePageKeys({ page, session, isEdit, stepWords, openGallery, openFind })
  /** Escape in the panel gives the focus back to the widget it is about. */
  const backToCanvas = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const { focused } = session.store.getState()
    if (focused !== null) page.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(focused)}"]`)?.focus()
  }

  return (
    <PanelContext value={panelPorts}>
      <div ref={page} className={css.page} data-editor>
        <TopBar
          stepWords={stepWords}
          title={title}
          others={others}
          backTo={backTo}
          viewPath={viewPath}
          historyPath={historyPath}
          view={view}
          onView={setView}
          open={open}
          onToggle={toggle}
          onAdd={openGallery}
          onFind={openFind}
          onPublish={() => {
            void editor.flush()
            setPublishing(true)
          }}
        />
        <div className={css.body}>
          {isEdit && open.palette && (
            <aside className={css.palette} aria-label={t('editor:palette.title')}>
              <Part id="palette" name={t('editor:palette.title')}>
                <PaletteOfPage ports={ports} onAdd={add} />
              </Part>
            </aside>
          )}
          <Middle
            view={view}
            onView={setView}
            withJson={open.json}
            live={live}
            session={session}
            services={services}
            appText={appText}
            onOpen={openPanel}
            onAdd={openGallery}
          />
          {isEdit && open.panel && (
            <aside ref={panel} className={css.panel} aria-label={t('editor:panel.title')} onKeyDown={backToCanvas}>
              <Part id="panel" name={t('editor:panel.title')}>
                <Panel />
              </Part>
            </aside>
          )}
        </div>
        <Dialogs
          ports={ports}
          publish={publish}
          adding={isChoosing ? { onAdd: addChosen, onClose: closeGallery } : null}
          finding={isFinding ? { onFound: lead, onClose: closeFind } : null}
          onPublished={isPublishing ? () => setPublishing(false) : null}
        />
      </div>
    </PanelContext>
  )
}

function PaletteOfPage({ ports, onAdd }: { ports: EditPageProps['ports']; onAdd: (type: string) => void }) {
  const { t } = useUi()
  const why = useEditorState(whyNotAdd)
  return (
    <Palette
      widgets={ports.context.widgets}
      widgetText={ports.services.widgetText}
      example={ports.example}
      why={why && t(`editor:why.${why}`)}
      onAdd={onAdd}
    />
  )
}

/** An unsaved draft is sent when the page is hidden or left: a phone may never come back to it. */
function useFlushOnLeave(editor: Editor): void {
  useEffect(() => {
    const send = () => {
      if (document.visibilityState === 'hidden') void editor.flush()
    }
    document.addEventListener('visibilitychange', send)
    return () => document.removeEventListener('visibilitychange', send)
  }, [editor])
}
