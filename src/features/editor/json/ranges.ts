/** Places in a text, as Monaco has them. */
import type * as api from 'monaco-editor/editor'
import type { Issue } from '#engine/types'
import type { Monaco } from './monaco.ts'

export type CodeEditor = api.editor.IStandaloneCodeEditor
export type Model = api.editor.ITextModel

/** Owner of the markers of findings. */
export const OWNER = 'aforo'

/** From one offset to another. */
export function rangeFrom(monaco: Monaco, model: Model, from: number, to: number): api.Range {
  const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)]
  return new monaco.Range(start.lineNumber, start.column, end.lineNumber, end.column)
}

/** Where an issue is in the model, by line and column: offsets would differ where lines end otherwise. */
export function rangeOf(monaco: Monaco, model: Model, { range }: Issue): api.Range {
  if (range === undefined) return new monaco.Range(1, 1, 1, 1)
  const start = { lineNumber: Math.min(range.line, model.getLineCount()), column: range.column }
  const end = model.getPositionAt(model.getOffsetAt(start) + Math.max(1, range.to - range.from))
  return new monaco.Range(start.lineNumber, start.column, end.lineNumber, end.column)
}
