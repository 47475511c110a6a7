/**
 * Monaco, put together from what a document needs and no more, and the component that holds it: their own chunk and
 * workers, from our own origin.
 */
import { Editor, loader } from '@monaco-editor/react'
import * as monaco from 'monaco-editor/editor'
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import 'monaco-editor/features/bracketMatching/register'
import 'monaco-editor/features/caretOperations/register'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/codeAction/register'
import 'monaco-editor/features/codeEditor/register'
import 'monaco-editor/features/codicon/register'
import 'monaco-editor/features/find/register'
import 'monaco-editor/features/folding/register'
import 'monaco-editor/features/format/register'
import 'monaco-editor/features/gotoError/register'
import 'monaco-editor/features/hover/register'
import 'monaco-editor/features/indentation/register'
import 'monaco-editor/features/lineSelection/register'
import 'monaco-editor/features/linesOperations/register'
import 'monaco-editor/features/multicursor/register'
import 'monaco-editor/features/smartSelect/register'
import 'monaco-editor/features/snippet/register'
import 'monaco-editor/editor/contrib/suggest/browser/suggestController.js'
import 'monaco-editor/features/toggleTabFocusMode/register'
import 'monaco-editor/features/tokenization/register'
import 'monaco-editor/features/wordOperations/register'
import { jsonDefaults } from 'monaco-editor/languages/features/json/register'
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker'
import type { NamedSchema } from './schema.ts'

export { Editor, monaco }
export type Monaco = typeof monaco

// Given its content, the component fetches nothing; by default it would ask another origin.
loader.config({ monaco: monaco as unknown as Parameters<typeof loader.config>[0]['monaco'] })

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
  },
})

// Findings come from the editor's own pipeline, in the reader's words: Monaco's would say the half of it again.
jsonDefaults.setModeConfiguration({
  documentFormattingEdits: true,
  documentRangeFormattingEdits: true,
  completionItems: true,
  hovers: true,
  documentSymbols: false,
  tokens: true,
  colors: false,
  foldingRanges: true,
  diagnostics: false,
  selectionRanges: true,
})

/** Schemas for completion and hovers. Nothing is ever fetched for them. */
export function takeSchemas(schemas: readonly NamedSchema[]): void {
  jsonDefaults.setDiagnosticsOptions({
    validate: false,
    enableSchemaRequest: false,
    schemas: schemas.map(({ uri, fileMatch, schema }) => ({
      uri,
      schema,
      ...(fileMatch && { fileMatch: [...fileMatch] }),
    })),
  })
}

const PAINTS = {
  'editor.background': '--raised',
  'editor.foreground': '--text',
  'editorLineNumber.foreground': '--muted',
  'editorLineNumber.activeForeground': '--text',
  'editorCursor.foreground': '--accent',
  'editor.selectionBackground': '--accent-soft',
  'editor.lineHighlightBackground': '--hover',
  'editor.lineHighlightBorder': '--hover',
  'editorIndentGuide.background1': '--line',
  'editorIndentGuide.activeBackground1': '--line-strong',
  'editorWidget.background': '--overlay',
  'editorWidget.foreground': '--text',
  'editorWidget.border': '--line',
  'editorHoverWidget.background': '--overlay',
  'editorHoverWidget.border': '--line',
  'editorSuggestWidget.background': '--overlay',
  'editorSuggestWidget.border': '--line',
  'editorSuggestWidget.foreground': '--text',
  'editorSuggestWidget.selectedBackground': '--accent-soft',
  'editorSuggestWidget.selectedForeground': '--text',
  'editorSuggestWidget.highlightForeground': '--accent-text',
  'editorSuggestWidget.focusHighlightForeground': '--accent-text',
  'list.hoverBackground': '--hover',
  'list.hoverForeground': '--text',
  'list.focusBackground': '--accent-soft',
  'input.background': '--raised',
  'input.border': '--line-strong',
  'input.foreground': '--text',
  focusBorder: '--focus',
  'editorError.foreground': '--bad-solid',
  'editorWarning.foreground': '--warn-solid',
  'editorInfo.foreground': '--info',
  'scrollbarSlider.background': '--line',
  'scrollbarSlider.hoverBackground': '--line-strong',
  'scrollbarSlider.activeBackground': '--line-strong',
  'editorBracketMatch.background': '--accent-soft',
  'editorBracketMatch.border': '--accent-line',
  descriptionForeground: '--muted',
  'textLink.foreground': '--accent-text',
  'button.background': '--accent',
  'button.foreground': '--on-accent',
} as const
const TOKENS = {
  'string.key.json': '--accent-text',
  'string.value.json': '--text',
  'number.json': '--info',
  'keyword.json': '--warn',
  'delimiter.bracket.json': '--muted',
  'delimiter.array.json': '--muted',
  'delimiter.colon.json': '--muted',
  'delimiter.comma.json': '--muted',
} as const

/** The theme that `dress` makes of the product's colours. */
export const THEME = 'aforo'

/** The product's colours as Monaco wants them: a variable may be a mix or differ by theme, a pixel of it does not. */
export function dress(theme: 'light' | 'dark', within: HTMLElement): void {
  const probe = document.createElement('span')
  within.append(probe)
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const hex = (name: string) => {
    probe.style.color = `var(${name})`
    if (paint === null) return '#808080'
    paint.fillStyle = getComputedStyle(probe).color
    paint.fillRect(0, 0, 1, 1)
    const parts = paint.getImageData(0, 0, 1, 1).data.slice(0, 3)
    return `#${Array.from(parts, (part) => part.toString(16).padStart(2, '0')).join('')}`
  }
  monaco.editor.defineTheme(THEME, {
    base: theme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: Object.entries(TOKENS).map(([token, name]) => ({ token, foreground: hex(name).slice(1) })),
    colors: Object.fromEntries(Object.entries(PAINTS).map(([id, name]) => [id, hex(name)])),
  })
  probe.remove()
  monaco.editor.setTheme(THEME)
}
