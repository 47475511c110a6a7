/**
 * The editor's one store: canvas and JSON are two views of it. Pure: no React, no browser. A step of the canvas changes
 * the document and the text follows; typing changes the text, and the document follows as soon as the text is right
 * again.
 */
import type { Clock, LoadContext, LoadedLayout } from '#engine'
import { loadLayout } from '#engine/core/graph/validate'
import { same } from '#engine/core/document/pointer'
import type { Issue } from '#engine/types'
import { produce, setAutoFreeze } from 'immer'
import { createStore } from 'zustand/vanilla'
import { createCameAlong } from './came-along.ts'
import type { FreshContext, WidgetNames } from './doc-edits.ts'
import { createKeeper, type Draft, type DraftPort } from './drafts.ts'
import { exists } from './exists.ts'
import { type History, keepHistory, type Label, readHistory, type Step } from './history.ts'
import { createJournal, textAfter } from './journal.ts'
import { difference, type Doc, patched } from './patches.ts'
import { spliced, spliceOf } from './splices.ts'
import { type NameOf, named } from './step-names.ts'
import type { UsualText } from './usual-filters.ts'
import { createWidgetEdits } from './widget-edits.ts'
import { written } from './written.ts'
import type { EditorState, Editor } from './editor.ts'

export type { Doc } from './patches.ts'
export type { Label } from './history.ts'

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
  /** The options schema of a widget type, undefined until it is here. */
  readonly schemaOf?: FreshContext['schemaOf']
  /** Name of a part, for the names of steps; by default its id. */
  readonly nameOf?: NameOf
}

// The shown document is shared by canvas, panels and history: it must not be mutated.
setAutoFreeze(true)

type Read = (text: string) => LoadedLayout

/** The initial text, and its stored steps. */
function opening(
  { text, revision, undo, base }: EditorOptions,
  read: Read,
): { readonly state: EditorState; readonly kept: History } {
  const { good, ...kept } = readHistory(undo, text)
  const opened = read(text)
  // The draft may end in the middle of a word: then the canvas begins with the last good state before it.
  const before = good === undefined ? undefined : read(spliced(text, good))
  const begun = before?.document === undefined ? opened : before
  const published = base ?? (revision === 0 ? undefined : text)
  return {
    kept,
    state: {
      text,
      doc: freeze(begun.document ?? {}),
      loaded: begun,
      issues: opened.issues,
      behind: before?.document !== undefined || opened.document === undefined,
      selection: [],
      size: 'large',
      undo: labels(kept.done),
      redo: labels(kept.undone),
      draft: base === undefined || base === text ? 'none' : 'kept',
      revision,
      published,
      dirty: published !== text,
    },
  }
}

export function createEditor(options: EditorOptions): Editor {
  const { context, clock, names = () => ({}), usual, schemaOf, nameOf } = options
  const read: Read = (text) => loadLayout(text, context)
  const { state, kept } = opening(options, read)
  const journal = createJournal(clock, kept)
  const cameAlong = createCameAlong()
  const store = createStore<EditorState>(() => state)
  const draft = () => draftOf(store.getState(), journal.history)
  const keeper = createKeeper(options.draft, clock, draft, (state) => store.setState({ draft: state }))

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
      undo: labels(journal.history.done),
      redo: labels(journal.history.undone),
      selection: left.length === selection.length ? selection : left,
    })
    keeper.changed()
  }

  function setText(text: string, label: Label, merge: string | undefined): void {
    const { text: shown, doc, loaded } = store.getState()
    if (text === shown) return
    const next = read(text)
    if (next.document === undefined || next.readOnly || hasNewError(loaded, next)) {
      journal.record(label, merge, store.getState(), { doc, text })
      store.setState({
        text,
        issues: next.issues,
        behind: true,
        dirty: store.getState().published !== text,
        undo: labels(journal.history.done),
        redo: [],
      })
      keeper.changed()
      return
    }
    // Unchanged parts keep their object, so that only changed ones are drawn again.
    const after = patched(doc, difference(doc, next.document))
    journal.record(label, merge, store.getState(), { doc: after, text })
    show(after, text, next)
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
    journal.record(named(label, loaded, next, nameOf), merge, store.getState(), { doc: after, text })
    cameAlong.note(doc, after)
    show(after, text, next)
  }

  /** A step in either direction: `undo` takes from `done`, `redo` from `undone`. */
  function move(from: 'done' | 'undone'): void {
    const state = store.getState()
    const step = journal.take(from, state.selection)
    if (step === undefined) return
    try {
      const { doc, text, loaded, more } = stepped(step, from === 'done' ? 'back' : 'forth', state, read)
      show(doc, text, loaded, { ...more, ...selected(step) })
    } catch {
      // Kept steps that do not fit this document any more: better no way back than a wrong one.
      journal.forget()
      store.setState({ undo: [], redo: [] })
    }
  }

  return {
    store,
    context,
    change,
    exchange: (label, recipe) => change(label, cameAlong.leaving(store.getState().doc, recipe)),
    ...createWidgetEdits({ store, context, change, names, usual, schemaOf }),
    setText: (text) => setText(text, { key: 'json' }, 'json'),
    replaceText: (label, text) => setText(text, label, undefined),
    undo: () => move('done'),
    redo: () => move('undone'),
    recover() {
      while (store.getState().behind && journal.history.done.length > 0) move('done')
      const { behind, doc } = store.getState()
      if (behind) setText(written(doc), { key: 'recover' }, undefined)
    },
    select: (ids) => store.setState({ selection: ids }),
    setSize: (size) => store.setState({ size }),
    published(next, text) {
      journal.close()
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
    ...otherTexts(store, setText, () => void keeper.drop()),
    draft,
    flush: () => keeper.flush(),
    dispose: () => keeper.dispose(),
  }
}

/** The work continues from a whole other text, as one step: theirs and mine merged, or what was published. */
const otherTexts = (
  store: Editor['store'],
  setText: (text: string, label: Label, merge: string | undefined) => void,
  drop: () => void,
): Pick<Editor, 'merged' | 'adopted' | 'discard'> => ({
  merged(next, theirs, text) {
    store.setState({ revision: next, published: theirs })
    setText(text, { key: 'merge' }, undefined)
  },
  adopted({ text, baseRevision }, published) {
    store.setState({ revision: baseRevision, published, dirty: published !== text })
    setText(text, { key: 'otherDraft' }, undefined)
  },
  discard() {
    const { published } = store.getState()
    if (published === undefined) return
    setText(published, { key: 'discard' }, undefined)
    drop()
  },
})

function draftOf({ text, doc, behind, revision: baseRevision }: EditorState, history: History): Draft {
  const ahead = behind ? spliceOf(text, written(doc)) : undefined
  return { text, baseRevision, undo: keepHistory({ ...history, ...(ahead && { good: ahead }) }, text) }
}

/** The document after a step in either direction. Throws where it does not fit the document. */
function stepped(step: Step, way: 'back' | 'forth', before: EditorState, read: Read) {
  const doc = patched(before.doc, step[way])
  const text = textAfter(step, way, before.text, doc)
  const loaded = read(text)
  // The order of keys is no difference: it never makes a document bad.
  const isGood = loaded.document !== undefined && same(doc, loaded.document)
  return isGood
    ? { doc, text, loaded, more: {} }
    : { doc, text, loaded: read(written(doc)), more: { issues: loaded.issues, behind: true } }
}

/** The selection on the other side of a step; steps come from outside too. */
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
