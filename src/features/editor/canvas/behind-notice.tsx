import { Button, Notice, useUi } from '#ui'
import { useEditorState } from '../model/use-editor.tsx'
import css from './canvas.module.css'

/** The JSON is ahead of what is shown. */
export function BehindNotice({ onBack }: { onBack: () => void }) {
  const { t } = useUi()
  const behind = useEditorState((state) => state.behind)
  const readOnly = useEditorState((state) => state.loaded.readOnly && !state.behind)
  if (readOnly)
    return (
      <div className={css.notice}>
        <Notice kind="warn">{t('editor:canvas.readOnly')}</Notice>
      </div>
    )
  if (!behind) return null
  return (
    <div className={css.notice}>
      <Notice kind="warn">
        {t('editor:canvas.behind')}{' '}
        <Button size="small" onPress={onBack}>
          {t('editor:canvas.back')}
        </Button>
      </Notice>
    </div>
  )
}
