/**
 * The document as text, beside the canvas: the same store, completion and hovers from its schemas, findings where they
 * are.
 */
import type { EditorProps } from '@monaco-editor/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import layoutSchema from '#schemas/layout.schema.json'
import transformSchema from '#schemas/layout/transform.schema.json'
import type { Issue } from '#engine/types'
import { Button, ErrorState, Notice, Skeleton, useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import type { JsonSchema } from '#engine/core/document/option-fields'
import { type PanelPorts, usePorts } from '../panels/ports.tsx'
import { attach } from './attach.ts'
import type { CodeEditor } from './ranges.ts'
import { Problems } from './problems.tsx'
import { loadMonaco } from './language.ts'
import { LAYOUT_FILE, namedSchema, schemasOf } from './schema.ts'
import css from './json-view.module.css'

type Loaded = Awaited<ReturnType<typeof loadMonaco>> & { readonly options: Readonly<Record<string, JsonSchema>> }

/** Monaco and the schemas of options, each once. */
function useMonaco(
  optionSchemas: PanelPorts['optionSchemas'],
  language: string,
): { loaded: Loaded | null; failure: unknown; again: () => void } {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  // Monaco reads its words once: another language is for the next visit.
  const first = useRef(language)
  const load = useCallback(() => {
    let current = true
    Promise.all([loadMonaco(first.current), optionSchemas()]).then(
      ([parts, options]) => {
        if (current) setLoaded({ ...parts, options })
      },
      (cause: unknown) => {
        if (current) setFailure(cause)
      },
    )
    return () => {
      current = false
    }
  }, [optionSchemas])
  useEffect(load, [load])
  return {
    loaded,
    failure,
    again: () => {
      setFailure(null)
      load()
    },
  }
}

const LATER_MS = 2000
let count = 0

const OPTIONS: EditorProps['options'] = {
  tabFocusMode: true,
  minimap: { enabled: false },
  stickyScroll: { enabled: false },
  contextmenu: false,
  scrollBeyondLastLine: false,
  fontSize: 12.5,
  lineHeight: 19,
  lineNumbersMinChars: 3,
  folding: true,
  wordWrap: 'on',
  wrappingIndent: 'indent',
  fixedOverflowWidgets: true,
  renderLineHighlight: 'line',
  quickSuggestions: { strings: true, other: true, comments: false },
  suggest: { showWords: false, preview: false, showStatusBar: false },
  wordBasedSuggestions: 'off',
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
  bracketPairColorization: { enabled: false },
  guides: { indentation: true },
  links: false,
  occurrencesHighlight: 'off',
  inlineSuggest: { enabled: false },
  padding: { top: 8, bottom: 8 },
  editContext: false,
}

/** Ties the code to the store once both are there, and takes its text away when it goes. */
function useAttached(loaded: Loaded | null, code: CodeEditor | null, path: string): void {
  const { t } = useUi()
  const editor = useEditor()
  const { issueText } = usePorts()
  // Read when they are needed: attaching anew would forget what the caret has chosen.
  const say = useRef({ t, issueText })
  useEffect(() => {
    say.current = { t, issueText }
  })

  useEffect(() => {
    if (loaded === null || code === null) return undefined
    const { monaco, options, takeSchemas } = loaded
    const { widgets, sources } = editor.context
    takeSchemas(
      schemasOf(
        {
          layout: layoutSchema as unknown as JsonSchema,
          transform: transformSchema as unknown as JsonSchema,
          options,
          widgets,
          sources,
        },
        namedSchema(editor.store.getState().doc, path),
      ),
    )
    const model = code.getModel()
    model?.setEOL(monaco.editor.EndOfLineSequence.LF)
    model?.updateOptions({
      tabSize: 2,
      insertSpaces: true,
      bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
    })
    const detach = attach(
      monaco,
      code,
      editor,
      () => ({ doc: editor.store.getState().doc, widgets, sources, options }),
      {
        issueText: (issue) => say.current.issueText(issue),
        fixText: ({ key, params }) => say.current.t(`editor-panels:json.fix_${key}`, params),
        undo: say.current.t('editor-panels:json.undo'),
        redo: say.current.t('editor-panels:json.redo'),
      },
    )
    return () => {
      detach()
      // Delayed work of Monaco (folds, light bulbs) reads the text once more, and would throw.
      setTimeout(() => {
        model?.dispose()
      }, LATER_MS)
    }
  }, [loaded, code, editor, path])
}

export default function JsonView() {
  const { t, theme, locale } = useUi()
  const editor = useEditor()
  const { optionSchemas, errorText } = usePorts()
  const { loaded, failure, again } = useMonaco(optionSchemas, locale)
  const behind = useEditorState((state) => state.behind)
  const readOnly = useEditorState((state) => state.loaded.readOnly)
  const host = useRef<HTMLDivElement>(null)
  const [path] = useState(() => `aforo://layouts/${++count}/${LAYOUT_FILE.replace('*', 'dashboard')}`)
  const [code, setCode] = useState<CodeEditor | null>(null)
  useAttached(loaded, code, path)

  const label = t('editor-panels:json.label')
  const options = useMemo(
    () => ({
      ...OPTIONS,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono'),
      readOnly,
      ariaLabel: label,
    }),
    [readOnly, label],
  )
  useEffect(() => {
    if (loaded !== null && host.current !== null) loaded.dress(theme, host.current)
  }, [loaded, theme])
  const goTo = ({ range }: Issue) => {
    if (range === undefined || code === null) return
    code.setPosition({ lineNumber: range.line, column: range.column })
    code.revealLineInCenterIfOutsideViewport(range.line)
    code.focus()
  }

  return (
    <div className={css.view}>
      {behind && (
        <div className={css.behind}>
          <Notice
            kind="warn"
            action={
              <Button size="small" onPress={() => editor.undo()}>
                {t('editor-panels:json.undo')}
              </Button>
            }
          >
            {t('editor-panels:json.behind')}
          </Notice>
        </div>
      )}
      {readOnly && (
        <div className={css.behind}>
          <Notice kind="info">{t('editor-panels:settings.readOnly')}</Notice>
        </div>
      )}
      <div className={css.body}>
        {failure !== null ? (
          <ErrorState title={t('editor-panels:json.failed')} onRetry={again}>
            {errorText(failure)}
          </ErrorState>
        ) : (
          <>
            {code === null && (
              <div className={css.waiting}>
                <Skeleton shape="text" count={12} />
              </div>
            )}
            <div ref={host} className={css.host}>
              {loaded !== null && (
                <loaded.Editor
                  defaultPath={path}
                  defaultLanguage="json"
                  defaultValue={editor.store.getState().text}
                  theme={loaded.THEME}
                  options={options}
                  loading={null}
                  saveViewState={false}
                  // Its text goes a moment after it.
                  keepCurrentModel
                  onMount={(made) => setCode(made)}
                />
              )}
            </div>
          </>
        )}
      </div>
      <Problems onGo={goTo} />
      <p className={css.keys}>{t('editor-panels:json.keys')}</p>
    </div>
  )
}
