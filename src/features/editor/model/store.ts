/**
 * The editor's one store: canvas and JSON are two views of it. Pure: no React, no browser. A step of the canvas changes
 * the document and the text follows; typing changes the text, and the document follows as soon as the text is right
 * again.
 */
import type { Clock, GridSize, LoadContext, LoadedLayout } from '#engine'
import { formatLayout } from '#engine/core/document/format'
import { loadLayout } from '#engine/core/graph/validate'
import { same } from '#engine/core/document/pointer'
import type { Issue } from '#engine/types'
import { produce, setAutoFreeze } from 'immer'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { copyWidgets, freshWidget, pasteWidgets, type Place, type WidgetNames, withoutWidgets } from './doc-edits.ts'
import { createKeeper, type Draft, type DraftPort, type DraftState } from './drafts.ts'
import {
  type History,
  keepHistory,
  type Label,
  mark,
  NOTHING_DONE,
  readHistory,
  type Step,
  withStep,
} from './history.ts'
import type { UsualText } from './usual.ts'
import { difference, type Doc, patched, spliced, spliceOf } from './patches.ts'

export type { Doc } from './patches.ts'
export type { Label } from './history.ts'

export interface EditorState {
  /** What the JSON view shows. */
  readonly text: string
  /** The last good document: what the canvas shows. Frozen. */
  readonly doc: Doc
  /** The pipeline's answer for `doc`. */
  readonly loaded: LoadedLayout
  /** Findings in `text`. */
  readonly issues: readonly Issue[]
  /** The text does not parse or has a new error: the canvas shows the last good state and says so. */
  readonly behind: boolean
  /** Widget ids, or `section:<id>`, `param:<id>`, `query:<id>`. */
  readonly selection: readonly string[]
  readonly size: GridSize
  /** Oldest first; the last one is taken back next. */
  readonly undo: readonly Label[]
  /** The last one is done again next. */
  readonly redo: readonly Label[]
  readonly draft: DraftState
  /** Revision of the published dashboard this work stands on; 0 for a new one. */
  readonly revision: number
  /** What was published last; undefined before the first time. */
  readonly published: string | undefined
  /** Something differs from what was published, or was never published. */
  readonly dirty: boolean
}

export interface Editor {
  readonly store: StoreApi<EditorState>
  readonly context: LoadContext
  /**
   * One undo step, whatever the recipe does. With `merge`, steps of the same key that follow each other within a pause
   * are one: for fields that speak at every key.
   */
  change(label: Label, recipe: (draft: Doc) => void, merge?: string): void
  /** From the JSON view, at every key; one undo step per pause. */
  setText(text: string): void
  /** A whole other text as one named step: a merge, an import, a restored revision. */
  replaceText(label: Label, text: string): void
  undo(): void
  redo(): void
  /**
   * Back to the document that the canvas shows, when the text is ahead of it: through the steps of the text, else by
   * writing it anew.
   */
  recover(): void
  select(ids: readonly string[]): void
  setSize(size: GridSize): void
  addWidget(type: string, at?: Place): string
  removeWidgets(ids: readonly string[]): void
  /** The widgets as JSON text, with what they need to be whole elsewhere. */
  copy(ids: readonly string[]): string
  /** Ids of what was pasted; empty when the text holds no widgets. */
  paste(text: string, at?: Place): readonly string[]
  /** The work is published: the draft goes, the history stays. */
  published(revision: number, text: string): void
  /** Somebody else published meanwhile: the merged text goes on here, as one step. */
  merged(revision: number, theirs: string, text: string): void
  /** The work as it is kept. */
  draft(): Draft
  /** Sends at once what waits to be kept. */
  flush(): Promise<void>
  dispose(): void
}

export type PartKind = 'widget' | 'section' | 'param' | 'query'

export interface EditorOptions {
  /** The draft's text where there is one, else the published one. */
  readonly text: string
  readonly revision: number
  readonly context: LoadContext
  readonly clock: Clock
  readonly draft?: DraftPort
  /** Steps kept with the draft. */
  readonly undo?: string
  /** The published text, where `text` is a draft. */
  readonly base?: string
  /** Titles of new widgets by language. */
  readonly names?: WidgetNames
  /** Labels of the filters that a new widget brings with it; without it a widget brings none. */
  readonly usual?: UsualText
  /** What a part is called, for the names of steps; without it they have its id. */
  readonly nameOf?: (loaded: LoadedLayout, kind: PartKind, id: string) => string | undefined
}

/** Typing that rests this long is one step. */
export const PAUSE_MS = 800

/** What the name in a step is about, where that is a part with a name of its own. */
const STEP_PARTS: Readonly<Record<string, PartKind>> = {
  remove: 'widget',
  removeMany: 'widget',
  paste: 'widget',
  pasteMany: 'widget',
  move: 'widget',
  moveMany: 'widget',
  resize: 'widget',
  toSection: 'widget',
  addSection: 'section',
  moveSection: 'section',
  removeSection: 'section',
  section: 'section',
  param: 'param',
  addParam: 'param',
  removeParam: 'param',
  query: 'query',
  addQuery: 'query',
  removeQuery: 'query',
}

// What is shown is shared by canvas, panels and history: nobody may write into it.
setAutoFreeze(true)

/** A document is frozen, so its text is worked out once. */
const texts = new WeakMap<Doc, string>()
function written(doc: Doc): string {
  let text = texts.get(doc)
  if (text === undefined) texts.set(doc, (text = formatLayout(doc)))
  return text
}

interface Open {
  readonly key: string
  readonly at: number
  readonly doc: Doc
  readonly text: string
  readonly selection: readonly string[]
  readonly history: History
}

export function createEditor({
  text: first,
  revision,
  context,
  clock,
  draft: port,
  undo: keptSteps,
  base,
  names = () => ({}),
  usual,
  nameOf,
}: EditorOptions): Editor {
  const read = (text: string) => loadLayout(text, context)
  const { good, ...kept } = readHistory(keptSteps, first)
  const opened = read(first)
  // The draft may end in the middle of a word: then the canvas begins with the last good state before it.
  const before = good === undefined ? undefined : read(spliced(first, good))
  const isBehind = before?.document !== undefined || opened.document === undefined
  const begun = before?.document === undefined ? opened : before
  let history: History = kept
  /** The step that typing still adds to. */
  let open: Open | undefined

  const firstPublished = base ?? (revision === 0 ? undefined : first)
  const store = createStore<EditorState>(() => ({
    text: first,
    doc: freeze(begun.document ?? {}),
    loaded: begun,
    issues: opened.issues,
    behind: isBehind,
    selection: [],
    size: 'large',
    undo: labels(history.done),
    redo: labels(history.undone),
    draft: base === undefined || base === first ? 'none' : 'kept',
    revision,
    published: firstPublished,
    dirty: firstPublished !== first,
  }))
  const draft = (): Draft => {
    const { text, doc, behind, revision: baseRevision } = store.getState()
    const ahead = behind ? spliceOf(text, written(doc)) : undefined
    return { text, baseRevision, undo: keepHistory({ ...history, ...(ahead && { good: ahead }) }, text) }
  }
  const keeper = createKeeper(port, clock, draft, (state) => store.setState({ draft: state }))

  /** Takes a document and its text over. */
  function show(doc: Doc, text: string, loaded: LoadedLayout, more: Partial<EditorState> = {}): void {
    const { selection: before, published } = store.getState()
    const selection = more.selection ?? before
    const left = selection.filter((id) => exists(doc, id))
    store.setState({
      doc,
      text,
      loaded,
      issues: loaded.issues,
      behind: false,
      ...more,
      dirty: published !== text,
      undo: labels(history.done),
      redo: labels(history.undone),
      selection: left.length === selection.length ? selection : left,
    })
    keeper.changed()
  }

  /** One more step from what was there to what is there now; added to the open one while it is open. */
  function record(label: Label, merge: string | undefined, doc: Doc, text: string): void {
    const now = clock.now()
    const { doc: oldDoc, text: oldText, selection } = store.getState()
    const goesOn = merge !== undefined && open?.key === merge && now - open.at <= PAUSE_MS
    const start: Open =
      goesOn && open !== undefined
        ? open
        : { key: merge ?? '', at: now, doc: oldDoc, text: oldText, selection, history }
    open = merge === undefined ? undefined : { ...start, at: now }
    history =
      start.doc === doc && start.text === text
        ? start.history
        : withStep(
            start.history,
            lazily(label, () => stepOf(label, start, { doc, text })),
          )
  }

  function setText(text: string, label: Label, merge: string | undefined): void {
    const { text: shown, doc, loaded } = store.getState()
    if (text === shown) return
    const next = read(text)
    if (next.document === undefined || next.readOnly || hasNewError(loaded, next)) {
      record(label, merge, doc, text)
      store.setState({
        text,
        issues: next.issues,
        behind: true,
        dirty: store.getState().published !== text,
        undo: labels(history.done),
        redo: [],
      })
      keeper.changed()
      return
    }
    // What the text says again is kept as the object it was, so that only what changed is drawn again.
    const after = patched(doc, difference(doc, next.document))
    record(label, merge, after, text)
    show(after, text, next)
  }

  /** A step says what its part was called: a removed one has its name before, a new one after. */
  function named({ key, params }: Label, before: LoadedLayout, after: LoadedLayout): Label {
    if (params === undefined || nameOf === undefined) return { key, ...(params && { params }) }
    const kindOf = (param: string) => (param === 'section' ? 'section' : param === 'name' ? STEP_PARTS[key] : undefined)
    return {
      key,
      params: Object.fromEntries(
        Object.entries(params).map(([param, value]) => {
          const kind = kindOf(param)
          return [
            param,
            kind === undefined
              ? value
              : (nameOf(before, kind, String(value)) ?? nameOf(after, kind, String(value)) ?? value),
          ]
        }),
      ),
    }
  }

  function change(label: Label, recipe: (draft: Doc) => void, merge?: string): void {
    const { doc, loaded } = store.getState()
    if (loaded.readOnly) return
    const made = produce(doc, (draft) => {
      recipe(draft)
    })
    if (made === doc || difference(doc, made).length === 0) return
    const text = written(made)
    const next = read(text)
    // The document is the one that is written, also in the order of its keys: undo compares both.
    const after = next.document === undefined ? made : patched(doc, difference(doc, next.document))
    record(named(label, loaded, next), merge, after, text)
    show(after, text, next)
  }

  /** A step in either direction: `undo` takes from `done`, `redo` from `undone`. */
  function move(from: 'done' | 'undone'): void {
    const step = history[from].at(-1)
    if (step === undefined) return
    open = undefined
    const to = from === 'done' ? 'undone' : 'done'
    const state = store.getState()
    history = {
      ...history,
      [from]: history[from].slice(0, -1),
      [to]: [...history[to], { ...step, selection: state.selection }],
    }
    try {
      const doc = patched(state.doc, from === 'done' ? step.back : step.forth)
      const text = textAfter(step, from === 'done' ? 'back' : 'forth', state.text, doc)
      const loaded = read(text)
      // The order of keys is no difference: it never makes a document bad.
      const isGood = loaded.document !== undefined && same(doc, loaded.document)
      if (isGood) show(doc, text, loaded, selected(step))
      else show(doc, text, read(written(doc)), { issues: loaded.issues, behind: true, ...selected(step) })
    } catch {
      // Kept steps that do not fit this document any more: better no way back than a wrong one.
      history = NOTHING_DONE
      store.setState({ undo: [], redo: [] })
    }
  }

  const paste = (text: string, at?: Place): readonly string[] => {
    const { doc, loaded, size } = store.getState()
    const pasted = pasteWidgets(doc, text, { loaded, context, size, ...(at && { at }) })
    if (pasted === null) return []
    change(
      {
        key: pasted.ids.length === 1 ? 'paste' : 'pasteMany',
        params: { count: pasted.ids.length, name: pasted.ids[0] ?? '' },
      },
      pasted.recipe,
    )
    store.setState({ selection: pasted.ids })
    return pasted.ids
  }

  return {
    store,
    context,
    change,
    setText: (text) => setText(text, { key: 'json' }, 'json'),
    replaceText: (label, text) => setText(text, label, undefined),
    undo: () => move('done'),
    redo: () => move('undone'),
    recover() {
      while (store.getState().behind && history.done.length > 0) move('done')
      const { behind, doc } = store.getState()
      if (behind) setText(written(doc), { key: 'recover' }, undefined)
    },
    select: (ids) => store.setState({ selection: ids }),
    setSize: (size) => store.setState({ size }),
    addWidget(type, at) {
      const { doc, loaded, size } = store.getState()
      const { id, recipe } = freshWidget(doc, type, { loaded, context, names, text: usual, size, ...(at && { at }) })
      change({ key: 'add', params: { type } }, recipe)
      store.setState({ selection: [id] })
      return id
    },
    removeWidgets(ids) {
      const there = ids.filter((id) => exists(store.getState().doc, id))
      if (there.length === 0) return
      change(
        { key: there.length === 1 ? 'remove' : 'removeMany', params: { count: there.length, name: there[0] ?? '' } },
        withoutWidgets(there),
      )
    },
    copy: (ids) => copyWidgets(store.getState().doc, ids, store.getState().loaded),
    paste,
    published(next, text) {
      open = undefined
      const { doc, behind } = store.getState()
      const loaded = read(text)
      // The server numbers what it publishes: that is no step of this work, and the steps go on from it.
      if (!behind && loaded.document !== undefined) {
        const after = patched(doc, difference(doc, loaded.document))
        store.setState({ doc: after, text, loaded, issues: loaded.issues })
      }
      store.setState({ revision: next, published: text, dirty: store.getState().text !== text })
      void keeper.drop()
    },
    merged(next, theirs, text) {
      store.setState({ revision: next, published: theirs })
      setText(text, { key: 'merge' }, undefined)
    },
    draft,
    flush: () => keeper.flush(),
    dispose: () => keeper.dispose(),
  }
}

function stepOf(
  label: Label,
  before: Pick<Open, 'doc' | 'text' | 'selection'>,
  after: { doc: Doc; text: string },
): Step {
  const step = {
    label,
    selection: before.selection,
    forth: difference(before.doc, after.doc),
    back: difference(after.doc, before.doc),
  }
  const [was, is] = [spliceOf(written(before.doc), before.text), spliceOf(written(after.doc), after.text)]
  const [back, forth] = [spliceOf(after.text, before.text), spliceOf(before.text, after.text)]
  if (was && is && back && forth)
    return { ...step, between: { back, forth, before: mark(before.text), after: mark(after.text) } }
  return { ...step, ...(was && { before: was }), ...(is && { after: is }) }
}

/**
 * A step that is worked out when it is asked for: of the keys that are typed into one, only the last counts, and none
 * waits for it.
 */
function lazily(label: Label, make: () => Step): Step {
  let made: Step | undefined
  const step = () => (made ??= make())
  return {
    label,
    get forth() {
      return step().forth
    },
    get back() {
      return step().back
    },
    get before() {
      return step().before
    },
    get after() {
      return step().after
    },
    get between() {
      return step().between
    },
    get selection() {
      return step().selection
    },
  }
}

/**
 * The text that a step leads to. Where the text before it was renumbered by the server meanwhile, the document as we
 * write it.
 */
function textAfter({ before, after, between }: Step, way: 'back' | 'forth', text: string, doc: Doc): string {
  if (between === undefined) return spliced(written(doc), way === 'back' ? before : after)
  return mark(text) === between[way === 'back' ? 'after' : 'before'] ? spliced(text, between[way]) : written(doc)
}

/** What was selected on the other side of a step; steps come from outside too. */
const selected = ({ selection }: Step): Partial<EditorState> =>
  Array.isArray(selection) ? { selection: selection.filter((id) => typeof id === 'string') } : {}

const labels = (steps: readonly Step[]): readonly Label[] => steps.map(({ label }) => label)
const freeze = (doc: Doc): Doc => produce(doc, () => undefined)

/**
 * An error that was not there before keeps the canvas where it is; what was broken already must not stop other work.
 */
function hasNewError(before: LoadedLayout, after: LoadedLayout): boolean {
  const known = new Set(before.issues.filter(({ severity }) => severity === 'error').map(nameOf))
  return after.issues.some((issue) => issue.severity === 'error' && !known.has(nameOf(issue)))
}
const nameOf = ({ code, pointer }: Issue) => `${code} ${pointer}`

function exists(doc: Doc, selected: string): boolean {
  const [, kind, id = ''] = /^(section|param|query):(.*)$/.exec(selected) ?? []
  const has = (map: unknown, key: string) => typeof map === 'object' && map !== null && Object.hasOwn(map, key)
  if (kind === undefined) return has(doc.widgets, selected)
  if (kind === 'param') return has(doc.params, id) || id.includes('/')
  if (kind === 'query') return has(doc.queries, id)
  const { sections } = (doc.layout ?? {}) as { sections?: unknown }
  return (
    Array.isArray(sections) &&
    sections.some((section: unknown) => typeof section === 'object' && section !== null && (section as Doc).id === id)
  )
}
