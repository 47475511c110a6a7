import type { ReactNode } from 'react'
import { useUi } from '#ui'
import { useEditor } from '../../model/use-editor.tsx'
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
