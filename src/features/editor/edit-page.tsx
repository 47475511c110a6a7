/**
 * The editor's page: palette, canvas and panel side by side, the JSON of the same document below, and what becomes of
 * the work above.
 */
import { DashboardView, type GridSize, PartBoundary } from '#engine'
import { MEDIUM_FROM_PX } from '#engine/core/document/constants'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button, EmptyState, Skeleton, toasts, useUi } from '#ui'
import { PlusIcon } from '#ui/icons/index.tsx'
import { Canvas, isTyping, useCanvasSession } from './canvas/canvas.tsx'
import { partName, titleIn, wordsOf } from './canvas/canvas-context.tsx'
import { createLive, type Live } from './canvas/live.ts'
import { Sizes } from './canvas/sizes.tsx'
import { createEditor, type Editor, type EditorState, type Label } from './model/store.ts'
import { EditorContext, useEditor, useEditorState } from './model/use-editor.tsx'
import { Gallery } from './palette/gallery.tsx'
import { Palette } from './palette/palette.tsx'
import { Panel } from './panels/panel.tsx'
import { PanelContext, type PanelPorts } from './panels/ports.tsx'
import { TopBar, type View } from './parts/top-bar.tsx'
import type { EditPageProps } from './ports.ts'
import css from './edit-page.module.css'

const JsonView = lazy(() => import('./json/json-view.tsx'))

/** The editor of one document for as long as the page is open. */
function useMade({ ports, opened, draft }: EditPageProps): { editor: Editor; live: Live } | null {
  const { t, locale } = useUi()
  const said = useRef({ t, locale })
  useEffect(() => {
    said.current = { t, locale }
  }, [t, locale])
  const [made, setMade] = useState<{ editor: Editor; live: Live } | null>(null)
  const first = useRef({ ports, opened, draft })
  useLayoutEffect(() => {
    let current: { editor: Editor; live: Live } | undefined
    // In development React runs an effect twice: only the one that stays may ask.
    let stays = true
    queueMicrotask(() => {
      if (!stays) return
      const {
        ports: { context, clock, compute, live: options, names, usual, services },
        opened: { text, revision, base, undo },
        draft: port,
      } = first.current
      const editor = createEditor({
        text,
        revision,
        context,
        clock,
        names,
        usual,
        nameOf: (loaded, kind, id) => partName(loaded, kind, id, { ...said.current, services, text: options.text }),
        ...(port && { draft: port }),
        ...(base !== undefined && { base }),
        ...(undo !== undefined && { undo }),
      })
      editor.setSize(innerWidth < MEDIUM_FROM_PX ? 'small' : 'large')
      const { loaded, doc } = editor.store.getState()
      current = { editor, live: createLive({ ...options, clock, compute, sources: context.sources }, loaded, doc) }
      setMade(current)
    })
    return () => {
      stays = false
      void current?.editor.flush()
      current?.editor.dispose()
      current?.live.dispose()
    }
  }, [])
  return made
}

export function EditPage(props: EditPageProps) {
  const made = useMade(props)
  if (made === null) return null
  return (
    <EditorContext value={made.editor}>
      <Page {...props} live={made.live} />
    </EditorContext>
  )
}

function Page({ ports, product, backTo, viewPath, historyPath, publish, live }: EditPageProps & { live: Live }) {
  const editor = useEditor()
  const { t, locale } = useUi()
  const [view, setView] = useState<View>('edit')
  const [open, setOpen] = useState(() => ({ palette: innerWidth >= 1000, panel: innerWidth >= 760, json: false }))
  const [isPublishing, setPublishing] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
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

  const panelPorts = useMemo(
    (): PanelPorts => ({
      widgetText: services.widgetText,
      issueText: services.issueText,
      optionSchemas: ports.optionSchemas,
      compute: ports.compute,
      usual: ports.usual,
      appText,
      flagName: ports.flagName,
      errorText: ports.errorText,
      values: (param) => live.face.store.getState().params[param]?.value,
    }),
    [services, ports, live, appText],
  )

  const openPanel = useCallback(() => {
    setOpen((before) => ({ ...before, panel: true }))
    // It is drawn first, then it can be reached.
    requestAnimationFrame(() =>
      panel.current?.querySelector<HTMLElement>('input, select, textarea, button, [tabindex="0"]')?.focus(),
    )
  }, [])
  const add = useCallback(
    (type: string) => {
      const id = editor.addWidget(type)
      session.focus(id)
      session.say(
        t('editor:say.added', { name: titleIn(editor.store.getState().loaded, id, locale, services, appText) }),
      )
      requestAnimationFrame(() =>
        page.current?.querySelector(`[data-cell="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' }),
      )
    },
    [editor, session, services, appText, locale, t],
  )
  const openGallery = useCallback(() => {
    const why = whyNotAdd(editor.store.getState())
    if (why === undefined) setChoosing(true)
    else toasts.info(t(`editor:why.${why}`))
  }, [editor, t])
  const chosen = (type: string) => {
    setChoosing(false)
    add(type)
    const [id = ''] = editor.store.getState().selection
    // The dialog gives the focus back first.
    afterFrames(FOCUS_FRAMES, () =>
      page.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(id)}"]`)?.focus(),
    )
  }
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

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      // With the focus on the whole page, or nowhere, the keys count too; in a dialog above it they do not.
      const isHere =
        event.target instanceof Node &&
        page.current !== null &&
        (page.current.contains(event.target) || event.target.contains(page.current))
      if (!isHere || isTyping(event.target)) return
      const key = event.key.toLowerCase()
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
  }, [editor, session, stepWords, t, isEdit, openGallery])
  /** Escape in the panel gives the focus back to the widget it is about. */
  const backToCanvas = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const { focused } = session.store.getState()
    if (focused !== null) page.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(focused)}"]`)?.focus()
  }

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
  return (
    <PanelContext value={panelPorts}>
      <div ref={page} className={css.page} data-editor>
        <TopBar
          stepWords={stepWords}
          title={title}
          backTo={backTo}
          viewPath={viewPath}
          historyPath={historyPath}
          view={view}
          onView={setView}
          open={open}
          onToggle={toggle}
          onAdd={openGallery}
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
          <div className={css.middle}>
            <div className={css.main}>
              {isEdit && (
                <Part id="canvas" name={t('editor:canvas.title')}>
                  <Canvas
                    live={live}
                    session={session}
                    services={services}
                    onOpen={openPanel}
                    empty={<Empty onAdd={openGallery} />}
                    {...(appText && { appText })}
                  />
                </Part>
              )}
              {view === 'sizes' && (
                <Part id="sizes" name={t('editor:top.sizes')}>
                  <Sizes
                    titleOf={titleOf}
                    sectionTitle={sectionTitle}
                    onChoose={(size: GridSize) => {
                      editor.setSize(size)
                      setView('edit')
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
            {open.json && (
              <section className={css.json} aria-label={t('editor:json.title')} data-json>
                <Part id="json" name={t('editor:json.title')}>
                  <Suspense fallback={<Skeleton shape="table" />}>
                    <JsonView />
                  </Suspense>
                </Part>
              </section>
            )}
          </div>
          {isEdit && open.panel && (
            <aside ref={panel} className={css.panel} aria-label={t('editor:panel.title')} onKeyDown={backToCanvas}>
              <Part id="panel" name={t('editor:panel.title')}>
                <Panel />
              </Part>
            </aside>
          )}
        </div>
        {isChoosing && (
          <Part id="gallery" name={t('editor:gallery.title')}>
            <Gallery
              widgets={ports.context.widgets}
              widgetText={services.widgetText}
              example={ports.example}
              onAdd={chosen}
              onClose={() => setChoosing(false)}
            />
          </Part>
        )}
        {isPublishing && (
          <Part id="publish" name={t('editor:top.publish')}>
            <Publishing slot={publish} onClose={() => setPublishing(false)} />
          </Part>
        )}
      </div>
    </PanelContext>
  )
}

/** Frames in which a dialog that closed gives the focus back. */
const FOCUS_FRAMES = 5

function afterFrames(count: number, act: () => void): void {
  requestAnimationFrame(() => {
    if (count <= 1) act()
    else afterFrames(count - 1, act)
  })
}

/**
 * Keeps an error to one part of the page: the others and the draft stay usable. Another document or another selection
 * tries again.
 */
function Part({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  const doc = useEditorState((state) => state.doc)
  const selection = useEditorState((state) => state.selection)
  const resetOn = useMemo(() => ({ doc, selection }), [doc, selection])
  return (
    <PartBoundary part={`editor/${id}`} name={name} resetOn={resetOn}>
      {children}
    </PartBoundary>
  )
}

/** Why no widget can be added now, as a text of `editor:why`. */
const whyNotAdd = ({ loaded, behind }: EditorState) => (behind ? 'behind' : loaded.readOnly ? 'readOnly' : undefined)

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
  // Drawn anew from a document of its own: titles and places of the newest step are in it.
  const [shown, setShown] = useState<ReturnType<Live['fresh']> | null>(null)
  useEffect(() => {
    const dashboard = live.fresh(loaded)
    setShown(dashboard)
    return () => dashboard.dispose()
  }, [live, loaded])
  return <div className={css.preview}>{shown !== null && <DashboardView dashboard={shown} services={services} />}</div>
}

function Publishing({ slot, onClose }: { slot: EditPageProps['publish']; onClose: () => void }): ReactNode {
  const editor = useEditor()
  const mine = useEditorState((state) => state.text)
  const revision = useEditorState((state) => state.revision)
  const base = useEditorState((state) => state.published)
  return slot({
    base,
    mine,
    revision,
    onClose,
    onPublished: (next, text) => {
      editor.published(next, text)
      onClose()
    },
    onMerged: (next, theirs, merged) => editor.merged(next, theirs, merged),
  })
}

/** What waits to be kept is sent when the page is hidden or left: a phone may never come back to it. */
function useFlushOnLeave(editor: Editor): void {
  useEffect(() => {
    const send = () => {
      if (document.visibilityState === 'hidden') void editor.flush()
    }
    document.addEventListener('visibilitychange', send)
    return () => document.removeEventListener('visibilitychange', send)
  }, [editor])
}
