import type { Issue } from '#engine/types'
import { Button, ErrorIcon, InfoIcon, useUi, WarningIcon } from '#ui'
import { useDeferredValue } from 'react'
import { useEditor } from '../model/use-editor.tsx'
import { usePorts } from '../panels/ports.tsx'
import { fixed, wordsOf } from './fixes.ts'

const ICONS = { error: ErrorIcon, warning: WarningIcon, info: InfoIcon }
/** More than these are not read; the rest is under the lines. */
const MAX = 50

/** Drawn while they are looked at: their lines are others at every key, and the canvas does not wait for them. */
export function Rows({ issues: newest, onGo }: { issues: readonly Issue[]; onGo: (issue: Issue) => void }) {
  const { t } = useUi()
  const editor = useEditor()
  const { issueText } = usePorts()
  const issues = useDeferredValue(newest)
  const applyOne = (fix: NonNullable<Issue['fix']>) => {
    const next = fixed(editor.store.getState().text, fix)
    if (next !== undefined) editor.replaceText({ key: 'fix' }, next)
  }
  return (
    <ul>
      {issues.slice(0, MAX).map((issue, at) => {
        const SeverityIcon = ICONS[issue.severity]
        return (
          <li key={`${issue.code}${issue.pointer}${at}`} data-severity={issue.severity}>
            <button type="button" onClick={() => onGo(issue)}>
              <SeverityIcon size={14} />
              <span>{issueText(issue)}</span>
              <small>{t('editor-panels:json.line', { line: issue.range?.line ?? 1 })}</small>
            </button>
            {issue.fix !== undefined && (
              <Button size="small" onPress={() => applyOne(issue.fix ?? [])}>
                {t(`editor-panels:json.fix_${wordsOf(issue.fix).key}`, wordsOf(issue.fix).params)}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
