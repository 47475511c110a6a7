import { Button, TextField, toasts, useUi } from '#ui'
import { CopyIcon } from '#ui/icons/index.tsx'
import css from './webhooks.module.css'

/** In sight this once. */
export function ShownSecret({ secret }: { secret: string }) {
  const { t } = useUi()
  const copy = () =>
    void navigator.clipboard.writeText(secret).then(
      () => {
        toasts.success(t('webhooks:secret.copied'))
      },
      () => {
        toasts.error(t('webhooks:secret.copyFailed'))
      },
    )
  return (
    <div className={css.secret} role="status">
      <TextField
        label={t('webhooks:secret')}
        help={t('webhooks:secret.once')}
        isReadOnly
        value={secret}
        onChange={() => undefined}
      />
      <Button kind="primary" icon={<CopyIcon />} onPress={copy}>
        {t('webhooks:secret.copy')}
      </Button>
    </div>
  )
}
