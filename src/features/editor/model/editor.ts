/** The state of the editor's store, and its actions. */
import type { GridSize, LoadContext, LoadedLayout } from '#engine'
import type { Issue } from '#engine/types'
import type { StoreApi } from 'zustand/vanilla'
import type { Place } from './doc-parts.ts'
import type { Draft, DraftState } from './drafts.ts'
import type { Label } from './history.ts'
import type { Doc } from './patches.ts'

export interface EditorState {
  /** The text of the JSON view. */
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
  /** Revision of the published dashboard that is edited; 0 for a new one. */
  readonly revision: number
  /** The last published text; undefined before the first time. */
  readonly published: string | undefined
  /** Something differs from what was published, or was never published. */
  readonly dirty: boolean
}

export interface Editor {
  readonly store: StoreApi<EditorState>
  readonly context: LoadContext
  /**
   * One undo step, for any recipe. With `merge`, steps of the same key that follow each other within a pause
   * are one: for fields that change at every key.
   */
  change(label: Label, recipe: (draft: Doc) => void, merge?: string): void
  /**
   * A step that puts one question in place of another, or of none: filters that came along with the old one go with it,
   * where they are unchanged and unused.
   */
  exchange(label: Label, recipe: (draft: Doc) => void): void
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
  /** Back to what was published, as one step; the draft goes. Nothing where nothing was published. */
  discard(): void
  /** Another author published meanwhile: the merged text continues here, as one step. */
  merged(revision: number, theirs: string, text: string): void
  /**
   * Another draft of the same user continues here, as one step. @param published text of the revision it began with;
   * undefined where nothing was published
   */
  adopted(draft: Pick<Draft, 'text' | 'baseRevision'>, published: string | undefined): void
  /** The work as it is kept. */
  draft(): Draft
  /** Sends at once what waits to be kept. */
  flush(): Promise<void>
  dispose(): void
}
