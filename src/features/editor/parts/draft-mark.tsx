import { Badge, useUi } from '#ui'
import { useEditorState } from '../model/use-editor.tsx'
import css from './top-bar.module.css'

export function DraftMark() {
  const { t } = useUi()
  const draft = useEditorState((state) => state.draft)
  const dirty = useEditorState((state) => state.dirty)
  const isNew = useEditorState((state) => state.published === undefined)
  if (draft === 'failed') return <Badge tone="warn">{t('editor:draft.failed')}</Badge>
  if (draft === 'keeping') return <span className={css.draft}>{t('editor:draft.keeping')}</span>
  const isPublished = draft !== 'kept' && !isNew && !dirty
  return (
    <span className={css.draft} data-said={isPublished || undefined}>
      {t(
        draft === 'kept'
          ? 'editor:draft.kept'
          : isNew
            ? 'editor:draft.new'
            : dirty
              ? 'editor:draft.kept'
              : 'editor:draft.published',
      )}
    </span>
  )
}
