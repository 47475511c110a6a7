import { type ReactNode, useId } from 'react'
import { Badge, useUi } from '#ui'
import css from '../panels.module.css'

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

/** Key of a part in the JSON; the panel shows its name. */
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

/** A label over a control without one, and the hint under it. */
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
