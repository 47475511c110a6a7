/** Ties Monaco to the editor's store: one text, one history, one selection. No React. */
import type * as api from 'monaco-editor/editor'
import type { Issue } from '#engine/types'
import type { Editor } from '../model/editor.ts'
import { offerWords } from './completion.ts'
import type { wordsOf } from './fixes.ts'
import type { Monaco } from './monaco.ts'
import { createPageText } from './page-text.ts'
import { selectedAt } from './places.ts'
import { offerFixes } from './quick-fixes.ts'
import type { CodeEditor, Model } from './ranges.ts'
import type { SuggestContext } from './suggestions.ts'

export interface Words {
  readonly issueText: (issue: Issue) => string
  readonly fixText: (words: ReturnType<typeof wordsOf>) => string
  readonly undo: string
  readonly redo: string
}

/** After the caret came to rest; while it moves by key the selection would flicker. */
const REST_MS = 120
/** Some frames: what is drawn meanwhile is not held up. */
const AFTER_PAINT_MS = 100

/** Connects them until the answer is called. `context` is asked anew each time. */
export function attach(
  monaco: Monaco,
  code: CodeEditor,
  editor: Editor,
  context: () => SuggestContext,
  words: Words,
): () => void {
  const model = code.getModel() as Model
  const { store } = editor
  const { isWriting, show, tell, mark, clear } = createPageText(monaco, code, model, words.issueText)
  let timer: ReturnType<typeof setTimeout> | undefined
  let { text, issues, selection } = store.getState()
  /** The selection made by the caret: no reason to move the caret. */
  let chosen: string | undefined
  show(text)
  tell(issues)
  mark(selection, true)
  /** While a key is taken in, the canvas comes first: findings and marks of the text follow in the next task. */
  let typing = false
  let after: ReturnType<typeof setTimeout> | undefined
  const stop = store.subscribe((next) => {
    const [hadText, hadIssues, hadSelection] = [text, issues, selection]
    ;({ text, issues, selection } = next)
    if (typing && selection === hadSelection) {
      clearTimeout(after)
      after = setTimeout(() => {
        tell(issues)
        mark(selection, false)
      }, AFTER_PAINT_MS)
      return
    }
    if (text !== hadText) show(text)
    if (issues !== hadIssues) tell(issues)
    if (selection !== hadSelection || text !== hadText)
      mark(selection, selection !== hadSelection && !(selection.length === 1 && selection[0] === chosen))
  })

  const follow = () => {
    const position = code.getPosition()
    if (position === null || !code.hasTextFocus()) return
    const found = selectedAt(model.getValue(), model.getOffsetAt(position))
    const now = store.getState().selection
    chosen = found
    if (found === undefined ? now.length > 0 : now.length !== 1 || now[0] !== found)
      editor.select(found === undefined ? [] : [found])
  }
  const parts: api.IDisposable[] = [
    model.onDidChangeContent(() => {
      if (isWriting()) return
      typing = true
      editor.setText(model.getValue())
      typing = false
    }),
    code.onDidChangeCursorPosition(() => {
      if (isWriting()) return
      clearTimeout(timer)
      timer = setTimeout(follow, REST_MS)
    }),
    // One history for canvas and text: the editor's.
    code.addAction({
      id: 'aforo.undo',
      label: words.undo,
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyZ],
      run: () => editor.undo(),
    }),
    code.addAction({
      id: 'aforo.redo',
      label: words.redo,
      keybindings: [
        monaco.KeyMod.CtrlCmd | monaco.KeyMod.Shift | monaco.KeyCode.KeyZ,
        monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyY,
      ],
      run: () => editor.redo(),
    }),
    offerFixes(monaco, model, () => store.getState().issues, words.fixText),
    offerWords(monaco, model, context),
  ]
  return () => {
    clearTimeout(timer)
    clearTimeout(after)
    stop()
    for (const part of parts) part.dispose()
    clear()
  }
}
