import { Button, useUi } from '#ui'
import { useEditorState } from '../model/use-editor.tsx'
import css from './top-bar.module.css'

export function Publish({ onPublish }: { onPublish: () => void }) {
  const { t } = useUi()
  const dirty = useEditorState((state) => state.dirty)
  const behind = useEditorState((state) => state.behind)
  const errors = useEditorState((state) => state.issues.filter(({ severity }) => severity === 'error').length)
  const readOnly = useEditorState((state) => state.loaded.readOnly)
  const why = readOnly
    ? t('editor:why.readOnly')
    : errors > 0 || behind
      ? t('editor:why.errors', { count: Math.max(errors, 1) })
      : dirty
        ? undefined
        : t('editor:why.noChange')
  return (
    <span className={css.publish}>
      <Button
        kind="primary"
        isDisabled={why !== undefined}
        aria-describedby={why === undefined ? undefined : 'publish-why'}
        onPress={onPublish}
      >
        {t('editor:top.publish')}
      </Button>
      {why !== undefined && (
        <span className={css.why} id="publish-why">
          {why}
        </span>
      )}
    </span>
  )
}
