/** Updates of the code by the page: the text from elsewhere, its findings, and the selection. */
import type { Issue } from '#engine/types'
import { spliceOf } from '../model/splices.ts'
import type { Monaco } from './monaco.ts'
import { spanOf } from './places.ts'
import { type CodeEditor, type Model, OWNER, rangeFrom, rangeOf } from './ranges.ts'

export interface PageText {
  /** A change of the text that is the page's, not the reader's. */
  isWriting(): boolean
  show(text: string): void
  tell(issues: readonly Issue[]): void
  mark(selection: readonly string[], isRevealed: boolean): void
  clear(): void
}

const lf = (text: string) => text.replaceAll('\r\n', '\n')

export function createPageText(
  monaco: Monaco,
  code: CodeEditor,
  model: Model,
  issueText: (issue: Issue) => string,
): PageText {
  let own = false
  const marks = code.createDecorationsCollection()

  /** The text from elsewhere: the smallest change, so that the caret stays where it was. */
  const show = (text: string) => {
    const splice = spliceOf(model.getValue(), lf(text))
    if (splice === undefined) return
    own = true
    model.applyEdits([{ range: rangeFrom(monaco, model, splice.from, splice.from + splice.drop), text: splice.put }])
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
          message: issueText(issue),
          code: issue.code,
          source: 'aforo',
        }
      }),
    )
  const mark = (selection: readonly string[], isRevealed: boolean) => {
    const ranges = selection.flatMap((id) => {
      const span = spanOf(model.getValue(), id)
      return span === undefined ? [] : [rangeFrom(monaco, model, span.from, span.to)]
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

  return {
    isWriting: () => own,
    show,
    tell,
    mark,
    clear() {
      marks.clear()
      monaco.editor.setModelMarkers(model, OWNER, [])
    },
  }
}
