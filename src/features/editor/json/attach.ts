/** Ties Monaco to the editor's store: one text, one history, one selection. No React. */
import type * as api from 'monaco-editor/editor'
import type { Issue } from '#engine/types'
import { spliceOf } from '../model/patches.ts'
import type { Editor } from '../model/store.ts'
import { fixed, wordsOf } from './fixes.ts'
import type { Monaco } from './monaco.ts'
import { selectedAt, spanOf } from './places.ts'
import { suggestionsAt, type SuggestContext } from './suggestions.ts'

export type CodeEditor = api.editor.IStandaloneCodeEditor
type Model = api.editor.ITextModel

export interface Words {
  readonly issueText: (issue: Issue) => string
  readonly fixText: (words: ReturnType<typeof wordsOf>) => string
  readonly undo: string
  readonly redo: string
}

const OWNER = 'aforo'
/** After the caret came to rest; while it moves by key the selection would flicker. */
const REST_MS = 120
/** Some frames: what is drawn meanwhile is not held up. */
const AFTER_PAINT_MS = 100

const lf = (text: string) => text.replaceAll('\r\n', '\n')

/** Where an issue is in the model, by line and column: offsets would differ where lines end otherwise. */
function rangeOf(monaco: Monaco, model: Model, { range }: Issue): api.Range {
  if (range === undefined) return new monaco.Range(1, 1, 1, 1)
  const start = { lineNumber: Math.min(range.line, model.getLineCount()), column: range.column }
  const end = model.getPositionAt(model.getOffsetAt(start) + Math.max(1, range.to - range.from))
  return new monaco.Range(start.lineNumber, start.column, end.lineNumber, end.column)
}

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
  let own = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const marks = code.createDecorationsCollection()

  /** The text from elsewhere: the smallest change, so that the caret stays where it was. */
  const show = (text: string) => {
    const splice = spliceOf(model.getValue(), lf(text))
    if (splice === undefined) return
    own = true
    const [start, end] = [model.getPositionAt(splice.from), model.getPositionAt(splice.from + splice.drop)]
    model.applyEdits([
      { range: new monaco.Range(start.lineNumber, start.column, end.lineNumber, end.column), text: splice.put },
    ])
    own = false
  }
  const tell = (issues: readonly Issue[]) =>
    monaco.editor.setModelMarkers(
      model,
      OWNER,
      issues.map((issue) => {
        const { startLineNumber, startColumn, endLineNumber, endColumn } = rangeOf(monaco, model, issue)
        const severity =
          issue.severity === 'error'
            ? monaco.MarkerSeverity.Error
            : issue.severity === 'warning'
              ? monaco.MarkerSeverity.Warning
              : monaco.MarkerSeverity.Info
        return {
          startLineNumber,
          startColumn,
          endLineNumber,
          endColumn,
          severity,
          message: words.issueText(issue),
          code: issue.code,
          source: 'aforo',
        }
      }),
    )
  const mark = (selection: readonly string[], isRevealed: boolean) => {
    const ranges = selection.flatMap((id) => {
      const span = spanOf(model.getValue(), id)
      if (span === undefined) return []
      const [from, to] = [model.getPositionAt(span.from), model.getPositionAt(span.to)]
      return [new monaco.Range(from.lineNumber, from.column, to.lineNumber, to.column)]
    })
    marks.set(
      ranges.map((range) => ({
        range,
        options: { isWholeLine: true, linesDecorationsClassName: 'aforo-selected', className: 'aforo-selected-line' },
      })),
    )
    const [first] = ranges
    if (first === undefined || !isRevealed) return
    code.revealRangeNearTopIfOutsideViewport(first)
    code.setPosition(first.getStartPosition())
  }

  let { text, issues, selection } = store.getState()
  /** What the caret has chosen: no reason to move the caret. */
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
      if (own) return
      typing = true
      editor.setText(model.getValue())
      typing = false
    }),
    code.onDidChangeCursorPosition(() => {
      if (own) return
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
    monaco.languages.registerCodeActionProvider(
      'json',
      {
        provideCodeActions(asked, range) {
          if (asked !== model) return { actions: [], dispose: () => undefined }
          const actions = store.getState().issues.flatMap((issue): api.languages.CodeAction[] => {
            const { fix } = issue
            if (fix === undefined || !monaco.Range.areIntersectingOrTouching(rangeOf(monaco, model, issue), range))
              return []
            const next = fixed(model.getValue(), fix)
            const splice = next === undefined ? undefined : spliceOf(model.getValue(), next)
            if (splice === undefined) return []
            const [start, end] = [model.getPositionAt(splice.from), model.getPositionAt(splice.from + splice.drop)]
            const edit = {
              range: new monaco.Range(start.lineNumber, start.column, end.lineNumber, end.column),
              text: splice.put,
            }
            return [
              {
                title: words.fixText(wordsOf(fix)),
                kind: 'quickfix',
                isPreferred: true,
                edit: { edits: [{ resource: model.uri, textEdit: edit, versionId: model.getVersionId() }] },
                diagnostics: monaco.editor
                  .getModelMarkers({ owner: OWNER, resource: model.uri })
                  .filter(
                    (marker) => marker.code === issue.code && monaco.Range.areIntersectingOrTouching(marker, range),
                  ),
              },
            ]
          })
          return { actions, dispose: () => undefined }
        },
      },
      { providedCodeActionKinds: ['quickfix'] },
    ),
    monaco.languages.registerCompletionItemProvider('json', {
      triggerCharacters: ['"', '$'],
      provideCompletionItems(asked, position) {
        const found =
          asked === model ? suggestionsAt(model.getValue(), model.getOffsetAt(position), context()) : undefined
        if (found === undefined) return { suggestions: [] }
        const [start, end] = [model.getPositionAt(found.from), model.getPositionAt(found.to)]
        const range = new monaco.Range(start.lineNumber, start.column, end.lineNumber, end.column)
        return {
          suggestions: found.items.map(({ value, detail }, at) => ({
            label: value,
            detail,
            range,
            insertText: JSON.stringify(value),
            filterText: JSON.stringify(value),
            sortText: `0${String(at).padStart(4, '0')}`,
            kind: value.startsWith('$')
              ? monaco.languages.CompletionItemKind.Variable
              : monaco.languages.CompletionItemKind.Reference,
          })),
        }
      },
    }),
  ]
  return () => {
    clearTimeout(timer)
    clearTimeout(after)
    stop()
    for (const part of parts) part.dispose()
    marks.clear()
    monaco.editor.setModelMarkers(model, OWNER, [])
  }
}
