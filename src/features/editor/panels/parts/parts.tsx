/** Small parts every panel is made of. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Badge, Button, Notice, TextField, useUi, type TextFieldProps } from '#ui'
import type { Issue } from '#engine/types'
import { useEditor, useEditorState } from '../../model/use-editor.tsx'
import { applyFix } from '../../model/apply-fix.ts'
import { usePorts } from '../ports.tsx'
import css from '../panels.module.css'

/** The name of what is edited, above all else. */
export function Head({
  kind,
  title,
  actions,
  isTop = false,
}: {
  kind: string
  title: string
  actions?: ReactNode
  /** The dashboard itself: there is no way further up. */ isTop?: boolean
}) {
  const { t } = useUi()
  const editor = useEditor()
  return (
    <header className={css.head}>
      <div className={css.titles}>
        {isTop ? (
          <span className={css.kind}>{kind}</span>
        ) : (
          <span className={css.kind}>
            <button type="button" className={css.up} onClick={() => editor.select([])}>
              {t('editor-panels:settings.title')}
            </button>{' '}
            › {kind}
          </span>
        )}
        <h2 className={css.title}>{title}</h2>
      </div>
      {actions !== undefined && <div className={css.actions}>{actions}</div>}
    </header>
  )
}

/** A stretch of the panel that folds away. */
export function Fold({
  title,
  count,
  isOpen = false,
  children,
}: {
  title: string
  count?: number | string
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <details className={css.fold} open={isOpen}>
      <summary>
        <span>{title}</span>
        {count !== undefined && <Badge>{count}</Badge>}
      </summary>
      <div className={css.foldBody}>{children}</div>
    </details>
  )
}

/** What a part is called in the JSON: people know it by its name. */
export function Advanced({ id }: { id: string }) {
  const { t } = useUi()
  return (
    <Fold title={t('editor-panels:group.advanced')}>
      <Labelled label={t('editor-panels:settings.id')} help={t('editor-panels:idHelp')}>
        <code className={css.id}>{id}</code>
      </Labelled>
    </Fold>
  )
}

/** A label over a control that has none of its own, and what is to be said under it. */
export function Labelled({
  label,
  help,
  error,
  children,
}: {
  label: string
  help?: string | undefined
  error?: string | null
  children: ReactNode
}) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={css.labelled}>
      <span id={id} className={css.label}>
        {label}
      </span>
      {children}
      {error ? (
        <span className={css.error} role="alert">
          {error}
        </span>
      ) : (
        help !== undefined && <span className={css.help}>{help}</span>
      )}
    </div>
  )
}

export interface DraftFieldProps extends Omit<TextFieldProps, 'onChange' | 'error'> {
  /** Writes it; the sentence where it may not be written: the words stay in the field and the document as it was. */
  write: (value: string) => string | null
}

/** A text that is written while it is typed, as long as it may be. */
export function DraftField({ value, write, ...rest }: DraftFieldProps) {
  const [draft, setDraft] = useState(value)
  const [error, setError] = useState<string | null>(null)
  const written = useRef(value)
  // What came from elsewhere (undo, JSON, another panel) is shown; what was typed here is left alone.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    setDraft(value)
    setError(null)
  }, [value])
  return (
    <TextField
      {...rest}
      value={draft}
      error={error}
      onChange={(next) => {
        setDraft(next)
        const refused = write(next)
        setError(refused)
        if (refused === null) written.current = next
      }}
    />
  )
}

/** The findings under some pointers, with what mends them. */
export function Findings({ under }: { under: readonly string[] }) {
  const { t } = useUi()
  const { issueText } = usePorts()
  const editor = useEditor()
  const issues = useEditorState((state) => state.loaded.issues)
  const mine = issues.filter(({ pointer }) =>
    under.some((start) => pointer === start || pointer.startsWith(`${start}/`)),
  )
  if (mine.length === 0) return null
  const mend = (issue: Issue) => editor.change({ key: 'fix' }, (draft) => applyFix(draft, issue.fix ?? []))
  return (
    <ul className={css.findings} aria-label={t('editor-panels:findings')}>
      {mine.map((issue, at) => (
        <li key={`${issue.code}${issue.pointer}${at}`}>
          <Notice
            kind={issue.severity === 'error' ? 'bad' : issue.severity === 'warning' ? 'warn' : 'info'}
            action={
              issue.fix && (
                <Button size="small" onPress={() => mend(issue)}>
                  {t('editor-panels:fix')}
                </Button>
              )
            }
          >
            {issueText(issue)}
          </Notice>
        </li>
      ))}
    </ul>
  )
}

/** Part of a document that the form cannot express: shown as it is, left alone. */
export function Beyond({ label, value }: { label: string; value: unknown }) {
  const { t } = useUi()
  return (
    <Labelled label={label}>
      <pre className={css.raw}>{JSON.stringify(value, null, 1)}</pre>
      <span className={css.help}>{t('editor-panels:beyond')}</span>
    </Labelled>
  )
}
