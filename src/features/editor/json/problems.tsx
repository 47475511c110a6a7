/** The findings of the text as a list: each leads to its place, and those with a fix can be fixed here. */
import type { Issue } from '#engine/types'
import { Badge, SuccessIcon, useUi } from '#ui'
import { useState } from 'react'
import { useEditorState } from '../model/use-editor.tsx'
import css from './json-view.module.css'
import { Rows } from './problem-rows.tsx'

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
