import { Button, Notice, toasts, useUi } from '#ui'
import css from './account.module.css'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useUi()
  return (
    <div className={css.stack}>
      <Notice kind="warn" title={t('account:app.codesTitle')}>
        {t('account:app.codesText')}
      </Notice>
      <ol className={css.codes} aria-label={t('account:app.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={css.acts}>
        <CopyAll text={codes.join('\n')} />
        <Button kind="primary" autoFocus onPress={onDone}>
          {t('account:app.codesDone')}
        </Button>
      </div>
    </div>
  )
}

function CopyAll({ text }: { text: string }) {
  const { t } = useUi()
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => toasts.success(t('account:app.copied')),
      () => toasts.error(t('account:app.copyFailed')),
    )
  }
  return <Button onPress={copy}>{t('account:app.copy')}</Button>
}
