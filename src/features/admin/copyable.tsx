/** A text in sight this once, with a button that copies it. */
import { Button, Notice, useUi } from '#ui'
import { CheckIcon, CopyIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import css from './admin.module.css'

const COPIED_MS = 2000

export function Copyable({
  label,
  text,
  isCode = false,
}: {
  label: string
  text: string
  /** Over several lines. */ isCode?: boolean
}) {
  const { t } = useUi()
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setState('copied')
        setTimeout(() => setState('ready'), COPIED_MS)
      },
      () => setState('failed'),
    )
  }
  const button = (
    <Button
      size="small"
      icon={state === 'copied' ? <CheckIcon /> : <CopyIcon />}
      aria-label={t('admin:copyLabel', { label })}
      onPress={copy}
    >
      {t(state === 'copied' ? 'admin:copied' : 'admin:copy')}
    </Button>
  )
  return (
    <div className={css.code}>
      <span>{label}</span>
      {isCode ? (
        // A keyboard must reach what it scrolls.
        <div className={css.example}>
          <pre tabIndex={0} aria-label={label}>
            {text}
          </pre>
          {button}
        </div>
      ) : (
        <div className={css.line}>
          <code>{text}</code>
          {button}
        </div>
      )}
      {state === 'failed' && <Notice kind="bad">{t('admin:copyFailed')}</Notice>}
    </div>
  )
}
