/** The findings of the text as a list: each leads to its place, and those with a fix are mended from here. */
import type { Issue } from '#engine/types'
import { Badge, Button, ErrorIcon, InfoIcon, SuccessIcon, useUi, WarningIcon } from '#ui'
import { useDeferredValue, useState } from 'react'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { usePorts } from '../panels/ports.tsx'
import { fixed, wordsOf } from './fixes.ts'
import css from './json-view.module.css'

const ICONS = { error: ErrorIcon, warning: WarningIcon, info: InfoIcon }
/** More than these are not read; the rest is under the lines. */
const MOST = 50

export function Problems({ onGo }: { onGo: (issue: Issue) => void }) {
  const { t } = useUi()
  const issues = useEditorState((state) => state.issues)
  const [isOpen, setOpen] = useState(false)
  const count = (severity: Issue['severity']) => issues.filter((issue) => issue.severity === severity).length
  if (issues.length === 0)
    return (
      <p className={css.fine} role="status">
        <SuccessIcon size={14} />
        {t('editor-panels:json.fine')}
      </p>
    )
  return (
    <details className={css.problems} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>{t('editor-panels:json.findings')}</span>
        {count('error') > 0 && <Badge tone="bad">{t('editor-panels:json.errors', { count: count('error') })}</Badge>}
        {count('warning') > 0 && (
          <Badge tone="warn">{t('editor-panels:json.warnings', { count: count('warning') })}</Badge>
        )}
        {count('info') > 0 && <Badge>{t('editor-panels:json.infos', { count: count('info') })}</Badge>}
      </summary>
      {isOpen && <Rows issues={issues} onGo={onGo} />}
    </details>
  )
}

/** Drawn while they are looked at: their lines are others at every key, and the canvas does not wait for them. */
function Rows({ issues: newest, onGo }: { issues: readonly Issue[]; onGo: (issue: Issue) => void }) {
  const { t } = useUi()
  const editor = useEditor()
  const { issueText } = usePorts()
  const issues = useDeferredValue(newest)
  const mend = (fix: NonNullable<Issue['fix']>) => {
    const next = fixed(editor.store.getState().text, fix)
    if (next !== undefined) editor.replaceText({ key: 'fix' }, next)
  }
  return (
    <ul>
      {issues.slice(0, MOST).map((issue, at) => {
        const SeverityIcon = ICONS[issue.severity]
        return (
          <li key={`${issue.code}${issue.pointer}${at}`} data-severity={issue.severity}>
            <button type="button" onClick={() => onGo(issue)}>
              <SeverityIcon size={14} />
              <span>{issueText(issue)}</span>
              <small>{t('editor-panels:json.line', { line: issue.range?.line ?? 1 })}</small>
            </button>
            {issue.fix !== undefined && (
              <Button size="small" onPress={() => mend(issue.fix ?? [])}>
                {t(`editor-panels:json.fix_${wordsOf(issue.fix).key}`, wordsOf(issue.fix).params)}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
