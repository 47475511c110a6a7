/** The canvas: the document as it will be read, with live data, in the size in work. */
import { DashboardContext, type DashboardServices, type GridSize, type LoadedLayout, PartBoundary } from '#engine'
import type { SectionModel, WidgetModel } from '#engine/core/document/model'
import { Button, useUi, VisuallyHidden } from '#ui'
import { PlusIcon } from '#ui/icons/index.tsx'
import {
  type DragEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { withSection } from '../model/with-section.ts'
import type { Doc } from '../model/patches.ts'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { CanvasContext, type CanvasScope, useSession } from './canvas-context.tsx'
import { titleIn, wordsOf } from '../model/part-names.ts'
import { WIDGET_DRAG } from './drop.ts'
import { createDragController } from './drag-controller.ts'
import { keptWidgets, type Live } from './live.ts'
import { Section } from './section.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { createSession, type Session } from './session.ts'
import { sectionsOn, tabInWork } from './tabs.ts'
import { useStore } from 'zustand'
import css from './canvas.module.css'
import { CanvasTabs } from './canvas-tabs.tsx'
import { BehindNotice } from './behind-notice.tsx'

export interface CanvasProps {
  live: Live
  session: Session
  services: DashboardServices
  appText?: (key: string) => string | undefined
  /** Enter on a widget: the panel with its settings. */
  onOpen: () => void
  /** The text of an empty canvas. */
  empty: ReactNode
}

export function useCanvasSession(name: string): Session {
  return useState(() => createSession(name, typeof localStorage === 'undefined' ? undefined : localStorage))[0]
}

/** Narrower than this, tiles of a large screen are cut as no reader sees them: the canvas is drawn smaller instead. */
const LARGE_LEAST_PX = 960
/** Smaller than this, nothing on it can be read. */
const SMALLEST_SCALE = 0.7

/** Draws the canvas smaller where palette and panel leave less room than the size in work needs. */
function useFit(root: RefObject<HTMLElement | null>, size: GridSize): void {
  useLayoutEffect(() => {
    const element = root.current
    if (element === null) return undefined
    const fit = () => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element)
      const room = element.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
      const scale = size === 'large' ? Math.min(1, Math.max(SMALLEST_SCALE, room / LARGE_LEAST_PX)) : 1
      element.style.setProperty('--scale', String(scale))
    }
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    fit()
    return () => observer.disconnect()
  }, [root, size])
}

/** The widgets of the last good document, each the same object until it says something else. */
function useWidgets(loaded: LoadedLayout, doc: Doc): ReadonlyMap<string, WidgetModel> {
  const [kept, setKept] = useState(() => ({ loaded, doc, widgets: loaded.model.widgets }))
  if (kept.loaded === loaded) return kept.widgets
  const next = { loaded, doc, widgets: keptWidgets(kept, loaded, doc) }
  setKept(next)
  return next.widgets
}

export function Canvas({ live, session, services, appText, onOpen, empty }: CanvasProps) {
  const editor = useEditor()
  const { t, locale } = useUi()
  const loaded = useEditorState((state) => state.loaded)
  const doc = useEditorState((state) => state.doc)
  const size = useEditorState((state) => state.size)
  const root = useRef<HTMLDivElement>(null)
  const widgets = useWidgets(loaded, doc)

  const titleOf = useMemo(
    () => (id: string) => titleIn(loaded, id, locale, services, appText),
    [loaded, locale, services, appText],
  )
  const hands = useMemo(() => createDragController({ editor, session, t }), [editor, session, t])
  useLayoutEffect(() => session.draw({ root: root.current, nameOf: titleOf, onOpen }), [session, titleOf, onOpen])
  useLayoutEffect(() => {
    session.draw({ keepFocus: hands.keepFocus })
    return () => session.draw({ keepFocus: (change) => change() })
  }, [session, hands])
  useEffect(() => () => hands.dispose(), [hands])
  const scope = useMemo(
    (): CanvasScope => ({ live, hands, session, services, appText }),
    [live, hands, session, services, appText],
  )
  const drawn = useMemo(() => ({ dashboard: live.face, services }), [live, services])

  useFit(root, size)

  useEffect(() => live.face.setLocale(locale), [live, locale])
  useEffect(() => live.face.setSize(size), [live, size])
  useEffect(
    () =>
      editor.store.subscribe((state, before) => {
        if (state.doc !== before.doc) live.show(state.loaded, state.doc)
      }),
    [editor, live],
  )
  useEffect(() => {
    const element = root.current
    if (element === null) return undefined
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return
      event.preventDefault()
      void hands.paste(event.clipboardData?.getData('text/plain') ?? '')
    }
    const onClick = (event: MouseEvent) => {
      if (event.target === element) editor.select([])
    }
    element.addEventListener('paste', onPaste)
    element.addEventListener('click', onClick)
    return () => {
      element.removeEventListener('paste', onPaste)
      element.removeEventListener('click', onClick)
    }
  }, [editor, hands])

  const tab = useTab(live, session, loaded)
  const sections = sectionsOn(loaded.model, tab)
  const first = sections.findIndex((section) => section.tab !== undefined)
  const above = first === -1 ? sections.length : first
  const drawSection = (section: SectionModel, index: number) => (
    <PartBoundary
      key={section.id}
      part={`sections/${section.id}`}
      name={t('editor:section.untitled', { number: index + 1 })}
      resetOn={loaded}
    >
      <Section
        section={section}
        index={index}
        count={sections.length}
        widgets={widgets}
        titleOf={titleOf}
        title={wordsOf(loaded, section.definition.title, locale, appText)}
      />
    </PartBoundary>
  )
  // Letting go beside the sections means the end of the page.
  const dropped = (event: DragEvent<HTMLElement>) => {
    const type = event.dataTransfer.getData(WIDGET_DRAG)
    const last = sections.at(-1)
    if (type === '' || event.defaultPrevented) return
    event.preventDefault()
    editor.addWidget(type, last && { section: last.id })
  }

  return (
    <CanvasContext value={scope}>
      <DashboardContext value={drawn}>
        <div className={css.canvas}>
          <BehindNotice onBack={() => hands.keepFocus(() => editor.recover())} />
          <div
            ref={root}
            className={css.page}
            data-size={size}
            tabIndex={-1}
            role="region"
            aria-label={t('editor:canvas.title')}
            onDragOver={(event) => {
              if (event.dataTransfer.types.includes(WIDGET_DRAG)) event.preventDefault()
            }}
            onDrop={dropped}
          >
            {sections.slice(0, above).map(drawSection)}
            {tab !== undefined && <CanvasTabs loaded={loaded} tab={tab} />}
            {sections.slice(above).map((section, at) => drawSection(section, above + at))}
            <AddSection tab={tab} />
            {loaded.model.widgets.size === 0 && empty}
          </div>
          <SelectionBar />
          <p id="editor-keys" hidden>
            {t('editor:canvas.keys')}
          </p>
          <Said />
        </div>
      </DashboardContext>
    </CanvasContext>
  )
}

/** The tab in work: the one that was opened, or that of what was selected elsewhere. The figures are those of it. */
function useTab(live: Live, session: Session, loaded: LoadedLayout): string | undefined {
  const opened = useStore(session.store, (state) => state.tab)
  const selected = useEditorState((state) => tabOfSelection(state.loaded, state.selection))
  const shown = useStore(live.face.store, (state) => state.page)
  const pages = useStore(live.face.store, (state) => state.pages)
  const tab = tabInWork(loaded.model, opened)
  useEffect(() => {
    if (selected !== undefined) session.openTab(selected)
  }, [session, selected])
  useEffect(() => {
    if (tab !== undefined && tab !== shown && pages.some(({ id }) => id === tab)) live.face.openPage(tab)
  }, [live, tab, shown, pages])
  return tab
}

function tabOfSelection({ model }: LoadedLayout, [first = '']: readonly string[]): string | undefined {
  const id = first.startsWith('section:') ? first.slice('section:'.length) : model.widgets.get(first)?.section
  return model.sections.find((section) => section.id === id)?.tab
}

const AddSection = memo(function AddSection({ tab }: { tab: string | undefined }) {
  const editor = useEditor()
  const { t } = useUi()
  const isStuck = useEditorState((state) => state.behind || state.loaded.readOnly)
  if (isStuck) return null
  const add = () => {
    const made = withSection(editor.store.getState().doc, undefined, tab)
    editor.change({ key: 'addSection', params: { name: made.id } }, made.recipe)
    editor.select([`section:${made.id}`])
  }
  return (
    <div className={css.add}>
      <Button kind="quiet" icon={<PlusIcon />} onPress={add}>
        {t('editor:section.add')}
      </Button>
    </div>
  )
})

/** Every step of a gesture, for screen readers; said again when it is the same. */
function Said() {
  const said = useSession((state) => state.said)
  const [turn, setTurn] = useState({ said, odd: false })
  if (turn.said !== said) setTurn({ said, odd: !turn.odd })
  return (
    <VisuallyHidden>
      <span role="status" aria-live="assertive" data-said>
        {said.text}
        {turn.odd ? '\u00a0' : ''}
      </span>
    </VisuallyHidden>
  )
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('.monaco-editor, [data-json]') !== null)
