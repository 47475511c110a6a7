import { Button, Notice, useUi } from '#ui'
import type { Issue } from '#engine/types'
import { useEditor, useEditorState } from '../../model/use-editor.tsx'
import { applyFix } from '../../model/apply-fix.ts'
import { usePorts } from '../ports.tsx'
import css from '../panels.module.css'

/** The findings under some pointers, with their fixes. */
export function Findings({ under }: { under: readonly string[] }) {
  const { t } = useUi()
  const { issueText } = usePorts()
  const editor = useEditor()
  const issues = useEditorState((state) => state.loaded.issues)
  const mine = issues.filter(({ pointer }) =>
    under.some((start) => pointer === start || pointer.startsWith(`${start}/`)),
  )
  if (mine.length === 0) return null
  const applyOne = (issue: Issue) => editor.change({ key: 'fix' }, (draft) => applyFix(draft, issue.fix ?? []))
  return (
    <ul className={css.findings} aria-label={t('editor-panels:findings')}>
      {mine.map((issue, at) => (
        <li key={`${issue.code}${issue.pointer}${at}`}>
          <Notice
            kind={issue.severity === 'error' ? 'bad' : issue.severity === 'warning' ? 'warn' : 'info'}
            action={
              issue.fix && (
                <Button size="small" onPress={() => applyOne(issue)}>
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
